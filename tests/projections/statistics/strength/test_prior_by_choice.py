"""The fit that is shrunken: against its definition in plain Python, and what becomes of the faction shown first."""

import numpy as np
import pytest

from benchmarks.leagues import Plan, league
from benchmarks.strength import shown_first
from projections.statistics.strength import curvature
from projections.statistics.strength.curvature import Pattern
from projections.statistics.strength.fitting import WEAK_OTHERS, WEAK_PLAYER
from projections.statistics.strength.prior_by_choice import AROUND_CHOICE, fit_by_choice
from projections.statistics.strength.results import Results
from tests.projections.statistics.strength.by_definition import curvature as second_derivatives
from tests.projections.statistics.strength.by_definition import games_of, log_chance, slope


def small() -> Results:
    """12 games of 5 players and 4 factions, in which a player has no name."""
    results = league(Plan(games=12, players=5, factions=4, chairs=3, preference=1), 4).results
    terms = results.terms.copy()
    terms[terms == 2] = -1
    return Results(results.rank, terms, results.sizes, results.points)


def log_posterior(results: Results, effects: np.ndarray) -> float:
    """Players around the mean of the effects of choice, which are written out here as effects of their own."""
    players, factions, choices = np.split(effects, [5, 9])
    games = games_of(results)
    chosen = np.zeros((5, 4))
    for game in games:
        for _, own in game:
            if len(own) == 2:
                chosen[own[0], own[1] - 5] += 1
    expected = (chosen / np.maximum(chosen.sum(axis=1, keepdims=True), 1)) @ choices
    prior = ((players - expected) / AROUND_CHOICE) ** 2
    value = sum(log_chance(game, effects[:9]) for game in games) - prior.sum() / 2
    return value - (factions**2).sum() / WEAK_OTHERS**2 / 2 - (choices**2).sum() / WEAK_PLAYER**2 / 2


@pytest.mark.parametrize("few", [0, 500], ids=["sparse", "dense"])
def test_it_is_the_best_of_the_posterior(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """With the effects of choice as further effects, its slope is 0 there, and its inverse curvature the covariance."""
    monkeypatch.setattr(curvature, "SMALL", few)
    results = small()
    own = results.kind(1)
    found, covariance = fit_by_choice(results, Pattern(results), own)
    everything = np.zeros(13)
    for _ in range(5):
        matrix = second_derivatives(lambda at: log_posterior(results, at), everything)
        everything = everything + np.linalg.solve(matrix, slope(lambda at: log_posterior(results, at), everything))
    assert found == pytest.approx(everything[own], abs=2e-3)
    assert covariance == pytest.approx(np.linalg.inv(matrix)[own, own], abs=2e-3)


@pytest.mark.long
def test_players_with_few_games_do_not_make_differences_larger() -> None:
    """With 1.5 games per player, the faction that stands first is not much better in truth than it is shown to be."""
    plan = Plan(games=150, players=400, preference=1)
    raw, off = np.mean([shown_first(league(plan, seed)) for seed in range(12)], axis=0)
    assert raw > 0.25
    assert abs(off) < 0.17
