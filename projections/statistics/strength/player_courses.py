"""The rows of `stats ratings`: each player's rating in every period since the first game."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from projections.statistics.strength.calendar import calendar, days
from projections.statistics.strength.comparisons import connected
from projections.statistics.strength.contrasts import POINTS, WIDTH
from projections.statistics.strength.data import FACTIONS, PLAYERS, Selection
from projections.statistics.strength.estimates import AVERAGE, numbered
from projections.statistics.strength.over_time import (
    FOR_INTERVALS,
    TO_PREDICT,
    above_others,
    followed,
    spread_of_players,
)


def course_rows(selection: Selection, dates: Sequence[str]) -> tuple[list[dict[str, Any]], float]:
    """A row for each player and period, and by how much a player's strength changes over the whole time, in points.

    `dates` (times) are when the games were played. The change is a standard deviation, if as likely as not nobody
    changes. Who met nobody has no rating.
    """
    results = selection.results.only(PLAYERS, FACTIONS)
    if not len(selection.time) or not results.sizes[PLAYERS]:
        return [], 0.0
    when = calendar(selection.time, days(dates)[selection.time], results.sizes[PLAYERS])
    own = results.kind(PLAYERS)
    groups, plays = connected(results, PLAYERS), results.plays()[own]
    variances = spread_of_players(results)
    found = followed(results, when, variances, FOR_INTERVALS)
    values, errors = above_others(found, plays, groups)
    played = np.array(
        [results.part(slice(first, last + 1)).plays()[own] for first, last in zip(when.first, when.last, strict=True)]
    )
    spans = [tuple(dates[int(selection.time[end])] for end in ends) for ends in zip(when.first, when.last, strict=True)]
    numbers = numbered(groups, plays, [None] * len(groups))
    alone = np.bincount(groups)[groups] == 1
    rows = _rows(selection.names[PLAYERS], found.walks.begun.tolist(), spans, played, numbers)
    return [
        {**row, **_measures(float(values[place]), float(errors[place]), known=not alone[place[0]])}
        for place, row in rows
    ], POINTS * followed(results, when, variances, TO_PREDICT).drift


def _rows(
    names: Sequence[tuple[str]], begun: Sequence[int], spans: Sequence[tuple[str, ...]], played: Any, groups: list[int]
) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
    """For each player and period since the first game its place and what can be counted."""
    sofar = played.cumsum(axis=0)
    for number, (name,) in enumerate(names):
        for period in range(begun[number], len(spans)):
            since, until = spans[period]
            counted = {"games": int(sofar[period, number]), "played": int(played[period, number])}
            place = {"player": name, "since": since, "until": until, "group": groups[number]}
            yield (number, period), {**place, **counted}


def _measures(value: float, error: float, *, known: bool) -> dict[str, float | None]:
    ends = {"rating": value, "rating_low": value - WIDTH * error, "rating_high": value + WIDTH * error}
    return {name: AVERAGE + POINTS * end if known else None for name, end in ends.items()}
