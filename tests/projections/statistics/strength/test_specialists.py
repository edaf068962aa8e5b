"""Effects of players with factions: against the definition in plain Python, and in leagues of specialists."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.leagues import Plan, league, specialists
from benchmarks.strength import specialists_held
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.statistics.strength import specialists as module
from projections.statistics.strength.fitting import fit
from projections.statistics.strength.results import Floats, Results
from projections.statistics.strength.specialists import specialised, with_pairs
from projections.statistics.strength.unbiased import rated
from tests.projections.statistics import league as small
from tests.projections.statistics.strength import by_definition


def test_each_player_has_an_effect_with_each_faction_played() -> None:
    results = league(Plan(games=30, players=7, factions=5, chairs=3), 1).results
    terms = results.terms.copy()
    terms[terms == 2] = -1
    found = with_pairs(Results(results.rank, terms, results.sizes, results.points))
    numbers = defaultdict(set)
    for player, faction, pair in found.terms.reshape(-1, 3).tolist():
        if player < 0:
            assert pair == -1
        else:
            numbers[player, faction].add(pair)
    assert all(len(each) == 1 for each in numbers.values())
    assert sorted(pair for each in numbers.values() for pair in each) == list(range(12, 12 + len(numbers)))
    assert found.sizes == (7, 5, len(numbers))


def test_the_fit_with_pairs_is_the_highest_point_of_the_posterior() -> None:
    """This is computed by definition, in plain Python, with another library's minimiser."""
    results = with_pairs(league(Plan(games=30, players=5, factions=4, chairs=3), 3).results)
    deviations = np.repeat([4.0, 1.4, 0.5], results.sizes)
    games = by_definition.games_of(results)

    def loss(effects: Floats) -> float:
        return -by_definition.log_posterior(games, effects, deviations)

    found = minimize(loss, np.zeros(results.effects), method="BFGS", options={"gtol": 1e-6})
    assert fit(results, deviations**-2.0).effects == pytest.approx(found.x, abs=1e-4)


def test_without_specialists_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If pairs hardly vary, ratings are those of the plain model."""
    monkeypatch.setattr(module, "estimated", lambda results, pattern: (None, (1.0, 1.0, 1e-9)))
    monkeypatch.setattr(module, "LEAST_SPREAD", 1e-3)
    results = league(Plan(games=100, players=20), 1).results
    found, spread = specialised(results)
    assert spread == 1e-3
    assert found.effects[: results.effects] == pytest.approx(rated(results).fit.effects, abs=2e-3)


def test_intervals_hold_the_truth_in_leagues_of_specialists() -> None:
    plan = Plan(games=300, players=15)
    found = np.mean([specialists_held(specialists(plan, 0.7, seed)) for seed in range(20)], axis=0)
    assert found[0] >= 0.9
    assert found[1] < found[0] - 0.05


def test_rows_state_the_change(tmp_path: Path) -> None:
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        small.store_league(store)
        (found,) = statistics.run(store.connection, "specialists", Filters())
        (plain,) = statistics.run(store.connection, "strength", Filters())
        seats = store.connection.execute(
            "SELECT faction, count(*), count(DISTINCT nullif(player, '')) FROM selected_seats WHERE NOT dropped "
            "GROUP BY faction"
        ).fetchall()
    ratings = {row["faction"]: row["rating"] for row in plain.rows}
    assert {row["faction"]: (row["games"], row["people"]) for row in found.rows} == {f: (n, p) for f, n, p in seats}
    for row in found.rows:
        assert row["plain_rating"] == pytest.approx(ratings[row["faction"]])
        assert row["change"] == pytest.approx(row["rating"] - row["plain_rating"])
        assert row["rating_low"] < row["rating"] < row["rating_high"]
    assert "a player's skill varies by about " in found.words
