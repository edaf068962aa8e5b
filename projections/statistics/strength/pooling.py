"""Shrunken effects: what to expect of the best one shown, which stands first partly by luck.

The weak prior of the fit is replaced by one whose spread the effects themselves suggest: a normal distribution whose
standard deviation is anything from 0 to WIDEST, weighted by how well it explains the games and by what is expected of
it beforehand. This is empirical Bayes, with the uncertainty of the spread averaged over, so that a few games do not
make all effects equal. Players are not shrunken so: that would credit part of their skill to the factions they prefer.
(B. Efron and C. Morris, Stein's Estimation Rule and Its Competitors, 1973; A. Gelman and others, Bayesian Data
Analysis, chapter 5.)
"""

import numpy as np
from msgspec import Struct
from scipy import special

from projections.statistics.strength.results import Floats, Ints

WIDEST = 1.0
"""The largest standard deviation considered, in logits: 174 rating points."""
EXPECTED, TO_ZERO = 0.7, 0.7
"""A spread s is expected beforehand in proportion to exp(-(s / EXPECTED)**2 / 2) / s**TO_ZERO, s in logits.

With few games, that matters: the figures were chosen by what became of the factions shown first in simulated leagues.
With a few hundred games, these decide.
"""
SPREADS = np.linspace(0.02, WIDEST, 50)


class Pooled(Struct, frozen=True):
    """Effects under each of the SPREADS: `weights` (spreads) of the spreads, `means` (spreads, number) of the effects.

    Their covariances have the `directions` (number, number) in common and, in these, the variances `left` (spreads,
    number).
    """

    weights: Floats
    means: Floats
    left: Floats
    directions: Floats

    @property
    def values(self) -> Floats:
        """(number): the shrunken effects, in logits."""
        mean: Floats = self.weights @ self.means
        return mean

    def better(self, first: Ints, second: Ints) -> Floats:
        """(pairs): the probability that the effect `first` is greater than the effect `second`."""
        ahead = self.means[:, first] - self.means[:, second]
        variances = self.left @ ((self.directions[first] - self.directions[second]) ** 2).T
        chance: Floats = self.weights @ special.ndtr(ahead / np.sqrt(variances))
        return chance


def pooled(effects: Floats, covariance: Floats, weak: float) -> Pooled:
    """Effects of one kind (number) with their covariance (number, number), shrunken.

    Both are those of a fit under a normal prior with mean 0 and the standard deviation `weak`, which is taken out.
    """
    precision = np.linalg.inv(covariance)
    known, directions = np.linalg.eigh(precision - np.eye(len(effects)) / weak**2)
    known = np.maximum(known, 0.0)
    pull = directions.T @ (precision @ effects)
    variances = SPREADS[:, None] ** 2
    left = variances / (1 + variances * known)
    evidence = (pull**2 * left - np.log1p(variances * known)).sum(axis=1) / 2
    evidence -= (SPREADS / EXPECTED) ** 2 / 2 + TO_ZERO * np.log(SPREADS)
    weights = np.exp(evidence - evidence.max(initial=-np.inf))
    means = (left * pull) @ directions.T
    return Pooled(weights / weights.sum(), means, left, directions)
