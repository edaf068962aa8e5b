"""The rows of the statistics of strength: ratings on the scale of Elo, rates at fair tables, margins."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from projections.statistics.strength import prediction
from projections.statistics.strength.contrasts import POINTS, Contrasts, contrasts, fair_rates
from projections.statistics.strength.curvature import ROUGH, Pattern
from projections.statistics.strength.data import FACTIONS, PLAYERS, Selection
from projections.statistics.strength.margins import fit_margins
from projections.statistics.strength.results import Floats, Ints
from projections.statistics.strength.unbiased import Ratings, rated

AVERAGE = 1500
"""The rating of the average seat; those of factions and start positions count from 0."""
FIRST = 20
"""At least this many games are learnt from before the first one is predicted."""
LEARNING = 0.2
"""The share of the games that are only learnt from."""
TIMES = 20
"""How often the methods are updated."""


def strength_rows(selection: Selection, kind: int) -> Iterator[dict[str, Any]]:
    """A row for each effect of a kind (FACTIONS, SEATS): rating and margin with their intervals, fair and plain rates.

    Effects are compared within their group, such as their map, which is the first part of their names.
    """
    results = selection.results
    if not results.sizes[kind]:
        return
    own = results.kind(kind)
    plays = results.plays()[own]
    groups = _groups([name[0] for name in selection.names[kind]])
    pattern = Pattern(results)
    fitted = rated(results, pattern, ROUGH).fit
    in_points, spread = fit_margins(results, pattern)
    ranked = contrasts(fitted.effects, fitted.curvature, own, groups, plays)
    gained = contrasts(in_points.effects, in_points.curvature, own, groups, plays)
    fair, plain = fair_win_rates(selection, kind, ranked.values), selection.wins[own] / plays
    for number, name in enumerate(selection.names[kind]):
        margin, wide = float(gained.values[number]), float(gained.errors[number]) * spread * 1.96
        yield {
            "name": name,
            "games": int(plays[number]),
            **_rating(ranked, number, 0),
            "fair_rate": float(fair[number]),
            "win_rate": float(plain[number]),
            "margin": margin,
            "margin_low": margin - wide,
            "margin_high": margin + wide,
        }


def player_rows(selection: Selection) -> Iterator[dict[str, Any]]:
    """A row for each player: the rating with its interval."""
    found: Ratings = rated(selection.results)
    for number, (name,) in enumerate(selection.names[PLAYERS]):
        yield {"player": name, **_rating(found.players, number, AVERAGE)}


def _rating(found: Contrasts, number: int, centre: int) -> dict[str, float]:
    return {
        "rating": centre + POINTS * float(found.values[number]),
        "rating_low": centre + POINTS * float(found.low[number]),
        "rating_high": centre + POINTS * float(found.high[number]),
    }


def _groups(names: list[Any]) -> Ints:
    """A number for each name, in order of first appearance; equal names have the same number."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], dtype=np.int64)


def fair_win_rates(selection: Selection, kind: int, logits: Floats) -> Floats:
    """(number): the mean chance of each effect to win at the tables where it sat, if all others were average."""
    results = selection.results
    own = results.kind(kind)
    several = np.broadcast_to(results.playing.sum(axis=1, keepdims=True), results.rank.shape)
    acting = results.playing & (results.terms[:, :, kind] >= 0)
    which = results.terms[:, :, kind][acting] - own.start
    chances = fair_rates(logits[which], several[acting])
    sums = np.bincount(which, chances, minlength=len(logits))
    rates: Floats = sums / np.maximum(np.bincount(which, minlength=len(logits)), 1)
    return rates


def prediction_rows(selection: Selection) -> Iterator[dict[str, Any]]:
    """A row for each method: its mean log loss over games predicted from earlier ones, and how far it lags behind."""
    results = selection.results.only(PLAYERS, FACTIONS)
    starts = moments(selection.time)
    if not starts:
        return
    found = prediction.losses(results, prediction.methods(results), starts)
    contested = results.playing[starts[0] :].sum(axis=1) > 1
    best = found[prediction.MODEL][contested]
    for name, loss in sorted(found.items(), key=lambda each: each[1].mean()):
        behind = prediction.excess(loss[contested], best)
        yield {
            "method": name,
            "games": int(contested.sum()),
            "log_loss": float(loss[contested].mean()),
            "excess": behind.mean,
            "excess_low": behind.low,
            "excess_high": behind.high,
        }


def moments(time: Ints) -> list[int]:
    """The games before which methods are updated, never between games of the same time; empty for too few games."""
    games = len(time)
    first = max(FIRST, int(games * LEARNING))
    step = max(1, (games - first) // TIMES)
    begun = np.searchsorted(time, time[np.arange(first, games, step)]) if games > first else np.zeros(0, dtype=int)
    return sorted({int(start) for start in begun if start >= min(FIRST, first)})
