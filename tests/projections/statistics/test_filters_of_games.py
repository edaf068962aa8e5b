"""Filters on the statistics of single games: those of games act like a smaller store, those of seats lose nothing."""

from pathlib import Path
from typing import Any

import pytest

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events import files
from events.log.native import write
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.statistics import Filters

WHOLE_TABLES = {"games", "options", "endings", "last_eras", "paradox"}
"""These count games: a filter of seats chooses the games, not the seats."""
ADDED_UP = {
    "wins", "taken", "claimed", "founded", "lost", "forged", "copies", "activated", "times", "trades", "placed", "used",
    "vp", "retrieved", "returned", "repaid", "left_over", "dropped",
}  # fmt: skip
"""Columns whose value for all seats is the sum of those for each seat."""
SHARES = {
    ("inventions", "taken"), ("trades", "vp"), ("careers", "lost"),
    ("early_warps", "taken"), ("early_warps", "left_over"),
}  # fmt: skip
"""Exceptions: statistics in which such a column is a mean, or distinguishes rows."""


@pytest.fixture(scope="module", params=["anachrony", "daitoshi", "dice_forge", "gaia", "terra_mystica"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A game, and a store of five games of it: three of 2021, two of 2022."""
    folder = tmp_path_factory.mktemp(request.param)
    for number in range(5):
        log = selfplay_log(ruleset(request.param), f"filters/{number}", 2 + number % 2, {}, "sensible")
        (folder / f"{number}.jsonl").write_bytes(b"\n".join(write(log)) + b"\n")
    path = str(folder / "s.duckdb")
    with EventStore(path) as store:
        list(import_files(store, files.find([str(folder)]), 1))
        store.connection.execute("UPDATE games SET played_at = '2021'")
        later = "SELECT game_id FROM games ORDER BY game_id LIMIT 2"
        store.connection.execute(f"UPDATE games SET played_at = '2022' WHERE game_id IN ({later})")
    return request.param, path


def rows(store: EventStore, name: str, **filters: Any) -> list[dict[str, Any]]:
    return [row for answer in statistics.run(store.connection, name, Filters(**filters)) for row in answer.rows]


@pytest.mark.long
def test_a_filter_of_games_is_a_store_of_these(played: tuple[str, str], tmp_path: Path) -> None:
    game, path = played
    names = [*statistics.queries(), *statistics.queries(game)]
    with EventStore(path) as store:
        found = {name: rows(store, name, since="2022") for name in names}
    smaller = tmp_path / "s.duckdb"
    smaller.write_bytes(Path(path).read_bytes())
    with EventStore(str(smaller)) as store:
        store.connection.execute("DELETE FROM games WHERE played_at = '2021'")
        for table in ("seats", "records", "entries", "turn_ends"):
            store.connection.execute(f"DELETE FROM {table} WHERE game_id NOT IN (SELECT game_id FROM games)")
        for name in names:
            assert found[name] == rows(store, name), name
        assert any(found.values())


@pytest.mark.long
def test_seats_by_themselves_add_up_to_all_of_them(played: tuple[str, str]) -> None:
    """Split by start position, each seat is in one part."""
    game, path = played
    with EventStore(path) as store:
        for name in {*statistics.queries(), *statistics.queries(game)} - WHOLE_TABLES:
            every, parts = rows(store, name), rows(store, name, by="seat")
            for column in ADDED_UP & set(every[0] if every else ()):
                whole = sum(row[column] or 0 for row in every)
                if (name, column) not in SHARES:
                    assert sum(row[column] or 0 for row in parts) == pytest.approx(whole), (name, column)
