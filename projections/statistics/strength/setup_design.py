"""Margins as a sum of effects: those of players, factions and start positions, and those of factions with settings.

A setting that all seats of a table share, such as the map, moves nobody's margin by itself, as a margin is measured
from the mean of the table: it only acts together with a faction.
"""

from typing import Any

import numpy as np
from msgspec import Struct
from scipy import sparse

from projections.statistics.strength.data import FACTIONS
from projections.statistics.strength.margins import margins
from projections.statistics.strength.results import Floats, Ints, Results
from projections.statistics.strength.settings import Settings


class Design(Struct, frozen=True):
    """A row for each seat that played to the end, by game; a column for each effect: controls, then those of pairs.

    `matrix` (rows, effects) is sparse, `margin` (rows) in victory points, `starts` (games + 1) the first row of each
    game, `row` (games, chairs) the row of each seat (-1: none). `controls` is the number of controls. `faction`,
    `setting` and `kind` (pairs) number the faction, the setting and its family of each pair.
    """

    matrix: Any
    margin: Floats
    starts: Ints
    row: Ints
    controls: int
    faction: Ints
    setting: Ints
    kind: Ints

    @property
    def pairs(self) -> Any:
        """(rows, pairs): the columns of pairs."""
        return self.matrix[:, self.controls :]


class Sums(Struct, frozen=True):
    """What a regression needs to know of some games: products of the columns, each minus its mean over the table.

    `products` (effects, effects) is sparse, `right` (effects) the products with the margin, `squares` that of the
    margin with itself, `free` the number of seats without one of each game, and `seats` (effects) how many have each.
    """

    products: Any
    right: Floats
    squares: float
    free: int
    seats: Floats

    def __add__(self, other: "Sums") -> "Sums":
        """The sums over the games of both."""
        return Sums(
            self.products + other.products,
            self.right + other.right,
            self.squares + other.squares,
            self.free + other.free,
            self.seats + other.seats,
        )


def design(results: Results, settings: Settings) -> Design:
    """The regression of the results, whose second kind of effects is that of factions, on effects and settings."""
    playing = results.playing
    row = np.where(playing, np.cumsum(playing).reshape(playing.shape) - 1, -1)
    games, _ = np.nonzero(playing)
    there = (row[settings.game, settings.chair] >= 0) & (results.terms[settings.game, settings.chair, FACTIONS] >= 0)
    seat = row[settings.game, settings.chair][there]
    faction = results.terms[settings.game, settings.chair, FACTIONS][there] - results.kind(FACTIONS).start
    several = max(len(settings.names), 1)
    keys, column = np.unique(faction * several + settings.setting[there], return_inverse=True)
    terms = results.terms[playing]
    acting = terms >= 0
    rows = np.concatenate([np.nonzero(acting)[0], seat])
    columns = np.concatenate([terms[acting], results.effects + column])
    shape = (len(terms), results.effects + len(keys))
    factions, chosen = np.divmod(keys, several)
    return Design(
        matrix=sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape),
        margin=margins(results)[playing],
        starts=np.searchsorted(games, np.arange(len(playing) + 1)),
        row=row,
        controls=results.effects,
        faction=factions,
        setting=chosen,
        kind=settings.family()[chosen],
    )


def sums(design: Design, first: int, after: int) -> Sums:
    """The sums over the games from `first` to before `after`."""
    rows = slice(design.starts[first], design.starts[after])
    matrix, margin = design.matrix[rows], design.margin[rows]
    seats = np.diff(design.starts[first : after + 1])
    tables = sparse.csr_matrix(
        (np.ones(len(margin)), np.arange(len(margin)), design.starts[first : after + 1] - design.starts[first])
    )
    totals = tables @ matrix
    means = sparse.diags(1 / np.maximum(seats, 1)) @ totals
    return Sums(
        products=(matrix.T @ matrix - totals.T @ means).tocsr(),
        right=matrix.T @ margin,
        squares=float(margin @ margin),
        free=int(np.maximum(seats - 1, 0).sum()),
        seats=np.asarray(matrix.sum(axis=0)).ravel(),
    )
