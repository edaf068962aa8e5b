"""The root of a store in words: `27:9f86d081...`, the number of leaves and the hash over them."""

import re
from typing import NamedTuple

from events.log.codec import Unreadable
from events.store import merkle

EXPECTED = "a root such as 27:9f86d0..., as `anyturn audit --all` prints it"
_WRITTEN = re.compile(r"(?P<size>0|[1-9][0-9]{0,17}):(?P<digest>[0-9a-f]{64})", re.ASCII)


class Root(NamedTuple):
    """The root of the first `size` leaves of a store: a hash of 32 bytes."""

    size: int
    digest: bytes

    def __str__(self) -> str:
        return f"{self.size}:{self.digest.hex()}"


NOTHING = Root(0, merkle.EMPTY)
"""The root of a store without leaves."""


def parse(text: str) -> Root:
    """The root that a text states, such as `27:9f86d081...`. Raises Unreadable."""
    if (written := _WRITTEN.fullmatch(text.strip().lower())) is None:
        raise Unreadable(f"the root {text!r}", EXPECTED)
    return Root(int(written["size"]), bytes.fromhex(written["digest"]))
