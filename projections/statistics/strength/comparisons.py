"""Which effects can be compared, comparisons of two, and intervals that all hold at once.

An interval of 95 % misses the truth once in twenty times. A table has many, and the one that looks most surprising is
not a typical one: the intervals that hold at once are wider, so that in 95 of 100 tables none of them misses. How much
wider follows from the distribution of the largest of correlated errors, from DRAWS random ones, the same every time.
(J. C. Hsu, Multiple Comparisons, 1996.)
"""

import numpy as np
from msgspec import Struct
from scipy import sparse
from scipy.sparse import csgraph

from projections.statistics.strength.contrasts import WIDTH
from projections.statistics.strength.results import Floats, Ints, Results

DRAWS = 20_000
"""The error of the factor by which intervals become wider is then about 0.5 %."""
CONFIDENCE = 0.95
LEAST_INFORMATION = 1e-6
"""What is known about a combination of effects on which games say nothing, but for rounding."""


class Differences(Struct, frozen=True):
    """Pairs of effects of the same group: `first` minus `second` (indices), in the unit of the effects.

    `values`, `errors` (pairs): the difference and its standard error; `width`: standard errors to each end of intervals
    that hold for all pairs at once.
    """

    first: Ints
    second: Ints
    values: Floats
    errors: Floats
    width: float


def connected(results: Results, kind: int) -> Ints:
    """(number): the group of each effect of a kind, from 0. Games lead from one to any other in its group, to no other.

    Two effects meet in a game if both played it to the end. If games never lead from one group of factions to another,
    all of the one could be better by any amount, and every game would be as likely: players who take both do not
    connect them, as a player's strength and a faction's only act as their sum. The same holds for players.
    """
    own = results.kind(kind)
    column = np.where(results.playing, results.terms[:, :, kind] - own.start, -1)
    leader = np.broadcast_to(column.max(axis=1, keepdims=True, initial=-1), column.shape)
    there = column >= 0
    number = results.sizes[kind]
    meetings = sparse.coo_matrix((np.ones(int(there.sum())), (leader[there], column[there])), shape=(number, number))
    return np.asarray(csgraph.connected_components(meetings, directed=False)[1], dtype=np.int64)


def joint_width(covariance: Floats) -> float:
    """Standard errors to each end of intervals that hold at once for values with this covariance."""
    errors = np.sqrt(np.maximum(np.diagonal(covariance), 0.0))
    known = errors > 0
    scaled = _draws(covariance)[:, known] / errors[known]
    return _width(np.abs(scaled).max(axis=1, initial=0.0))


def differences(effects: Floats, covariance: Floats, groups: Ints) -> Differences:
    """Every pair of effects (number) of the same group, with `covariance` (number, number)."""
    first, second = np.triu_indices(len(effects), 1)
    same = groups[first] == groups[second]
    first, second = first[same], second[same]
    own = np.diagonal(covariance)
    errors = np.sqrt(own[first] + own[second] - 2 * covariance[first, second])
    drawn = _draws(covariance)
    largest = np.zeros(DRAWS)
    starts = np.searchsorted(first, np.arange(len(effects) + 1))
    for effect in range(len(effects)):
        pairs = slice(starts[effect], starts[effect + 1])
        scaled = np.abs(drawn[:, [effect]] - drawn[:, second[pairs]]) / errors[pairs]
        largest = np.maximum(largest, scaled.max(axis=1, initial=0.0))
    return Differences(first, second, effects[first] - effects[second], errors, _width(largest))


def from_prior(covariance: Floats, weak: float, pairs: Differences) -> Floats:
    """(pairs): the share of the precision of a difference that comes from the prior and not from the games.

    `covariance` (number, number) is that under a prior with the standard deviation `weak`. Without the prior, a
    difference has the variance of its effective resistance: that between two nodes of a network in which the
    information of the games conducts. Where few games connect two groups of factions, it is high, and the prior, which
    expects both groups to be alike, decides. 0: games alone decide; 1: games say nothing.
    """
    games = np.linalg.inv(covariance) - np.eye(len(covariance)) / weak**2
    values, directions = np.linalg.eigh(games)
    conducting = directions[pairs.first] - directions[pairs.second]
    resistance = conducting**2 @ (1 / np.maximum(values, LEAST_INFORMATION))
    share: Floats = np.maximum(1 - pairs.errors**2 / resistance, 0.0)
    return share


def _draws(covariance: Floats) -> Floats:
    """(DRAWS, number): normal errors with this covariance, which may be singular."""
    number = len(covariance)
    slack = 1e-9 * np.diagonal(covariance).max(initial=0.0) + np.finfo(float).tiny
    root = np.linalg.cholesky(covariance + slack * np.eye(number))
    drawn: Floats = np.random.default_rng(1).standard_normal((DRAWS, number)) @ root.T
    return drawn


def _width(largest: Floats) -> float:
    return max(WIDTH, float(np.quantile(largest, CONFIDENCE)))
