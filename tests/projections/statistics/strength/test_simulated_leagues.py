"""Comparison with true values by simulation, on a small scale; `benchmarks/strength.py` does it on a large one."""

import numpy as np
import pytest

from benchmarks.leagues import Plan, league
from benchmarks.strength import EXTREMES, judged, last_fifth
from projections.statistics.strength import prediction

pytestmark = pytest.mark.long

LEAGUES = 30
every_preference = pytest.mark.parametrize("preference", [0.5, 1.0, 2.0], ids=["weak", "medium", "strong"])


@every_preference
def test_intervals_hold_the_truth_where_plain_rates_do_not(preference):
    """Strong players prefer strong factions: plain win rates credit the factions with this, ratings do not.

    Of 30 leagues with 14 factions, the share that 95 % intervals hold lies within 92 to 98 % if they are right.
    """
    plan = Plan(preference=preference)
    found = [judged(plan, league(plan, seed)) for seed in range(LEAGUES)]
    assert 0.92 <= np.mean([one.rating for one in found]) <= 0.98
    assert 0.92 <= np.mean([one.margin for one in found]) <= 0.98
    assert 0.92 <= np.mean([one.players for one in found]) <= 0.98
    ends = np.r_[:EXTREMES, -EXTREMES:0]
    assert np.mean([one.rating[ends] for one in found]) >= 0.9
    assert np.mean([one.off[-EXTREMES:] for one in found]) > 0.03
    assert np.mean([one.off[:EXTREMES] for one in found]) < -0.02
    assert np.mean([one.plain[ends] for one in found]) < 0.8


def test_without_preference_plain_rates_are_right():
    """The bias shown above is not an artefact of the simulation."""
    plan = Plan(preference=0)
    found = [judged(plan, league(plan, seed)) for seed in range(LEAGUES)]
    assert abs(np.mean([one.off[-EXTREMES:] for one in found])) < 0.01
    assert 0.92 <= np.mean([one.plain for one in found]) <= 0.98


def test_players_with_few_games_bias_no_faction():
    """With seven games each, plain most likely effects would make the best factions at least 10 points too strong."""
    plan = Plan(players=300, preference=1)
    found = [judged(plan, league(plan, seed)) for seed in range(LEAGUES)]
    assert 0.92 <= np.mean([one.rating for one in found]) <= 0.985
    best = np.array([one.excess[-EXTREMES:].mean() for one in found])
    assert abs(best.mean()) < 2.5 * best.std() / np.sqrt(LEAGUES)


@every_preference
def test_the_model_predicts_best(preference):
    """This holds for the mean of the leagues; a single one is too noisy."""
    found = [last_fifth(league(Plan(preference=preference), seed)) for seed in range(20)]
    mean = {name: np.mean([one[name] for one in found]) for name in found[0]}
    assert set(mean) == {"model", "elo", "weng_lin", "players_only", "faction_rates", "uniform"}
    assert min(mean, key=lambda name: mean[name]) == prediction.MODEL
    assert mean["uniform"] == max(mean.values())
