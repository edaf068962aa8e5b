"""Ratings that learn from one game at a time: pairwise Elo and Weng-Lin.

They are methods like those in `rivals`. Each game starts from the ratings that the previous one left, so games are
processed one by one in plain Python; whatever can be computed for all of them beforehand is computed in arrays.
"""

import math
from collections.abc import Iterator
from itertools import accumulate

import numpy as np

from projections.statistics.strength.results import Floats, Ints, Results, strengths
from projections.statistics.strength.rivals import Prediction

POT = 16.0
PASSES = 3
ELO_SPREAD = 400 / math.log(10)
DEVIATION = 25 / 3
NOISE = 25 / 6
LEAST_SHRINKAGE = 1e-4

Seats = list[tuple[float, float, int, int]]
"""The seats that played a game to its end: two figures about the result, the player and the faction (-1: none)."""


class Elo:
    """Pairwise Elo of players and factions together, as organisers of leagues compute it.

    A game moves up to POT points of each seat, split evenly over its opponents: against each, the actual result minus
    the expected one. The player and the faction of a seat move alike. New games are processed in three passes, starting
    from the current ratings.
    """

    def __init__(self) -> None:
        self._odds: list[float] = []
        self._seen = 0

    def __call__(self, before: Results) -> Prediction:
        """Learn from the games that are new since the last call."""
        odds = self._odds = self._odds or [1.0] * (before.effects + 1)  # the last belongs to nobody and stays 1
        games = list(_duels(before.part(slice(self._seen, None))))
        self._seen = len(before.rank)
        for _ in range(PASSES):
            for seats in games:
                _play(odds, seats)
                odds[-1] = 1.0
        logits = np.log(odds[:-1])
        return lambda games: strengths(logits, games.terms)


def _duels(results: Results) -> Iterator[Seats]:
    """Each game, with each seat's wins in duels with all seats (half a win with itself), and its pot in logits."""
    rank, playing = results.rank, results.playing
    ahead = (rank[:, :, None] < rank[:, None, :]) + (rank[:, :, None] == rank[:, None, :]) / 2
    won = (ahead * playing[:, None, :]).sum(axis=2)
    pot = POT / ELO_SPREAD / np.maximum(playing.sum(axis=1, keepdims=True) - 1, 1)
    return _seats(results, won, np.broadcast_to(pot, rank.shape))


def _play(odds: list[float], seats: Seats) -> None:
    """Update the odds, whose logarithms are the ratings."""
    strong = [odds[player] * odds[faction] for _, _, player, faction in seats]
    for (won, pot, player, faction), own in zip(seats, strong, strict=True):
        for other in strong:
            won -= own / (own + other)
        moved = math.exp(pot * won)
        odds[player] *= moved
        odds[faction] *= moved


class WengLin:
    """Bayesian online ranking with the Plackett-Luce model; a seat is a team of its player and its faction.

    R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011, algorithm 4, with its
    usual constants; a faction is a team member like a player. Each game is learnt from once.
    """

    def __init__(self) -> None:
        self._mean: list[float] = []
        self._variance: list[float] = []
        self._seen = 0

    def __call__(self, before: Results) -> Prediction:
        """Learn from the games that are new since the last call."""
        mean = self._mean = self._mean or [0.0] * (before.effects + 1)
        variance = self._variance = self._variance or [DEVIATION**2] * before.effects + [0.0]  # the last stays 0
        for seats in _placed(before.part(slice(self._seen, None))):
            _update(mean, variance, seats)
        self._seen = len(before.rank)
        centre, spread = np.array(mean[:-1]), np.array(variance[:-1])
        return lambda games: _in_logits(centre, spread, games)


def _in_logits(mean: Floats, variance: Floats, games: Results) -> Floats:
    """Means divided by the spread of the whole table."""
    spread = np.where(games.playing, strengths(variance, games.terms) + NOISE**2, 0.0).sum(axis=1, keepdims=True)
    found: Floats = strengths(mean, games.terms) / np.sqrt(np.maximum(spread, NOISE**2))
    return found


def _placed(results: Results) -> Iterator[Seats]:
    """Each game from its best seat to its last: the seat's rank, and its share of a place (1, or less in a tie)."""
    order = results.rank.argsort(axis=1, kind="stable")
    rank = np.take_along_axis(results.rank, order, axis=1)
    terms = np.take_along_axis(results.terms, order[:, :, None], axis=1)
    shared = (rank[:, :, None] == rank[:, None, :]).sum(axis=2)
    return _seats(Results(rank, terms, results.sizes, results.points), rank, 1 / shared)


def _update(mean: list[float], variance: list[float], seats: Seats) -> None:
    """Learn from one game; the paper's sums over the seats that were not beaten are accumulated place by place."""
    spread = sum([variance[player] + variance[faction] for _, _, player, faction in seats]) + NOISE**2 * len(seats)
    scale = math.sqrt(spread)
    weights = [math.exp((mean[player] + mean[faction]) / scale) for _, _, player, faction in seats]
    left = list(accumulate(reversed(weights)))  # the sum over the last seat, over the last two ...
    once = twice = 0.0
    place = 0.0
    for (rank, part, player, faction), weight in zip(seats, weights, strict=True):
        of_all = left.pop()
        if rank != place:
            place = rank
            once += 1 / of_all
            twice += 1 / of_all**2
        up = (part - weight * once) / scale
        one, other = variance[player], variance[faction]
        down = weight * (once - weight * twice) * math.sqrt(one + other) / (scale * spread)
        mean[player] += one * up
        mean[faction] += other * up
        variance[player] = one * max(1 - one * down, LEAST_SHRINKAGE)
        variance[faction] = other * max(1 - other * down, LEAST_SHRINKAGE)


def _seats(results: Results, one: Floats | Ints, other: Floats | Ints) -> Iterator[Seats]:
    """Each game with two figures (games, chairs) for each seat."""
    playing = results.playing
    columns = (one, other, results.terms[:, :, 0], results.terms[:, :, 1])
    seats = list(zip(*(column[playing].tolist() for column in columns), strict=True))
    first = 0
    for last in playing.sum(axis=1).cumsum().tolist():
        yield seats[first:last]
        first = last
