"""How many points a setting is worth to a faction: a hierarchical regression of margins, by empirical Bayes.

Effects of players, factions and start positions are controls, under the weak prior of the other fits. Those of a
faction with a setting are normal around 0, with one standard deviation per kind of setting that the games suggest
(restricted maximum likelihood). It is kept away from 0, where few games often put it: that would make all intervals of
a kind empty. (Y. Chung and others, A Nondegenerate Penalized Likelihood Estimator for Variance Parameters in Multilevel
Models, 2013.)
"""

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from scipy import linalg, optimize, special

from projections.statistics.strength.curvature import DENSE, ROUGH, Curvature, Dense, Sparse, each
from projections.statistics.strength.data import FACTIONS
from projections.statistics.strength.fitting import WEAK_PLAYER
from projections.statistics.strength.margins import SPREAD
from projections.statistics.strength.results import Floats, Ints, Results
from projections.statistics.strength.setup_design import Design, Sums

EXPECTED = 0.1
"""The standard deviation to expect of a kind of settings beforehand, in units of the spread of one result: half-normal.

Some twenty settings act on a seat: together, they then vary as much as factions do.
"""
ALLOWED = 0.2
"""The same for intervals: Rayleigh's distribution with this mode, as larger effects must be allowed for."""
UPPER = 2.0
"""For intervals that hold jointly, deviations are this many standard errors (of their logarithms) larger."""
FACTIONS_WITHIN = 0.7
"""Standard deviation of the prior of factions and start positions, in logits: 122 points."""
LEAST, MOST = 0.005, 1.0
"""The standard deviations considered, in the same unit."""
STEPS = 25
CONFIDENCE = 0.95


class SetupFit(Struct, frozen=True):
    """Effects of pairs (pairs), in points, and their `covariance` (pairs, pairs).

    `generous` (pairs, pairs) is their covariance if every kind of settings varies as much as the games allow.
    `deviations` (kinds) is the standard deviation of each kind of settings, `spread` that of a seat's result from what
    the effects predict. `factions` (factions) are the effects of factions given those of pairs; `own` (factions,
    factions) is their covariance if the pairs were known, and `by_pairs` (factions, pairs) how they follow the pairs.
    """

    effects: Floats
    covariance: Floats
    generous: Floats
    deviations: Floats
    spread: float
    factions: Floats
    own: Floats
    by_pairs: Floats

    @property
    def errors(self) -> Floats:
        """(pairs): the standard error of each effect."""
        errors: Floats = np.sqrt(np.maximum(np.diagonal(self.covariance), 0.0))
        return errors

    @property
    def joint_errors(self) -> Floats:
        """(pairs): the same for intervals of which all must hold: the misses of a league come together.

        They come where the deviation of a kind is larger than it seems, so it is taken to be as large as it may be.
        """
        generous: Floats = np.sqrt(np.maximum(np.diagonal(self.generous), 0.0))
        return np.maximum(self.errors, generous)

    @property
    def logits(self) -> float:
        """Logits per point: results that vary so much are then as random as finishing orders (Gumbel)."""
        return SPREAD / self.spread


class Prior(Struct, frozen=True):
    """What is expected of a deviation s beforehand: in proportion to s**away * exp(-(s / scale)**2 / 2)."""

    away: int
    scale: float


class Reduced(Struct, frozen=True):
    """The regression on pairs alone, with the controls solved for.

    `matrix`, `right` and `squares` are the products of pairs with each other, with the margin, and of the margin, net
    of the controls; `free` is the number of observations that are left.
    """

    matrix: Floats
    right: Floats
    squares: float
    free: float


Solve = Callable[[Reduced, Floats], tuple[Floats, Floats, float]]


class Posterior(Struct, frozen=True):
    """Effects of pairs, their covariance for a spread of 1, and the square of the spread."""

    effects: Floats
    inverse: Floats
    variance: float


def fit_setup(results: Results, design: Design, seen: Sums, start: Floats | None = None) -> SetupFit:
    """The effects that the games in `seen` suggest, for predictions; a kind without effects has none.

    `start` (kinds) are deviations to begin with, in units of the spread.
    """
    through, reduced, known = _reduced(results, design, seen)
    deviations = _deviations(reduced, design.kind, Prior(0, EXPECTED), start)
    found = _posterior(reduced, deviations, design.kind)
    return _fit(results, through, known, found, found.variance * found.inverse, deviations)


def fit_setup_for_intervals(results: Results, design: Design, seen: Sums) -> SetupFit:
    """The effects with the uncertainty of the deviations averaged over, which are kept away from 0."""
    through, reduced, known = _reduced(results, design, seen)
    deviations = _deviations(reduced, design.kind, Prior(1, ALLOWED), None)
    middle = _posterior(reduced, deviations, design.kind)
    unsure = np.exp(_unsure(middle, deviations, design.kind))
    low, high = (_posterior(reduced, ratio, design.kind) for ratio in (deviations / unsure, deviations * unsure))
    apart = (high.effects - low.effects) / 2
    same = design.kind[:, None] == design.kind
    averaged = Posterior(
        effects=(low.effects + high.effects) / 2,
        inverse=(low.variance * low.inverse + high.variance * high.inverse) / (2 * middle.variance)
        + np.where(same, np.outer(apart, apart), 0.0) / middle.variance,
        variance=middle.variance,
    )
    most = np.maximum(deviations, np.minimum(deviations * unsure**UPPER, MOST))
    upper = _posterior(reduced, most, design.kind)
    return _fit(results, through, known, averaged, upper.variance * upper.inverse, deviations)


def _reduced(results: Results, design: Design, seen: Sums) -> tuple[Floats, Reduced, Curvature]:
    """How controls follow pairs (controls, pairs + 1; the last column without pairs), the pairs alone, the controls."""
    controls = slice(0, design.controls)
    levels = np.repeat(np.eye(len(results.sizes)), results.sizes, axis=0)
    others = len(results.sizes) - 1
    ratios = np.repeat([(SPREAD / WEAK_PLAYER) ** 2, *[(SPREAD / FACTIONS_WITHIN) ** 2] * others], results.sizes)
    known = _curvature(seen, controls, ratios, levels)
    across = seen.products[controls, design.controls :].toarray()
    solved = known.solve(np.column_stack([across, seen.right[controls]]))
    unknown = sum(
        ratios[own] @ known.variances(each(design.controls, own), ROUGH)
        for own in map(results.kind, range(len(results.sizes)))
        if own.stop > own.start
    )
    reduced = Reduced(
        matrix=seen.products[design.controls :, design.controls :].toarray() - across.T @ solved[:, :-1],
        right=seen.right[design.controls :] - across.T @ solved[:, -1],
        squares=seen.squares - float(seen.right[controls] @ solved[:, -1]),
        free=max(float(seen.free - design.controls + unknown), 1.0),
    )
    return solved, reduced, known


def _fit(
    results: Results, solved: Floats, known: Curvature, found: Posterior, generous: Floats, deviations: Floats
) -> SetupFit:
    own = results.kind(FACTIONS)
    by_pairs = -solved[own, :-1]
    return SetupFit(
        effects=found.effects,
        covariance=found.variance * found.inverse,
        generous=generous,
        deviations=np.sqrt(found.variance) * deviations,
        spread=float(np.sqrt(found.variance)),
        factions=solved[own, -1] + by_pairs @ found.effects,
        own=found.variance * known.covariance(each(len(solved), own)),
        by_pairs=by_pairs,
    )


def _unsure(found: Posterior, deviations: Floats, kind: Ints) -> Floats:
    """(kinds): the standard error of the logarithm of each deviation, by the expected information."""
    errors = []
    for number, ratio in enumerate(deviations):
        own = np.flatnonzero(kind == number)
        known = np.eye(len(own)) - found.inverse[np.ix_(own, own)] / ratio**2
        errors.append(1 / np.sqrt(2 * (known**2).sum() + 2 * (ratio / ALLOWED) ** 2))
    return np.array(errors)


def joint_width(number: int) -> float:
    """Standard errors to each end of intervals of which this number holds at once in 95 of 100 tables, or more.

    Z. Sidak, Rectangular Confidence Regions for the Means of Multivariate Normal Distributions, 1967: right for
    independent normal errors, too wide for correlated ones.
    """
    return float(special.ndtri((1 + CONFIDENCE ** (1 / max(number, 1))) / 2))


def _curvature(seen: Sums, controls: slice, ratios: Floats, levels: Floats) -> Curvature:
    matrix = seen.products[controls, controls]
    if matrix.shape[0] <= DENSE:
        return Dense(matrix.toarray() + np.diag(ratios))
    matrix.setdiag(matrix.diagonal() + ratios)
    return Sparse(matrix.tocsr(), levels[:, levels.any(axis=0)])


def _posterior(reduced: Reduced, deviations: Floats, kind: Ints) -> Posterior:
    factor = linalg.cho_factor(reduced.matrix + np.diag(deviations[kind] ** -2.0), lower=True, check_finite=False)
    effects = linalg.cho_solve(factor, reduced.right, check_finite=False)
    lower, _ = linalg.lapack.dpotri(factor[0], lower=1)
    rest = max(reduced.squares - float(reduced.right @ effects), np.finfo(float).tiny)
    return Posterior(effects, np.tril(lower) + np.tril(lower, -1).T, rest / reduced.free)


def solved_by_pairs(reduced: Reduced, ratios: Floats) -> tuple[Floats, Floats, float]:
    """Effects of pairs with these deviations (pairs), the share of each prior variance that is left, and how much the
    logarithm of the determinant of the precision exceeds that of the prior.
    """
    precision = ratios**-2.0
    factor, _ = linalg.cho_factor(reduced.matrix + np.diag(precision), lower=True, check_finite=False)
    effects = linalg.cho_solve((factor, True), reduced.right, check_finite=False)
    lower, _ = linalg.lapack.dpotri(factor, lower=1)
    determinant = 2 * (np.log(np.diagonal(factor)) + np.log(ratios)).sum()
    return effects, precision * np.diagonal(lower), float(determinant)


def solved_by_games(reduced: Reduced) -> Solve:
    """`solved_by_pairs` by a matrix as large as the rank: faster with fewer results than pairs (by Woodbury)."""
    upper, order, rank, _ = linalg.lapack.dpstrf(reduced.matrix)
    root = np.empty((rank, len(upper)))
    root[:, order - 1] = np.triu(upper)[:rank]

    def solve(reduced: Reduced, ratios: Floats) -> tuple[Floats, Floats, float]:
        scaled = root * ratios
        factor = linalg.cholesky(np.eye(rank) + scaled @ scaled.T, lower=True, check_finite=False)
        known = linalg.solve_triangular(factor, scaled, lower=True, check_finite=False)
        right = ratios * reduced.right
        effects = ratios * (right - known.T @ (known @ right))
        return effects, 1 - (known**2).sum(axis=0), float(2 * np.log(np.diagonal(factor)).sum())

    return solve


def _deviations(reduced: Reduced, kind: Ints, prior: Prior, start: Floats | None) -> Floats:
    """(kinds): the most likely standard deviation of each kind, in units of the spread."""
    counted = np.bincount(kind)
    if not len(counted):
        return np.zeros(0)
    solve = solved_by_games(reduced) if reduced.free < len(kind) / 2 else solved_by_pairs

    def lack(logs: Floats) -> tuple[float, Floats]:
        """The negative logarithm of the penalised restricted likelihood, and its slope over the logarithms."""
        ratio = np.exp(logs)
        effects, shares, determinant = solve(reduced, ratio[kind])
        rest = max(reduced.squares - float(reduced.right @ effects), np.finfo(float).tiny)
        value = (reduced.free * np.log(rest) + determinant) / 2 - (
            prior.away * logs - (ratio / prior.scale) ** 2 / 2
        ).sum()
        taken = np.bincount(kind, shares + (effects / ratio[kind]) ** 2 * reduced.free / rest)
        return value, counted - taken - prior.away + (ratio / prior.scale) ** 2

    begin = np.log(np.full(len(counted), prior.scale / 2) if start is None else np.maximum(start, LEAST))
    found = optimize.minimize(
        lack,
        begin,
        jac=True,
        method="L-BFGS-B",
        bounds=[(np.log(LEAST), np.log(MOST))] * len(counted),
        options={"maxiter": STEPS},
    )
    logs: Floats = np.exp(found.x)
    return logs
