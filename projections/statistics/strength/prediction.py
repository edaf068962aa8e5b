"""Methods judged in order of time: each game is predicted only from games before it."""

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from projections.statistics.strength import online, rivals
from projections.statistics.strength.calendar import Calendar
from projections.statistics.strength.contrasts import WIDTH
from projections.statistics.strength.likelihood import log_likelihood
from projections.statistics.strength.results import Floats, Results

MODEL, OVER_TIME, SETUP = "model", "over_time", "setup"
"""The joint model; the same with players who change; the same with the effects of settings."""
FIFTHS = 5


def methods(games: Results, when: Calendar | None = None) -> dict[str, rivals.Method]:
    """The methods for these games by name, the joint model first; if there are no factions, those that need none.

    With the calendar of the games, the model of players who change is one of them.
    """
    over_time = {OVER_TIME: rivals.OverTime(games, when)} if when else {}
    if not games.sizes[1]:
        return {
            MODEL: rivals.Model(games, 0),
            **over_time,
            "weng_lin": online.WengLin(),
            "elo": online.Elo(),
            "uniform": rivals.uniform,
        }
    return {
        MODEL: rivals.Model(games, 0, 1),
        **over_time,
        "elo": online.Elo(),
        "weng_lin": online.WengLin(),
        "players_only": rivals.Model(games, 0),
        "faction_rates": rivals.faction_rates,
        "uniform": rivals.uniform,
    }


def predicted(
    results: Results, asked: Mapping[str, rivals.Method], starts: list[int], end: int | None = None
) -> dict[str, Floats]:
    """The strengths (games, chairs) that each method gives the seats of each game from the first of `starts` on.

    Games are in order of time; before each of `starts`, every method learns from all earlier games. It may continue
    from what it has already learnt.
    """
    last = len(results.rank) if end is None else end
    found: dict[str, list[Floats]] = {name: [] for name in asked}
    for first, after in zip(starts, [*starts[1:], last], strict=True):
        before, games = results.part(slice(0, first)), results.part(slice(first, after))
        for name, method in asked.items():
            found[name].append(method(before)(games))
    return {name: np.concatenate(each) for name, each in found.items()}


def losses(
    results: Results, asked: Mapping[str, rivals.Method], starts: list[int], end: int | None = None
) -> dict[str, Floats]:
    """The log loss of each method on each predicted game: -log of the chance of its whole order."""
    rank = results.rank[starts[0] : end]
    return {
        name: -log_likelihood(strengths, rank) for name, strengths in predicted(results, asked, starts, end).items()
    }


def win_chances(strengths: Floats, games: Results) -> Floats:
    """(games, chairs): the chance of each seat to win; 0 where nobody plays."""
    shown = np.where(games.playing, strengths, -np.inf)
    weights = np.where(games.playing, np.exp(shown - shown.max(axis=1, initial=-1e9, keepdims=True)), 0.0)
    chances: Floats = weights / np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    return chances


def win_shares(games: Results) -> Floats:
    """(games, chairs): the share of each seat in the victory."""
    worst = games.rank.max(initial=0) + 1
    first = games.playing & (games.rank == np.where(games.playing, games.rank, worst).min(axis=1, keepdims=True))
    shares: Floats = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    return shares


def brier(chances: Floats, shares: Floats) -> Floats:
    """(games): Brier's score of the predicted winner: the squared errors of the chances of all seats, added up.

    G. W. Brier, Verification of Forecasts Expressed in Terms of Probability, 1950.
    """
    score: Floats = ((chances - shares) ** 2).sum(axis=1)
    return score


class Fifth(Struct, frozen=True):
    """Seats with similar chances to win: how many, their mean `chance`, and their `wins`."""

    seats: int
    chance: float
    wins: float


def fifths(chances: Floats, shares: Floats) -> list[Fifth]:
    """Seats in five parts of equal size by their chance to win, the lowest first; both arrays are (seats)."""
    parts = np.array_split(chances.argsort(kind="stable"), FIFTHS)
    return [Fifth(len(part), float(chances[part].mean()), float(shares[part].sum())) for part in parts if len(part)]


class Excess(Struct, frozen=True):
    """By how much a loss exceeds that of the model, as the mean over games with its 95 % interval."""

    mean: float
    low: float
    high: float


def excess(loss: Floats, model: Floats) -> Excess:
    """The paired difference of two losses over the same games."""
    difference = loss - model
    mean = float(difference.mean())
    error = float(difference.std(ddof=1)) / np.sqrt(len(difference)) if len(difference) > 1 else float("nan")
    return Excess(mean, mean - WIDTH * error, mean + WIDTH * error)
