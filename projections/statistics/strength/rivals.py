"""Methods that predict finishing orders, for comparison: each learns from games and gives the strengths of seats.

A method is a function of the earlier games; it returns a function from games to strengths in logits (games, chairs).
The first kind of effects is that of players, the second that of factions. Two more methods are in `online`.
"""

from collections.abc import Callable

import numpy as np

from projections.statistics.strength.calendar import Calendar
from projections.statistics.strength.curvature import Pattern
from projections.statistics.strength.fitting import NEAR, estimated
from projections.statistics.strength.over_time import TO_PREDICT, followed, with_states
from projections.statistics.strength.results import Floats, Results, strengths

Prediction = Callable[[Results], Floats]
Method = Callable[[Results], Prediction]


def uniform(before: Results) -> Prediction:
    """Everybody is equally good."""
    return lambda games: np.zeros(games.rank.shape)


def faction_rates(before: Results) -> Prediction:
    """Chances in proportion to a faction's wins divided by those expected at its tables, with 1 added to both."""
    playing = before.playing
    several = np.maximum(playing.sum(axis=1, keepdims=True), 1)
    best = np.where(playing, before.rank, np.iinfo(np.int64).max).min(axis=1, keepdims=True)
    first = playing & (before.rank == best)
    wins = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    factions = before.only(1)
    column = np.where(playing, factions.terms[:, :, 0], -1)
    known = column >= 0
    won = np.bincount(column[known], wins[known], minlength=factions.effects)
    due = np.bincount(column[known], (playing / several)[known], minlength=factions.effects)
    logits = np.log((won + 1) / (due + 1))
    return lambda games: strengths(logits, games.only(1).terms)


class Model:
    """The joint model of some kinds of effects, with estimated priors; each fit starts where the last one ended.

    `games` are all games to which it will be fitted: who meets whom in them is determined once. Their results are not
    read.
    """

    def __init__(self, games: Results, *kinds: int) -> None:
        self._kinds = kinds
        self._pattern = Pattern(games.only(*kinds))
        self._effects: Floats | None = None
        self._variances: tuple[float, ...] = ()

    def __call__(self, before: Results) -> Prediction:
        """Fit the model to the earlier games."""
        fitted, self._variances = estimated(before.only(*self._kinds), self._effects, self._variances, self._pattern)
        self._effects = fitted.effects
        return lambda games: strengths(fitted.effects, games.only(*self._kinds).terms)


class OverTime:
    """The joint model of players who change and of factions, with estimated priors: each predicted by the latest state.

    `games` are all games to which it will be fitted, with their calendar; their results are not read.
    """

    def __init__(self, games: Results, when: Calendar) -> None:
        self._when = when
        self._pattern = Pattern(with_states(games.only(0, 1), when))
        self._effects: Floats | None = None
        self._variances: tuple[float, ...] = ()

    def __call__(self, before: Results) -> Prediction:
        """Fit the model to the earlier games."""
        known = before.only(0, 1)
        fitted, self._variances = estimated(known, self._effects, self._variances)
        self._effects = fitted.effects
        found = followed(known, self._when, self._variances, TO_PREDICT, self._pattern, NEAR)
        latest = np.concatenate([found.states[:, -1], found.effects[found.walks.states :]])
        return lambda games: strengths(latest, games.only(0, 1).terms)
