"""The options of Nim, and the version of its rules."""

from typing import Literal

from msgspec import Struct

from engine.options import read_options
from events.log.record import Header

VERSION = "1"


class Options(Struct, frozen=True):
    """What a header may state."""

    rounds: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9] = 2
    dice: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] = 2
    cards: bool = False


def options_of(header: Header) -> Options:
    """The options of a header. Raises Unsupported, or Unreadable for a wrong type."""
    return read_options(Options, header.options)
