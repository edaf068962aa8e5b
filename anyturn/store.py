"""A store of imported games: its games, statistics and SQL, as relations that become frames."""

from collections.abc import Sequence
from decimal import Decimal
from os import PathLike, fspath
from types import TracebackType
from typing import TYPE_CHECKING, Any

from anyturn.game import Game
from events.problems import USAGE, Problem

if TYPE_CHECKING:
    import duckdb


class Ambiguous(Problem):
    """A question with several answers; the text names what to add."""

    STATUS = USAGE


class Store:
    """A store opened for reading; use it as a context manager, or `close` it.

    Results are DuckDB relations: `.df()` makes a pandas frame, `.pl()` a polars frame, `.fetchall()` rows.
    """

    def __init__(self, path: str) -> None:
        from projections.statistics import define
        from projections.store.find import open_tables

        self.path = path
        self._store = open_tables(path)
        self._answers = 0
        define(self._store.connection)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the file; relations of this store cannot be used afterwards."""
        self._store.close()

    @property
    def connection(self) -> "duckdb.DuckDBPyConnection":
        """DuckDB's own connection, with everything it can do."""
        return self._store.connection

    @property
    def games(self) -> "duckdb.DuckDBPyRelation":
        """The stored games, one row each (docs/tables.md)."""
        return self.connection.table("games")

    def sql(self, query: str) -> "duckdb.DuckDBPyRelation":
        """The result of a SELECT over the tables of docs/tables.md; nothing can be written to the store."""
        return self.connection.sql(query)

    def stats(self, name: str, **filters: Any) -> "duckdb.DuckDBPyRelation":
        """A statistic; filters are those of projections.statistics.Filters: `game`, `players`, `faction`, `by` ...

        Raises Problem for an unknown name, for a game that is not stored, and where several games or catalogues would
        each have an answer: select one with `game`.
        """
        from projections.statistics import Filters, run

        answers = run(self.connection, name, Filters(**filters))
        if len(answers) != 1:
            stored = ", ".join(f"{one.game}{f' with {one.catalogue}' if one.catalogue else ''}" for one in answers)
            raise Ambiguous(f"found {len(answers)} answers to {name} ({stored or 'no game is stored'}), expected one")
        return self._relation(answers[0].columns, answers[0].rows)

    def _relation(self, columns: list[str], rows: list[dict[str, Any]]) -> "duckdb.DuckDBPyRelation":
        """Rows as a table of this session, which later statistics do not change."""
        self._answers += 1
        name = f"answer_{self._answers}"
        typed = ", ".join(f'"{column}" {_type([row[column] for row in rows])}' for column in columns)
        self.connection.execute(f"CREATE TEMP TABLE {name} ({typed})")
        if rows:
            marks = ", ".join("?" * len(columns))
            self.connection.executemany(
                f"INSERT INTO {name} VALUES ({marks})", [[row[column] for column in columns] for row in rows]
            )
        return self.connection.table(name)

    def game(self, name: str) -> Game:
        """A stored game by its id, a beginning of it, or its source. Raises Problem for none or several."""
        from projections.store.find import find_watched
        from projections.store.trace import Trace

        found, trace = find_watched(name, self.path, Trace)
        verdict = self.connection.execute("SELECT verdict FROM games WHERE game_id = ?", [found.name]).fetchall()
        return Game(found.log, trace.game if trace else None, trace, verdict[0][0], found.name)


def _type(values: Sequence[Any]) -> str:
    """The type of a column with these values."""
    kinds = {type(value) for value in values if value is not None}
    if kinds and kinds <= {bool}:
        return "BOOLEAN"
    if kinds and kinds <= {int}:
        return "BIGINT"
    return "DOUBLE" if kinds and kinds <= {int, float, Decimal} else "VARCHAR"


def open(path: str | PathLike[str]) -> Store:  # anyturn.open, as other libraries have it
    """A store made by `anyturn import`. Raises Problem if it does not exist or is in use."""
    return Store(fspath(path))
