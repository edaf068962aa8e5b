"""Players whose skill shows in the factions that they choose: the fit from which ratings are shrunken.

If players have few games each, the fit for intervals lets their effects take any value, and makes all differences
between factions larger than they are. A narrower prior of players keeps the differences as they are, but would credit
factions with the skill of those who prefer them. So a player's effect is expected to be a mean of effects of choice,
weighted by how often the player chose each faction, and to vary around it. The effects of choice are as free as
players are in the fit for intervals; a faction's own effect is then what its players do better with it than with their
other factions. (Y. Mundlak, On the Pooling of Time Series and Cross Section Data, 1978.)
"""

import numpy as np
from scipy import sparse

from projections.statistics.strength.curvature import Curvature, Pattern, each, gathered
from projections.statistics.strength.fitting import WEAK_OTHERS, WEAK_PLAYER, precisions
from projections.statistics.strength.likelihood import derivatives
from projections.statistics.strength.results import Floats, Results, in_portions, strengths

AROUND_CHOICE = 1.4
"""Standard deviation of players around what their choices let expect, in logits: 243 rating points.

Chosen among 0.3, 0.6, 1.0 and 1.4 by what became of the factions shown first in simulated leagues.
"""
STEPS = 60
CLOSE = 1e-3
LONGEST = 1.0


def fit_by_choice(results: Results, pattern: Pattern, own: slice) -> tuple[Floats, Floats]:
    """The most likely effects of one kind (`own`), and their covariance, under the weak prior of all but players.

    The first kind of effects is that of players, the second that of factions.
    """
    precision = precisions(results, (AROUND_CHOICE**2, *[WEAK_OTHERS**2] * (len(results.sizes) - 1)))
    chosen = _chosen(results)
    inner = (chosen.T @ chosen).toarray() + (AROUND_CHOICE / WEAK_PLAYER) ** 2 * np.eye(results.sizes[1])
    outer = np.zeros((results.effects, results.sizes[1]))
    outer[results.kind(0)] = chosen.toarray() / AROUND_CHOICE
    effects = np.zeros(results.effects)
    for _ in range(STEPS):
        slope, curvature = _state(results, pattern, precision, effects)
        slope += outer @ np.linalg.solve(inner, outer.T @ effects)
        solved = curvature.solve(outer)
        between = np.linalg.inv(inner - outer.T @ solved)
        step = curvature.solve(slope) + solved @ (between @ (solved.T @ slope))
        effects = effects + np.clip(step, -LONGEST, LONGEST)
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    known = curvature.covariance(each(results.effects, own))
    return effects[own], known + solved[own] @ between @ solved[own].T


def _chosen(results: Results) -> sparse.csr_matrix:
    """(players, factions): the share of each faction in the seats of each player."""
    player, faction = results.terms[:, :, 0], results.terms[:, :, 1] - results.sizes[0]
    there = results.playing & (player >= 0) & (faction >= 0)
    counted = sparse.coo_matrix(
        (np.ones(int(there.sum())), (player[there], faction[there])), shape=results.sizes[:2]
    ).tocsr()
    seats = np.asarray(counted.sum(axis=1)).ravel()
    return sparse.diags(1 / np.maximum(seats, 1)) @ counted


def _state(results: Results, pattern: Pattern, precision: Floats, effects: Floats) -> tuple[Floats, Curvature]:
    """The slope of the posterior but for what players' choices let expect, and its curvature."""
    games, chairs = results.rank.shape
    slope, information = np.empty((games, chairs)), np.empty((games, chairs, chairs))
    for part in in_portions(results):
        _, slope[part], information[part] = derivatives(strengths(effects, results.terms[part]), results.rank[part])
    return gathered(results, slope) - precision * effects, pattern.curvature(pattern.added(information), precision)
