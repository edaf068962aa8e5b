"""Chains: for each player a state per period, tied to the others by what is expected of a player; systems of equations
that are solved player by player.
"""

import numpy as np
from msgspec import Struct

from projections.statistics.strength.results import Floats, Ints


class Chains(Struct, frozen=True):
    """Positive definite matrices, one per player, as their `inverses` (players, periods, periods).

    `size` is the logarithm of the product of their determinants.
    """

    inverses: Floats
    size: float

    def solve(self, right: Floats) -> Floats:
        """(players, periods, columns): the inverses applied to columns of the same shape."""
        found: Floats = self.inverses @ right
        return found

    def variances(self) -> Floats:
        """(players, periods): the diagonals of the inverses."""
        return np.diagonal(self.inverses, axis1=1, axis2=2).copy()


def inverted(matrices: Floats) -> Chains:
    """The chains with these matrices (players, periods, periods)."""
    inverses: Floats = np.linalg.inv(matrices).astype(np.float64, copy=False)
    return Chains(inverses, float(np.linalg.slogdet(matrices)[1].sum()))


def walk_precision(begun: Ints, gaps: Floats, start: float, drift: float, trend: float = 0.0) -> Floats:
    """(players, periods, periods): the precision of Brownian motions, each with a trend of its own.

    `begun` (players) is the period in which each begins, with the variance `start`; until the next period, `drift`
    times its gap is added. Trends are normal with mean 0; `trend` is the variance of what they add from the first
    period to the last. Before it begins, states are independent of all others, and nothing acts on them.
    """
    periods = np.arange(len(gaps) + 1)
    between = np.where(periods[:-1] >= begun[:, None], 1 / (drift * gaps), 0.0)
    found: Floats = np.zeros((len(begun), len(periods), len(periods)))
    found[:, periods, periods] = np.where(periods <= begun[:, None], 1 / start, 0.0)
    found[:, periods[1:], periods[1:]] += between
    found[:, periods[:-1], periods[:-1]] += between
    found[:, periods[1:], periods[:-1]] = found[:, periods[:-1], periods[1:]] = -between
    ends = (periods == len(gaps)) * 1.0 - (periods == np.minimum(begun, len(gaps))[:, None])
    left = (gaps * (periods[:-1] >= begun[:, None])).sum(axis=1)
    # A trend only ties the first state to the last: applied to a straight line, the precision of a walk is 0 between.
    tied = trend / (drift**2 + drift * trend * left)
    found -= tied[:, None, None] * ends[:, :, None] * ends[:, None, :]
    return found
