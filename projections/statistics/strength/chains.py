"""Chains: for each player a state per period, each tied to its neighbours; systems of equations that are solved along
them.
"""

import numpy as np
from msgspec import Struct

from projections.statistics.strength.results import Floats, Ints


class Chains(Struct, frozen=True):
    """Symmetric tridiagonal matrices, one per player, as their factors: `pivots` (players, periods), `links` (players,
    periods), of which the first of each is 0.
    """

    pivots: Floats
    links: Floats

    def solve(self, right: Floats) -> Floats:
        """(players, periods, columns): the inverses applied to columns of the same shape."""
        found = np.ascontiguousarray(right.swapaxes(0, 1))
        links, pivots = self.links.T[:, :, None], self.pivots.T[:, :, None]
        for period in range(1, len(found)):
            found[period] -= links[period] * found[period - 1]
        found /= pivots
        for period in range(len(found) - 2, -1, -1):
            found[period] -= links[period + 1] * found[period + 1]
        return found.swapaxes(0, 1)

    def variances(self) -> Floats:
        """(players, periods): the diagonals of the inverses."""
        found = 1 / self.pivots
        for period in range(found.shape[1] - 2, -1, -1):
            found[:, period] += self.links[:, period + 1] ** 2 * found[:, period + 1]
        return found


def factored(diagonal: Floats, beside: Floats) -> Chains:
    """The matrices with this `diagonal` (players, periods) and these entries `beside` it (players, periods - 1)."""
    pivots, links = diagonal.copy(), np.zeros_like(diagonal)
    for period in range(1, diagonal.shape[1]):
        links[:, period] = beside[:, period - 1] / pivots[:, period - 1]
        pivots[:, period] -= links[:, period] * beside[:, period - 1]
    return Chains(pivots, links)


def walk_precision(begun: Ints, gaps: Floats, start: float, drift: float) -> tuple[Floats, Floats]:
    """The precision of Brownian motions: its diagonals (players, periods) and the entries beside them.

    `begun` (players) is the period in which each begins, with the variance `start`; until the next period, `drift`
    times its gap is added. Before it, states are independent of all others, and nothing acts on them.
    """
    periods = np.arange(len(gaps) + 1)
    between = np.where(periods[:-1] >= begun[:, None], 1 / (drift * gaps), 0.0)
    diagonal = np.where(periods <= begun[:, None], 1 / start, 0.0)
    diagonal[:, 1:] += between
    diagonal[:, :-1] += between
    return diagonal, -between
