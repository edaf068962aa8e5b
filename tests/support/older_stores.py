"""Stores as older versions of the program made them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from events.store import migrations


@contextmanager
def older(path: str, version: int) -> Iterator[Any]:
    """A new store with the tables of an older version of the program, open in DuckDB."""
    import duckdb

    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL, migrated_at TIMESTAMP NOT NULL)")
        for number, script in enumerate(migrations.MIGRATIONS[:version], 1):
            connection.execute(script)
            connection.execute("INSERT INTO schema_version VALUES (?, '2024-05-31')", [number])
        yield connection


def without_leaves(path: str) -> None:
    """Make a store one of version 8, which had neither leaves nor roots."""
    import duckdb

    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE whole AS SELECT * EXCLUDE (event, observed, spelled) FROM records")
        connection.execute("DROP TABLE records; ALTER TABLE whole RENAME TO records")
        connection.execute("DROP TABLE leaves; DROP TABLE roots; DELETE FROM schema_version WHERE version > 8")
