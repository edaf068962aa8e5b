"""The joint model once more, slowly and in plain Python: a seat is its rank and the numbers of its effects."""

from collections.abc import Sequence
from math import exp, log

import numpy as np

from projections.statistics.strength.results import Results

Seat = tuple[int, tuple[int, ...]]
Game = list[Seat]


def games_of(results: Results) -> list[Game]:
    return [
        [(int(rank), tuple(int(e) for e in own if e >= 0)) for rank, own in zip(ranks, terms, strict=True) if rank > 0]
        for ranks, terms in zip(results.rank, results.terms, strict=True)
    ]


def log_chance(game: Game, effects: Sequence[float]) -> float:
    """The log likelihood place by place; each of m tied seats counts 1 - j / m for the j-th of their places."""
    weight = [exp(sum(effects[e] for e in own)) for _, own in game]
    found = 0.0
    for rank in sorted({rank for rank, _ in game}):
        tied = [w for w, (r, _) in zip(weight, game, strict=True) if r == rank]
        later = sum(w for w, (r, _) in zip(weight, game, strict=True) if r > rank)
        for j, w in enumerate(tied):
            found += log(w) - log(later + (1 - j / len(tied)) * sum(tied))
    return found


def log_posterior(games: list[Game], effects: Sequence[float], deviations: Sequence[float]) -> float:
    prior = sum((e / d) ** 2 / 2 for e, d in zip(effects, deviations, strict=True))
    return sum(log_chance(game, effects) for game in games) - prior


def slope(function, at, step=1e-5):
    at = np.asarray(at, dtype=float)
    moves = np.eye(len(at)) * step
    return np.array([(function(at + move) - function(at - move)) / (2 * step) for move in moves])


def curvature(function, at, step=1e-3):
    """The negative second derivatives, by differences."""
    at = np.asarray(at, dtype=float)
    moves = np.eye(len(at)) * step
    return np.array(
        [
            [
                -(function(at + a + b) - function(at + a - b) - function(at - a + b) + function(at - a - b))
                / (4 * step * step)
                for b in moves
            ]
            for a in moves
        ]
    )
