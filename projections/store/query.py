"""Read-only SQL over the store: a query cannot write anything, nor reach another file or address."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from events.problems import USAGE, Problem
from events.store.database import connect, damage
from projections.statistics import define
from projections.store.query_limits import USUAL, Limits, Timed, too_large
from projections.store.versions import check_version

if TYPE_CHECKING:
    import duckdb

BATCH = 1000
LEAST = 6
"""The fewest digits of an id that are shown."""
_ZONED = "TIMESTAMP WITH TIME ZONE"
_DATED = ("DATE", "TIMESTAMP", _ZONED)
"""Types of columns with values that Python does not know: infinite, or with a zone."""


class Refused(Problem):
    """SQL that would write, or that fails."""

    STATUS = USAGE


def ask(path: str, sql: str, limits: Limits = USUAL) -> Iterator[tuple[list[str], list[tuple[Any, ...]]]]:
    """Yield the columns with each batch of rows. Raises Refused, TooMuch or StoreUnusable."""
    import duckdb

    _check_text(sql)
    connection = connect(path, read_only=True, confined=True, memory=f"{limits.memory}MB")
    timed = Timed(connection, limits.seconds)
    try:
        check_version(connection, path)
        define(connection)
        statement = _checked(connection, sql)
        cursor = timed(lambda: connection.execute(_for_python(connection, statement)))
        columns = _distinct(column[0] for column in cursor.description or ())
        rows = timed(lambda: cursor.fetchmany(BATCH))
        yield columns, rows
        while rows := timed(lambda: cursor.fetchmany(BATCH)):
            yield columns, rows
    except duckdb.OutOfMemoryException:
        raise too_large(limits.memory) from None
    except duckdb.Error as error:
        if damage(error):
            raise
        raise Refused(_one_line(str(error))) from None
    finally:
        if timed.ended:  # otherwise closing would wait for it
            connection.close()


def _check_text(sql: str) -> None:
    """Raises Refused for SQL with a byte that is not UTF-8, which Python passes on as half a character."""
    try:
        sql.encode()
    except UnicodeEncodeError as error:
        found = f"found the byte 0x{ord(sql[error.start]) & 0xFF:02x} at character {error.start + 1}"
        raise Refused(f"{found}, expected SQL in UTF-8") from None


def _checked(connection: "duckdb.DuckDBPyConnection", sql: str) -> "duckdb.Statement":
    """The single statement in `sql`. Raises Refused unless it is one and only reads."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(f"found {len(statements)} statements, expected one SELECT")
    kind = statements[0].type.name
    explained = _explained(connection, sql) if kind == "EXPLAIN" else ""
    if (explained or kind) != "SELECT":
        found = f"{kind} {explained}".rstrip()
        raise Refused(f"found {found}, expected SELECT: the store is read-only here; `anyturn import` adds games")
    return statements[0]


def _explained(connection: "duckdb.DuckDBPyConnection", sql: str) -> str:
    """What an EXPLAIN explains (and, with ANALYZE, executes): the kind of the first statement in it."""
    import duckdb

    data = sql.encode()
    for offset, _ in duckdb.tokenize(sql):  # EXPLAIN, then its options: neither begins a statement of another kind
        try:
            kinds = [inner.type.name for inner in connection.extract_statements(data[offset:].decode())]
        except duckdb.Error:
            continue
        if kinds != ["EXPLAIN"]:
            return ", ".join(kinds)
    return "something else"


def _for_python(connection: "duckdb.DuckDBPyConnection", statement: "duckdb.Statement") -> str:
    """The statement with the dates that Python knows as they are, and infinite ones as text.

    Times are in UTC without a zone: Python would need a package to read zones.
    """
    sql = _bare(statement.query)
    if statement.type.name != "SELECT":
        return sql
    described = connection.execute(f"SELECT column_name, column_type FROM (DESCRIBE FROM ({sql}\n))").fetchall()
    if not any(_ZONED in kind or kind in _DATED for _, kind in described):
        return sql
    quoted = (name.replace('"', '""') for name, _ in described)
    shown = (
        f'{_readable(f"c{number}", kind)} AS "{name}"'
        for number, (name, (_, kind)) in enumerate(zip(quoted, described, strict=True))
    )
    names = ", ".join(f"c{number}" for number in range(len(described)))
    return f"SELECT {', '.join(shown)} FROM ({sql}\n) AS asked({names})"


def _readable(column: str, kind: str) -> str:
    """A column of a type as a value that Python can read."""
    plain = kind.replace(_ZONED, "TIMESTAMP")
    value = f"CAST({column} AS {plain})" if plain != kind else column
    if kind not in _DATED:
        return value
    known = f"union_value(known := {value})::UNION(known {plain}, infinite VARCHAR)"
    return f"CASE WHEN isinf({column}) THEN union_value(infinite := {column}::VARCHAR) ELSE {known} END"


def _bare(sql: str) -> str:
    """The statement without trailing semicolon and comments, so that it can be put in parentheses."""
    import duckdb

    data = sql.encode()
    for offset, kind in reversed(duckdb.tokenize(sql)):  # offsets are in bytes
        if kind != duckdb.token_type.comment and data[offset : offset + 1] != b";":
            break
        data = data[:offset]
    return data.decode()


def _distinct(names: Iterable[str]) -> list[str]:
    """The names of columns, numbered if repeated: as keys of an object, none may hide another."""
    found: list[str] = []
    for name in names:
        again = next(n for n in count() if (f"{name}_{n}" if n else name) not in found)
        found.append(f"{name}_{again}" if again else name)
    return found


def _one_line(message: str) -> str:
    """An error of DuckDB in one line, without its drawing of the place in the statement."""
    if "'pytz'" in message:  # a zone inside a VARIANT, whose type is not visible
        return "found a time with a zone inside a value of any type, expected CAST(... AS TIMESTAMP)"
    paragraphs = [" ".join(part.split()) for part in message.split("\n\n") if part.strip()]
    return paragraphs[0] if paragraphs else "the statement failed"


def games(path: str, where: str | None) -> list[dict[str, Any]]:
    """The stored games, newest first; `where` is a condition on the table `games`.

    `played_at` and `tags` are those in force; `seats` are in order of rank (of seating until there are ranks), with
    players under their own names; `mark` is the shortest beginning of the id that is unique in the store.
    Raises Refused or StoreUnusable.
    """
    sql = f"""
        WITH games AS (FROM dated_games),
        listed AS (SELECT * FROM games WHERE ({where or "true"}\n)),
        seated AS (
            SELECT game_id, list({{seat: seat, player: player, faction: faction, vp: vp, rank: rank, dropped: dropped}}
                ORDER BY rank NULLS LAST, seat) AS seats
            FROM named_seats SEMI JOIN listed USING (game_id) GROUP BY game_id
        ), tagged AS (
            SELECT game_id, map(list(tag ORDER BY tag), list(value ORDER BY tag)) AS tags
            FROM tags SEMI JOIN listed USING (game_id) GROUP BY game_id
        ), alike AS (
            SELECT left(game_id, {LEAST}) AS start FROM main.games GROUP BY start HAVING count(*) > 1
        ), twins AS (
            SELECT game_id FROM main.games WHERE left(game_id, {LEAST}) IN (FROM alike)
        ), marks AS (
            SELECT min(n) AS least FROM range({LEAST}, 17) AS sizes(n)
            WHERE (SELECT count(DISTINCT left(game_id, n::INTEGER)) FROM twins) = (SELECT count(*) FROM twins)
        )
        SELECT game_id, game, verdict, players, records, rounds, finished, source, played_at, imported_at,
            branch_of, branch_seq, left(game_id, (SELECT least FROM marks)::INTEGER) AS mark, tags, seats
        FROM listed LEFT JOIN seated USING (game_id) LEFT JOIN tagged USING (game_id)
        ORDER BY imported_at DESC, source, game_id"""
    _check_text(where or "")
    try:
        return [dict(zip(names, row, strict=True)) for names, rows in ask(path, sql) for row in rows]
    except Refused as refused:
        if where is None:
            raise
        found = f"found the condition {where!r} ({refused})"
        raise Refused(f"{found}, expected one in SQL over the columns of games, such as: players = 4") from None
