"""Players whose skill shows in the factions that they choose: what is expected of players with few games.

If players have few games each and their effects may take any value, all differences between factions become larger than
they are, also without bias of the first order. A narrower prior of players keeps the differences as they are, but would
credit factions with the skill of those who prefer them. So a player's effect is expected to be a mean of effects of
choice, weighted by how often the player chose each faction, and to vary around it. The effects of choice are as free as
players with many games are; a faction's own effect is then what its players do better with it than with their other
factions. (Y. Mundlak, On the Pooling of Time Series and Cross Section Data, 1978.)
"""

import numpy as np
from msgspec import Struct
from scipy import sparse

from projections.statistics.strength.curvature import PROBES, Combinations, Curvature
from projections.statistics.strength.fitting import WEAK_OTHERS, WEAK_PLAYER, precisions
from projections.statistics.strength.results import Floats, Results

AROUND_CHOICE = 1.4
"""Standard deviation of players around what their choices let expect, in logits: 243 rating points.

Chosen among 0.6, 1.0 and 1.4 by what became of factions in simulated leagues.
"""
FEW_GAMES = 40
"""With fewer games per player on average, differences are noticeably too large if players may take any value."""
MOST = 300
"""Choices among more factions than this are not accounted for."""


class Choices(Struct, frozen=True):
    """A normal prior: its precision is diagonal (`precision`, effects) minus outer @ inverse(inner) @ outer.T.

    `outer` (effects, factions) says how the effects of choice act on players, `inner` (factions, factions) is the
    precision of these.
    """

    precision: Floats
    outer: Floats
    inner: Floats

    def pull(self, effects: Floats) -> Floats:
        """(effects): the part of the slope of the prior that is not that of its diagonal."""
        found: Floats = self.outer @ np.linalg.solve(self.inner, self.outer.T @ effects)
        return found

    def lowered(self, curvature: Curvature) -> Curvature:
        """The curvature of the posterior, from the one with the diagonal alone."""
        return _Lowered(curvature, self)


class _Lowered:
    """A curvature minus outer @ inverse(inner) @ outer.T, solved by Woodbury's formula."""

    def __init__(self, known: Curvature, choices: Choices) -> None:
        self._known = known
        self._solved = known.solve(choices.outer)
        between = np.linalg.inv(choices.inner - choices.outer.T @ self._solved)
        self._between = (between + between.T) / 2

    def solve(self, right: Floats) -> Floats:
        """The inverse applied to a vector (effects), or to each column of a matrix."""
        return self._known.solve(right) + self._solved @ (self._between @ (self._solved.T @ right))

    def variances(self, asked: Combinations, probes: int = PROBES) -> Floats:
        """(asked.number): the variances of combinations; `probes` is the number of probes if they are estimated."""
        through = asked.project(self._solved)
        found: Floats = self._known.variances(asked, probes) + ((through @ self._between) * through).sum(axis=1)
        return found

    def covariance(self, asked: Combinations) -> Floats:
        """(asked.number, asked.number): the covariance of combinations."""
        through = asked.project(self._solved)
        found: Floats = self._known.covariance(asked) + through @ self._between @ through.T
        return found


def choices(results: Results, others: float = WEAK_OTHERS) -> Choices | None:
    """What players' choices let expect; None if players have many games each, or there is nothing to choose.

    The first kind of effects is that of players, the second that of factions; `others` is the standard deviation of all
    but players.
    """
    people = results.plays()[results.kind(0)]
    if len(results.sizes) < 2 or not results.sizes[1] or results.sizes[1] > MOST:
        return None
    if not len(people) or people.mean() >= FEW_GAMES:
        return None
    chosen = _chosen(results)
    outer = np.zeros((results.effects, results.sizes[1]))
    outer[results.kind(0)] = chosen.toarray() / AROUND_CHOICE
    inner = (chosen.T @ chosen).toarray() + (AROUND_CHOICE / WEAK_PLAYER) ** 2 * np.eye(results.sizes[1])
    variances = [others**2] * (len(results.sizes) - 1)
    return Choices(precisions(results, (AROUND_CHOICE**2, *variances)), outer, inner)


def _chosen(results: Results) -> sparse.csr_matrix:
    """(players, factions): the share of each faction in the seats of each player."""
    player, faction = results.terms[:, :, 0], results.terms[:, :, 1] - results.sizes[0]
    there = results.playing & (player >= 0) & (faction >= 0)
    counted = sparse.coo_matrix(
        (np.ones(int(there.sum())), (player[there], faction[there])), shape=results.sizes[:2]
    ).tocsr()
    seats = np.asarray(counted.sum(axis=1)).ravel()
    return sparse.diags(1 / np.maximum(seats, 1)) @ counted
