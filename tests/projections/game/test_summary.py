"""Games known by their result only: stored, found again, counted in statistics, and marked as summaries."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.commands.application import application
from projections.game.export import all_logs
from tests.events.notations.test_snellman_json import DUMP


@pytest.fixture
def stored(tmp_path: Path) -> str:
    """A store with the two games of a dump."""
    path = str(tmp_path / "s.duckdb")
    dump = [{**DUMP[0], "game": name} for name in ("g1", "g2")]
    (tmp_path / "2013-03.json").write_text(json.dumps(dump))
    with EventStore(path) as store:
        (found,) = import_files(store, [str(tmp_path / "2013-03.json")], 1)
        assert [(one.status, one.verdict) for one in found] == [("new", "summary")] * 2
        (again,) = import_files(store, [str(tmp_path / "2013-03.json")], 1)
        assert [one.status for one in again] == ["unchanged"] * 2
    return path


def test_they_have_seats_and_no_records(stored: str) -> None:
    with EventStore(stored, read_only=True) as store:
        games = store.connection.execute("SELECT source, verdict, records, finished FROM games ORDER BY source")
        assert games.fetchall() == [(f"2013-03.json#g{n}", "summary", 0, True) for n in (1, 2)]
        seats = store.connection.execute("SELECT faction, vp, rank, win_share FROM seats WHERE seat = 1")
        assert seats.fetchall() == [("nomads", 100, 1, 1.0)] * 2
        assert store.connection.execute("SELECT count(*) FROM records").fetchone() == (0,)


def test_they_come_back_from_native_logs(stored: str, tmp_path: Path) -> None:
    with EventStore(stored, read_only=True) as store:
        places = [str(place) for place, _ in all_logs(store, tmp_path / "out")]
    with EventStore(stored) as store:
        (found,) = import_files(store, places, 1)
        assert [(one.status, one.verdict) for one in found] == [("same", "summary")] * 2


def test_they_count_and_are_marked(stored: str) -> None:
    found = CliRunner().invoke(application(), ["stats", "factions", "--db", stored])
    assert "2 games, 4 seats (finished valid games; 2 of them summaries, known by their result only)" in found.output
    rows = CliRunner().invoke(application(), ["stats", "games", "--db", stored, "--json"]).stdout.splitlines()
    (row,) = map(json.loads, rows)
    assert (row["games"], row["summaries"], row["mean_records"]) == (2, 2, None)
    assert CliRunner().invoke(application(), ["stats", "sources", "--db", stored, "--json"]).stdout == ""


def test_there_is_nothing_to_judge(stored: str) -> None:
    with EventStore(stored, read_only=True) as store:
        ids = store.connection.execute("SELECT game_id FROM games").fetchall()
    found = CliRunner().invoke(application(), ["audit", ids[0][0], "--db", stored])
    assert found.exit_code == 0
    assert "summary" in found.stdout
    assert "would" not in CliRunner().invoke(application(), ["rules", "drift", "--db", stored]).stdout
