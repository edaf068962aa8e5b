"""Effects against the average of their kind, with intervals, on the scale of Elo.

The level of players and that of factions are not known apart: all players could be better and all factions worse by as
much. What is known is how far one is above the others: its contrast to the mean of its group, weighted by plays. Its
variance is that of the whole inverse, never of the block of factions alone.
"""

import math
from typing import Any

import numpy as np
from msgspec import Struct
from scipy import sparse

from projections.statistics.strength.curvature import PROBES, Combinations, Curvature
from projections.statistics.strength.results import Floats, Ints

POINTS = 400 / math.log(10)
"""Points of rating in a logit: 400 points more are odds of 10 to 1 to be ahead."""
WIDTH = 1.96
"""Standard errors to each end of a 95 % interval."""


class Contrasts(Struct, frozen=True):
    """Effects against the mean of their group (number), and their standard errors, in the unit of the effects."""

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

    `own` is where the kind stands among all `effects`; `groups` (number) numbers the group of each from 0, such as the
    map, and `plays` (number) weighs it in the mean. Errors of very many are estimated from so many `probes`.
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
    """For each row the mean of its group's rows, weighted by `shares` (which add up to 1 in a group)."""
    sums: Floats = _indicator(shares, groups) @ columns
    return sums[groups]


def _indicator(shares: Floats, groups: Ints) -> Any:
    """(groups, number): what multiplies columns to their sums by group."""
    return sparse.csr_matrix(
        (shares, (groups, np.arange(len(groups)))), shape=(int(groups.max(initial=0)) + 1, len(groups))
    )


def fair_rates(logits: Floats, seats: Ints) -> Floats:
    """How often an effect so far above the average wins at tables of so many `seats`, all others average."""
    odds = np.exp(logits)
    return odds / (odds + seats - 1)
