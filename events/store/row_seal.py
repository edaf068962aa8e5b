"""The seal of a row that is not derived from records: a hash of all its other columns, which reveals changes."""

from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import Struct

from events.log.codec import encode

R = TypeVar("R", bound=Struct)


def seal_of(row: Struct) -> str:
    """The SHA-256 of the canonical JSON of a row without its last column, which is the seal."""
    return sha256(encode(msgspec.structs.astuple(row)[:-1])).hexdigest()


def sealed(row: R) -> R:
    """The row with its seal."""
    return msgspec.structs.replace(row, hash=seal_of(row))
