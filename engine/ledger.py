"""The ledger of a game: every change of a player's figure, entered with its reason."""

from collections.abc import Iterable
from typing import NamedTuple


class Entry(NamedTuple):
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
    for seat, figure, delta, _ in entries:
        sums[seat, figure] = sums.get((seat, figure), 0) + delta
    return sums


def by_source(entries: Iterable[Entry], figure: str) -> dict[int, dict[str, int]]:
    """Where a figure came from: seat -> source -> sum, sources in the order in which they first occur."""
    sums: dict[int, dict[str, int]] = {}
    for seat, name, delta, source in entries:
        if name == figure:
            sources = sums.setdefault(seat, {})
            sources[source] = sources.get(source, 0) + delta
    return sums
