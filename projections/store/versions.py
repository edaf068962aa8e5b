"""The version of anyturn that derived a game's rows: rows of another version are rebuilt, not read."""

from typing import TYPE_CHECKING

from events.problems import count
from events.store.database import StoreUnusable

if TYPE_CHECKING:
    import duckdb

PROJECTION = "tables"
VERSION = 7
"""Increase it when the rows of a game change although its records and rules do not."""


def check_version(connection: "duckdb.DuckDBPyConnection", path: str) -> None:
    """Raise StoreUnusable if an older or newer anyturn made the rows of any game."""
    sound, games = connection.execute(
        "SELECT count(*) FILTER (version = $now), (SELECT count(*) FROM games) FROM checkpoints "
        "WHERE projection = $projection",
        {"now": VERSION, "projection": PROJECTION},
    ).fetchall()[0]
    if sound == games:  # rows of games that are not stored are left to `anyturn audit`
        return
    older, newer = connection.execute(
        "SELECT count(*) FILTER (coalesce(version, 0) < $now), count(*) FILTER (version > $now) FROM games "
        "LEFT JOIN checkpoints ON checkpoints.game_id = games.game_id AND projection = $projection",
        {"now": VERSION, "projection": PROJECTION},
    ).fetchall()[0]
    if newer:
        what = f"the tables of {count(newer, 'game')} were made by a newer anyturn"
        raise StoreUnusable(f"{path}: {what}; update anyturn")
    if older:
        what = f"the tables of {count(older, 'game')} were made by an older anyturn"
        raise StoreUnusable(f"{path}: {what}; `anyturn rules drift --apply --db {path}` rebuilds them from the records")
