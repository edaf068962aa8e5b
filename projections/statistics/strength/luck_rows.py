"""The rows of `stats luck`: what share of the variation of points and of wins comes from which source."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from projections.statistics.strength.contrasts import WIDTH
from projections.statistics.strength.data import FACTIONS, Selection
from projections.statistics.strength.prediction import win_shares
from projections.statistics.strength.results import Ints, Results
from projections.statistics.strength.shares import Share, Within, between_tables


def luck_rows(selection: Selection) -> Iterator[dict[str, Any]]:
    """A row for each measure and source. Factions are those on maps; none if no table has two seats.

    A share has no value if its standard error exceeds the whole: then the games cannot tell its source from another, as
    where everybody always sits in the same seat.
    """
    contested = selection.results.playing.sum(axis=1) > 1
    results = selection.results.part(contested)
    if not len(results.rank):
        return
    faction = _numbers([name for _, name in selection.names[FACTIONS]])
    place = _numbers([split or "" for split, _ in selection.names[FACTIONS]])
    within = Within(results, faction, place)
    points = within.shares(results.points)
    points += between_tables(results, results.points, _places(results, place))
    yield from _rows("points", points, results)
    yield from _rows("wins", within.shares(win_shares(results)), results)


def _numbers(names: list[str]) -> Ints:
    """The number of each name among the distinct ones."""
    return np.unique(names, return_inverse=True)[1] if names else np.zeros(0, dtype=np.int64)


def _places(results: Results, place: Ints) -> Ints:
    """(games): the map of each game, by the factions at its table; games without a faction share one of their own."""
    known = np.append(place + 1, 0)
    column = np.where(results.terms[:, :, FACTIONS] >= 0, results.terms[:, :, FACTIONS] - results.sizes[0], -1)
    found: Ints = known[column].max(axis=1)
    return found


def _rows(measure: str, shares: list[Share], results: Results) -> Iterator[dict[str, Any]]:
    seats = int(results.playing.sum())
    whole = sum(share.squares for share in shares)
    for share in shares if whole > 0 else ():
        measures = {
            "share": share.squares / whole,
            "share_low": (share.squares - WIDTH * share.error) / whole,
            "share_high": (share.squares + WIDTH * share.error) / whole,
            "deviation": float(np.sqrt(max(share.squares, 0.0) / seats)),
        }
        known = share.error <= whole
        yield {
            "measure": measure,
            "source": share.source,
            "games": seats,
            **(measures if known else dict.fromkeys(measures)),
        }
