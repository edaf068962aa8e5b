"""The fit for intervals: only weakly constrained by its prior, and without the bias caused by players with few games.

If players have few games, the most likely effects are too large, as in every regression with many effects and few
results for each; factions that good players prefer then come out too strong, far outside their intervals in a large
store. Firth's slope, that of the likelihood plus that of its bias, is 0 where there is no bias of the first order.
"""

import numpy as np
from msgspec import Struct

from projections.statistics.strength.contrasts import Contrasts, contrasts
from projections.statistics.strength.curvature import PROBES, Curvature, Pattern, gathered
from projections.statistics.strength.fitting import Fit, weak_precision
from projections.statistics.strength.likelihood import bias_slope, derivatives
from projections.statistics.strength.results import Floats, Ints, Results, in_portions, strengths

STEPS = 100
CLOSE = 1e-3
"""The fit is done once no effect moves by more than this, in logits: a sixth of a rating point."""
LONGEST = 1.0
"""No effect moves by more than this in one step, in logits."""


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


def unbiased(results: Results, pattern: Pattern, precision: Floats | None = None) -> Fit:
    """The effects for which the slopes of the posterior and of its bias cancel out, by Newton.

    `precision` (effects) is that of the prior, by default the weak one.
    """
    precision = weak_precision(results) if precision is None else precision
    effects = np.zeros(results.effects)
    steps, longest = 0, np.inf
    while longest >= CLOSE and steps < STEPS:
        slope, curvature = _state(results, pattern, precision, effects)
        step = curvature.solve(slope)
        longest = np.abs(step).max(initial=0.0)
        effects = effects + np.clip(step, -LONGEST, LONGEST)
        steps += 1
    return Fit(effects, curvature, steps)


def _state(results: Results, pattern: Pattern, precision: Floats, effects: Floats) -> tuple[Floats, Curvature]:
    """Firth's slope (effects), and the curvature of the posterior."""
    games, chairs = results.rank.shape
    slope, information = np.empty((games, chairs)), np.empty((games, chairs, chairs))
    for part in in_portions(results):
        eta = strengths(effects, results.terms[part])
        _, slope[part], information[part] = derivatives(eta, results.rank[part])
    players = np.where(results.playing, results.terms[:, :, 0], -1)
    added = pattern.added(information)
    covariance = pattern.tables(added, precision, players)
    for part in in_portions(results):
        slope[part] += bias_slope(strengths(effects, results.terms[part]), results.rank[part], covariance[part])
    return gathered(results, slope) - precision * effects, pattern.curvature(added, precision)
