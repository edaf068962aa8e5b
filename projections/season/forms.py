"""Standings as text in several forms: one table of heads and cells for all of them, as CSV, Markdown and forum code."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from events.problems import count
from projections.season.settings import HEAD_TO_HEAD, LOTS, OPPONENTS, SHARE, VP, WINS, Scheduled, Settings
from projections.season.standings import UNDECIDED, Pending, Row, Table
from projections.visible import visible

TIE_BREAKS = {
    HEAD_TO_HEAD: "head to head",
    VP: "victory points",
    WINS: "wins",
    OPPONENTS: "strength of opponents",
    SHARE: "share of points",
    LOTS: "lots",
}
"""Tie-break -> its words."""
_FULL = 6
"""Decimals in CSV and Excel."""


class Column(NamedTuple):
    """A column: its key in CSV and JSON, its head for people, its value, and whether the table needs it."""

    key: str
    head: str
    value: Callable[[Row], Any]
    needed: Callable[[Settings, Sequence[Table]], bool] = lambda settings, tables: True


def _any(value: Callable[[Row], Any]) -> Callable[[Settings, Sequence[Table]], bool]:
    return lambda settings, tables: any(value(row) for table in tables for row in table.rows)


COLUMNS = (
    Column("rank", "#", lambda row: row.rank),
    Column("player", "player", lambda row: row.player),
    Column("points", "points", lambda row: row.points),
    Column(
        "points_per_game",
        "per game",
        lambda row: row.per_game,
        lambda settings, tables: settings.ranking.rank_by == "points_per_game",
    ),
    Column("games", "games", lambda row: row.games),
    Column("dropped", "dropped", lambda row: row.dropped, _any(lambda row: row.dropped)),
    Column("counted", "counted", lambda row: row.counted, _any(lambda row: row.counted != row.games + row.dropped)),
    Column("wins", "wins", lambda row: row.wins),
    Column("vp", "VP", lambda row: row.vp),
    Column(
        "share",
        "share %",
        lambda row: 100 * row.share,
        lambda settings, tables: SHARE in settings.ranking.tie_breaks,
    ),
    Column(
        "opponents",
        "opponents",
        lambda row: row.opponents,
        lambda settings, tables: OPPONENTS in settings.ranking.tie_breaks,
    ),
    Column("to_play", "to play", lambda row: row.to_play, _any(lambda row: row.to_play is not None)),
    Column("outcome", "outcome", lambda row: row.outcome, _any(lambda row: row.outcome)),
    Column(
        "decided_by",
        "decided by",
        lambda row: TIE_BREAKS.get(row.decided_by, ""),
        _any(lambda row: row.decided_by in TIE_BREAKS),
    ),
)


def columns(settings: Settings, tables: Sequence[Table]) -> list[Column]:
    """The columns that these tables need."""
    return [column for column in COLUMNS if column.needed(settings, tables)]


def shown(value: object, decimals: int = 2) -> str:
    """A value in a cell: a sum that is no whole number with some decimals; a dash for nothing."""
    if value is None:
        return "–"
    if isinstance(value, Fraction):
        return decimal(value, decimals)
    return visible(str(value))


def decimal(value: Fraction, decimals: int) -> str:
    """A fraction as a decimal number, rounded half up and without trailing zeros."""
    scaled = value * 10**decimals
    whole = (abs(scaled) + Fraction(1, 2)).__floor__() * (-1 if scaled < 0 else 1)
    number = Decimal(whole).scaleb(-decimals)
    text = f"{number:f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def cells(chosen: Sequence[Column], row: Row) -> list[str]:
    """The cells of a row."""
    return [shown(column.value(row)) for column in chosen]


def as_json(table: Table) -> Iterator[dict[str, Any]]:
    """An object for each row; sums that are no whole numbers are decimal numbers."""
    for row in table.rows:
        values = {column.key: _plain(column.value(row)) for column in COLUMNS}
        yield {"season": table.place.season, "division": table.place.division, "league": table.place.league} | values


def _plain(value: Any) -> Any:
    return Decimal(decimal(value, _FULL)) if isinstance(value, Fraction) else None if value == "" else value


def csv_lines(tables: Sequence[Table], decimal_comma: bool = False) -> Iterator[str]:
    """All rows of all tables, with every column; with a decimal comma, cells are separated by semicolons."""
    place = ("season", "division", "league")
    yield _csv([*place, *(column.key for column in COLUMNS)], decimal_comma)
    for table in tables:
        for row in table.rows:
            values = (column.value(row) for column in COLUMNS)
            numbers = ("" if value is None else shown(value, _FULL) for value in values)
            put = [
                text.replace(".", ",") if decimal_comma and isinstance(column.value(row), Fraction) else text
                for column, text in zip(COLUMNS, numbers, strict=True)
            ]
            yield _csv([table.place.season, table.place.division, table.place.league, *put], decimal_comma)


def _csv(values: Iterable[str], semicolons: bool) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=";" if semicolons else ",", lineterminator="").writerow([*values])
    return written.getvalue()


def markdown_lines(settings: Settings, tables: Sequence[Table]) -> Iterator[str]:
    """The tables in Markdown, each with its heading, what is still to be played, and notes."""
    chosen = columns(settings, tables)
    for table in tables:
        yield f"## {_markdown(heading(table))}"
        yield ""
        yield f"| {' | '.join(_markdown(column.head) for column in chosen)} |"
        yield f"| {' | '.join('---' if column.key in _TEXTS else '--:' for column in chosen)} |"
        for row in table.rows:
            yield f"| {' | '.join(map(_markdown, cells(chosen, row)))} |"
        yield ""
        for line in remarks(table):
            yield f"- {_markdown(line)}"
        if [*remarks(table)]:
            yield ""


_TEXTS = ("player", "outcome", "decided_by")


def _markdown(text: str) -> str:
    """A text with the marks of Markdown escaped."""
    return "".join(f"\\{letter}" if letter in r"\`*_[]<>|#~" else letter for letter in text)


def forum_lines(settings: Settings, tables: Sequence[Table]) -> Iterator[str]:
    """The tables in the code of forums (BBCode): aligned by blanks, as few forums know tables."""
    for table in tables:
        yield f"[b]{_forum(heading(table))}[/b]"
        yield "[code]"
        yield from map(_forum, aligned(settings, table))
        yield "[/code]"
        if lines := [*remarks(table)]:
            yield "[list]"
            yield from (f"[*]{_forum(line)}" for line in lines)
            yield "[/list]"


def _forum(text: str) -> str:
    """A text in which no bracket can be taken for code."""
    return text.replace("[", "(").replace("]", ")")


def aligned(settings: Settings, table: Table) -> list[str]:
    """The rows of a table aligned by blanks, texts to the left and numbers to the right."""
    chosen = columns(settings, [table])
    rows = [[column.head for column in chosen], *(cells(chosen, row) for row in table.rows)]
    wide = [max(len(row[number]) for row in rows) for number in range(len(chosen))]
    lines = (
        (
            cell.ljust(width) if column.key in _TEXTS else cell.rjust(width)
            for cell, width, column in zip(row, wide, chosen, strict=True)
        )
        for row in rows
    )
    return ["  ".join(line).rstrip() for line in lines]


def heading(table: Table) -> str:
    """The table in words, and whether it is final."""
    return f"{table.place.words}{'' if table.over else ' (still being played)'}"


def remarks(table: Table) -> Iterator[str]:
    """What is still to be played, what does not count, and notes."""
    for pending in table.pending:
        yield pending_words(pending)
    for game, why in table.left_out:
        yield f"not counted: {_named(game.number, game.source or game.game_id)}({why})"
    if any(row.outcome == UNDECIDED for row in table.rows):
        yield "undecided: players share a place on both sides of a line; name `lots` as the last of the tie_breaks"
    yield from table.notes


def pending_words(pending: Pending) -> str:
    """`to be played: game 7 (Ann, Bob, Cy), due 2024-05-31; stored as a.jsonl, incomplete`."""
    game: Scheduled = pending.game
    due = f", due {game.due}" if game.due else ""
    stored = f"; stored as {pending.found.source or pending.found.game_id}, " if pending.found else ""
    state = pending.found.verdict if pending.found else ""
    return f"to be played: {_named(game.game, '')}({', '.join(game.players)}){due}{stored}{state}"


def _named(number: str, otherwise: str) -> str:
    return f"game {number} " if number else f"{otherwise} " if otherwise else ""


def totals(tables: Sequence[Table]) -> str:
    """`4 tables, 48 games; 2 to be played, 1 not counted`."""
    games = sum(len(table.games) for table in tables)
    left_out, pending = sum(len(table.left_out) for table in tables), sum(len(table.pending) for table in tables)
    more = [f"{pending} to be played"] * bool(pending) + [f"{left_out} not counted"] * bool(left_out)
    found = f"{count(len(tables), 'table')}, {count(games, 'game')}"
    return f"{found}; {', '.join(more)}" if more else found
