"""The hash chain: every record's hash covers the header and all records before it.

    hash(0) = SHA-256(header)        hash(n) = SHA-256(hash(n-1) + body(n))

over the canonical bytes of the header and the records. A changed, missing, added or swapped record breaks the chain at
that record; the last hash, the head, identifies the whole log.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import NamedTuple

_MARK = Struct(">I28x")


class Broken(NamedTuple):
    """The first record at which a chain is broken: 0 is the header, one past the last record is a missing end."""

    seq: int
    what: str


def genesis(header: bytes) -> bytes:
    """The hash of a header: 32 bytes."""
    return sha256(header).digest()


def link(previous: bytes, body: bytes) -> bytes:
    """The hash of a record after the record whose hash is `previous`: 32 bytes."""
    return sha256(previous + body).digest()


def links(previous: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """The hashes of records in order, the first of them after the record whose hash is `previous`: 32 bytes each."""
    found = []
    for body in bodies:
        previous = sha256(previous + body).digest()
        found.append(previous)
    return found


def hashes(header: bytes, bodies: Iterable[bytes]) -> Iterator[str]:
    """The hashes of the header and the records in order, as hexadecimal text; the last one is the head."""
    first = genesis(header)
    yield first.hex()
    yield from map(bytes.hex, links(first, bodies))


def mark(digest: bytes) -> int:
    """The first four bytes of a hash: they locate a changed record; the head proves that there is one."""
    number: int = _MARK.unpack(digest)[0]
    return number


def marks(digests: Sequence[bytes]) -> list[int]:
    """The marks of many hashes."""
    return [each for (each,) in _MARK.iter_unpack(b"".join(digests))]


def verify(header: bytes, records: Iterable[tuple[int, bytes, int]], head: str) -> Broken | None:
    """The first fault of a stored chain, or None.

    `records` are (seq, body, mark of the hash) in stored order; `head` is the hash the last of them must have.
    """
    current = genesis(header)
    expected = 0
    for seq, body, stored in records:
        expected += 1
        if seq != expected:
            return Broken(expected, f"record {seq} stands in the place of record {expected}")
        current = link(current, body)
        if mark(current) != stored:
            return Broken(
                seq, f"record {seq} is not what was recorded" if seq > 1 else "the header or record 1 changed"
            )
    if current.hex() != head:
        return Broken(expected + 1, f"the log does not end with the record it ended with (record {expected})")
    return None
