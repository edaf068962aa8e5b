"""How precisely effects are known: the negative curvature of the posterior, solved for and inverted as far as needed.

A matrix over up to SMALL effects is factored whole. A larger one (thousands of players, most of whom never met) stays
sparse and is solved by conjugate gradients; up to DENSE effects, it is factored for variances only. In still larger
ones, the variances of more than EXACT combinations are estimated from random signs, the same every time: with PROBES of
them, the error of the square root is about 2 %, with ROUGH 9 %, which is good enough for sums.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from msgspec import Struct
from scipy import linalg, sparse

from projections.statistics.strength.results import Bools, Floats, Ints, Results

SMALL, DENSE = 500, 3_000
EXACT = 512
PROBES, ROUGH = 128, 8
FEW = 8
"""Combinations of at most one eighth of the effects are solved for: that is faster than the whole inverse."""
AT_ONCE = 16
"""How many columns are solved for at once: more do not fit into the processor's cache."""
TOLERANCE, COARSE = 1e-8, 1e-2
"""The residual at which a system counts as solved, and the one that suffices if only sums of estimates are needed."""
SMALL_KEYS = 50_000_000

Linear = Callable[[Floats], Floats]


class Combinations(Struct, frozen=True):
    """Linear combinations of effects: `project` maps columns of effects to `number` rows, `back` is its transpose."""

    number: int
    project: Linear
    back: Linear


def each(effects: int, own: slice) -> Combinations:
    """Every effect of a kind by itself; `own` is the position of the kind among all `effects`."""

    def back(columns: Floats) -> Floats:
        full = np.zeros((effects, columns.shape[1]))
        full[own] = columns
        return full

    return Combinations(own.stop - own.start, lambda columns: columns[own], back)


class Curvature(Protocol):
    """A positive definite matrix over all effects; its inverse is their covariance."""

    def solve(self, right: Floats) -> Floats:
        """The inverse applied to a vector (effects), or to each column of a matrix."""

    def variances(self, asked: Combinations, probes: int = PROBES) -> Floats:
        """(asked.number): the variances of combinations; `probes` is the number of probes if they are estimated."""

    def covariance(self, asked: Combinations) -> Floats:
        """(asked.number, asked.number): the covariance of combinations, exactly; for at most a few hundred."""


class Dense:
    """A matrix factored whole."""

    def __init__(self, matrix: Floats) -> None:
        self._factor = linalg.cho_factor(matrix, lower=True, overwrite_a=True, check_finite=False)
        self._inverse: Floats | None = None

    def solve(self, right: Floats) -> Floats:
        """The inverse applied to a vector (effects), or to each column of a matrix."""
        found: Floats = linalg.cho_solve(self._factor, right, check_finite=False)
        return found

    def log_determinant(self) -> float:
        """The logarithm of the determinant of the matrix."""
        return 2 * float(np.log(np.diagonal(self._factor[0])).sum())

    def variances(self, asked: Combinations, probes: int = PROBES) -> Floats:
        """(asked.number): the variances of combinations, exactly."""
        return np.diagonal(self.covariance(asked)).copy()

    def covariance(self, asked: Combinations) -> Floats:
        """(asked.number, asked.number): the covariance of combinations."""
        if asked.number <= len(self._factor[0]) // FEW:
            return asked.project(self.solve(asked.back(np.eye(asked.number))))
        if self._inverse is None:
            lower, _ = linalg.lapack.dpotri(self._factor[0], lower=1)
            self._inverse = np.tril(lower) + np.tril(lower, -1).T
        return asked.project(asked.project(self._inverse).T)


class Sparse:
    """A matrix whose entries are mostly 0, solved iteratively; preconditioned by its diagonal.

    It is also preconditioned by the level of each kind of effects, about which games reveal next to nothing: these
    directions would otherwise converge last. `levels` (effects, kinds) is 1 where an effect is of a kind. `nearby`
    solves for a part of the matrix that is closer to the whole than its diagonal, and is then used instead.
    """

    def __init__(self, matrix: Any, levels: Floats, nearby: Linear | None = None) -> None:
        self._matrix = matrix
        self._shrink: Floats = 1 / matrix.diagonal()[:, None]
        self._nearby = nearby
        self._levels = levels
        self._between = np.linalg.inv(levels.T @ (matrix @ levels))
        self._whole: Dense | None = None

    def solve(self, right: Floats, tolerance: float = TOLERANCE) -> Floats:
        """The inverse applied to a vector (effects), or to each column of a matrix, by conjugate gradients.

        For about as many columns as effects, a factor of the whole matrix is faster.
        """
        columns = right.reshape(len(right), -1)
        if len(right) // 2 <= columns.shape[1] and len(right) <= DENSE:
            return self._factored().solve(right)
        found = np.empty_like(columns)
        for first in range(0, columns.shape[1], AT_ONCE):
            part = slice(first, first + AT_ONCE)
            found[:, part] = self._solved(np.ascontiguousarray(columns[:, part]), tolerance)
        return found.reshape(right.shape)

    def _solved(self, right: Floats, tolerance: float) -> Floats:
        tiny = np.finfo(float).tiny
        found, rest = np.zeros_like(right), right.copy()
        scaled = self._preconditioned(rest)
        way = scaled.copy()
        size = _products(rest, scaled)
        enough = tolerance**2 * size
        for _ in range(2 * len(right)):
            if (size <= enough).all():
                break
            ahead = self._matrix @ way
            length = size / np.maximum(_products(way, ahead), tiny)
            found += length * way
            rest -= length * ahead
            scaled = self._preconditioned(rest)
            before, size = size, _products(rest, scaled)
            way *= size / np.maximum(before, tiny)
            way += scaled
        return found

    def _preconditioned(self, rest: Floats) -> Floats:
        near = self._shrink * rest if self._nearby is None else self._nearby(rest)
        return near + self._levels @ (self._between @ (self._levels.T @ rest))

    def variances(self, asked: Combinations, probes: int = PROBES) -> Floats:
        """(asked.number): the variances of combinations; estimated from random signs if there are too many of them.

        M. F. Hutchinson, A Stochastic Estimator of the Trace of the Influence Matrix, 1989.
        """
        if probes > ROUGH and self._worth_factoring(asked):
            return np.diagonal(self.covariance(asked)).copy()
        tolerance = TOLERANCE if probes > ROUGH else COARSE
        if asked.number <= EXACT:
            return np.diagonal(asked.project(self.solve(asked.back(np.eye(asked.number)), tolerance))).copy()
        signs = np.random.default_rng(1).choice([-1.0, 1.0], size=(asked.number, probes))
        estimated: Floats = (signs * asked.project(self.solve(asked.back(signs), tolerance))).mean(axis=1)
        return np.maximum(estimated, float(self._shrink.min()))

    def covariance(self, asked: Combinations) -> Floats:
        """(asked.number, asked.number): the covariance of combinations."""
        if self._worth_factoring(asked):
            return self._factored().covariance(asked)
        return asked.project(self.solve(asked.back(np.eye(asked.number))))

    def _factored(self) -> Dense:
        self._whole = self._whole or Dense(self._matrix.toarray())
        return self._whole

    def _worth_factoring(self, asked: Combinations) -> bool:
        return len(self._shrink) <= DENSE and asked.number > AT_ONCE


def _products(one: Floats, other: Floats) -> Floats:
    """(columns): the inner product of each column of one matrix with that of the other."""
    found: Floats = np.einsum("ij,ij->j", one, other)
    return found


class Pattern:
    """Which effects meet in the games, so that the curvature over effects can be added up quickly many times."""

    def __init__(self, results: Results) -> None:
        self._effects = results.effects
        self._shape = (*results.rank.shape, results.rank.shape[1])
        keys, self._sources, players = _meetings(results)
        there, self._slots = _numbered(keys, results.effects**2)
        self._number = len(there)
        tables = np.full(self._shape, self._number)
        tables.ravel()[self._sources[players]] = self._slots[players]
        self._tables = np.minimum(tables, tables.transpose(0, 2, 1))
        rows, columns = np.divmod(there, max(self._effects, 1))
        mirrored = np.flatnonzero(rows != columns)
        both = np.concatenate([there, columns[mirrored] * self._effects + rows[mirrored]])
        order = both.argsort()
        self._rows, self._columns = np.divmod(both[order], max(self._effects, 1))
        self._values = np.concatenate([np.arange(len(there)), mirrored])[order]
        self._starts = np.searchsorted(self._rows, np.arange(results.effects + 1))
        kind = np.repeat(np.arange(len(results.sizes)), results.sizes)
        self.levels = (kind[:, None] == np.unique(kind)).astype(np.float64)

    def added(self, information: Floats) -> Floats:
        """(meetings): the `information` of games (games, chairs, chairs) summed for each pair of effects that meet.

        The games are those of the pattern, or the first of them.
        """
        there = np.searchsorted(self._sources, information.size)
        values = information.ravel()[self._sources[:there]]
        return np.bincount(self._slots[:there], values, self._number).astype(np.float64)

    def tables(self, added: Floats, precision: Floats, terms: Ints) -> Floats:
        """(games, chairs, chairs): the covariance of the players at each table if all other effects were known.

        `terms` (games, chairs) are the players' effects, the first kind; -1 where there is none. `added` and
        `precision` are as in `curvature`. A player with two seats at a table is treated as two players.
        """
        acting = terms >= 0
        both = acting[:, :, None] & acting[:, None, :]
        known = both & (terms[:, :, None] != terms[:, None, :])
        chairs = np.arange(terms.shape[1])
        known[:, chairs, chairs] = acting
        matrix = np.where(known, np.append(added, 0.0)[self._tables], 0.0)
        matrix[:, chairs, chairs] += np.where(acting, np.append(precision, 0.0)[terms], 1.0)
        return np.where(both, np.linalg.inv(matrix), 0.0)

    def curvature(self, added: Floats, precision: Floats) -> Curvature:
        """The curvature from the information `added` up over all games and the `precision` (effects) of the prior."""
        values = added[self._values]
        side = self._effects
        if side <= SMALL:
            matrix = np.zeros((side, side))
            matrix[self._rows, self._columns] = values
            matrix[np.diag_indices(side)] += precision
            return Dense(matrix)
        return Sparse((self.known(added) + sparse.diags(precision)).tocsr(), self.levels)

    def known(self, added: Floats) -> Any:
        """The information `added` up over all games as a sparse matrix over effects."""
        values = added[self._values]
        return sparse.csr_matrix((values, self._columns, self._starts), shape=(self._effects, self._effects))


def _numbered(keys: Ints, most: int) -> tuple[Ints, Ints]:
    """The distinct keys in ascending order, and the index of each key among them; faster if the keys are small."""
    if most > SMALL_KEYS:
        there, slots = np.unique(keys, return_inverse=True)
        return there, slots
    seen = np.zeros(most, dtype=bool)
    seen[keys] = True
    there = np.flatnonzero(seen)
    place = np.empty(most, dtype=np.int32)  # only where there is a key
    place[there] = np.arange(len(there))
    return there, place[keys].astype(np.int64)


def _meetings(results: Results) -> tuple[Ints, Ints, Bools]:
    """For each pair of effects that act at a table: its key in the upper half of the matrix, in the order of the games.

    Also returns the position that it comes from among (games, chairs, chairs), and whether both effects are those of
    players. Two seats with the same effect are counted in both directions.
    """
    kinds = range(len(results.sizes))
    pairs = np.array([(one, other) for one in kinds for other in kinds if one <= other])
    acting = np.where(results.playing[:, :, None], results.terms, -1)
    rows, columns = np.broadcast_arrays(acting[:, :, None, pairs[:, 0]], acting[:, None, :, pairs[:, 1]])
    chairs = np.arange(rows.shape[1])
    once = (chairs[:, None, None] <= chairs[:, None]) | (pairs[:, 0] < pairs[:, 1])
    there = (rows >= 0) & (columns >= 0) & (once | (rows == columns))
    rows, columns = rows[there], columns[there]
    sources, pair = np.divmod(np.flatnonzero(there), len(pairs))
    return np.minimum(rows, columns) * results.effects + np.maximum(rows, columns), sources, pair == 0


def gathered(results: Results, slope: Floats) -> Floats:
    """(effects): a slope over seats (games, chairs) turned into one over effects."""
    known = results.terms >= 0
    spread = np.broadcast_to(slope[:, :, None], results.terms.shape)
    return np.bincount(results.terms[known], spread[known], minlength=results.effects).astype(np.float64)
