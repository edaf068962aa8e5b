"""What a file holds besides the tables of the program, and where these are not as the program makes them."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from events.store.database import new_tables

if TYPE_CHECKING:
    import duckdb

_OURS = "database_name IN (SELECT database_name FROM duckdb_databases() WHERE NOT internal)"
_KINDS = {
    "schema": "SELECT schema_name, '', comment FROM duckdb_schemas() WHERE NOT internal AND schema_name <> 'main'",
    "table": "SELECT table_name, sql, CASE WHEN table_name NOT IN ('facts', 'acts') THEN comment END "
    "FROM duckdb_tables() WHERE NOT internal",
    "view": "SELECT view_name, sql, comment FROM duckdb_views() WHERE NOT internal",
    "column": "SELECT table_name || '.' || column_name, '', comment FROM duckdb_columns() WHERE comment IS NOT NULL",
    "index": "SELECT index_name, coalesce(sql, ''), comment FROM duckdb_indexes() WHERE true",
    "sequence": "SELECT sequence_name, '', comment FROM duckdb_sequences() WHERE true",
    "type": "SELECT type_name, '', comment FROM duckdb_types() WHERE NOT internal",
    "function": "SELECT function_name, function_type, comment FROM duckdb_functions() WHERE NOT internal",
    "trigger": "SELECT trigger_name, '', NULL FROM duckdb_triggers() WHERE true",
}
"""Kinds of things in a file -> SQL for the name, the definition and the comment of each."""
_Things = dict[tuple[str, str], tuple[object, ...]]


def foreign(connection: "duckdb.DuckDBPyConnection") -> Iterator[str]:
    """Everything in a file that is not the program's, or not as the program makes it, in words."""
    found, made = _things(connection), _made()
    for kind, name in sorted({*found, *made}):
        if (kind, name) not in made:
            noun = f"comment on {name}" if kind == "column" else f"{kind} {name}"
            yield f"file: the {noun} is not the program's and is not used"
        elif (kind, name) not in found:
            yield f"file: the {kind} {name} is missing"
        elif found[kind, name] != made[kind, name]:
            yield f"file: the {kind} {name} is not as the program makes it"


@cache
def _made() -> _Things:
    """What a new store holds."""
    with new_tables() as connection:
        return _things(connection)


def _things(connection: "duckdb.DuckDBPyConnection") -> _Things:
    return {
        (kind, name): tuple(rest)
        for kind, sql in _KINDS.items()
        for name, *rest in connection.execute(f"{sql} AND {_OURS} ORDER BY ALL").fetchall()
    }
