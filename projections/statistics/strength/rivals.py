"""What else predicts finishing orders, to be compared with: each learns from games and gives strengths of seats.

A method is a function of the games before; it returns a function from games to strengths in logits (games, chairs).
The first kind of effects is that of players, the second that of factions.
"""

import math
from collections.abc import Callable, Iterator

import numpy as np

from projections.statistics.strength.fitting import estimated
from projections.statistics.strength.results import Floats, Results, strengths

Prediction = Callable[[Results], Floats]
Method = Callable[[Results], Prediction]

POT = 16.0
PASSES = 3
ELO_SPREAD = 400 / math.log(10)
DEVIATION = 25 / 3
NOISE = 25 / 6
LEAST_SHRINKAGE = 1e-4


def uniform(before: Results) -> Prediction:
    """Everybody is as good as everybody else."""
    return lambda games: np.zeros(games.rank.shape)


def faction_rates(before: Results) -> Prediction:
    """Chances in proportion to a faction's wins over those that its tables let expect; one is added to both."""
    playing = before.playing
    several = np.maximum(playing.sum(axis=1, keepdims=True), 1)
    best = np.where(playing, before.rank, np.iinfo(np.int64).max).min(axis=1, keepdims=True)
    first = playing & (before.rank == best)
    wins = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    factions = before.only(1)
    column = np.where(playing, factions.terms[:, :, 0], -1)
    known = column >= 0
    won = np.bincount(column[known], wins[known], minlength=factions.effects)
    due = np.bincount(column[known], (playing / several)[known], minlength=factions.effects)
    logits = np.log((won + 1) / (due + 1))
    return lambda games: strengths(logits, games.only(1).terms)


class Model:
    """The joint model with estimated priors, of some kinds of effects; begins where it ended the last time."""

    def __init__(self, *kinds: int) -> None:
        self._kinds = kinds
        self._effects: Floats | None = None
        self._variances: tuple[float, ...] | None = None

    def __call__(self, before: Results) -> Prediction:
        """Fit the games before."""
        fitted, self._variances = estimated(before.only(*self._kinds), self._effects, self._variances)
        self._effects = fitted.effects
        return lambda games: strengths(fitted.effects, games.only(*self._kinds).terms)


class Elo:
    """Pairwise Elo of players and factions together, as moderators of leagues do it.

    A game moves up to POT points of each seat, shared among its opponents: the result against each of them less the
    expected one. The player and the faction of a seat move alike. Games that are new are gone through in three passes,
    from where the ratings stood.
    """

    def __init__(self) -> None:
        self._ratings: list[float] = []
        self._seen = 0

    def __call__(self, before: Results) -> Prediction:
        """Learn from the games that were not there the last time."""
        ratings = self._ratings = self._ratings or [0.0] * (before.effects + 1)  # the last is nobody's, and stays
        games = list(_seats(before.part(slice(self._seen, None))))
        self._seen = len(before.rank)
        for _ in range(PASSES):
            for seats in games:
                _play(ratings, seats)
                ratings[-1] = 0.0
        logits = np.array(ratings[:-1]) / ELO_SPREAD
        return lambda games: strengths(logits, games.terms)


def _seats(results: Results) -> Iterator[list[tuple[int, list[int]]]]:
    """Each game as its seats: rank and effects; -1 where a seat has none of a kind."""
    for ranks, terms in zip(results.rank.tolist(), results.terms.tolist(), strict=True):
        yield [(rank, own) for rank, own in zip(ranks, terms, strict=True) if rank > 0]


def _play(ratings: list[float], seats: list[tuple[int, list[int]]]) -> None:
    sums = [sum(ratings[effect] for effect in own) for _, own in seats]
    change = [0.0] * len(seats)
    pot = POT / max(len(seats) - 1, 1)
    for one in range(len(seats)):
        for other in range(one):
            ahead = seats[other][0] - seats[one][0]
            result = 0.5 if ahead == 0 else float(ahead > 0)
            moved = pot * (result - 1 / (1 + math.exp((sums[other] - sums[one]) / ELO_SPREAD)))
            change[one] += moved
            change[other] -= moved
    for moved, (_, own) in zip(change, seats, strict=True):
        for effect in own:
            ratings[effect] += moved


class WengLin:
    """Bayesian online ranking with the Plackett-Luce model; a seat is a team of its player and its faction.

    R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011, algorithm 4, with its
    usual constants; a faction is a member like a player. Each game is learnt from once.
    """

    def __init__(self) -> None:
        self._mean: list[float] = []
        self._variance: list[float] = []
        self._seen = 0

    def __call__(self, before: Results) -> Prediction:
        """Learn from the games that were not there the last time."""
        mean = self._mean = self._mean or [0.0] * (before.effects + 1)
        variance = self._variance = self._variance or [DEVIATION**2] * before.effects + [0.0]
        for seats in _seats(before.part(slice(self._seen, None))):
            _update(mean, variance, seats)
        self._seen = len(before.rank)
        centre, spread = np.array(mean[:-1]), np.array(variance[:-1])
        return lambda games: _in_logits(centre, spread, games)


def _in_logits(mean: Floats, variance: Floats, games: Results) -> Floats:
    """Means over the spread of the whole table."""
    spread = np.where(games.playing, strengths(variance, games.terms) + NOISE**2, 0.0).sum(axis=1, keepdims=True)
    found: Floats = strengths(mean, games.terms) / np.sqrt(np.maximum(spread, NOISE**2))
    return found


def _update(mean: list[float], variance: list[float], seats: list[tuple[int, list[int]]]) -> None:
    means = [sum(mean[effect] for effect in own) for _, own in seats]
    variances = [sum(variance[effect] for effect in own) for _, own in seats]
    scale = math.sqrt(sum(each + NOISE**2 for each in variances))
    weights = [math.exp(each / scale) for each in means]
    sums = [sum(w for w, (rank, _) in zip(weights, seats, strict=True) if rank >= own) for own, _ in seats]
    ties = [sum(rank == own for rank, _ in seats) for own, _ in seats]
    moves: list[tuple[float, float]] = []
    for one, (rank, _) in enumerate(seats):
        up = down = 0.0
        for other, (place, _) in enumerate(seats):
            if place <= rank:
                chance = weights[one] / sums[other]
                up += ((one == other) - chance) / ties[other]
                down += chance * (1 - chance) / ties[other]
        own = variances[one]
        moves.append((up * own / scale, down * own / scale**2 * math.sqrt(own) / scale))
    for (up, down), own, (_, effects) in zip(moves, variances, seats, strict=True):
        for effect in effects:
            if effect >= 0:
                share = variance[effect] / own
                mean[effect] += share * up
                variance[effect] *= max(1 - share * down, LEAST_SHRINKAGE)
