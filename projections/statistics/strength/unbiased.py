"""The fit for intervals: only weakly constrained by its prior, and without the bias caused by players with few games.

If players have few games, the most likely effects are too large, as in every regression with many effects and few
results for each; factions that good players prefer then come out too strong, far outside their intervals in a large
store. Firth's slope, that of the likelihood plus that of its bias, is 0 where there is no bias of the first order.
"""

from collections.abc import Callable

import numpy as np
from msgspec import Struct

from projections.statistics.strength.contrasts import Contrasts, contrasts
from projections.statistics.strength.curvature import PROBES, Pattern, gathered
from projections.statistics.strength.fitting import Fit, weak_precision
from projections.statistics.strength.likelihood import bias_slope, derivatives
from projections.statistics.strength.prior_by_choice import Choices, choices
from projections.statistics.strength.results import Floats, Ints, Results, in_portions, strengths

STEPS = 100
CLOSE = 1e-3
"""The fit is done once no effect moves by more than this, in logits: a sixth of a rating point."""
LONGEST = 1.0
"""No effect moves by more than this in one step, in logits."""

Bias = Callable[[Results, Pattern, Floats, Floats, Floats], Floats]
"""From results, their pattern, the precision of the prior, effects, and the information added up."""


class Ratings(Struct, frozen=True):
    """The unbiased fit, and the players' effects against their mean, in logits."""

    fit: Fit
    players: Contrasts


def rated(
    results: Results, pattern: Pattern | None = None, probes: int = PROBES, groups: Ints | None = None
) -> Ratings:
    """The unbiased fit. The first kind of effects is that of players, each compared with the mean of its group.

    `groups` (players) numbers the groups; without it, all players are one. If there are very many players,
    their errors are estimated from this number of `probes`.
    """
    fitted = unbiased(results, pattern or Pattern(results))
    own, plays = results.kind(0), results.plays()
    together = np.zeros(results.sizes[0], dtype=np.int64) if groups is None else groups
    return Ratings(fitted, contrasts(fitted.effects, fitted.curvature, own, together, plays[own], probes))


def unbiased(results: Results, pattern: Pattern) -> Fit:
    """The effects for which the slopes of the posterior and of its bias cancel out, by Newton."""
    expected = choices(results)
    return without_bias(results, pattern, weak_precision(results) if expected is None else expected.precision, expected)


def without_bias(results: Results, pattern: Pattern, precision: Floats, expected: Choices | None) -> Fit:
    """The same with another `precision` (effects) of the prior; `expected` is what players' choices let expect."""
    return _solved(results, pattern, precision, expected, _bias)


def most_likely(results: Results, pattern: Pattern, expected: Choices) -> Fit:
    """The most likely effects, with the bias, if players vary around what their choices let expect."""
    return _solved(results, pattern, expected.precision, expected, lambda *_: np.zeros(results.effects))


def _solved(results: Results, pattern: Pattern, precision: Floats, expected: Choices | None, bias: Bias) -> Fit:
    """Newton's method; `bias` is added to the slope of the posterior."""
    effects = np.zeros(results.effects)
    steps, longest = 0, np.inf
    while longest >= CLOSE and steps < STEPS:
        slope, added = _state(results, pattern, effects)
        slope = slope - precision * effects + bias(results, pattern, precision, effects, added)
        curvature = pattern.curvature(added, precision)
        if expected is not None:
            slope, curvature = slope + expected.pull(effects), expected.lowered(curvature)
        step = curvature.solve(slope)
        longest = np.abs(step).max(initial=0.0)
        effects = effects + np.clip(step, -LONGEST, LONGEST)
        steps += 1
    return Fit(effects, curvature, steps)


def _state(results: Results, pattern: Pattern, effects: Floats) -> tuple[Floats, Floats]:
    """The slope (effects) of the likelihood, and the information of the games, added up."""
    games, chairs = results.rank.shape
    slope, information = np.empty((games, chairs)), np.empty((games, chairs, chairs))
    for part in in_portions(results):
        eta = strengths(effects, results.terms[part])
        _, slope[part], information[part] = derivatives(eta, results.rank[part])
    return gathered(results, slope), pattern.added(information)


def _bias(results: Results, pattern: Pattern, precision: Floats, effects: Floats, added: Floats) -> Floats:
    """Firth's addition to the slope (effects)."""
    slope = np.empty(results.rank.shape)
    players = np.where(results.playing, results.terms[:, :, 0], -1)
    covariance = pattern.tables(added, precision, players)
    for part in in_portions(results):
        slope[part] = bias_slope(strengths(effects, results.terms[part]), results.rank[part], covariance[part])
    return gathered(results, slope)
