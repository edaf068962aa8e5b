"""Which factions can be compared, comparisons of two, joint intervals and shrunken ratings: against other computations.

scipy has the quantiles of independent comparisons; the rest is plain Python, directly from the definitions.
"""

from math import exp, log, sqrt

import numpy as np
import pytest
from scipy import stats

from benchmarks.leagues import Plan, clubs, league
from benchmarks.strength import compared
from projections.statistics.strength import curvature
from projections.statistics.strength.comparisons import connected, differences, from_prior, joint_width
from projections.statistics.strength.contrasts import WIDTH
from projections.statistics.strength.fitting import WEAK_OTHERS
from projections.statistics.strength.pooling import EXPECTED, SPREADS, TO_ZERO, pooled
from projections.statistics.strength.results import Results
from projections.statistics.strength.unbiased import rated


def grouped(results: Results, kind: int) -> set[frozenset[int]]:
    """Which effects of a kind games lead to from each other, by merging sets game by game."""
    own = results.kind(kind)
    groups = [{effect} for effect in range(own.start, own.stop)]
    for ranks, terms in zip(results.rank, results.terms, strict=True):
        met = {int(term[kind]) for rank, term in zip(ranks, terms, strict=True) if rank > 0 and term[kind] >= 0}
        touched = [group for group in groups if group & met]
        groups = [group for group in groups if not group & met] + ([set().union(*touched)] if touched else [])
    return {frozenset(effect - own.start for effect in group) for group in groups}


@pytest.mark.parametrize("kind", [0, 1], ids=["players", "factions"])
def test_effects_are_connected_by_the_games_in_which_they_met(kind):
    """Dropped seats meet nobody, and seats without a name connect no players."""
    for seed in range(20):
        results = league(Plan(games=7, players=12, factions=10, chairs=3, drop=0.3), seed).results
        terms = results.terms.copy()
        terms[terms == 3] = -1
        results = Results(results.rank, terms, results.sizes, results.points)
        found = connected(results, kind)
        members = {frozenset(np.flatnonzero(found == group).tolist()) for group in found}
        assert members == grouped(results, kind)


def test_a_player_of_both_clubs_does_not_connect_their_factions():
    """The player is as strong in either, but the factions of one could all be better by any amount."""
    rank = np.array([[1, 2], [1, 2], [2, 1]])
    terms = np.array([[[0, 3], [1, 4]], [[0, 5], [2, 6]], [[0, 6], [2, 5]]])
    results = Results(rank, terms, (3, 4), np.zeros((3, 2)))
    assert connected(results, 0).tolist() == [0, 0, 0]
    assert connected(results, 1).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("number", [1, 2, 8, 20])
def test_independent_intervals_are_as_wide_as_sidak_has_them(number):
    expected = stats.norm.ppf((1 + 0.95 ** (1 / number)) / 2)
    assert joint_width(np.diag(np.arange(1.0, number + 1))) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("number", [2, 5, 14])
def test_differences_of_independent_effects_are_as_wide_as_tukey_has_them(number):
    found = differences(np.arange(float(number)), np.eye(number) * 4, np.zeros(number, dtype=int))
    assert found.width == pytest.approx(stats.studentized_range.ppf(0.95, number, np.inf) / sqrt(2), rel=0.01)
    assert found.values.tolist() == [one - other for one in range(number) for other in range(one + 1, number)]
    assert found.errors == pytest.approx(sqrt(8))


def test_only_effects_of_one_group_are_compared():
    found = differences(np.arange(5.0), np.eye(5), np.array([0, 1, 0, 1, 2]))
    assert list(zip(found.first, found.second, strict=True)) == [(0, 2), (1, 3)]


def test_shrunken_effects_are_those_of_the_definition():
    """Independent effects: each spread weighs as much as the density of what was seen, times its own."""
    seen, errors, weak = [0.9, -0.2, 0.1, -0.6], [0.3, 0.2, 0.5, 0.4], 0.7
    prior = [1 / (1 / error**2 + 1 / weak**2) for error in errors]
    effects = [value / error**2 * variance for value, error, variance in zip(seen, errors, prior, strict=True)]
    found = pooled(np.array(effects), np.diag(prior), weak)
    evidence = [
        exp(-(spread**2) / (2 * EXPECTED**2))
        / spread**TO_ZERO
        * exp(
            sum(
                stats.norm.logpdf(value, scale=sqrt(spread**2 + error**2))
                for value, error in zip(seen, errors, strict=True)
            )
        )
        for spread in SPREADS
    ]
    weights = [each / sum(evidence) for each in evidence]
    expected = [
        sum(
            weight * value * spread**2 / (spread**2 + error**2) for weight, spread in zip(weights, SPREADS, strict=True)
        )
        for value, error in zip(seen, errors, strict=True)
    ]
    assert found.values == pytest.approx(expected)
    better = 0.0
    for weight, spread in zip(weights, SPREADS, strict=True):
        kept = [spread**2 / (spread**2 + error**2) for error in errors]
        ahead = kept[0] * seen[0] - kept[1] * seen[1]
        better += weight * stats.norm.cdf(ahead / sqrt(kept[0] * errors[0] ** 2 + kept[1] * errors[1] ** 2))
    assert found.better(np.array([0]), np.array([1]))[0] == pytest.approx(better)


def test_what_the_prior_says_of_a_difference():
    """Two effects met with information 3 on their difference: its variance without the prior is 1/3."""
    games = 3 * np.array([[1.0, -1.0], [-1.0, 1.0]])
    covariance = np.linalg.inv(games + np.eye(2) / 0.7**2)
    pairs = differences(np.zeros(2), covariance, np.zeros(2, dtype=int))
    variance = 1 / (3 + 1 / (2 * 0.7**2))
    assert pairs.errors[0] == pytest.approx(sqrt(variance))
    assert from_prior(covariance, 0.7, pairs)[0] == pytest.approx(1 - variance * 3)


def test_two_clubs_that_met_once_are_weakly_connected():
    """Within a club the games decide; across, one game says less than the prior does."""
    made = clubs(Plan(games=150, players=30, factions=7), 1.5, 1)
    rank = np.vstack([made.results.rank, [[1, 2, 3, 4]]])
    terms = np.concatenate([made.results.terms, made.results.terms[[0]]])
    terms[-1, 2:] = made.results.terms[-1, 2:]
    results = Results(rank, terms, made.results.sizes, np.zeros(rank.shape))
    assert set(connected(results, 1)) == {0}
    fit = rated(results).fit
    own = results.kind(1)
    covariance = fit.curvature.covariance(curvature.each(len(fit.effects), own))
    pairs = differences(fit.effects[own], covariance, connected(results, 1))
    across = (pairs.first < 7) & (pairs.second >= 7)
    found = from_prior(covariance, WEAK_OTHERS, pairs)
    assert found[across].min() > 0.5 > found[~across].max()


@pytest.mark.parametrize("small", [0, 500], ids=["sparse", "dense"])
def test_a_covariance_has_the_variances_on_its_diagonal(monkeypatch, small):
    monkeypatch.setattr(curvature, "SMALL", small)
    results = league(Plan(games=40, players=9, factions=5), 2).results
    fit = rated(results).fit
    every = curvature.each(results.effects, slice(0, results.effects))
    found = fit.curvature.covariance(every)
    assert np.diagonal(found) == pytest.approx(fit.curvature.variances(every), rel=1e-6)
    assert found @ fit.curvature.solve(np.eye(results.effects)).T == pytest.approx(found @ found, rel=1e-5, abs=1e-8)


def test_equal_factions_seem_to_differ_less_often_jointly():
    """With all factions equal, some single difference leaves out 0 in most leagues; the joint ones do in one of 20."""
    found = [compared(league(Plan(games=150, spread=1e-9), seed)) for seed in range(30)]
    assert np.mean([one.zero[0] for one in found]) > 0.4
    assert np.mean([one.zero[1] for one in found]) <= 0.17
    assert np.mean([one.joint for one in found]) >= 0.83


def test_clubs_that_never_meet_are_rated_apart():
    """Whatever the gap between them, the intervals within each hold the truth."""
    found = [compared(clubs(Plan(games=100, players=20, factions=7), 1.5, seed)) for seed in range(20)]
    assert 0.92 <= np.mean([one.pairs for one in found]) <= 0.99
    assert np.mean([one.joint_pairs for one in found]) >= 0.8


def test_width_is_never_less_than_that_of_one_interval():
    assert joint_width(np.eye(1)) == pytest.approx(WIDTH, rel=0.01)
    assert joint_width(np.zeros((0, 0))) == WIDTH
    assert log(joint_width(np.eye(3))) > log(WIDTH)
