"""Rows that stay as Parquet files, one folder per table, one file per shard: for more games than one store can hold.

    PLACE/games/NAME.parquet, PLACE/seats/NAME.parquet, PLACE/records/NAME.parquet ...

A shard has the same NAME no matter which worker processes it, or how often. Its `games` file is written last: a shard
without one was abandoned before it was complete and does not count.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engine.rules import games, ruleset
from events import files
from events.files import remote
from events.log.codec import Unreadable
from projections.batch import shard_files
from projections.store.item import Item
from projections.verdict import Verdict

LAST = "games"
"""The table that is written last and makes a shard count."""


def name_of(items: Sequence[Item]) -> str:
    """The name of a shard: a digest of its logs and games."""
    inside = "\n".join(f"{item.digest} {item.identity}" for item in items if item.identity)
    return sha256(inside.encode()).hexdigest()[:32]


def verdicts(place: str) -> dict[str, Verdict]:
    """The verdicts, without reasons, that the current rules gave on the logs whose rows are at a place, by digest.

    Raises OSError if the place does not answer, Unreadable if it does not hold such rows.
    """
    import duckdb

    folder = shard_files.inside(place.rstrip("/"), LAST)
    try:
        rows = _rows(folder)
    except duckdb.Error as error:
        raise Unreadable(f"{folder} ({str(error).splitlines()[0]})", "a place with rows of logs") from None
    return {
        digest: Verdict(
            game=game,
            source="",
            notation=notation,
            ruleset=version,
            verdict=verdict,
            records=records,
            checked=checked,
        )
        for digest, game, notation, version, verdict, records, checked in rows
        if game in games() and ruleset(game).version == version
    }


def _rows(folder: str) -> list[tuple[Any, ...]]:
    """The columns of the `games` rows that describe their logs. Raises OSError, duckdb.Error."""
    import duckdb

    found = [file for file in files.find([folder]) if file.endswith(".parquet")]
    if not found:
        return []
    with duckdb.connect() as connection:
        if remote.is_url(folder):
            connection.register_filesystem(remote.system(folder))
        columns = "source_digest, game, notation, ruleset_version, verdict, records, checked"
        return connection.execute(f"SELECT {columns} FROM read_parquet(?)", [found]).fetchall()
