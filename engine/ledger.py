"""The ledger of a game: every change of a player's figure, entered with its reason."""

from collections.abc import Iterable

from msgspec import Struct


class Entry(Struct, frozen=True, gc=False):
    """One change of one player's figure: `delta` of `figure`, because of `source` (ids of the rulebook).

    Every figure that a ruleset names is entered; a ruleset may enter others, which no log prints.
    """

    seat: int
    figure: str
    delta: int
    source: str


def totals(entries: Iterable[Entry]) -> dict[tuple[int, str], int]:
    """What the entries add up to: (seat, figure) -> sum."""
    sums: dict[tuple[int, str], int] = {}
    for entry in entries:
        key = (entry.seat, entry.figure)
        sums[key] = sums.get(key, 0) + entry.delta
    return sums
