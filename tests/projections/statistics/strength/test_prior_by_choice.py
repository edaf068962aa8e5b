"""What is expected of players with few games: against its definition, and what becomes of the faction shown first."""

from typing import Any

import numpy as np
import pytest

from benchmarks.leagues import Plan, league
from benchmarks.strength import shown_first
from projections.statistics.strength import curvature
from projections.statistics.strength.curvature import Pattern, each
from projections.statistics.strength.fitting import WEAK_OTHERS, WEAK_PLAYER
from projections.statistics.strength.likelihood import bias_slope, derivatives
from projections.statistics.strength.prior_by_choice import AROUND_CHOICE, FEW_GAMES, choices
from projections.statistics.strength.results import Results, strengths
from projections.statistics.strength.unbiased import rated, unbiased
from tests.projections.statistics.strength.by_definition import games_of, log_chance, slope


def small() -> Results:
    """12 games of 5 players and 4 factions, in which a player has no name."""
    results = league(Plan(games=12, players=5, factions=4, chairs=3, preference=1), 4).results
    terms = results.terms.copy()
    terms[terms == 2] = -1
    return Results(results.rank, terms, results.sizes, results.points)


def log_prior(results: Results, effects: Any) -> float:
    """Players around the mean of the effects of choice, which are written out here as effects of their own."""
    players, factions, chosen = np.split(effects, [5, 9])
    counted = np.zeros((5, 4))
    for game in games_of(results):
        for _, own in game:
            if len(own) == 2:
                counted[own[0], own[1] - 5] += 1
    expected = (counted / np.maximum(counted.sum(axis=1, keepdims=True), 1)) @ chosen
    prior = (((players - expected) / AROUND_CHOICE) ** 2).sum() + (factions**2).sum() / WEAK_OTHERS**2
    return float(-(prior + (chosen**2).sum() / WEAK_PLAYER**2) / 2)


def precision_without_choices(results: Results) -> Any:
    """(9, 9): the precision of players and factions, the effects of choice integrated out."""
    unit = np.eye(13)
    whole = np.array(
        [
            [
                log_prior(results, unit[one])
                + log_prior(results, unit[other])
                - log_prior(results, unit[one] + unit[other])
                for other in range(13)
            ]
            for one in range(13)
        ]
    )
    return np.linalg.inv(np.linalg.inv(whole)[:9, :9])


def test_the_prior_is_that_of_players_around_their_choices() -> None:
    """Integrating the effects of choice out of the definition leaves a diagonal and what is subtracted from it."""
    results = small()
    expected = choices(results)
    assert expected is not None
    whole = np.diag(expected.precision) - expected.outer @ np.linalg.inv(expected.inner) @ expected.outer.T
    assert whole == pytest.approx(precision_without_choices(results), abs=1e-9)
    effects = np.arange(9.0)
    assert expected.precision * effects - expected.pull(effects) == pytest.approx(whole @ effects)


@pytest.mark.parametrize("few", [0, 500], ids=["sparse", "dense"])
def test_the_fit_is_without_bias_under_that_prior(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """The slopes of the posterior, by definition, and of the bias cancel out; the covariance is the inverse."""
    monkeypatch.setattr(curvature, "SMALL", few)
    results, pattern = small(), Pattern(small())
    found = unbiased(results, pattern)
    expected, prior = choices(results), precision_without_choices(results)
    assert expected is not None
    games = games_of(results)
    rise = slope(lambda at: sum(log_chance(game, at) for game in games), found.effects) - prior @ found.effects
    eta = strengths(found.effects, results.terms)
    _, _, information = derivatives(eta, results.rank)
    added = pattern.added(information)
    players = np.where(results.playing, results.terms[:, :, 0], -1)
    bias = bias_slope(eta, results.rank, pattern.tables(added, expected.precision, players))
    assert rise + curvature.gathered(results, bias) == pytest.approx(0, abs=0.01)
    covariance = np.linalg.inv(pattern.known(added).toarray() + prior)
    all_of_them = each(9, slice(0, 9))
    assert found.curvature.covariance(all_of_them) == pytest.approx(covariance, abs=2e-3)
    assert found.curvature.variances(all_of_them) == pytest.approx(np.diagonal(covariance), abs=2e-3)
    assert found.curvature.solve(np.arange(9.0)) == pytest.approx(covariance @ np.arange(9.0), abs=0.05)


def test_with_many_games_choices_do_not_matter() -> None:
    """Nor where there are no factions."""
    plan = Plan(games=FEW_GAMES, players=4, factions=5)
    assert choices(league(plan, 1).results) is None
    few = league(Plan(games=FEW_GAMES, players=5, factions=5), 1).results
    assert choices(few) is not None
    assert choices(few.only(0)) is None


@pytest.mark.long
def test_players_with_few_games_do_not_make_differences_larger() -> None:
    """With 1.5 games per player, ratings of factions are neither too far apart nor too close together."""
    plan = Plan(games=150, players=400, preference=1)
    slopes = []
    for seed in range(12):
        made = league(plan, seed)
        own, plays = made.results.kind(1), made.results.plays()
        true = made.truth[own] - made.truth[own] @ plays[own] / plays[own].sum()
        slopes.append(rated(made.results).fit.effects[own] @ true / (true @ true))
    assert 0.7 < np.mean(slopes) < 1.3
    raw, off = np.mean([shown_first(league(plan, seed)) for seed in range(12)], axis=0)
    assert raw > 0.15
    assert abs(off) < 0.17
