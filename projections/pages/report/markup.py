"""The markup of a report page: texts, tables, and the whole page with its head, styles and links."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from projections.number_format import heading, in_words, number
from projections.pages.page_file import LOOK, lean, part, policy
from projections.pictures.pen import node
from projections.visible import visible

GENERATOR = '<meta name="generator" content="anyturn">'
MOST_ROWS = 500
"""The most rows of a table on a page."""
SHORT = 16
"""Texts of up to this many characters are not wrapped."""


def text(words: object) -> str:
    """A text, escaped, to put between elements."""
    return inline(words).strip(" ")


def inline(words: object) -> str:
    """A part of a text, escaped, with the spaces at its ends; spaces that may not be broken stay so."""
    return escape(visible(re.sub(r"[^\S\u00a0]+", " ", str(words))))


def link(address: str, words: object) -> str:
    """A link to another page of the report."""
    return node("a", text(words), href=address)


def page(title: str, body: Iterable[str], way: Iterable[str], script: str = "", data: str = "") -> bytes:
    """A page: `way` holds the links above the heading, `data` what the script reads. Its tables can be sorted."""
    body = [*body]
    if any("<table" in each for each in body):
        script = f"{lean(part('report/sorting.js'))}\n{script}"
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        GENERATOR,
        f"<title>{text(title)}</title>",
        f"<style>{lean(part(LOOK))}\n{lean(part('report/report.css'))}</style>",
        "</head>",
        "<body>",
        f'<header><nav aria-label="Report">{" ".join(way)}</nav><h1>{text(title)}</h1></header>',
        "<main>",
        *body,
        "</main>",
        *([f'<script id="data" type="application/octet-stream">{data}</script>'] if data else []),
        *([f"<script>{script}</script>"] if script else []),
        "</body>",
        "</html>",
    ]
    return "\n".join([*lines, ""]).encode()


Address = Callable[[str, Mapping[str, Any]], str]
"""Column and row -> the address to which the cell links; empty for none."""


def table(
    caption: str,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    named: int,
    label: str = "",
    address: Address = lambda column, row: "",
) -> str:
    """The rows of an answer, as many as fit on a page; the first `named` columns name the row.

    If a row is based on few games (`small`), their number is marked with a star. `label` names the table if there are
    several.
    """
    shown = [name for name in columns if any(row[name] is not None for row in rows)]
    numeric = {name for name in shown if all(isinstance(row[name], int | float | None) for row in rows)}
    head = "".join(
        node("th", text(" ".join(heading(name))), scope="col", class_="number" if name in numeric else None)
        for name in shown
    )
    body = "".join(
        node("tr", *(_cell(row, name, name in numeric, columns.index(name) < named, address) for name in shown))
        for row in rows[:MOST_ROWS]
    )
    more = f" The first {MOST_ROWS} of {len(rows):,} rows." if len(rows) > MOST_ROWS else ""
    inside = node("table", node("caption", text(caption + more)), node("thead", node("tr", head)), node("tbody", body))
    return node("div", inside, class_="wide", tabindex=0, role="region", aria_label=label or caption)


def _cell(row: Mapping[str, Any], column: str, numeric: bool, names: bool, address: Address) -> str:
    """A value in its column: an id as words if it names the row, a dash if there is no value."""
    value = row[column]
    if value is None:
        shown = "–"
    elif isinstance(value, float):
        shown = number(value, column)
    else:
        shown = text(in_words(column, value) if names else value)
    few = "*" if column == "games" and row.get("small") else ""
    scope = {"scope": "row"} if names else {}
    kind = "number" if numeric else "short" if len(shown) <= SHORT else None
    there = address(column, row)
    inside = node("a", shown, href=there) if there else shown
    return node("th" if names else "td", inside + few, class_=kind, **scope)
