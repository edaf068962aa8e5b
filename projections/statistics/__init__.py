"""Statistics: one documented SQL file each; this module finds and runs them.

Those for every game are in this folder, those for a single game in the folder named after it. They count over the views
and with the macros of `_definitions.sql`; filters replace these views by narrower ones. Statistics that SQL cannot
express are computed over the same views by the modules in the folder `computed`.

    filters.py       which games, seats, rows      traits.py     what to filter and split by
    selecting.py     from filters, parts to views  row_order.py  rows sorted and limited
    known_values.py  filters against the store     strength/     the model behind the ratings
    plot_lines.py    how statistics are drawn      controlled.py  columns with players as controls
"""

import re
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from engine.rules import ruleset
from events.log.codec import Unreadable
from events.packages import folder, package_of, sound
from events.problems import count, near_match, one_of
from events.verdicts import SUMMARY
from projections.stated_facts import games_with_facts
from projections.statistics import computed, controlled
from projections.statistics.computed import Prepared
from projections.statistics.filters import Filters, words
from projections.statistics.known_values import answering, one_stored, splitting
from projections.statistics.row_order import arranged, arrangement, whole
from projections.statistics.selecting import CATALOGUE, MOST_PARTS, each_part, parts, select, side_by_side
from projections.statistics.traits import CARDS, FACT, Trait, fact

if TYPE_CHECKING:
    import duckdb

__all__ = ["Answer", "Filters", "apart", "define", "description", "games", "names", "queries", "run", "sql", "titles"]

SMALL = 30
"""Rows based on fewer games than this are marked, as their figures mean little."""
SELECTED = frozenset(
    (
        "named_seats",
        "selected_games",
        "selected_seats",
        "selected_tables",
        "selected_tallies",
        "selected_opponents",
        "placed_seats",
        "unnest",
        "range",
    )
)
"""The relations read by statistics that need only results and tallies of the selected games."""
_READ = re.compile(r"\b(?:FROM|JOIN)\s+(?:LATERAL\s+)?(\w+)")
_OWN = re.compile(r"\b(\w+) AS (?:MATERIALIZED |NOT MATERIALIZED )?\(")
DIGITS = 9
"""The number of digits kept of a fraction: further ones depend on the order in which several cores add numbers."""
ONLY = {"until_width": "--until-width", "table": "--table", "setup": "--setup", "controlled": "--controlled"}
"""Fields of the filters that only some statistics understand, and their options."""
LISTED = 20
"""At most this many names are listed if one of them is close to the one given."""
FEW = 5
"""At most this many catalogues are named if there are several."""


class Answer(Struct):
    """A statistic over the games of one ruleset and one catalogue of cards.

    `counted` says which games and seats, `notes` what to know about the figures; rows are dictionaries. `catalogue` is
    None if the rules contain all cards. The first column of a split statistic holds the value by which it is split.
    """

    game: str
    catalogue: str | None
    counted: str
    columns: list[str]
    rows: list[dict[str, Any]]
    notes: Sequence[str] = ()

    @property
    def words(self) -> str:
        """What was counted, and the notes."""
        return "; ".join([self.counted, *self.notes])


def queries(game: str = "") -> list[str]:
    """The SQL statistics for every game, or those for a single game only."""
    own = _folder(game)
    found = own.iterdir() if own.is_dir() else ()
    return sorted(file.name[:-4] for file in found if file.name.endswith(".sql") and file.name[0] != "_")


def names(game: str = "") -> list[str]:
    """The statistics for every game, queried or computed, or those for a single game only."""
    return queries(game) if game else sorted({*queries(), *computed.names()})


def games() -> list[str]:
    """The games with their own statistics."""
    inside = (each.name for each in files(__package__).iterdir())
    return sorted(game for game in {*inside, *(each.game for each in sound())} if queries(game))


def titles(game: str | None = None) -> list[dict[str, str | None]]:
    """All statistics, or those that apply to `game`, each with its title and its game, if it belongs to a single one.

    The title is the first line of its file. Raises Unreadable for a game that is not installed.
    """
    own = games() if game is None else [ruleset(game).id]
    return [
        {"name": name, "game": each or None, "title": description(name, each).splitlines()[0].partition(": ")[2]}
        for each in ["", *own]
        for name in names(each)
    ]


def sql(name: str, game: str = "") -> str | None:
    """The SQL of a statistic for a game; None if there is none."""
    return next((_text(name, each) for each in (game, "") if name in queries(each)), None)


def description(name: str, game: str = "") -> str:
    """The description of a statistic: title, grain, columns, caveat."""
    return computed.text(name) if _is_computed(name, game) else _text(name, game)


def _is_computed(name: str, game: str) -> bool:
    """Whether a statistic is computed for a game; the game's own SQL of that name takes precedence."""
    return name in computed.names() and not (game and name in queries(game))


def _text(name: str, game: str) -> str:
    return _folder(game).joinpath(f"{name}.sql").read_text(encoding="utf-8")


def _folder(game: str) -> Traversable:
    """The folder of the statistics of a game, or of those for every game."""
    return folder(__package__, game) if game else files(__package__)


def define(connection: "duckdb.DuckDBPyConnection") -> dict[str, str]:
    """Define the views and macros that statistics use, over everything that the store holds.

    The views that a package brings are left out if they fail: returns game -> why, in one line.
    """
    import duckdb

    connection.execute(_text("_definitions", ""))
    failed = {}
    for game in games_with_facts():
        try:
            connection.execute(_text("_definitions", game))
        except duckdb.Error as error:
            if package_of(game) is None:
                raise
            failed[game] = f"_definitions.sql: {' '.join(str(error).split())[:200]}"
    return failed


def run(connection: "duckdb.DuckDBPyConnection", name: str, filters: Filters) -> list[Answer]:
    """One answer for each ruleset in the store that has the statistic; no answer ever combines several rulesets.

    Nor does one combine several catalogues, as games with invented cards reveal nothing about games with printed ones.
    Raises Unreadable for a value that no stored game has, for a filter, a split or a column that does not exist or does
    not apply, and for a statistic that none of the games has; also raises LibraryMissing.
    """
    define(connection)
    played = f"""
        SELECT DISTINCT game, {CATALOGUE} AS cards
        FROM (SELECT DISTINCT game, catalogue FROM games WHERE branch_of IS NULL) ORDER BY ALL"""
    found = connection.execute(played).fetchall()
    stored = list(dict.fromkeys(game for game, _ in found))
    if filters.game is not None and filters.game not in stored:
        raise Unreadable(f"the game {filters.game!r}", one_stored(stored, filters.game))
    wanted = [game for game in stored if filters.game in (None, game)]
    having = [game for game in wanted if name in names(game) or name in names()]
    if not having:
        known = sorted({each for game in ("", *(wanted or games())) for each in names(game)})
        if wanted or name not in known:
            where = f" of {wanted[0]}" if len(wanted) == 1 else ""
            raise Unreadable(f"the statistic {name!r}{where}", _known(known, name))
        return []
    for field, option in ONLY.items():
        if getattr(filters, field) not in (None, False) and name not in (able := _understanding(field)):
            raise Unreadable(f"{option} with {name}", one_of(able, name))
    left = answering(connection, having, filters)
    by = splitting(connection, left, filters.by) if filters.by else None
    catalogues = {game: [cards for each, cards in found if each == game] for game in left}
    return [answer for game in left for answer in _answers(connection, name, game, catalogues[game], filters, by)]


def _understanding(field: str) -> list[str]:
    """The statistics that understand a field of the filters that most others do not."""
    if field == "controlled":
        return list(controlled.STATISTICS)
    return [name for name in computed.names() if field in computed.asked(name)]


def _known(known: Sequence[str], name: str) -> str:
    """The names expected instead of one that no statistic has; if there are very many, only the closest."""
    near = near_match(known, name)
    return f"one that `anyturn stats` lists{near}" if near and len(known) > LISTED else one_of(known, name)


def _answers(
    connection: "duckdb.DuckDBPyConnection",
    name: str,
    game: str,
    catalogues: list[str | None],
    filters: Filters,
    by: Trait | None,
) -> list[Answer]:
    """The answer for each catalogue of a game; all are counted at once if the statistic and the filters allow it."""
    several = 1 < len(catalogues) <= MOST_PARTS and "" not in catalogues
    if by is None and several and _of_results(name, game) and filters.rating is None and not filters.controlled:
        return _at_once(connection, name, game, catalogues, filters)
    return [_answer(connection, name, game, each, filters, by) for each in catalogues]


def _at_once(
    connection: "duckdb.DuckDBPyConnection", name: str, game: str, catalogues: list[str | None], filters: Filters
) -> list[Answer]:
    """The answers for several catalogues, which are counted as parts of a split are."""
    select(connection, game, None, filters, every=True)
    counted = [_words(connection, game, each, filters) for each in catalogues]
    if played := parts(connection, game, CARDS, 1):
        columns, found, notes = _of_parts(connection, name, game, filters, played)
    else:
        found = {}
        columns, _, notes = _rows(connection, name, game, filters, None)
    return [
        Answer(game, each, said, columns, _shown(columns, found.get(each or "", []), filters), notes)
        for each, said in zip(catalogues, counted, strict=True)
    ]


def _answer(
    connection: "duckdb.DuckDBPyConnection",
    name: str,
    game: str,
    catalogue: str | None,
    filters: Filters,
    by: Trait | None,
) -> Answer:
    if by is not None and by.kind == FACT:
        by = fact(by.name, game)
    if _is_computed(name, game) and computed.net_of_start(name):
        filters = replace(filters, net_of_start=True)
    each_part = by is not None and not _splits_itself(name, game, by) and not _of_results(name, game)
    select(connection, game, catalogue, filters, keep=each_part)
    counted = _words(connection, game, catalogue, filters)
    if by is None or _splits_itself(name, game, by):
        columns, rows, notes = _rows(connection, name, game, filters, by)
    else:
        columns, rows, notes = _split(connection, name, game, filters, by)
    return Answer(game, catalogue, counted, columns, _shown(columns, rows, filters), notes)


def _shown(columns: list[str], rows: list[dict[str, Any]], filters: Filters) -> list[dict[str, Any]]:
    """The rows to show, in their order; those of few games are marked."""
    for row in rows:
        row["small"] = row["games"] < SMALL
    return arranged(columns, rows, filters.sort, filters.limit)


def _rows(
    connection: "duckdb.DuckDBPyConnection", name: str, game: str, filters: Filters, by: Trait | None
) -> tuple[list[str], list[dict[str, Any]], list[str]]:
    """The columns and rows of a statistic over the selection, and notes on them."""
    return _read(connection, _prepared(connection, name, game, by.name if by else "", filters), filters)


def _read(
    connection: "duckdb.DuckDBPyConnection", prepared: Prepared, filters: Filters
) -> tuple[list[str], list[dict[str, Any]], list[str]]:
    kinds = _kinds(connection, prepared.sql)
    return [*kinds], _fetched(connection, prepared.sql, kinds, filters), list(prepared.notes)


def _kinds(connection: "duckdb.DuckDBPyConnection", sql: str) -> dict[str, str]:
    """The columns that SQL returns, and their types."""
    return {name: kind for name, kind, *_ in connection.execute(f"DESCRIBE {sql}").fetchall()}


def _fetched(
    connection: "duckdb.DuckDBPyConnection", sql: str, kinds: dict[str, str], filters: Filters
) -> list[dict[str, Any]]:
    """The rows that SQL with these columns returns, those of enough games, with fractions rounded."""
    shown = (f'round("{name}", {DIGITS})' if kind == "DOUBLE" else f'"{name}"' for name, kind in kinds.items())
    found = connection.execute(f"SELECT {', '.join(shown)} FROM ({sql}\n) WHERE games >= ?", [filters.min_games])
    return [dict(zip(kinds, row, strict=True)) for row in found.fetchall()]


def _split(
    connection: "duckdb.DuckDBPyConnection", name: str, game: str, filters: Filters, by: Trait
) -> tuple[list[str], list[dict[str, Any]], list[str]]:
    """The same over each part of the selection; the first column holds the value by which it is split."""
    values = parts(connection, game, by, filters.min_games)
    columns: list[str] = []
    found: dict[str, list[dict[str, Any]]] = {value: [] for value in values}
    notes: list[str] = []
    if values and _of_results(name, game):
        columns, found, notes = _of_parts(connection, name, game, filters, values)
    elif values and _is_computed(name, game) and computed.is_joined(name):
        each = {value: computed.compute(connection, name) for value in each_part(connection, values, filters)}
        side_by_side(connection, filters)
        columns, found, notes = _by_part(connection, computed.joined(connection, name, each), game, filters, values)
    elif values:
        kinds: dict[str, str] = {}  # the same in each part
        for value in each_part(connection, values, filters):
            prepared = _prepared(connection, name, game, "", filters)
            kinds = kinds or _kinds(connection, prepared.sql)
            found[value] = _fetched(connection, prepared.sql, kinds, filters)
            notes += [note for note in prepared.notes if note not in notes]
        columns = [*kinds]
    if not columns:  # they are shown even without rows
        columns, _, _ = _rows(connection, name, game, filters, None)
    rows = [{by.name: whole(value)} | row for value in values for row in found[value]]
    return [by.name, *(column for column in columns if column != by.name)], rows, notes


def _of_parts(
    connection: "duckdb.DuckDBPyConnection", name: str, game: str, filters: Filters, values: Sequence[str]
) -> tuple[list[str], dict[str, list[dict[str, Any]]], list[str]]:
    """The columns, the rows of each part, which are all counted at once, and notes."""
    side_by_side(connection, filters)
    return _by_part(connection, _prepared(connection, name, game, "", filters), game, filters, values)


def _by_part(
    connection: "duckdb.DuckDBPyConnection", prepared: Prepared, game: str, filters: Filters, values: Sequence[str]
) -> tuple[list[str], dict[str, list[dict[str, Any]]], list[str]]:
    """The same from SQL over parts that lie side by side."""
    columns, rows, notes = _read(connection, prepared, filters)
    found: dict[str, list[dict[str, Any]]] = {value: [] for value in values}
    for row in rows:
        found[row["game"]].append(row)
        row["game"] = game
    return columns, found, notes


def _of_results(name: str, game: str) -> bool:
    """Whether a statistic only reads results of the selected games: all its parts can then be counted at once."""
    if _is_computed(name, game):
        return False
    text = sql(name, game) or ""
    return {*_READ.findall(text)} <= {*_OWN.findall(text)} | SELECTED


def _splits_itself(name: str, game: str, by: Trait) -> bool:
    """Whether a statistic compares its parts with each other: it is then not split part by part."""
    return _is_computed(name, game) and by.name in computed.splits(name)


def _prepared(connection: "duckdb.DuckDBPyConnection", name: str, game: str, by: str, filters: Filters) -> Prepared:
    """SQL that returns the rows of a statistic over the selected games, which are computed beforehand if necessary."""
    if _is_computed(name, game):
        return computed.prepare(connection, name, by, filters)
    text = sql(name, game) or ""
    return controlled.with_controls(connection, name, text) if filters.controlled else Prepared(text)


def apart(answers: Sequence[Answer]) -> str:
    """What was counted separately, in words; empty if there is a single answer."""
    if len(answers) < 2:
        return ""
    stored: dict[str, list[str]] = {}
    for answer in answers:
        stored.setdefault(answer.game, []).append(answer.catalogue or "none")
    games = "; ".join(f"{game}{_named(catalogues)}" for game, catalogues in stored.items())
    if len(stored) == 1:
        return f"{games}. Each is counted separately"
    return f"of {len(stored)} games: {games}. Each is counted separately; --game selects one"


def _named(catalogues: list[str]) -> str:
    """The catalogues of a game, the first few by name; empty if there is only one, which the answer itself names."""
    if len(catalogues) < 2:
        return ""
    names = [*catalogues[:FEW], *([f"{len(catalogues) - FEW} more"] if len(catalogues) > FEW else [])]
    return f" with {len(catalogues)} catalogues: {', '.join(names)}"


def _words(connection: "duckdb.DuckDBPyConnection", game: str, catalogue: str | None, filters: Filters) -> str:
    """What was counted, in words."""
    found = connection.execute(
        "SELECT count(*), list_sort(list(DISTINCT ruleset_version)), count(*) FILTER (verdict = ?), "
        "coalesce(sum(seats), 0)::BIGINT FROM chosen_games WHERE cards IS NOT DISTINCT FROM ?",
        [SUMMARY, catalogue],
    ).fetchone()
    games, versions, summaries, seats = found if found else (0, [], 0, 0)
    limits = words(filters, game)
    if summaries:
        known = "a summary, known by its" if summaries == 1 else "summaries, known by their"
        limits.append(f"{summaries:,} of them {known} result only")
    if versions and len(versions) > 1:
        limits.append(f"judged by versions {', '.join(versions)} of the rules")
    if filters.sort or filters.limit is not None:
        limits.append(arrangement(filters.sort, filters.limit))
    cards = "" if catalogue is None else f" with {catalogue}"
    return f"{game}{cards}: {count(games, 'game')}, {count(seats, 'seat')} ({'; '.join(limits)})"
