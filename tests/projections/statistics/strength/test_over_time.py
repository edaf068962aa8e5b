"""Players followed over time: against the definition in plain Python and scipy, at both sizes, and in leagues that
change.
"""

from math import log
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from scipy import linalg, optimize

from benchmarks.leagues import Plan, changing, league, store_league
from benchmarks.over_time import excess, held
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.statistics.strength import over_time as module
from projections.statistics.strength import prediction
from projections.statistics.strength.calendar import Calendar, calendar, days
from projections.statistics.strength.chains import inverted, walk_precision
from projections.statistics.strength.over_time import (
    Change,
    Expected,
    Followed,
    above_others,
    followed,
    walks,
    with_states,
)
from projections.statistics.strength.results import Floats, Results
from tests.projections.statistics.strength.by_definition import games_of, log_chance

PLAN = Plan(games=24, players=5, factions=4, chairs=3)
VARIANCES = (0.4, 0.2)
ONE = Change(0.7, 1.0, 0.9)
ONE_DRIFT = Expected((ONE,))


def small() -> tuple[Results, Calendar]:
    """A league whose games are on uneven days; player 0 begins late."""
    results = league(PLAN, 3).results
    terms, rank = results.terms.copy(), results.rank.copy()
    rank[:10][terms[:10, :, 0] == 0] = 0
    games = np.arange(PLAN.games)
    when = calendar(games, games + 40.0 * (games > 12), PLAN.players)
    return Results(rank, terms, results.sizes, results.points), when


def test_the_most_likely_course_is_that_of_the_definition() -> None:
    """Plackett-Luce with ties by Efron, players as Brownian motions with trends from their first game on."""
    results, when = small()
    found = followed(results, when, VARIANCES, ONE_DRIFT)
    assert found.drifts.tolist() == [ONE.drift]
    players, periods = found.walks.shape
    assert periods == 4
    assert found.walks.begun[0] > 0
    games = games_of(with_states(results, when))

    def loss(effects: Floats) -> float:
        value = sum(log_chance(game, effects.tolist()) for game in games)
        states, factions = effects[: players * periods].reshape(players, periods), effects[players * periods :]
        for own, begun in zip(states, found.walks.begun, strict=True):
            value -= own[begun] ** 2 / VARIANCES[0] / 2 + (own[:begun] ** 2).sum() / VARIANCES[0] / 2
            gaps, steps = when.gaps[begun:], np.diff(own[begun:])
            varying = ONE.drift**2 * np.diag(gaps) + ONE.trend**2 * np.outer(gaps, gaps)
            value -= steps @ np.linalg.solve(varying, steps) / 2
        return float((factions**2).sum() / VARIANCES[1] / 2 - value)

    best = optimize.minimize(loss, np.zeros(len(found.effects)), method="BFGS", options={"gtol": 1e-5})
    assert found.effects == pytest.approx(best.x, abs=2e-4)


def test_changes_are_weighted_by_their_evidence() -> None:
    """Laplace's approximation from the whole curvature, counted as often as it is believed, times what is expected."""
    results, when = small()
    changes = (Change(0.7, 0.3, 0.9), Change(1.7, 0.3), Change(1.7, 0.4, 0.5))
    found = followed(results, when, VARIANCES, Expected(changes, 0.4))
    assert found.drifts.tolist() == [change.drift for change in changes]
    games = games_of(with_states(results, when))
    likely = []
    for change, course in zip(changes, found.courses, strict=True):
        tied = walk_precision(found.walks.begun, found.walks.gaps, VARIANCES[0], change.drift**2, change.trend**2)
        prior = linalg.block_diag(*tied, np.eye(results.sizes[1]) / VARIANCES[1])
        whole = np.linalg.inv(course.curvature.solve(np.eye(len(prior))))
        value = sum(log_chance(game, course.effects.tolist()) for game in games)
        value -= course.effects @ prior @ course.effects / 2
        value += (np.linalg.slogdet(prior)[1] - np.linalg.slogdet(whole)[1]) / 2
        likely.append(0.4 * value + log(change.chance))
    weights = np.exp(np.array(likely) - max(likely))
    assert found.weights == pytest.approx(weights / weights.sum(), abs=1e-3)


def test_walks_vary_as_defined() -> None:
    """The start varies, the walk adds its drift, the trend what it has added by then, squared."""
    begun, gaps = np.array([0, 2, 4]), np.array([0.5, 0.25, 0.25])
    time = np.array([0, 0.5, 0.75, 1.0])
    chains = inverted(walk_precision(begun, gaps, 0.4, 0.9, 0.7))
    for own, first in zip(chains.inverses, begun, strict=True):
        since = np.maximum(time - time[min(first, 3)], 0.0)
        expected = 0.4 + 0.9 * np.minimum.outer(since, since) + 0.7 * np.outer(since, since)
        before = np.arange(4) < first
        expected[before] = expected[:, before] = 0.0
        assert own == pytest.approx(np.where(np.eye(4, dtype=bool) & before, 0.4, expected), abs=1e-12)
    assert chains.variances()[0] == pytest.approx([0.4, 1.025, 1.46875, 2.0])
    assert inverted(walk_precision(begun, gaps, 0.4, 0.9)).variances()[0] == pytest.approx([0.4, 0.85, 1.075, 1.3])
    right = np.random.default_rng(0).normal(size=(3, 4, 2))
    assert chains.solve(right)[1] == pytest.approx(chains.inverses[1] @ right[1])
    assert chains.size == pytest.approx(-np.log(np.linalg.det(chains.inverses)).sum())


def rated(found: Followed, results: Results) -> tuple[Floats, Floats]:
    plays = results.plays()[results.kind(0)]
    return above_others(found, plays, np.zeros(len(plays), dtype=np.int64))


def test_large_leagues_are_followed_like_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Iterative solutions and estimated variances instead of whole matrices."""
    plan = Plan(games=400, players=50)
    results = league(plan, 2).results
    games = np.arange(plan.games)
    when = calendar(games, games * 1.0, plan.players)
    exact = followed(results, when, VARIANCES, ONE_DRIFT)
    values, errors = rated(exact, results)
    monkeypatch.setattr(module, "DENSER", 0)
    monkeypatch.setattr(module, "DENSE", 0)
    rough = followed(results, when, VARIANCES, ONE_DRIFT)
    assert rough.effects == pytest.approx(exact.effects, abs=1e-4)
    found, estimated = rated(rough, results)
    assert found == pytest.approx(values, abs=1e-4)
    assert np.abs(estimated / errors - 1).max() < 0.12
    assert np.abs(estimated / errors - 1).mean() < 0.03


def test_errors_are_those_of_the_whole_inverse() -> None:
    results, when = small()
    found = followed(results, when, VARIANCES, ONE_DRIFT)
    plays = results.plays()[:5]
    values, errors = above_others(found, plays, np.zeros(5, dtype=np.int64))
    covariance = found.courses[0].curvature.solve(np.eye(len(found.effects)))
    periods = when.periods
    for period in range(periods):
        weights = np.where(found.walks.begun <= period, plays, 0)
        for player in np.flatnonzero(weights):
            contrast = np.zeros(len(found.effects))
            contrast[np.arange(5) * periods + period] = -weights / weights.sum()
            contrast[player * periods + period] += 1
            assert values[player, period] == pytest.approx(contrast @ found.effects)
            beside = [*when.gaps[max(period - 1, 0) : period], *when.gaps[period : period + 1]]
            within = ONE.drift**2 * np.mean(beside) / 12
            assert errors[player, period] == pytest.approx(np.sqrt(contrast @ covariance @ contrast + within))


def test_games_of_one_day_are_one_period() -> None:
    time = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 3])
    when = calendar(time, np.array([5.0, 5, 5, 6, 6, 9, 9, 9, 9, 9, 9, 15]), 4)
    assert when.period.tolist() == [0] * 5 + [1] * 7 or when.periods == 1
    alone = calendar(np.zeros(30, dtype=int), np.full(30, 7.0), 4)
    assert (alone.periods, alone.gaps.tolist()) == (1, [])
    assert calendar(np.zeros(0, dtype=int), np.zeros(0), 0).periods == 0


def test_days_of_dates() -> None:
    """A month or a year counts as its first day, what is no date as the day before it."""
    found = days(["2021", "2021-02", "2021-02-03", "2021-02-03T20:15Z", "soon", "2021-02-05"])
    assert (found - found[0]).tolist() == [0, 31, 33, 33, 33, 35]
    assert days([]).tolist() == []


def test_a_player_who_begins_late_has_no_state_before() -> None:
    results, when = small()
    own = walks(results, when)
    games = np.flatnonzero(((results.terms[:, :, 0] == 0) & results.playing).any(axis=1))
    assert own.begun[0] == when.period[games[0]]


def test_rows_of_a_store(tmp_path: Path) -> None:
    """One row per player and period since the first game; the games so far; the last rating decides the order."""
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        store_league(store.connection, league(Plan(games=40, players=6, factions=5, chairs=3, drop=0.1), 1))
        (found,) = statistics.run(store.connection, "ratings", Filters())
        played = store.connection.execute(
            "SELECT player, count(*) FROM seats WHERE NOT dropped GROUP BY player"
        ).fetchall()
        (none,) = statistics.run(store.connection, "ratings", Filters(since="2020-02-20"))
        store.connection.execute("UPDATE games SET played_at = ''")
        (undated,) = statistics.run(store.connection, "ratings", Filters())
    last = {row["player"]: row for row in found.rows}
    assert {name: row["games"] for name, row in last.items()} == dict(played)
    final = [row["rating"] for row in last.values()]
    assert final == sorted(final, reverse=True)
    assert all(row["rating_low"] < row["rating"] < row["rating_high"] for row in found.rows)
    for name in last:
        own = [row for row in found.rows if row["player"] == name]
        assert [row["until"] for row in own] == sorted(row["until"] for row in own)
        assert np.cumsum([row["played"] for row in own]).tolist() == [row["games"] for row in own]
    assert "a player changes by about " in found.words
    assert none.rows == [] or "with a date" in none.words
    assert undated.rows == []
    assert "0 games with a date" in undated.words


@pytest.mark.long
def test_changing_leagues() -> None:
    """Intervals hold the truth, and games are predicted better where players change, no worse where they do not."""
    plan = Plan(games=150, players=16, preference=1)
    for gain, drift in ((0.0, 0.0), (1.0, 0.0), (0.0, 0.8)):
        found = [held(changing(plan, seed, gain, drift)) for seed in range(12)]
        for name in ("all", "improving", "pausing", "rare"):
            assert np.mean([getattr(one, name) for one in found]) >= 0.88, (gain, drift, name)
    same = np.concatenate([excess(changing(plan, seed)) for seed in range(6)])
    changed = np.concatenate([excess(changing(plan, seed, 2.5, 1.0)) for seed in range(6)])
    assert same.mean() < 2 * same.std() / np.sqrt(len(same)) + log(1.001)
    assert changed.mean() < -2 * changed.std() / np.sqrt(len(changed))


def test_predictions_use_nothing_from_the_future() -> None:
    """Other results of later games change no earlier prediction of the method that follows players."""
    made = changing(Plan(games=45, players=8, factions=5, preference=1), 2)
    results, games = made.results, np.arange(45)
    later = np.random.default_rng(3).permuted(results.rank[30:], axis=1)
    changed = replace(results, rank=np.concatenate([results.rank[:30], later]))
    found = []
    for each in (results, changed):
        method = prediction.methods(each, calendar(games, games.astype(np.float64), 8))[prediction.OVER_TIME]
        found.append(prediction.predicted(each, {"one": method}, [20, 30, 40])["one"])
    assert np.array_equal(found[0][:20], found[1][:20])
    assert not np.array_equal(found[0][20:], found[1][20:])
