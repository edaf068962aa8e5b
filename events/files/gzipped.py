"""Data as gzip: the same bytes with every version of Python, whose own function differs in a byte of the head."""

import zlib
from struct import pack

_HEAD = bytes((0x1F, 0x8B, zlib.DEFLATED, 0, 0, 0, 0, 0, 2, 255))
"""RFC 1952: deflated, no name, no time, compressed as well as can be, written by an unknown system."""


def gzipped(data: bytes) -> bytes:
    """The data as a gzip file without a name or a time, compressed as well as zlib can."""
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    body = deflate.compress(data) + deflate.flush()
    return _HEAD + body + pack("<LL", zlib.crc32(data), len(data) & 0xFFFFFFFF)
