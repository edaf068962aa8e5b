"""How likely finishing orders are: Plackett-Luce, with ties shared as Efron does it for Cox's regression.

The best place falls to a seat in proportion to exp(strength), the next among the others likewise. Who is tied with
m - 1 others counts in the j-th of the m places they share (j from 0) with 1 - j / m, as if each of them had been placed
before with equal chance. The logarithm is concave in the strengths, so there is one best fit.

R. D. Luce, Individual Choice Behavior, 1959; R. L. Plackett, The Analysis of Permutations, 1975; B. Efron, The
Efficiency of Cox's Likelihood Function for Censored Data, 1977.
"""

import numpy as np

from projections.statistics.strength.results import Floats, Ints


def stages(rank: Ints) -> Floats:
    """(games, places, chairs): how much each seat still takes part when a place is given; 1, or less in a tie, or 0.

    `rank` (games, chairs) as in Results.
    """
    playing = rank > 0
    ahead = ((rank[:, None, :] < rank[:, :, None]) & playing[:, None, :]).sum(axis=2)
    tied = np.maximum(((rank[:, None, :] == rank[:, :, None]) & playing[:, None, :]).sum(axis=2), 1)
    places = np.arange(rank.shape[1])[None, :, None]
    part = np.clip(1 - (places - ahead[:, None, :]) / tied[:, None, :], 0, 1)
    return np.where(playing[:, None, :], part, 0.0)


def _chances(eta: Floats, part: Floats) -> tuple[Floats, Floats]:
    """The chances of each stage (games, places, chairs) and the logarithms of its sums (games, places)."""
    taking = part > 0
    there = taking.any(axis=2)
    shown = np.where(taking, eta[:, None, :], -np.inf)
    highest = np.where(there, shown.max(axis=2, initial=-np.inf), 0.0)
    weights = part * np.exp(shown - highest[:, :, None])
    sums = np.where(there, weights.sum(axis=2), 1.0)
    return weights / sums[:, :, None], np.where(there, np.log(sums) + highest, 0.0)


def log_likelihood(eta: Floats, rank: Ints) -> Floats:
    """(games): the logarithm of the chance of each game's order. `eta` (games, chairs): strengths in logits."""
    part = stages(rank)
    _, logs = _chances(eta, part)
    found: Floats = np.where(rank > 0, eta, 0.0).sum(axis=1) - logs.sum(axis=1)
    return found


def derivatives(eta: Floats, rank: Ints) -> tuple[Floats, Floats, Floats]:
    """The same with its slope (games, chairs) and its negative curvature (games, chairs, chairs) in the strengths."""
    chances, logs = _chances(eta, stages(rank))
    playing = rank > 0
    expected = chances.sum(axis=1)
    value = np.where(playing, eta, 0.0).sum(axis=1) - logs.sum(axis=1)
    information = -np.matmul(chances.transpose(0, 2, 1), chances)
    chairs = np.arange(rank.shape[1])
    information[:, chairs, chairs] += expected
    return value, playing - expected, information


def bias_slope(eta: Floats, rank: Ints, covariance: Floats) -> Floats:
    """(games, chairs): what to add to the slope so that what is uncertain of the strengths does not bias them.

    `covariance` (games, chairs, chairs) is that of the strengths at a table. Half the slope of the curvature against
    it: D. Firth, Bias Reduction of Maximum Likelihood Estimates, 1993.
    """
    chances = _chances(eta, stages(rank))[0]
    own = np.diagonal(covariance, axis1=1, axis2=2)[:, None, :]
    with_others = np.matmul(chances, covariance)
    mean = (chances * own).sum(axis=2, keepdims=True)
    square = (chances * with_others).sum(axis=2, keepdims=True)
    found: Floats = (chances * (own - mean - 2 * with_others + 2 * square)).sum(axis=1) / 2
    return found
