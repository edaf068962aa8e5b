"""What a ledger is made of: its entries, the books that hold them, and the players whose figures they change."""

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct


class Entry(Struct, frozen=True, gc=False):
    """One change of one player's figure: `delta` of `figure`, because of `source` (ids of the rulebook).

    Changes to every figure that a ruleset names are entered; a ruleset may enter others, which no log prints.
    """

    seat: int
    figure: str
    delta: int
    source: str


if TYPE_CHECKING:
    Book = list[Entry]
else:
    Book = list  # `Book()` is called for every event; a parametrized type would be seven times as slow
"""What one event, or one automatic step, enters, in order."""


class Entered(Struct, frozen=True, gc=False):
    """What one record, or one automatic step after it, entered into the ledger; `step` is empty for the event."""

    seq: int
    step: str
    entries: list[Entry]


class Holder(Protocol):
    """A player's part of a state, whose fields are the figures."""

    seat: int
