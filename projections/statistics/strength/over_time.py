"""Strength over time: players whose strength wanders, and factions whose strength does not.

A player's strength is a Brownian motion (Wiener process) in time that begins with the first game, for intervals perhaps
with a trend of the player's own (A. C. Harvey, Forecasting, Structural Time Series Models and the Kalman Filter, 1989:
the local linear trend, here with a slope that stays); it is the same within a period. All results, earlier and later
ones, determine it (R. Coulom, Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength,
2008; there for games of two, here with the likelihood of whole finishing orders).
How much players and factions differ is estimated from the results (empirical Bayes); how players change is averaged
over: several ways, weighted by how well each explains the results and by what is expected of it beforehand (D. J. C.
MacKay, Bayesian Interpolation, 1992: the evidence, by Laplace's approximation).
"""

import numpy as np
from msgspec import Struct
from scipy import sparse

from projections.statistics.strength.calendar import Calendar
from projections.statistics.strength.chains import Chains, inverted, walk_precision
from projections.statistics.strength.curvature import (
    DENSE,
    PROBES,
    Combinations,
    Curvature,
    Dense,
    Pattern,
    Sparse,
    gathered,
)
from projections.statistics.strength.fitting import CLOSE, STEPS, estimated
from projections.statistics.strength.likelihood import derivatives
from projections.statistics.strength.results import Floats, Ints, Results, in_portions, strengths

NEGLIGIBLE = 0.005
"""Ways to change that are less likely than this after the games are left out."""
SPREAD, AS_IF = 0.1, 8.0
"""The variance of players is estimated as if there were so many more, with the variance SPREAD (squared logits)."""
WIDER = 1.5
"""That variance is taken to be so many times larger for intervals, which are too narrow for the extremes otherwise."""
LEAST_FACTIONS = 0.2
"""The variance of factions is taken to be at least this large for intervals (squared logits)."""
DENSER = 800
"""Up to so many effects, matrices are factored whole."""


class Change(Struct, frozen=True):
    """A way in which players may change, and how likely it is beforehand (`chance`).

    `drift` and `trend` are standard deviations, in logits, of what a walk and what a trend of the player's own add over
    the whole time.
    """

    drift: float
    chance: float
    trend: float = 0.0


class Expected(Struct, frozen=True):
    """What is expected of players beforehand: the ways in which they may change.

    The evidence of the games for one of them counts `believed` times: less than once where the model of changes is
    rough (a power posterior; P. Grünwald, The Safe Bayesian, 2012).
    """

    changes: tuple[Change, ...]
    believed: float = 1.0


TO_PREDICT = Expected(
    (
        Change(0.02, 0.5),
        Change(0.2, 0.15),
        Change(0.4, 0.15),
        Change(0.7, 0.1),
        Change(1.1, 0.06),
        Change(1.7, 0.04),
    )
)
"""For predictions: as likely as not, nobody changes."""
FOR_INTERVALS = Expected((Change(0.7, 0.6, 1.0), Change(1.2, 0.4)), 0.5)
"""For intervals: everybody changes, by a trend and less of a walk, or by a walk alone. Without trends, intervals are
too narrow for the few who improve where most do not; if trends are taken for granted, where everybody wanders.
"""


class Walks(Struct, frozen=True):
    """Players who change: each has a state per period. `begun` (players) is the period of a player's first game, the
    number of periods if there is none.
    """

    begun: Ints
    gaps: Floats

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of players and of periods."""
        return len(self.begun), len(self.gaps) + 1

    @property
    def lengths(self) -> Floats:
        """(periods): how long each lasts, as a share of the time from the middle of the first to that of the last."""
        beside = np.concatenate([self.gaps[:1], self.gaps, self.gaps[-1:]])
        return (beside[1:] + beside[:-1]) / 2 if len(self.gaps) else np.zeros(1)

    @property
    def states(self) -> int:
        """The number of states: the first effects, player by player."""
        return len(self.begun) * (len(self.gaps) + 1)


class Course(Struct, frozen=True):
    """The most likely `effects` (states, then factions), in logits, their curvature, and how likely the drift is.

    `chains` are the states of each player if all others were known; `evidence` is the logarithm of the chance of the
    results if players change by this much, up to a constant.
    """

    effects: Floats
    curvature: Curvature
    chains: Chains
    evidence: float


class Followed(Struct, frozen=True):
    """Players followed over time: a course for each way to change that is not negligible, with its drift (`drifts`) and
    how likely it is (`weights`).
    """

    walks: Walks
    drifts: Floats
    courses: list[Course]
    weights: Floats

    @property
    def drift(self) -> float:
        """The standard deviation of the change of a player over the whole time, in logits."""
        return float(np.sqrt(self.weights @ self.drifts**2))

    @property
    def effects(self) -> Floats:
        """(effects): the mean of the courses."""
        mean: Floats = self.weights @ np.array([course.effects for course in self.courses])
        return mean

    @property
    def states(self) -> Floats:
        """(players, periods): the strengths."""
        return self.effects[: self.walks.states].reshape(self.walks.shape)


def with_states(results: Results, when: Calendar) -> Results:
    """The results of players (first kind) and factions with a state of each player for each period instead."""
    period = when.period[: len(results.rank), None]
    players = results.terms[:, :, 0]
    states = np.where(players >= 0, players * when.periods + period, -1)
    more = results.sizes[0] * (when.periods - 1)
    others = np.where(results.terms[:, :, 1:] >= 0, results.terms[:, :, 1:] + more, -1)
    terms = np.concatenate([states[:, :, None], others], axis=2)
    return Results(results.rank, terms, (results.sizes[0] * when.periods, *results.sizes[1:]), results.points)


def walks(results: Results, when: Calendar) -> Walks:
    """When the players of these results, the first games of the calendar, begin to play."""
    begun = np.full(results.sizes[0], when.periods)
    acting = results.playing & (results.terms[:, :, 0] >= 0)
    period = np.broadcast_to(when.period[: len(results.rank), None], acting.shape)
    np.minimum.at(begun, results.terms[:, :, 0][acting], period[acting])
    return Walks(begun, when.gaps)


def followed(
    results: Results,
    when: Calendar,
    variances: tuple[float, ...],
    expected: Expected,
    pattern: Pattern | None = None,
    close: float = CLOSE,
) -> Followed:
    """Follow the players (first kind) of these results, the first games of the calendar; a second kind are factions.

    `variances` are those of players when they begin and of factions. `pattern` is that of these results with states, or
    of these and later ones.
    """
    own, games = walks(results, when), with_states(results, when)
    pattern = pattern or Pattern(games)
    changes = expected.changes if len(own.gaps) else expected.changes[:1]
    effects, courses = np.zeros(games.effects), []
    for change in changes:
        tied = walk_precision(own.begun, own.gaps, variances[0], change.drift**2, change.trend**2)
        courses.append(_course(games, tied, variances[1:], effects, pattern, close))
        effects = courses[-1].effects
    chances = np.log([change.chance for change in changes])
    likely = expected.believed * np.array([course.evidence for course in courses]) + chances
    weights = np.exp(likely - likely.max())
    weights /= weights.sum()
    kept = np.flatnonzero(weights >= NEGLIGIBLE)
    drifts = np.array([change.drift for change in changes])
    return Followed(own, drifts[kept], [courses[number] for number in kept], weights[kept] / weights[kept].sum())


def spread_of_players(results: Results) -> tuple[float, ...]:
    """The variances of players and of factions, for intervals: estimated, but not too small where games tell little."""
    fitted, variances = estimated(results)
    squares = float((fitted.effects[results.kind(0)] ** 2).sum())
    determined = squares / variances[0]
    players = WIDER * (squares + AS_IF * SPREAD) / (determined + AS_IF)
    return (players, *[max(variance, LEAST_FACTIONS) for variance in variances[1:]])


def _course(
    games: Results, tied: Floats, variances: tuple[float, ...], effects: Floats, pattern: Pattern, close: float
) -> Course:
    """Newton's method, damped where a whole step would go too far.

    `tied` (players, periods, periods) is the precision of states beforehand, `variances` are those of other effects.
    """
    rest = np.repeat([1 / variance for variance in variances], games.sizes[1:])
    prior = _prior(tied, rest)
    value = -np.inf
    step: Floats = np.zeros(len(effects))
    for _ in range(STEPS):
        length, aim = 1.0, effects + step
        new, slope, added = _state(games, prior, aim, pattern)
        while new < value - abs(value) * 1e-12 and length > 1e-6:
            length /= 2
            aim = effects + length * step
            new, slope, added = _state(games, prior, aim, pattern)
        effects, value = aim, new
        curvature, chains, size = _curvature(pattern, added, prior, tied)
        step = curvature.solve(slope)
        if np.abs(step).max(initial=0.0) <= close:
            break
    free = inverted(tied).size + float(np.log(rest).sum())
    return Course(effects + step, curvature, chains, value + float(slope @ step) / 2 + (free - size) / 2)


def _prior(tied: Floats, rest: Floats) -> sparse.csr_matrix:
    """The precision of all effects: `tied` of states, `rest` of the others."""
    players, periods, _ = tied.shape
    states = players * periods
    own = sparse.bsr_matrix((tied, np.arange(players), np.arange(players + 1)), shape=(states, states))
    return sparse.block_diag((own, sparse.diags(rest)), format="csr")


def _state(games: Results, prior: sparse.csr_matrix, effects: Floats, pattern: Pattern) -> tuple[float, Floats, Floats]:
    """The logarithm of the posterior, up to a constant, its slope, and the information of the games, added up."""
    number, chairs = games.rank.shape
    likelihood, slope, information = np.empty(number), np.empty((number, chairs)), np.empty((number, chairs, chairs))
    for part in in_portions(games):
        eta = strengths(effects, games.terms[part])
        likelihood[part], slope[part], information[part] = derivatives(eta, games.rank[part])
    pull = prior @ effects
    value = float(likelihood.sum() - effects @ pull / 2)
    return value, gathered(games, slope) - pull, pattern.added(information)


def _curvature(
    pattern: Pattern, added: Floats, prior: sparse.csr_matrix, tied: Floats
) -> tuple[Curvature, Chains, float]:
    """The curvature, the chains, and the logarithm of the determinant: for large matrices that of the chains."""
    known = pattern.known(added)
    players, periods, _ = tied.shape
    states, each = players * periods, np.arange(periods)
    own = tied.copy()
    own[:, each, each] += known.diagonal()[:states].reshape(players, periods)
    chains = inverted(own)
    matrix = (known + prior).tocsr()
    if matrix.shape[0] <= DENSER:
        whole = Dense(matrix.toarray())
        return whole, chains, whole.log_determinant()
    others = matrix.diagonal()[states:]

    def nearby(rest: Floats) -> Floats:
        columns = rest.shape[1]
        found = np.empty_like(rest)
        found[:states] = chains.solve(rest[:states].reshape(players, periods, columns)).reshape(-1, columns)
        found[states:] = rest[states:] / others[:, None]
        return found

    return Sparse(matrix, pattern.levels, nearby), chains, chains.size + float(np.log(others).sum())


def above_others(found: Followed, plays: Ints, groups: Ints) -> tuple[Floats, Floats]:
    """(players, periods): each state against the mean of its group, and the standard error, in logits.

    The error contains what is not known about the drift, and how strength varies within a period.

    The mean is that of all players of the group who have begun by then, weighted by all their `plays` (players): if
    everybody improves alike, results do not show it. Meaningless before a player begins.
    """
    own, effects = found.walks, len(found.courses[0].effects)
    there = np.arange(own.shape[1]) >= own.begun[:, None]
    weights = np.where(there, plays[:, None], 0.0)
    members = sparse.csr_matrix((np.ones(len(groups)), (groups, np.arange(len(groups)))))
    shares = (weights / np.maximum((members @ weights)[groups], 1.0))[:, :, None]

    def sums(grid: Floats) -> Floats:
        flat: Floats = members @ grid.reshape(len(groups), -1)
        return flat[groups].reshape(grid.shape)

    def project(columns: Floats) -> Floats:
        grid = columns[: own.states].reshape(*own.shape, -1)
        above: Floats = (grid - sums(shares * grid)).reshape(own.states, -1)
        return above

    def back(columns: Floats) -> Floats:
        full = np.zeros((effects, columns.shape[1]))
        grid = columns.reshape(*own.shape, -1)
        full[: own.states] = (grid - shares * sums(grid)).reshape(own.states, -1)
        return full

    asked = Combinations(own.states, project, back)
    values = np.array([project(course.effects[:, None])[:, 0] for course in found.courses])
    within = found.drifts[:, None, None] ** 2 * own.lengths / 12  # a walk at the middle of a period against its mean
    variances = np.array([_variances(own, course, asked) for course in found.courses])
    variances += np.broadcast_to(within, (len(within), *own.shape)).reshape(variances.shape)
    mean = found.weights @ values
    whole = found.weights @ (variances + (values - mean) ** 2)
    return mean.reshape(own.shape), np.sqrt(whole).reshape(own.shape)


def _variances(own: Walks, course: Course, asked: Combinations) -> Floats:
    """(states): the variances of states; of very many, as they would be if all others were known, plus an estimate.

    What is estimated from random signs is only the rest, as the states of a player depend so strongly on each other.
    """
    if len(course.effects) <= DENSE:
        return np.maximum(course.curvature.variances(asked), 0.0)
    alone = course.chains.variances().ravel()
    signs = np.random.default_rng(1).choice([-1.0, 1.0], size=(own.states, PROBES // 2))
    whole = asked.project(course.curvature.solve(asked.back(signs)))
    nearby = course.chains.solve(signs.reshape(*own.shape, -1)).reshape(signs.shape)
    rest = (signs * (whole - nearby)).mean(axis=1)
    found: Floats = np.maximum(alone + rest, alone / 2)
    return found
