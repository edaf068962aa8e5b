"""Statistics: one documented SQL file each; here they are found, filtered and run.

Those of every game stand in this folder, those of one game in the folder of its name. They count over the views and
with the macros of `_definitions.sql`; filters put narrower views in the place of these. What SQL cannot say is
computed, over the same views: the folder `computed`.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine.ruleset import ruleset
from events.codec import Unreadable
from events.problems import count, one_of
from events.verdicts import CLEAN, DISCREPANT, SUMMARY
from projections.statistics import computed
from projections.statistics.computed import Prepared
from projections.statistics.stored import check, one_stored, path

if TYPE_CHECKING:
    import duckdb

SMALL = 30
"""Rows over fewer games than this are marked: their figures say little."""
FEW = 5
"""How many catalogues are named where several are counted."""


class Filters(Struct, kw_only=True):
    """Which games count, and which rows are shown. `since` is a date as ISO 8601 text.

    `by` is what a computed statistic is split by; empty: by nothing more.
    """

    game: str | None = None
    players: int | None = None
    options: Mapping[str, str] = {}
    since: str | None = None
    min_games: int = 0
    discrepant: bool = False
    by: str = ""


CATALOGUE = """CASE WHEN json_type(catalogue) IS DISTINCT FROM 'OBJECT' THEN catalogue ->> '$'
    WHEN catalogue ->> 'id' IS NULL
    THEN concat(catalogue ->> 'catalogue_id', ' (' || (catalogue ->> 'provenance') || ')')
    ELSE concat(catalogue ->> 'id', ' (', catalogue ->> 'mode', ', ' || left(md5(catalogue ->> 'tables'), 8), ')')
    END"""
"""SQL: the name of the cards that a game was played with, null where the rules bring them all.

Tables that a header brings along are told by their digest, too: one name may stand for different ones.
"""


class Answer(Struct):
    """A statistic over the games of one ruleset and catalogue of cards.

    In words what was counted, the columns, the rows as dictionaries; no `catalogue` where the rules bring all cards.
    """

    game: str
    catalogue: str | None
    words: str
    columns: list[str]
    rows: list[dict[str, Any]]


def queries(game: str = "") -> list[str]:
    """The statistics in SQL of every game, or those that one game has besides."""
    folder = files(__package__).joinpath(game)
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(file.name[:-4] for file in found if file.name.endswith(".sql") and file.name[0] != "_")


def names(game: str = "") -> list[str]:
    """The statistics of every game, queried or computed, or those that one game has besides."""
    return queries(game) if game else sorted({*queries(), *computed.names()})


def games() -> list[str]:
    """The games that have statistics of their own."""
    return sorted(folder.name for folder in files(__package__).iterdir() if queries(folder.name))


def titles(game: str | None = None) -> list[dict[str, str | None]]:
    """The statistics there are, each with its title (the first line of its file) and the game it is of, if of one.

    For a `game` those that it can be asked for. Raises Unreadable for a game that is not installed.
    """
    own = games() if game is None else [ruleset(game).id]
    return [
        {"name": name, "game": each or None, "title": description(name, each).splitlines()[0].partition(": ")[2]}
        for each in ["", *own]
        for name in names(each)
    ]


def sql(name: str, game: str = "") -> str | None:
    """The text of a statistic in SQL as it is asked of a game; None if there is none."""
    return next((_text(name, each) for each in (game, "") if name in queries(each)), None)


def description(name: str, game: str = "") -> str:
    """What a statistic says of itself: title, grain, columns, caveat."""
    return computed.text(name) if _is_computed(name, game) else _text(name, game)


def _is_computed(name: str, game: str) -> bool:
    """Whether a statistic is computed for a game: one in SQL that the game has of its own goes before it."""
    return name in computed.names() and not (game and name in queries(game))


def _text(name: str, game: str) -> str:
    return files(__package__).joinpath(game, f"{name}.sql").read_text(encoding="utf-8")


def define(connection: "duckdb.DuckDBPyConnection") -> None:
    """Put the views and macros that statistics are written with before whatever the store holds."""
    connection.execute(_text("_definitions", ""))


def run(connection: "duckdb.DuckDBPyConnection", name: str, filters: Filters) -> list[Answer]:
    """One answer for each ruleset in the store that has the statistic; never one over several rulesets.

    Nor over several catalogues: games with invented cards tell nothing of games with printed ones. Raises Unreadable
    for a game, an option, a value or a number of players that is not stored, and for a statistic that none of the games
    has.
    """
    found = connection.execute(f"SELECT DISTINCT game, {CATALOGUE} AS cards FROM games ORDER BY ALL").fetchall()
    stored = list(dict.fromkeys(game for game, _ in found))
    if filters.game is not None and filters.game not in stored:
        raise Unreadable(f"the game {filters.game!r}", one_stored(stored, filters.game))
    wanted = [each for each in found if filters.game in (None, each[0])]
    having = {game: name in names(game) or name in names() for game, _ in wanted}
    if not any(having.values()):
        known = sorted({each for game in ("", *(having or games())) for each in names(game)})
        if having or name not in known:
            raise Unreadable(f"the statistic {name!r}{_of(having)}", one_of(known, name))
    if filters.by and name not in computed.names():
        raise Unreadable(f"--by {filters.by} with {name}", "--by with strength")
    if having:
        check(connection, [*having], filters.players, filters.options)
    define(connection)
    return [_answer(connection, name, game, catalogue, filters) for game, catalogue in wanted if having[game]]


def _of(games: Iterable[str]) -> str:
    """`, of gaia`: whose statistics were looked through, where games are stored."""
    return f" of {' or '.join(games)}" if games else ""


def _answer(
    connection: "duckdb.DuckDBPyConnection", name: str, game: str, catalogue: str | None, filters: Filters
) -> Answer:
    seats = _select(connection, game, catalogue, filters)
    prepared = _prepared(connection, name, game, filters)
    cursor = connection.execute(f"SELECT * FROM ({prepared.sql}\n) WHERE games >= ?", [filters.min_games])
    columns = [column[0] for column in cursor.description or ()]
    rows = [dict(zip(columns, map(_rounded, row), strict=True)) for row in cursor.fetchall()]
    for row in rows:
        row["small"] = row["games"] < SMALL
    named = game if catalogue is None else f"{game} with {catalogue}"
    words = _words(connection, named, filters, seats)
    return Answer(game, catalogue, "; ".join([words, *prepared.notes]), columns, rows)


def _prepared(connection: "duckdb.DuckDBPyConnection", name: str, game: str, filters: Filters) -> Prepared:
    """The SQL that shows a statistic over the selected games, computed before if need be."""
    if _is_computed(name, game):
        return computed.prepare(connection, name, filters.by)
    return Prepared(sql(name, game) or "")


def apart(answers: Sequence[Answer]) -> str:
    """What was counted by itself, in words; empty if there was nothing to keep apart."""
    if len(answers) < 2:
        return ""
    stored: dict[str, list[str]] = {}
    for answer in answers:
        stored.setdefault(answer.game, []).append(answer.catalogue or "none")
    games = "; ".join(f"{game}{_named(catalogues)}" for game, catalogues in stored.items())
    if len(stored) == 1:
        return f"{games}. Each is counted by itself"
    return f"{len(stored)} games are stored: {games}. Each is counted by itself; --game names one"


def _named(catalogues: list[str]) -> str:
    """The catalogues of a game, the first few by name; nothing if there is one, which the answer names."""
    if len(catalogues) < 2:
        return ""
    names = [*catalogues[:FEW], *([f"{len(catalogues) - FEW} more"] if len(catalogues) > FEW else [])]
    return f" with {len(catalogues)} catalogues: {', '.join(names)}"


def _rounded(value: Any) -> Any:
    """A value without the last digits of a fraction, which depend on the order in which several cores added up."""
    return round(value, 9) if isinstance(value, float) else value


def _select(connection: "duckdb.DuckDBPyConnection", game: str, catalogue: str | None, filters: Filters) -> int:
    """Put the views in place; returns the number of seats in them."""
    conditions, values = _conditions(game, catalogue, filters)
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE chosen AS SELECT game_id FROM dated_games WHERE {' AND '.join(conditions)}",
        values,
    )
    for view, table in (("selected_games", "dated_games"), ("selected_seats", "named_seats")):
        connection.execute(
            f"CREATE OR REPLACE TEMP VIEW {view} AS SELECT * FROM {table} SEMI JOIN chosen USING (game_id)"
        )
    found = connection.execute("SELECT count(*) FROM selected_seats").fetchone()
    return int(found[0]) if found else 0


def _conditions(game: str, catalogue: str | None, filters: Filters) -> tuple[Sequence[str], list[Any]]:
    """SQL conditions on `dated_games` and the values in them."""
    verdicts = [*CLEAN, DISCREPANT] if filters.discrepant else [*CLEAN]
    conditions = ["finished", "game = ?", f"({CATALOGUE}) IS NOT DISTINCT FROM ?", "verdict IN (SELECT unnest(?))"]
    values: list[Any] = [game, catalogue, verdicts]
    if filters.players is not None:
        conditions.append("players = ?")
        values.append(filters.players)
    for option, value in filters.options.items():
        conditions.append("json_extract_string(options, ?) = ?")
        values += [path(option), value]
    if filters.since is not None:
        conditions.append("played_at >= ?")
        values.append(filters.since)
    return conditions, values


def _words(connection: "duckdb.DuckDBPyConnection", game: str, filters: Filters, seats: int) -> str:
    """What was counted, for people."""
    found = connection.execute(
        "SELECT count(*), list_sort(list(DISTINCT ruleset_version)), count(*) FILTER (verdict = ?) FROM selected_games",
        [SUMMARY],
    ).fetchone()
    games, versions, summaries = found if found else (0, [], 0)
    parts = ["finished games, valid or discrepant" if filters.discrepant else "finished valid games"]
    if filters.players is not None:
        parts.append(count(filters.players, "player"))
    parts += [f"{option} = {value}" for option, value in filters.options.items()]
    if filters.since is not None:
        parts.append(f"played since {filters.since}")
    if filters.min_games:
        parts.append(f"rows of at least {count(filters.min_games, 'game')}")
    if summaries:
        told = "a summary, known by its" if summaries == 1 else "summaries, known by their"
        parts.append(f"{summaries:,} of them {told} result only")
    if versions and len(versions) > 1:
        parts.append(f"judged by versions {', '.join(versions)} of the rules")
    return f"{game}: {count(games, 'game')}, {count(seats, 'seat')} ({'; '.join(parts)})"
