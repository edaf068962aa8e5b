"""Effects against the average of their kind, with intervals, on the scale of Elo.

The levels of players and of factions cannot be told apart: all players could be better and all factions worse by the
same amount. Only how far an effect is above the others is known: its contrast to the mean of its group, weighted by
plays. Its variance comes from the whole inverse, never from the block of factions alone.
"""

import math
from typing import Any

import numpy as np
from msgspec import Struct
from scipy import sparse

from projections.statistics.strength.curvature import PROBES, Combinations, Curvature
from projections.statistics.strength.results import Floats, Ints

POINTS = 400 / math.log(10)
"""Rating points per logit: 400 more points mean odds of 10 to 1 of being ahead."""
WIDTH = 1.96
"""Standard errors to each end of a 95 % interval."""


class Contrasts(Struct, frozen=True):
    """Effects against the mean of their group, and their standard errors (both: number), in the unit of the effects."""

    values: Floats
    errors: Floats

    @property
    def low(self) -> Floats:
        """The lower ends of the 95 % intervals."""
        return self.values - WIDTH * self.errors

    @property
    def high(self) -> Floats:
        """The upper ends."""
        return self.values + WIDTH * self.errors


def contrasts(
    effects: Floats, curvature: Curvature, own: slice, groups: Ints, plays: Ints, probes: int = PROBES
) -> Contrasts:
    """The effects of one kind against the mean of their group.

    `own` is the position of the kind among all `effects`; `groups` (number) gives the group of each, such as its map,
    numbered from 0, and `plays` (number) its weight in the mean. If there are very many, their errors are estimated
    from this number of `probes`.
    """
    number = len(groups)
    shares = plays / np.bincount(groups, plays, minlength=1)[groups]

    def project(columns: Floats) -> Floats:
        chosen = columns[own]
        return chosen - means(chosen, shares, groups)

    def back(columns: Floats) -> Floats:
        full = np.zeros((len(effects), columns.shape[1]))
        sums: Floats = _indicator(np.ones(number), groups) @ columns
        full[own] = columns - shares[:, None] * sums[groups]
        return full

    if not number:
        return Contrasts(np.zeros(0), np.zeros(0))
    values = project(effects[:, None])[:, 0]
    variances = np.maximum(curvature.variances(Combinations(number, project, back), probes), 0.0)
    return Contrasts(values, np.sqrt(variances))


def means(columns: Floats, shares: Floats, groups: Ints) -> Floats:
    """For each row, the mean of the rows of its group, weighted by `shares` (which add up to 1 in each group)."""
    sums: Floats = _indicator(shares, groups) @ columns
    return sums[groups]


def _indicator(shares: Floats, groups: Ints) -> Any:
    """(groups, number): the matrix that turns columns into their sums by group."""
    return sparse.csr_matrix(
        (shares, (groups, np.arange(len(groups)))), shape=(int(groups.max(initial=0)) + 1, len(groups))
    )


def fair_rates(logits: Floats, seats: Ints) -> Floats:
    """How often an effect this far above the average wins at tables with this number of `seats`, all others average."""
    odds = np.exp(logits)
    return odds / (odds + seats - 1)
