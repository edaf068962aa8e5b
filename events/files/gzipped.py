"""Data as gzip: the same bytes with every version of Python, whose own function differs in a byte of the head."""

import zlib
from struct import pack

_HEAD = bytes((0x1F, 0x8B, zlib.DEFLATED, 0, 0, 0, 0, 0))
"""RFC 1952: deflated, no name, no time."""
_BEST, _UNKNOWN_SYSTEM = 2, 255


def gzipped(data: bytes, level: int = 9) -> bytes:
    """The data as a gzip file without a name or a time; by default compressed as well as zlib can."""
    deflate = zlib.compressobj(level, wbits=-zlib.MAX_WBITS)
    body = deflate.compress(data) + deflate.flush()
    head = _HEAD + bytes((_BEST if level == 9 else 0, _UNKNOWN_SYSTEM))
    return head + body + pack("<LL", zlib.crc32(data), len(data) & 0xFFFFFFFF)
