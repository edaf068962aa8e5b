"""What a setting is worth to a faction against its other games: with the setting minus without it, controls held fixed.

A plain count compares the seats of a faction with a tile and those without it, by margins over the mean of the table.
This is the same comparison of what the regression expects: the mean of the effects of that kind of setting over the
seats with it, minus the mean over the others, and minus the same for the average faction. How much a setting is worth
to all factions alike, no margin shows.
"""

import numpy as np
from msgspec import Struct

from projections.statistics.strength.results import Floats, Ints
from projections.statistics.strength.settings import Settings
from projections.statistics.strength.setup_design import Design
from projections.statistics.strength.setup_effects import SetupFit, joint_width


class WithAndWithout(Struct, frozen=True):
    """The pairs of a faction and a setting (`pair`: indices) for which the faction has seats with it and without it.

    `values` (number) are in points, `wide` (number) the distance to each end of intervals that all hold at once;
    `weights` (number, pairs) are those of the effects in each difference.
    """

    pair: Ints
    values: Floats
    wide: Floats
    weights: Floats


def with_and_without(made: Design, settings: Settings, fit: SetupFit) -> WithAndWithout:
    """The difference for each pair that has one, in the order of the pairs."""
    pair, weights, plays = _apart(made, settings)
    for setting in np.unique(made.setting[pair]):
        same = np.flatnonzero(made.setting[pair] == setting)
        weights[same] -= plays[same] / plays[same].sum() @ weights[same]
    squares = [((weights @ covariance) * weights).sum(axis=1) for covariance in (fit.covariance, fit.generous)]
    errors = np.sqrt(np.maximum(np.maximum(*squares), 0.0))
    return WithAndWithout(pair, weights @ fit.effects, joint_width(len(pair)) * errors, weights)


def _apart(made: Design, settings: Settings) -> tuple[Ints, Floats, Ints]:
    """The pairs with seats on both sides, and (number, pairs) the weights of effects with the setting minus without.

    Also returns (number) how many seats of the faction have any setting of the kind.
    """
    kinds = np.array([settings.kinds.index(kind) for kind, _ in settings.names], dtype=np.int64)[made.setting]
    key = made.faction * max(len(settings.kinds), 1) + kinds
    together: Floats = (made.pairs.T @ made.pairs).toarray()
    weights, seats = np.zeros(together.shape), np.zeros(len(key), dtype=np.int64)
    for one in np.unique(key):
        own = np.flatnonzero(key == one)
        seats[own] = int((np.asarray(made.pairs[:, own].sum(axis=1)) > 0).sum())
        both = together[np.ix_(own, own)]
        having = np.diagonal(both)
        others = seats[own] - having
        weights[np.ix_(own, own)] = both / having[:, None] - (having - both) / np.maximum(others, 1)[:, None]
    pair = np.flatnonzero(seats > np.diagonal(together))
    return pair, weights[pair], seats[pair]
