"""Chances to win: scores and fifths in plain Python, chances of a named table against scipy, no use of the future."""

from collections.abc import Iterator
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from scipy import integrate, stats

from benchmarks.leagues import Plan, league, store_league
from events.log.codec import Unreadable
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.statistics.strength import prediction
from projections.statistics.strength.calendar import Calendar, calendar
from projections.statistics.strength.curvature import each
from projections.statistics.strength.data import read
from projections.statistics.strength.fitting import estimated
from projections.statistics.strength.results import Results

PLAN = Plan(games=120, players=9, factions=5, chairs=3, preference=1, drop=0.05)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    with EventStore(str(tmp_path_factory.mktemp("calibration") / "s.duckdb")) as opened:
        store_league(opened.connection, league(PLAN, 5))
        yield opened


def daily(results: Results) -> Calendar:
    """The calendar of a league with one game a day."""
    games = np.arange(len(results.rank))
    return calendar(games, games.astype(np.float64), results.sizes[0])


def answer(store: EventStore, name: str, **filters: Any) -> statistics.Answer:
    (found,) = statistics.run(store.connection, name, Filters(**filters))
    return found


def predictions() -> tuple[Results, dict[str, Any]]:
    """The predicted games of several seats, and the strengths by method, as in the store."""
    results = league(PLAN, 5).results
    starts = list(range(24, 120, 4))
    found = prediction.predicted(results, prediction.methods(results, daily(results)), starts)
    games = results.part(slice(24, None))
    several = games.playing.sum(axis=1) > 1
    return games.part(several), {name: strengths[several] for name, strengths in found.items()}


def chances_and_shares(games: Results, strengths: Any) -> list[list[tuple[float, float]]]:
    """(chance, share in the victory) of each seat of each game."""
    found = []
    for ranks, own in zip(games.rank.tolist(), strengths.tolist(), strict=True):
        seats = [(rank, exp(strength)) for rank, strength in zip(ranks, own, strict=True) if rank]
        best = min(rank for rank, _ in seats)
        winners = sum(rank == best for rank, _ in seats)
        total = sum(weight for _, weight in seats)
        found.append([(weight / total, (rank == best) / winners) for rank, weight in seats])
    return found


def test_briers_score_is_that_of_the_definition(store: EventStore) -> None:
    games, found = predictions()
    rows = {row["method"]: row for row in answer(store, "predict").rows}
    assert set(rows) == {*found, prediction.SETUP}  # start positions are settings
    for name, strengths in found.items():
        each_game = [sum((p - w) ** 2 for p, w in game) for game in chances_and_shares(games, strengths)]
        assert rows[name]["brier"] == pytest.approx(np.mean(each_game))
        assert rows[name]["games"] == len(each_game)


def test_fifths_are_those_of_the_sorted_seats(store: EventStore) -> None:
    games, found = predictions()
    rows = answer(store, "calibration").rows
    assert [row["method"] for row in rows[:5]] == ["model"] * 5
    for name, strengths in found.items():
        seats = sorted((seat for game in chances_and_shares(games, strengths) for seat in game), key=lambda one: one[0])
        size, more = divmod(len(seats), 5)
        own = [row for row in rows if row["method"] == name]
        assert [row["fifth"] for row in own] == [1, 2, 3, 4, 5]
        first = 0
        for number, row in enumerate(own):
            part = seats[first : first + size + (number < more)]
            first += len(part)
            assert row["games"] == len(part)
            assert row["predicted"] == pytest.approx(np.mean([chance for chance, _ in part]))
            if name not in ("uniform", "faction_rates"):  # there, many chances are equal
                assert row["wins"] == pytest.approx(sum(share for _, share in part))
            assert row["off"] == pytest.approx(row["wins"] / row["games"] - row["predicted"], abs=1e-8)


def test_later_results_change_no_earlier_prediction() -> None:
    results = league(PLAN, 5).results
    rng = np.random.default_rng(0)
    later = results.rank.copy()
    later[80:] = rng.permuted(later[80:], axis=0)
    changed = Results(later, results.terms, results.sizes, results.points)
    starts = [40, 60, 80, 100]
    one = prediction.predicted(results, prediction.methods(results, daily(results)), starts)
    other = prediction.predicted(changed, prediction.methods(changed, daily(changed)), starts)
    assert prediction.OVER_TIME in one
    for name, strengths in one.items():
        assert (strengths[:40] == other[name][:40]).all(), name
        if name != "uniform":
            assert (strengths[60:] != other[name][60:]).any(), name


def test_the_model_is_calibrated() -> None:
    """Over 20 leagues, the share of wins in each fifth is within three points of what was predicted."""
    chances, shares = [], []
    for seed in range(20):
        results = league(Plan(games=200, preference=1), seed).results
        (strengths,) = prediction.predicted(results, {"model": prediction.methods(results)["model"]}, [120]).values()
        games = results.part(slice(120, None))
        chances.append(prediction.win_chances(strengths, games).ravel())
        shares.append(prediction.win_shares(games).ravel())
    for fifth in prediction.fifths(np.concatenate(chances), np.concatenate(shares)):
        assert fifth.wins / fifth.seats == pytest.approx(fifth.chance, abs=0.035)


def test_chances_of_two_are_those_of_the_integral(store: EventStore) -> None:
    """The difference of two strengths is normal; the chance is the mean of its logistic function."""
    rows = answer(store, "predict", table="p1:f2, p4:f0").rows
    assert [(row["player"], row["faction"]) for row in rows] == [("p1", "f2"), ("p4", "f0")]
    selection = read(store.connection)
    results = selection.results.only(0, 1)
    fitted, _ = estimated(results)
    players = [name for (name,) in selection.names[0]]
    own = [players.index("p1"), len(players) + 2, players.index("p4"), len(players) + 0]
    sign = np.array([1.0, 1.0, -1.0, -1.0])
    covariance = fitted.curvature.covariance(each(results.effects, slice(0, results.effects)))[np.ix_(own, own)]
    mean, spread = float(sign @ fitted.effects[own]), sqrt(sign @ covariance @ sign)
    density = stats.norm(mean, spread).pdf
    expected = integrate.quad(lambda d: density(d) / (1 + exp(-d)), mean - 8 * spread, mean + 8 * spread)[0]
    assert rows[0]["win_chance"] == pytest.approx(expected, abs=0.01)
    ends = [1 / (1 + exp(-(mean + side * 1.96 * spread))) for side in (-1, 1)]
    assert (rows[0]["low"], rows[0]["high"]) == pytest.approx(ends, abs=0.015)
    assert sum(row["win_chance"] for row in rows) == pytest.approx(1)
    assert rows[0]["mean_rank"] == pytest.approx(2 - rows[0]["win_chance"])


def test_places_of_a_table_add_up(store: EventStore) -> None:
    rows = answer(store, "predict", table="p1:f2,p4:f0,p7:f1,p0:f4").rows
    assert sum(row["win_chance"] for row in rows) == pytest.approx(1)
    assert sum(row["mean_rank"] for row in rows) == pytest.approx(10)
    assert all(row["low"] < row["win_chance"] < row["high"] for row in rows)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("p1:f0", "found --table p1:f0, expected seats such as Ann:nomads,Bob:witches"),
        ("p1:f0,:f1", "expected seats such as"),
        ("p1:f0,p1:f1", "found the player 'p1' twice in --table, expected different players"),
        ("p1:f0,q4:f1", "found the player 'q4', expected one who played in these games"),
        ("p1:f0,p2:f9", "found the faction 'f9' of p2, expected one of f0, f1, f2, f3, f4"),
        ("p1:f0,p2", "found the faction '' of p2, expected one of f0, f1"),
    ],
)
def test_a_table_that_cannot_be_read(store: EventStore, table: str, told: str) -> None:
    with pytest.raises(Unreadable) as error:
        answer(store, "predict", table=table)
    assert told in str(error.value)


def test_only_predict_takes_a_table(store: EventStore) -> None:
    with pytest.raises(Unreadable, match="found --table with strength, expected predict"):
        answer(store, "strength", table="p1:f0,p2:f1")


def test_too_few_games(store: EventStore) -> None:
    found = answer(store, "calibration", until="2020-01-10")
    assert found.rows == []
    assert found.words.endswith("10 games with a date, too few to learn from and to predict")
