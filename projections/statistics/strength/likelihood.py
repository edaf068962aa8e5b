"""How likely finishing orders are: Plackett-Luce, with ties shared as Efron does it for Cox's regression.

The best place goes to a seat with a chance proportional to exp(strength), and the next place likewise among the others.
A seat tied with m - 1 others counts 1 - j / m in the j-th of the m places they share (j from 0), as if each of them had
been placed before with equal chance. The logarithm is concave in the strengths, so there is a single best fit.

R. D. Luce, Individual Choice Behavior, 1959; R. L. Plackett, The Analysis of Permutations, 1975; B. Efron, The
Efficiency of Cox's Likelihood Function for Censored Data, 1977.
"""

import numpy as np

from projections.statistics.strength.results import Floats, Ints


def stages(rank: Ints) -> Floats:
    """(games, places, chairs): how far each seat still competes for a place: 1, less in a tie, or 0.

    `rank` (games, chairs) is as in Results.
    """
    return _stages(np.ascontiguousarray(rank.T)).transpose(2, 0, 1)


# Internally, games come last: numpy then works on long rows of games instead of repeatedly on a table's four numbers.


def _stages(rank: Ints) -> Floats:
    """The same as (places, chairs, games), from ranks (chairs, games)."""
    playing = rank > 0
    ahead = sum((other < rank) & there for other, there in zip(rank, playing, strict=True))
    tied = sum((other == rank) & there for other, there in zip(rank, playing, strict=True))
    places = np.arange(len(rank))[:, None, None]
    part = np.clip(1 - (places - ahead) / np.maximum(tied, 1), 0, 1)
    return np.where(playing, part, 0.0)


def _chances(eta: Floats, part: Floats) -> tuple[Floats, Floats]:
    """The chances of each stage (places, chairs, games) and the logarithms of its sums (places, games)."""
    taking = part > 0
    there = taking.any(axis=1)
    shown = np.where(taking, eta, -np.inf)
    highest = np.where(there, shown.max(axis=1, initial=-np.inf), 0.0)
    weights = part * np.exp(shown - highest[:, None])
    sums = np.where(there, weights.sum(axis=1), 1.0)
    return weights / sums[:, None], np.where(there, np.log(sums) + highest, 0.0)


def _turned(eta: Floats, rank: Ints) -> tuple[Floats, Ints]:
    """Both arrays transposed to (chairs, games)."""
    return np.ascontiguousarray(eta.T), np.ascontiguousarray(rank.T)


def _value(eta: Floats, rank: Ints, logs: Floats) -> Floats:
    found: Floats = np.where(rank > 0, eta, 0.0).sum(axis=0) - logs.sum(axis=0)
    return found


def log_likelihood(eta: Floats, rank: Ints) -> Floats:
    """(games): the logarithm of the chance of each game's order. `eta` (games, chairs): strengths in logits."""
    eta, rank = _turned(eta, rank)
    _, logs = _chances(eta, _stages(rank))
    return _value(eta, rank, logs)


def derivatives(eta: Floats, rank: Ints) -> tuple[Floats, Floats, Floats]:
    """The log likelihood with its slope (games, chairs) and negative curvature (games, chairs, chairs) in strengths."""
    eta, rank = _turned(eta, rank)
    chances, logs = _chances(eta, _stages(rank))
    expected = chances.sum(axis=0)
    chairs = range(len(rank))
    information = np.empty((eta.shape[1], len(rank), len(rank)))
    for one in chairs:
        for other in chairs[: one + 1]:
            both = -(chances[:, one] * chances[:, other]).sum(axis=0)
            information[:, one, other] = information[:, other, one] = both + (expected[one] if one == other else 0.0)
    return _value(eta, rank, logs), ((rank > 0) - expected).T, information


def bias_slope(eta: Floats, rank: Ints, covariance: Floats) -> Floats:
    """(games, chairs): the term to add to the slope so that uncertainty about the strengths does not bias them.

    `covariance` (games, chairs, chairs) is that of the strengths at a table. The term is half the slope of the
    curvature, multiplied by it: D. Firth, Bias Reduction of Maximum Likelihood Estimates, 1993.
    """
    eta, rank = _turned(eta, rank)
    chances, _ = _chances(eta, _stages(rank))
    known = np.ascontiguousarray(covariance.transpose(1, 2, 0))
    own = known[np.arange(len(rank)), np.arange(len(rank))]
    with_others = np.zeros_like(chances)
    for chair, row in enumerate(known):
        with_others += chances[:, chair, None] * row
    mean = (chances * own).sum(axis=1)[:, None]
    square = (chances * with_others).sum(axis=1)[:, None]
    found: Floats = (chances * (own - mean - 2 * with_others + 2 * square)).sum(axis=0) / 2
    return found.T
