"""The ledger of a game: every change of a player's figure, entered with its reason.

Figures are changed by `enter` only, which changes and enters in one, so that no change goes without its entry.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct


class Entry(Struct, frozen=True, gc=False):
    """One change of one player's figure: `delta` of `figure`, because of `source` (ids of the rulebook).

    Every figure that a ruleset names is entered; a ruleset may enter others, which no log prints.
    """

    seat: int
    figure: str
    delta: int
    source: str


if TYPE_CHECKING:
    Book = list[Entry]
else:
    Book = list  # `Book()` opens one for every event: called with parameters it would take seven times as long
"""What one event, or one automatic step, enters: in order."""


class Holder(Protocol):
    """A player's part of a state: its figures are its fields."""

    seat: int


def enter(book: Book, player: Holder, figure: str, delta: int, source: str) -> None:
    """Change a figure of a player, a field of that name, and enter it; nothing for 0."""
    if delta:
        setattr(player, figure, getattr(player, figure) + delta)
        book.append(Entry(player.seat, figure, delta, source))


def totals(entries: Iterable[Entry]) -> dict[tuple[int, str], int]:
    """What the entries add up to: (seat, figure) -> sum."""
    sums: dict[tuple[int, str], int] = {}
    for entry in entries:
        key = (entry.seat, entry.figure)
        sums[key] = sums.get(key, 0) + entry.delta
    return sums
