"""When games were played, in periods short enough for a player's strength to be the same throughout each."""

from collections.abc import Sequence
from datetime import date

import numpy as np
from msgspec import Struct

from projections.statistics.strength.results import Floats, Ints

MOST_PERIODS, LEAST_PERIODS = 24, 8
MOST_STATES = 750
"""A league with many players has fewer periods, so that about so many states of players are left if possible."""
GAMES_A_PERIOD = 5
"""At least so many games make a period, on average; a league of 60 games has 12 periods."""
LEAST_GAP = 1e-3
"""The least share of the whole time between two periods."""


class Calendar(Struct, frozen=True):
    """Games in periods of about as many games each: `period` (games), from 0, ascending.

    `gaps` (periods - 1) are the times between the middles of neighbouring periods, as shares of the time from the first
    to the last. `first`, `last` (periods) are the games that begin and end each period.
    """

    period: Ints
    gaps: Floats
    first: Ints
    last: Ints

    @property
    def periods(self) -> int:
        """The number of periods."""
        return len(self.first)


def calendar(time: Ints, days: Floats, players: int) -> Calendar:
    """Periods of the games of so many `players`.

    `time` (games) numbers the distinct times of play, ascending; `days` (games) are their days.
    Games of the same time are never in different periods.
    """
    games = len(time)
    most = min(MOST_PERIODS, max(LEAST_PERIODS, MOST_STATES // max(players, 1)))
    wanted = min(most, max(1, games // GAMES_A_PERIOD))
    begun = np.searchsorted(time, time[np.arange(wanted) * games // wanted]) if games else np.zeros(0, dtype=np.int64)
    first = np.unique(begun)
    period = np.searchsorted(first, np.arange(games), side="right") - 1
    middles = np.bincount(period, days) / np.maximum(np.bincount(period), 1)
    steps = np.diff(middles)
    whole = max(float(steps.sum()), 1.0)
    last = np.append(first[1:], games) - 1 if games else first
    return Calendar(period, np.maximum(steps / whole, LEAST_GAP), first, last)


def days(dates: Sequence[str]) -> Floats:
    """The day of each of these ascending dates, as a number; that of a month or a year is its first.

    A text that is no date counts as the day of the one before it.
    """
    found = []
    for text in dates:
        try:
            day = date.fromisoformat(text[:10] + "-01-01"[len(text[:10]) - 4 if len(text) < 10 else 6 :])
            found.append(float(day.toordinal()))
        except ValueError:
            found.append(found[-1] if found else 0.0)
    return np.maximum.accumulate(np.array(found)) if found else np.zeros(0)
