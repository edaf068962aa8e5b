"""Methods judged in order of time: each game is predicted only from games before it."""

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from projections.statistics.strength import online, rivals
from projections.statistics.strength.contrasts import WIDTH
from projections.statistics.strength.likelihood import log_likelihood
from projections.statistics.strength.results import Floats, Results

MODEL = "model"


def methods(games: Results) -> dict[str, rivals.Method]:
    """The methods for these games by name, the joint model first; if there are no factions, those that need none."""
    if not games.sizes[1]:
        return {
            MODEL: rivals.Model(games, 0),
            "weng_lin": online.WengLin(),
            "elo": online.Elo(),
            "uniform": rivals.uniform,
        }
    return {
        MODEL: rivals.Model(games, 0, 1),
        "elo": online.Elo(),
        "weng_lin": online.WengLin(),
        "players_only": rivals.Model(games, 0),
        "faction_rates": rivals.faction_rates,
        "uniform": rivals.uniform,
    }


def losses(
    results: Results, asked: Mapping[str, rivals.Method], starts: list[int], end: int | None = None
) -> dict[str, Floats]:
    """The log loss of each method on each game from the first of `starts` on: -log of the chance of its whole order.

    Games are in order of time; before each of `starts`, every method learns from all earlier games. It may continue
    from what it has already learnt.
    """
    last = len(results.rank) if end is None else end
    found: dict[str, list[Floats]] = {name: [] for name in asked}
    for first, after in zip(starts, [*starts[1:], last], strict=True):
        before, games = results.part(slice(0, first)), results.part(slice(first, after))
        for name, method in asked.items():
            found[name].append(-log_likelihood(method(before)(games), games.rank))
    return {name: np.concatenate(each) for name, each in found.items()}


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
