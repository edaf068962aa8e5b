"""The fit, compared with other programs and with its definition; sparse and dense; priors from the data."""

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.leagues import Plan, league
from projections.statistics.strength import curvature, fitting, margins
from projections.statistics.strength.contrasts import contrasts
from projections.statistics.strength.curvature import each
from projections.statistics.strength.fitting import estimated, fit, precisions, weak_precision
from projections.statistics.strength.results import Results
from projections.statistics.strength.unbiased import rated
from tests.projections.statistics.strength import by_definition

SMALL = Plan(games=40, players=8, factions=5, preference=1, drop=0.1)


def without_ties(results: Results) -> Results:
    order = (-results.points + np.arange(results.points.shape[1]) / 100).argsort(axis=1).argsort(axis=1)
    return Results(order + 1, results.terms, results.sizes, results.points)


@pytest.mark.parametrize("seed", range(3))
def test_players_alone_are_those_of_choix(seed):
    """The reference has the same prior: its penalty is alpha times the squares, where alpha is half a precision."""
    results = without_ties(league(Plan(games=80, players=12), seed).results).only(0)
    orders = [
        tuple(int(player) for player in row[rank.argsort()])
        for row, rank in zip(results.terms[:, :, 0], results.rank, strict=True)
    ]
    theirs = choix.opt_rankings(12, orders, alpha=0.3, tol=1e-12)
    ours = fit(results, np.full(12, 0.6)).effects
    assert ours == pytest.approx(theirs, abs=1e-6)


def test_it_is_the_highest_point_of_the_posterior_and_its_curvature_there():
    """This is computed by definition, in plain Python, with another library's minimiser."""
    results = league(SMALL, 4).results
    games = by_definition.games_of(results)
    deviations = [4.0] * 8 + [1.4] * 5

    def loss(effects):
        return -by_definition.log_posterior(games, effects, deviations)

    found = minimize(loss, np.zeros(13), method="BFGS", options={"gtol": 1e-6})
    ours = fit(results, weak_precision(results))
    assert ours.effects == pytest.approx(found.x, abs=1e-4)
    inverse = np.linalg.inv(-by_definition.curvature(loss, ours.effects))
    assert ours.curvature.variances(each(13, slice(0, 13))) == pytest.approx(np.diagonal(inverse), rel=1e-3)
    own, weights = results.kind(1), results.plays()[8:]
    against = np.eye(5) - weights / weights.sum()
    compared = contrasts(ours.effects, ours.curvature, own, np.zeros(5, dtype=int), weights)
    assert compared.values == pytest.approx(against @ ours.effects[own], abs=1e-12)
    assert compared.errors**2 == pytest.approx(np.diagonal(against @ inverse[own, own] @ against.T), rel=1e-3)
    assert compared.values @ weights == pytest.approx(0, abs=1e-9)


def test_groups_are_compared_among_themselves():
    """On each map, the factions' contrasts cancel out; those of another map do not count."""
    results = league(SMALL, 4).results
    fitted = fit(results, weak_precision(results))
    groups, plays = np.array([0, 0, 1, 1, 1]), results.plays()[8:]
    found = contrasts(fitted.effects, fitted.curvature, results.kind(1), groups, plays)
    for group in (0, 1):
        own = groups == group
        assert (found.values * plays)[own].sum() == pytest.approx(0, abs=1e-9)
        mean = np.average(fitted.effects[results.kind(1)][own], weights=plays[own])
        assert found.values[own] == pytest.approx(fitted.effects[results.kind(1)][own] - mean)


def test_a_seat_without_a_name_is_nobodys():
    """No player's effect moves by what it does; the faction's does."""
    results = league(SMALL, 5).results
    terms = results.terms.copy()
    terms[terms[:, :, 0] == 3, 0] = -1
    nameless = Results(results.rank, terms, results.sizes, results.points)
    assert nameless.plays()[3] == 0
    fitted = fit(nameless, weak_precision(nameless))
    assert fitted.effects[3] == pytest.approx(0, abs=1e-12)
    assert nameless.plays()[8:].tolist() == results.plays()[8:].tolist()


def test_sparse_and_dense_are_the_same(monkeypatch):
    """Effects and the variances of few contrasts are equal; those of many agree as far as random signs allow."""
    results = league(Plan(games=1500, players=300, preference=1), 6).results
    monkeypatch.setattr("projections.statistics.strength.prior_by_choice.FEW_GAMES", 0)
    own, players = results.kind(1), results.kind(0)
    plays = results.plays()
    dense, dense_margins = rated(results), margins.fit_margins(results)
    monkeypatch.setattr(curvature, "SMALL", 0)
    solved = rated(results)
    assert solved.fit.effects == pytest.approx(dense.fit.effects, abs=1e-5)
    assert solved.players.errors == pytest.approx(dense.players.errors, rel=1e-6)
    monkeypatch.setattr(curvature, "DENSE", 0)
    monkeypatch.setattr(curvature, "EXACT", 20)
    monkeypatch.setattr(curvature, "SMALL_KEYS", 0)
    sparse, sparse_margins = rated(results), margins.fit_margins(results)
    assert isinstance(sparse.fit.curvature, curvature.Sparse)
    assert isinstance(dense.fit.curvature, curvature.Dense)
    assert sparse.fit.effects[own] == pytest.approx(dense.fit.effects[own], abs=1e-4)
    in_two = np.arange(14) % 2
    for few, exact in ((sparse.fit, dense.fit), (sparse_margins[0], dense_margins[0])):
        found = contrasts(few.effects, few.curvature, own, in_two, plays[own])
        expected = contrasts(exact.effects, exact.curvature, own, in_two, plays[own])
        assert found.errors == pytest.approx(expected.errors, rel=1e-5)
    assert sparse_margins[1] == pytest.approx(dense_margins[1], rel=0.005)
    off = sparse.players.errors / dense.players.errors - 1
    assert abs(off.mean()) < 0.01
    assert off.std() < 0.03
    assert sparse.players.values == pytest.approx(dense.players.values, abs=1e-4)
    assert len(players.indices(len(plays))) == 3


def test_one_game_makes_no_champion():
    """A player with one game is rated by its result, but nowhere near the ends of the prior."""
    rank = np.array([[1, 2, 3, 4], [1, 1, 3, 0]])
    terms = np.array([[[0], [1], [2], [3]], [[4], [5], [-1], [6]]])
    found = rated(Results(rank, terms, (7,), np.zeros((2, 4)))).fit.effects
    assert found[0] > found[1] > found[2] > found[3]
    assert abs(found).max() < 2
    assert found[4] == pytest.approx(found[5])
    assert found[4] > 0
    assert found[6] == 0


def test_who_sits_at_a_table_twice_is_one_player():
    """An example is somebody who plays both sides: there is no error, and one rating."""
    rank = np.array([[1, 2], [1, 2], [2, 1]])
    terms = np.array([[[0], [0]], [[0], [1]], [[0], [1]]])
    found = rated(Results(rank, terms, (2,), np.zeros((3, 2)))).fit.effects
    assert found == pytest.approx([0, 0], abs=1e-2)


def test_the_prior_is_that_of_the_league():
    """If nobody prefers anything, the estimated variances are those with which the leagues were made."""
    found = np.array([estimated(league(Plan(skill=0.6, spread=0.35), seed).results)[1] for seed in range(20)])
    assert found[:, 0].mean() == pytest.approx(0.36, rel=0.15)
    assert found[:, 1].mean() == pytest.approx(0.1225, rel=0.25)


def test_a_league_without_differences_collapses_to_them():
    """With few games of equals, the variance of factions can be zero, which is not an error."""
    for seed in range(5):
        fitted, variances = estimated(league(Plan(games=30, skill=0.01, spread=0.01), seed).results)
        assert all(variance >= fitting.LEAST_VARIANCE for variance in variances)
        assert np.isfinite(fitted.effects).all()


def test_where_it_begins_does_not_matter():
    results = league(SMALL, 7).results
    precision = precisions(results, (1.0, 0.5))
    far = np.random.default_rng(1).normal(0, 5, results.effects)
    assert fit(results, precision, far).effects == pytest.approx(fit(results, precision).effects, abs=1e-5)


@pytest.mark.parametrize("small", [0, 500], ids=["sparse", "dense"])
def test_who_meets_later_changes_nothing(monkeypatch, small):
    """The pattern of a whole league gives the same fit of its first games as their own pattern."""
    monkeypatch.setattr(curvature, "SMALL", small)
    whole = league(SMALL, 9).results
    first = whole.part(slice(0, 15))
    alone, within = estimated(first), estimated(first, pattern=curvature.Pattern(whole))
    assert within[0].effects == pytest.approx(alone[0].effects, abs=1e-9)
    assert within[1] == pytest.approx(alone[1], rel=1e-6)


def test_predictions_end_near_the_highest_point():
    """Their fit ends sooner than the exact one, within a twentieth of a standard error of it."""
    results = league(Plan(preference=1), 1).results
    fitted, variances = estimated(results)
    exact = fit(results, precisions(results, variances))
    errors = np.sqrt(exact.curvature.variances(each(results.effects, slice(0, results.effects))))
    assert (np.abs(fitted.effects - exact.effects) / errors).max() < 0.05


def test_nobody_at_all():
    """Games of nameless seats without factions just have no effects."""
    empty = Results(np.array([[1, 2], [2, 1]]), np.full((2, 2, 2), -1), (0, 0), np.zeros((2, 2)))
    assert rated(empty).fit.effects.shape == (0,)
    assert estimated(empty)[0].effects.shape == (0,)


def test_margins_are_those_of_least_squares():
    """The reference is one large system of equations, with each table's mean as an effect and the prior as rows."""
    results = league(SMALL, 8).results
    fitted, spread = margins.fit_margins(results)
    rows, right = [], []
    for game, (ranks, terms, points) in enumerate(zip(results.rank, results.terms, results.points, strict=True)):
        for rank, own, vp in zip(ranks, terms, points, strict=True):
            if rank > 0:
                row = np.zeros(13 + len(results.rank))
                row[own] += 1
                row[13 + game] = 1
                rows.append(row)
                right.append(vp)
    for effect in range(13):
        row = np.zeros(13 + len(results.rank))
        row[effect] = margins.SPREAD / (fitting.WEAK_PLAYER if effect < 8 else fitting.WEAK_OTHERS)
        rows.append(row)
        right.append(0)
    matrix, wanted = np.array(rows), np.array(right)
    found = np.linalg.lstsq(matrix, wanted, rcond=None)[0]
    assert fitted.effects == pytest.approx(found[:13], abs=1e-6)
    covariance = np.linalg.inv(matrix.T @ matrix)[:13, :13]
    assert fitted.curvature.variances(each(13, slice(0, 13))) == pytest.approx(np.diagonal(covariance), rel=1e-6)
    assert 12 < spread < 20  # Gumbel's deviation of 1.28 logits, at 12 points each, is 15.4


@pytest.mark.parametrize("effects", [0, 3, 20])
def test_nothing_is_asked_of_a_factored_matrix(effects: int, capfd: pytest.CaptureFixture[str]) -> None:
    """Also where no effect is known at all: LAPACK would print that it got an empty matrix."""
    found = curvature.Dense(np.eye(effects))
    assert found.covariance(each(effects, slice(0, 0))).shape == (0, 0)
    assert found.variances(each(effects, slice(0, 0))).shape == (0,)
    assert capfd.readouterr() == ("", "")


def test_few_combinations_are_solved_for_as_the_inverse_gives_them() -> None:
    """One of eight effects and fewer; more come from the whole inverse."""
    rng = np.random.default_rng(1)
    half = rng.standard_normal((16, 16))
    found, inverse = curvature.Dense(half @ half.T + np.eye(16)), np.linalg.inv(half @ half.T + np.eye(16))
    for number in (1, 2, 3, 16):
        assert found.covariance(each(16, slice(0, number))) == pytest.approx(inverse[:number, :number])
