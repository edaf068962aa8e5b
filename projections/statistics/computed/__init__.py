"""Statistics that are computed rather than queried: one module each, in addition to those in SQL.

The docstring of a module begins like the comment of a SQL file: title, grain, columns, caveat. Its function
`prepare(connection, by)` computes over the views `selected_games` and `selected_tables` (whole tables are compared),
leaves the rows in a temporary table and returns the SQL that reads them; libraries are imported only there. `SPLITS`
names the splits that a statistic makes itself, comparing the parts; by anything else it is split part by part.
Where planning that SQL for each part takes long, `compute(connection)` returns what is found in a part, and
`joined(connection, found)` the SQL for all parts, laid side by side: `game` is the part, by which `found` is given.
`ASKED` names the fields of the filters that it alone understands, which `prepare` then takes as well. `NET_OF_START` is
set if its results are to be those without the points at the start.
"""

import ast
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    import duckdb


class Prepared(Struct, frozen=True):
    """SQL that returns the rows, and notes to print above them."""

    sql: str
    notes: tuple[str, ...] = ()


def names() -> list[str]:
    """The statistics that are computed."""
    return sorted(
        file.name[:-3] for file in files(__package__).iterdir() if file.name.endswith(".py") and file.name[0] != "_"
    )


def text(name: str) -> str:
    """The description of a computed statistic."""
    source = files(__package__).joinpath(f"{name}.py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)) or ""


def splits(name: str) -> tuple[str, ...]:
    """The splits that a statistic makes itself: its parts are compared with each other."""
    found: tuple[str, ...] = getattr(import_module(f"{__package__}.{name}"), "SPLITS", ())
    return found


def net_of_start(name: str) -> bool:
    """Whether a statistic is about results without the points at the start, whatever the filters say."""
    found: bool = getattr(import_module(f"{__package__}.{name}"), "NET_OF_START", False)
    return found


def compute(connection: "duckdb.DuckDBPyConnection", name: str) -> Any:
    """What a statistic finds in the selected games."""
    return import_module(f"{__package__}.{name}").compute(connection)


def is_joined(name: str) -> bool:
    """Whether the rows of all parts are queried at once, from what was found in each."""
    return hasattr(import_module(f"{__package__}.{name}"), "joined")


def joined(connection: "duckdb.DuckDBPyConnection", name: str, found: Mapping[str, Any]) -> Prepared:
    """SQL that returns the rows of all parts, from what was found in each."""
    prepared: Prepared = import_module(f"{__package__}.{name}").joined(connection, found)
    return prepared


def asked(name: str) -> tuple[str, ...]:
    """The fields of the filters that this statistic understands and most others do not."""
    found: tuple[str, ...] = getattr(import_module(f"{__package__}.{name}"), "ASKED", ())
    return found


def prepare(connection: "duckdb.DuckDBPyConnection", name: str, by: str, filters: Any) -> Prepared:
    """Compute a statistic over the selected games, split `by` one of its own splits (empty: not split).

    It receives the fields of `filters` that it asks for. Raises LibraryMissing if it needs libraries that are not
    installed.
    """
    own = {field: getattr(filters, field) for field in asked(name)}
    found: Prepared = import_module(f"{__package__}.{name}").prepare(connection, by, **own)
    return found


def keep(
    connection: "duckdb.DuckDBPyConnection", table: str, columns: Mapping[str, str], rows: Iterable[Mapping[str, Any]]
) -> None:
    """Put rows into a temporary table with these columns and types, in one statement."""
    listed = list(rows)
    values = [[row[name] for row in listed] for name in columns]
    unnested = ", ".join(f'unnest(?::{kind}[]) AS "{name}"' for name, kind in columns.items())
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT {unnested}", values)
