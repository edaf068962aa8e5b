"""Players who are better with some factions than with others: an effect of each player with each faction.

If players choose the factions that they are good with, a faction that few people choose owes its results to them. The
effects of pairs are random: normal with mean 0 and a standard deviation that the games suggest, as most pairs have only
a few games. Players and factions keep their weak prior.
"""

import numpy as np

from projections.statistics.strength.curvature import Pattern
from projections.statistics.strength.fitting import Fit, estimated, weak_precision
from projections.statistics.strength.prior_by_choice import choices
from projections.statistics.strength.results import Results
from projections.statistics.strength.unbiased import without_bias

LEAST_SPREAD = 0.05
"""The least standard deviation of the effects of pairs, in logits: 9 points; a smaller one makes no difference."""


def with_pairs(results: Results) -> Results:
    """The results with one more kind of effects, at the end: those of a player (first kind) with a faction (second)."""
    player, faction = results.terms[:, :, 0], results.terms[:, :, 1] - results.sizes[0]
    known = (player >= 0) & (faction >= 0)
    keys, numbers = np.unique((player * results.sizes[1] + faction)[known], return_inverse=True)
    pair = np.full(player.shape, -1)
    pair[known] = results.effects + numbers
    terms = np.concatenate([results.terms, pair[:, :, None]], axis=2)
    return Results(results.rank, terms, (*results.sizes, len(keys)), results.points)


def specialised(results: Results) -> tuple[Fit, float]:
    """The unbiased fit with effects of pairs, the last kind, and the standard deviation of these, in logits."""
    paired = with_pairs(results)
    pattern = Pattern(paired)
    _, variances = estimated(paired, pattern=pattern)
    spread = max(float(np.sqrt(variances[-1])), LEAST_SPREAD)
    expected = choices(paired)
    precision = weak_precision(paired) if expected is None else expected.precision.copy()
    precision[paired.kind(len(paired.sizes) - 1)] = spread**-2
    return without_bias(paired, pattern, precision, expected), spread
