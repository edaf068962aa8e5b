"""Which anyturn made the rows that follow from a game's records; what another one made is not read, but rebuilt."""

from typing import TYPE_CHECKING

from events.problems import count
from events.store.database import StoreUnusable

if TYPE_CHECKING:
    import duckdb

PROJECTION = "tables"
VERSION = 4
"""Raised when the rows of a game change though its records and its rules do not."""


def check_version(connection: "duckdb.DuckDBPyConnection", path: str) -> None:
    """Raises StoreUnusable if the rows of games were made by an older anyturn, or by a newer one."""
    sound, games = connection.execute(
        "SELECT count(*) FILTER (version = $now), (SELECT count(*) FROM games) FROM checkpoints "
        "WHERE projection = $projection",
        {"now": VERSION, "projection": PROJECTION},
    ).fetchall()[0]
    if sound == games:  # as many as there are games; those of other games `anyturn audit` tells
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
