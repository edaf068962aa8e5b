"""The most likely effects, given finishing orders and a prior; and the prior that the orders themselves suggest.

Intervals come from the weak prior, which hardly shrinks the effects if there are several hundred games: those from an
estimated prior are too short for the strongest and the weakest. Predictions come from the estimated prior, which
shrinks them as much as is useful.
"""

import numpy as np
from msgspec import Struct

from projections.statistics.strength.curvature import ROUGH, Curvature, Pattern, each, gathered
from projections.statistics.strength.likelihood import derivatives
from projections.statistics.strength.results import Floats, Results, in_portions, strengths

WEAK_PLAYER = 4.0
"""Standard deviation of the weak prior of players, in logits: 695 rating points.

A stronger prior would credit part of the skill of those who rarely play to the factions that they prefer.
"""
WEAK_OTHERS = 1.4
"""The same for factions and start positions: 243 points."""

STEPS = 60
CLOSE = 1e-4
"""The fit is done once no effect moves by more than this, in logits; a step leaves an error of about its square."""
NEAR = 0.3
"""The same for predictions: the error left is about a hundredth of a standard error, and the next fit starts there."""
ROUNDS = 10
ALIKE = 0.01
LEAST_VARIANCE = 1e-4
"""An estimated variance below this is treated as none; its root is 1.7 rating points."""


class Fit(Struct, frozen=True):
    """The most likely effects (effects), in logits, their curvature, and the number of steps it took to find them."""

    effects: Floats
    curvature: Curvature
    steps: int


def fit(
    results: Results,
    precision: Floats,
    start: Floats | None = None,
    pattern: Pattern | None = None,
    close: float = CLOSE,
) -> Fit:
    """Newton's method, damped where a whole step would go too far. `precision` (effects) is that of a normal prior.

    `start` is where to begin; if the `pattern` of these results, or of these and later ones, is given, it need not be
    made.
    """
    pattern = pattern or Pattern(results)
    effects = np.zeros(results.effects) if start is None else start.copy()
    value, slope, curvature = _state(results, precision, effects, pattern)
    for number in range(1, STEPS + 1):
        step = curvature.solve(slope)
        if np.abs(step).max(initial=0.0) <= close:
            return Fit(effects + step, curvature, number)
        before, gain, length = value, float(slope @ step), 1.0
        value, slope, curvature = _state(results, precision, effects + step, pattern)
        while value < before + 1e-4 * length * gain and length > 1e-6:
            length /= 2
            value, slope, curvature = _state(results, precision, effects + length * step, pattern)
        effects = effects + length * step
    return Fit(effects, curvature, STEPS)


def _state(results: Results, precision: Floats, effects: Floats, pattern: Pattern) -> tuple[float, Floats, Curvature]:
    """The logarithm of the posterior, up to a constant, with its slope and negative curvature."""
    games, chairs = results.rank.shape
    likelihood, slope, information = np.empty(games), np.empty((games, chairs)), np.empty((games, chairs, chairs))
    for part in in_portions(results):
        eta = strengths(effects, results.terms[part])
        likelihood[part], slope[part], information[part] = derivatives(eta, results.rank[part])
    value = float(likelihood.sum() - precision @ effects**2 / 2)
    return (
        value,
        gathered(results, slope) - precision * effects,
        pattern.curvature(pattern.added(information), precision),
    )


def precisions(results: Results, variances: tuple[float, ...]) -> Floats:
    """(effects): the precision of each effect, from the variance of its kind."""
    return np.repeat([1 / variance for variance in variances], results.sizes)


def weak_precision(results: Results) -> Floats:
    """(effects): the precision of the weak prior. The first kind of effects is that of players."""
    others = len(results.sizes) - 1
    return precisions(results, (WEAK_PLAYER**2, *[WEAK_OTHERS**2] * others))


def estimated(
    results: Results,
    start: Floats | None = None,
    variances: tuple[float, ...] = (),
    pattern: Pattern | None = None,
) -> tuple[Fit, tuple[float, ...]]:
    """The fit for predictions, and the variance of each kind of effects, estimated from the results themselves.

    Empirical Bayes: a variance is the sum of squared effects divided by the number of effects that the results
    determine (D. J. C. MacKay, Bayesian Interpolation, 1992). `start` and `variances` are where to begin; `pattern` is
    as for `fit`.
    """
    pattern = pattern or Pattern(results)
    found = variances or (0.25,) * len(results.sizes)
    for _ in range(ROUNDS):
        fitted = fit(results, precisions(results, found), start, pattern, NEAR)
        before, found, start = found, _reestimated(results, fitted, found), fitted.effects
        if all(abs(new / old - 1) < ALIKE for new, old in zip(found, before, strict=True)):
            break
    return fitted, found


def _reestimated(results: Results, fitted: Fit, variances: tuple[float, ...]) -> tuple[float, ...]:
    found = []
    for kind, variance in enumerate(variances):
        own = results.kind(kind)
        unknown = fitted.curvature.variances(each(results.effects, own), ROUGH).sum() / variance
        determined = max(results.sizes[kind] - float(unknown), 1e-3)
        squares = float((fitted.effects[own] ** 2).sum())
        found.append(max(squares / determined, LEAST_VARIANCE) if results.sizes[kind] else variance)
    return tuple(found)
