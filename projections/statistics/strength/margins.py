"""Strength in victory points: how many more than the mean of the table, with everybody else accounted for.

This is a least-squares fit of the margin (points minus the mean of the table's seats that were not dropped) to the same
effects as the finishing order, with the same weak prior in units of the spread of one result.
"""

import math

import numpy as np

from projections.statistics.strength.curvature import ROUGH, Pattern, each, gathered
from projections.statistics.strength.fitting import WEAK_OTHERS, WEAK_PLAYER, Fit
from projections.statistics.strength.results import Floats, Results, strengths

SPREAD = math.pi / math.sqrt(6)
"""Standard deviation of one result on the scale of strengths (Gumbel's distribution): the unit of the prior."""


def margins(results: Results) -> Floats:
    """(games, chairs): points minus the mean of those who played to the end; 0 for the others."""
    return centred(results.points, results)


def centred(values: Floats, results: Results) -> Floats:
    """(games, chairs): values minus their mean over those who played to the end; 0 for the others."""
    playing = results.playing
    sums = np.where(playing, values, 0.0).sum(axis=1, keepdims=True)
    return np.where(playing, values - sums / np.maximum(playing.sum(axis=1, keepdims=True), 1), 0.0)


def fit_margins(results: Results, pattern: Pattern | None = None) -> tuple[Fit, float]:
    """The effects in victory points, and the spread: the standard deviation of a seat's result from what they predict.

    The curvature is that for a spread of 1: multiply its standard errors by the spread.
    """
    margin = margins(results)
    others = len(results.sizes) - 1
    ratios = np.repeat([(SPREAD / WEAK_PLAYER) ** 2, *[(SPREAD / WEAK_OTHERS) ** 2] * others], results.sizes)
    pattern = pattern or Pattern(results)
    curvature = pattern.curvature(pattern.added(information(results)), ratios)
    effects = curvature.solve(gathered(results, margin))
    rest = margin - centred(strengths(effects, results.terms), results)
    unknown = sum(
        ratios[own] @ curvature.variances(each(results.effects, own), ROUGH)
        for own in map(results.kind, range(len(results.sizes)))
    )
    free = np.maximum(results.playing.sum(axis=1) - 1, 0).sum() - (results.effects - unknown)
    return Fit(effects, curvature, 1), math.sqrt(float((rest**2).sum()) / max(float(free), 1.0))


def information(results: Results) -> Floats:
    """(games, chairs, chairs): the matrix that subtracts the mean of a table."""
    playing = results.playing.astype(float)
    several = np.maximum(playing.sum(axis=1), 1)[:, None, None]
    found: Floats = np.eye(playing.shape[1]) * playing[:, None, :] - playing[:, :, None] * playing[:, None, :] / several
    return found
