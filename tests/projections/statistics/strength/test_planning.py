"""How many more games narrow an interval: against the definition, in a longer league, and as the command says it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from benchmarks.leagues import Plan, league, store_league
from benchmarks.strength import widths
from events.log.codec import Unreadable
from events.store.event_store import EventStore
from projections import statistics
from projections.commands.application import application
from projections.statistics import Filters
from projections.statistics.strength.planning import times_as_many

PLAN = Plan(games=300, players=10, factions=4, chairs=3)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    """300 games, one a day, from 2020-01-01 to 2020-10-26."""
    with EventStore(str(tmp_path_factory.mktemp("planning") / "s.duckdb")) as opened:
        store_league(opened.connection, league(PLAN, 1))
        yield opened


def answer(store: EventStore, **filters: Any) -> statistics.Answer:
    (found,) = statistics.run(store.connection, "strength", Filters(**filters))
    return found


def test_information_grows_with_the_games_and_that_of_the_prior_does_not() -> None:
    """Two effects with information 9 and 1 from games and 4 from the prior: 4 + 9 t = 52 and 4 + t = 20 in the end."""
    covariance = np.diag([1 / 13, 1 / 5])
    errors = np.sqrt(np.diagonal(covariance)) / 2
    assert times_as_many(covariance, 0.5, np.eye(2), errors) == pytest.approx([48 / 9, 16])
    assert times_as_many(covariance, 0.5, np.eye(2), errors * 4).tolist() == [1, 1]


def test_what_games_do_not_tell_takes_for_ever() -> None:
    """Games say nothing about the second effect."""
    found = times_as_many(np.diag([1 / 13, 1 / 4]), 0.5, np.eye(2), np.array([0.01, 0.1]))
    assert np.isfinite(found[0])
    assert np.isinf(found[1])


def test_a_longer_league_has_intervals_as_narrow_as_foretold() -> None:
    """In leagues that go on for as many games as the median asks for, the median interval is half as wide.

    It is somewhat narrower, as the same players are then better known too.
    """
    found = [widths(Plan(games=300, preference=1), seed) for seed in range(4)]
    assert 0.45 < np.mean([after / before for before, after in found]) < 0.52


def test_games_and_months_until_a_width(store: EventStore) -> None:
    """One game a day: a month has 30.4 games. A width that is reached takes none."""
    now = {row["faction"]: row["rating_high"] - row["rating_low"] for row in answer(store).rows}
    for width in (20.0, 40.0, 1000.0):
        for row in answer(store, until_width=width).rows:
            assert (row["more_games"] == 0) == (now[row["faction"]] <= width)
            assert row["months"] == pytest.approx(row["more_games"] / (365.25 / 12))
    half = answer(store, until_width=now["f0"] / 2).rows
    (more,) = [row["more_games"] for row in half if row["faction"] == "f0"]
    assert 3 * PLAN.games < more < 4 * PLAN.games
    said = answer(store).words.rpartition("intervals half as wide: after about ")[2]
    assert said.endswith(" more games like these")
    assert 3 * PLAN.games < int(said.split()[0].replace(",", "")) < 4 * PLAN.games


def test_without_dates_there_are_no_months(store: EventStore, tmp_path: Path) -> None:
    with EventStore(str(tmp_path / "s.duckdb")) as other:
        store_league(other.connection, league(PLAN, 1))
        other.connection.execute("UPDATE games SET played_at = ''")
        found = answer(other, until_width=20)
    assert {row["months"] for row in found.rows} == {None}
    assert all(row["more_games"] for row in found.rows)
    assert found.words.endswith("; no pace: too few dates")


def test_only_strength_is_asked_for_a_width(store: EventStore) -> None:
    with pytest.raises(Unreadable, match="found --until-width with factions, expected strength"):
        statistics.run(store.connection, "factions", Filters(until_width=25))
    with pytest.raises(Unreadable, match="found --until-width with players, expected strength"):
        statistics.run(store.connection, "players", Filters(until_width=25))
    found = CliRunner().invoke(application(), ["stats", "strength", "--until-width", "0"])
    assert isinstance(found.exception, Unreadable)
    assert "found --until-width 0, expected a whole number, 1 or more" in str(found.exception)
