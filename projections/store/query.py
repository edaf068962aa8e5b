"""Read-only SQL over the store, for people and programs: nothing can be written, no other file or address reached."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from events.database import connect
from events.problems import USAGE, Problem
from projections.statistics import define
from projections.store.versions import check_version

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")

BATCH = 1000


class Refused(Problem):
    """SQL that would write, or that fails; one line."""

    STATUS = USAGE


def ask(path: str, sql: str, parameters: list[Any] | None = None) -> Iterator[tuple[list[str], list[tuple[Any, ...]]]]:
    """The columns and a batch of rows, then the next batch ... Raises Refused or StoreUnusable."""
    import duckdb

    connection = connect(path, read_only=True, confined=True)
    try:
        check_version(connection, path)
        define(connection)
        _check(connection, sql)
        cursor = _interruptible(connection, lambda: connection.execute(sql, parameters))
        columns = _distinct(column[0] for column in cursor.description or ())
        rows = _interruptible(connection, lambda: cursor.fetchmany(BATCH))
        yield columns, rows
        while rows := _interruptible(connection, lambda: cursor.fetchmany(BATCH)):
            yield columns, rows
    except duckdb.Error as error:
        raise Refused(_one_line(str(error))) from None
    finally:
        connection.close()


def _interruptible(connection: "duckdb.DuckDBPyConnection", work: Callable[[], T]) -> T:
    """Do work of the database so that Ctrl-C ends it: the main thread waits, as only that one hears of it."""
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        try:
            wait([done])
        except KeyboardInterrupt:
            connection.interrupt()
            raise
    return done.result()


def _check(connection: "duckdb.DuckDBPyConnection", sql: str) -> None:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(f"found {len(statements)} statements, expected one SELECT")
    kind = statements[0].type.name
    if kind not in ("SELECT", "EXPLAIN"):
        raise Refused(f"found {kind}, expected SELECT: the store is only read here; `anyturn import` adds games")


def _distinct(names: Iterable[str]) -> list[str]:
    """The names of columns, numbered where one comes again: as keys of an object none may hide another."""
    found: list[str] = []
    for name in names:
        again = next(n for n in count() if (f"{name}_{n}" if n else name) not in found)
        found.append(f"{name}_{again}" if again else name)
    return found


def _one_line(message: str) -> str:
    """An error of DuckDB without its drawing of the place: what, and where in the statement."""
    paragraphs = [" ".join(part.split()) for part in message.split("\n\n") if part.strip()]
    return paragraphs[0] if paragraphs else "the statement failed"


def games(path: str, where: str | None) -> tuple[list[str], list[dict[str, Any]]]:
    """The stored games, newest first; `where` is a condition on the table `games`."""
    sql = (
        "SELECT game_id, game, verdict, players, records, rounds, finished, source, played_at, imported_at "
        f"FROM games WHERE ({where or 'true'}\n) ORDER BY imported_at DESC, source, game_id"
    )
    columns: list[str] = []
    found: list[dict[str, Any]] = []
    for names, rows in ask(path, sql):
        columns = names
        found += [dict(zip(names, row, strict=True)) for row in rows]
    return columns, found
