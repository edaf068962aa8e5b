"""Reading many games of a store, one after the other."""

from collections.abc import Iterator, Sequence

from events.store.database import drop_temporary, schema_of
from events.store.event_store import EventStore
from events.store.schema import ROWS

AT_ONCE = 100
"""Games at hand at a time: with more, finding the rows of one takes longer; with fewer, finding those of all."""
TABLES = {table: row.__struct_fields__ for table, row in ROWS.items() if table != "sources"}
"""The tables whose rows belong to one game, with their columns; several games can claim the same file."""


def portions(game_ids: Sequence[str]) -> Iterator[list[str]]:
    """The games, at most AT_ONCE together."""
    for first in range(0, len(game_ids), AT_ONCE):
        yield list(game_ids[first : first + AT_ONCE])


def one_by_one(store: EventStore, game_ids: Sequence[str]) -> Iterator[str]:
    """The games, each while its rows are at hand: in the loop, nothing may be written to the store.

    To find the rows of a game, tables are scanned, which takes long in a large store. So the rows of AT_ONCE games are
    copied into temporary tables, whose names take precedence over those of the store's own.
    """
    connection = store.connection
    own = schema_of(connection)
    try:
        for some in portions(game_ids):
            for table, columns in TABLES.items():
                connection.execute(
                    f"CREATE OR REPLACE TEMP TABLE {table} AS "
                    f"SELECT {', '.join(columns)} FROM {own}.{table} WHERE game_id IN (SELECT unnest(?::VARCHAR[]))",
                    [some],
                )
            yield from some
    finally:
        drop_temporary(connection, TABLES)
