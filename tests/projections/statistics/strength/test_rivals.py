"""The methods with which the model is compared: each checked by hand, or against another program."""

import math

import numpy as np
import pytest
from openskill.models import PlackettLuce

from benchmarks.leagues import Plan, league
from projections.statistics.strength import online, prediction, rivals
from projections.statistics.strength.estimates import moments
from projections.statistics.strength.results import Results


def test_weng_lin_is_that_of_openskill():
    """Teams of a player and a faction are compared game by game, including ties."""
    results = league(Plan(games=60, players=10, factions=6), 1).results
    model = PlackettLuce(mu=0, sigma=online.DEVIATION, beta=online.NOISE, kappa=online.LEAST_SHRINKAGE, tau=0)
    theirs = [model.rating() for _ in range(results.effects)]
    for ranks, terms in zip(results.rank, results.terms, strict=True):
        teams = model.rate([[theirs[e] for e in own] for own in terms], ranks=[float(rank) for rank in ranks])
        for own, team in zip(terms, teams, strict=True):
            for effect, rating in zip(own, team, strict=True):
                theirs[effect] = rating
    predicted = online.WengLin()(results)(results)
    mean, variance = np.array([r.mu for r in theirs]), np.array([r.sigma**2 for r in theirs])
    for game in range(len(results.rank)):
        spread = sum(variance[own].sum() + online.NOISE**2 for own in results.terms[game])
        expected = [mean[own].sum() / math.sqrt(spread) for own in results.terms[game]]
        assert predicted[game] == pytest.approx(expected, rel=1e-6)


def test_elo_by_hand():
    """One game of two players in three passes: both effects of the winner gain the part that was not expected."""
    results = Results(np.array([[1, 2]]), np.array([[[0, 2], [1, 3]]]), (2, 2), np.zeros((1, 2)))
    gain = loss = 0.0
    for _ in range(online.PASSES):
        moved = online.POT * (1 - 1 / (1 + 10 ** ((2 * loss - 2 * gain) / 400)))
        gain, loss = gain + moved, loss - moved
    logits = online.Elo()(results)(results)[0] * online.ELO_SPREAD
    assert logits == pytest.approx([2 * gain, 2 * loss])


def test_nobody_has_no_elo():
    """A seat without a name only has the effect of its faction."""
    results = Results(np.array([[1, 2]]), np.array([[[-1, 0], [-1, 1]]]), (0, 2), np.zeros((1, 2)))
    assert online.Elo()(results)(results)[0, 0] > 0
    assert online.WengLin()(results)(results)[0, 0] > 0
    nobody = Results(results.rank, np.full((1, 2, 2), -1), (0, 2), results.points)
    assert online.Elo()(results)(nobody).tolist() == [[0, 0]]
    assert online.WengLin()(results)(nobody).tolist() == [[0, 0]]


def test_faction_rates_by_hand():
    """Wins divided by expected wins, with one added to each; ties are shared, and dropped seats do not count."""
    rank = np.array([[1, 2, 0], [1, 1, 3]])
    terms = np.array([[[0, 3], [1, 4], [2, 5]], [[0, 3], [1, 5], [2, 4]]])
    results = Results(rank, terms, (3, 3), np.zeros((2, 3)))
    expected = np.log([(1 + 0.5 + 1) / (1 / 2 + 1 / 3 + 1), (0 + 1) / (1 / 2 + 1 / 3 + 1), (0.5 + 1) / (1 / 3 + 1)])
    assert rivals.faction_rates(results)(results)[0] == pytest.approx(expected)


def test_nothing_is_learnt_from_what_is_predicted():
    """The losses of games do not change if later games end differently."""
    results = league(Plan(games=60, players=10), 2).results
    other = results.rank.copy()
    other[45:] = other[45:, ::-1]
    changed = Results(other, results.terms, results.sizes, results.points)
    starts = [20, 30, 45]
    for name, method in prediction.methods(results).items():
        again = prediction.methods(results)[name]
        before = prediction.losses(results, {name: method}, starts)[name]
        after = prediction.losses(changed, {name: again}, starts)[name]
        assert before[:25] == pytest.approx(after[:25], abs=1e-9), name
        assert len(before) == 40


def test_the_loss_of_ignorance_is_known():
    results = league(Plan(games=30, drop=0.2), 3).results
    found = prediction.losses(results, {"uniform": rivals.uniform}, [0])["uniform"]
    for loss, ranks in zip(found, results.rank, strict=True):
        playing = [rank for rank in ranks if rank > 0]
        if len(set(playing)) == len(playing):
            assert loss == pytest.approx(math.log(math.factorial(len(playing))))


def test_games_of_one_time_are_not_separated():
    """Methods learn before games of the same time, never between them, and not from fewer than twenty games."""
    times = np.repeat(np.arange(50), 4)
    starts = moments(times)
    assert starts
    assert all(start % 4 == 0 and start >= 40 for start in starts)
    assert moments(np.zeros(300, dtype=int)) == []
    assert moments(np.arange(19)) == []
    assert moments(np.arange(21)) == [20]


def test_excess_is_paired():
    found = prediction.excess(np.array([2.0, 3.0, 4.0]), np.array([1.0, 2.0, 3.0]))
    assert (found.mean, found.low, found.high) == (1, 1, 1)
