"""Statistics in all their forms: tables for people; JSON lines, CSV and Markdown for programs and pages."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from events.log.codec import Unreadable
from projections.number_format import heading
from projections.screen.grid import WIDTH
from projections.screen.tables import cell, fitting, is_number, json_line, table
from projections.statistics import SMALL, Answer

MARK = "*"
"""Marks rows based on few games."""


def shown(answers: Sequence[Answer], form: str, width: int | None, *, decimal_comma: bool = False) -> Iterator[str]:
    """Answers in the form json, csv or markdown; if it is empty, as tables of the given width. Raises Unreadable.

    `decimal_comma` is for csv in spreadsheets that write 2,5.
    """
    if form == "csv":
        yield from csv_lines(answers, decimal_comma=decimal_comma)
        return
    for number, answer in enumerate(answers):
        if form == "json":
            named = {"game": answer.game, "catalogue": answer.catalogue, "filters": answer.words}
            yield from (json_line(row | named) for row in answer.rows)
            continue
        if number:
            yield ""
        yield from markdown_lines(answer) if form else answer_lines(answer, width)


def answer_lines(answer: Answer, width: int | None) -> Iterator[str]:
    """A statistic for a terminal: what was counted, the table, and a note on small samples."""
    yield from [answer.words] if width is None else wrap(answer.words, width, break_on_hyphens=False)
    if not answer.rows:
        yield "no rows"
        return
    columns, rows = _marked(answer)
    shown = columns
    if width is not None and width >= WIDTH:  # in a narrower terminal rows wrap
        shown = fitting(columns, rows, width, {*_distinguishing(columns), *_NEVER_DROPPED})
    yield from table(shown, rows, width, wraps=True)
    if MARK in columns:
        yield f"{MARK} {_few()}"
    if left_out := [name.replace("_", " ") for name in columns if name not in shown]:
        note = f"no room for {', '.join(left_out)}; use a wider terminal, a pipe or --json to see them"
        yield from wrap(note, width or WIDTH, break_on_hyphens=False)


_NEVER_DROPPED = frozenset(("games", "win_rate", "mean_vp", MARK))
"""Columns of statistics that are never dropped."""


def _distinguishing(columns: Sequence[str]) -> Sequence[str]:
    """The columns that distinguish the rows of a statistic: those before the number of games."""
    return columns[: columns.index("games")] if "games" in columns else columns[:1]


def markdown_lines(answer: Answer) -> Iterator[str]:
    """A statistic as a Markdown table, below what was counted."""
    yield f"{_escaped(answer.words)}"
    yield ""
    if not answer.rows:
        yield "no rows"
        return
    columns, rows = _marked(answer)
    yield _piped(" ".join(heading(name)) for name in columns)
    yield _piped("--:" if is_number(row[name] for row in rows) else "---" for name in columns)
    for row in rows:
        yield _piped(cell(row[name], name) for name in columns)
    if MARK in columns:
        yield ""
        yield f"\\{MARK} {_few()}"


def csv_lines(answers: Iterable[Answer], *, decimal_comma: bool = False) -> Iterator[str]:
    """The rows of all answers under one heading, with game and catalogue; fractions with all their digits.

    With `decimal_comma`, decimals follow a comma and fields are separated by semicolons. Raises Unreadable if the
    answers have different columns.
    """
    head: list[str] = []
    separator, plain = (";", _with_comma) if decimal_comma else (",", _plain)
    for answer in answers:
        columns = ["game", "catalogue", *(name for name in answer.columns if name != "game"), "small"]
        if head and head != columns:
            raise Unreadable("answers with different columns", "one game: --game names it")
        if not head:
            head = columns
            yield csv_line(head, separator)
        for row in answer.rows:
            values = row | {"game": answer.game, "catalogue": answer.catalogue}
            yield csv_line(["" if values[name] is None else plain(values[name]) for name in head], separator)


def _marked(answer: Answer) -> tuple[list[str], list[dict[str, Any]]]:
    """Columns and rows for people: without the game, which the heading names; rows based on few games are marked."""
    rows = [row | {MARK: MARK if row["small"] else ""} for row in answer.rows]
    marked = [MARK] if any(row["small"] for row in rows) else []
    return [name for name in answer.columns if name != "game"] + marked, rows


def _few() -> str:
    return f"fewer than {SMALL} games: small sample"


def _piped(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    """A text with the special characters of Markdown escaped."""
    return "".join(f"\\{mark}" if mark in "\\|*_`<[" else mark for mark in text)


def _plain(value: Any) -> str:
    """A value on a single line, as each row of CSV is a single line here."""
    return json_line(value) if isinstance(value, dict | list | bool) else " ".join(str(value).splitlines())


def _with_comma(value: Any) -> str:
    return str(value).replace(".", ",") if isinstance(value, float) else _plain(value)


def csv_line(values: Sequence[str], separator: str = ",") -> str:
    """One line of CSV."""
    line = io.StringIO()
    csv.writer(line, delimiter=separator, lineterminator="").writerow(values)
    return line.getvalue()
