"""The option of Lost Cities, and the version of its rules."""

from typing import Literal

from engine.options import read_options
from events.log.record import Header
from msgspec import Struct

VERSION = "1"


class Options(Struct, frozen=True):
    """What a header may state."""

    rounds: Literal[1, 2, 3] = 1


def options_of(header: Header) -> Options:
    """The options of a header. Raises Unsupported, or Unreadable for a wrong type."""
    return read_options(Options, header.options)
