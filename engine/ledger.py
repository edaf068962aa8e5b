"""The ledger of a game: every change of a player's figure, entered with its reason.

Figures are changed only by `enter`, which makes the change and the entry together, so that no change lacks an entry.
"""

from collections.abc import Iterable

from engine.entries import Book, Entry, Holder

__all__ = ["Book", "Entry", "enter", "totals"]


def enter(book: Book, player: Holder, figure: str, delta: int, source: str) -> None:
    """Change a figure of a player (the field of that name) and enter the change; a delta of 0 does nothing."""
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
