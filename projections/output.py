"""Text and JSON for answers: aligned columns that fit a terminal and a pipe, JSON lines for programs."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

WIDTH = 80
_RATES = frozenset({"win_rate", "low", "high", "expected", "share"})
_encoder = msgspec.json.Encoder(enc_hook=str)


def json_line(value: Any) -> str:
    """A value as one line of JSON; what JSON lacks (infinity, NaN) is null, other kinds are text."""
    return _encoder.encode(_plain(value)).decode()


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def cell(value: Any, column: str = "") -> str:
    """A value as it stands in a table: rates in per cent, means with one decimal, nothing as a dash."""
    if value is None:
        return "-"
    if isinstance(value, float):
        if column in _RATES:
            return f"{100 * value:.1f}"
        return f"{value:.2f}" if column == "mean_rank" else f"{value:.1f}" if column != "wins" else f"{value:.4g}"
    if isinstance(value, dict | list):
        return json_line(value)
    return " ".join(str(value).split())


def title(column: str) -> list[str]:
    """The heading of a column, a word a line, so that columns stay narrow."""
    words = column.split("_")
    return [*words[:-1], f"{words[-1]} %"] if column in _RATES else words


def table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], width: int = WIDTH) -> list[str]:
    """Lines of a table: text to the left, numbers to the right, gaps as wide as the width allows."""
    found = list(rows)
    texts = [[cell(row[column], column) for column in columns] for row in found]
    return grid([title(column) for column in columns], texts, [_numeric(found, column) for column in columns], width)


def plain_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], headed: bool = True) -> list[str]:
    """Lines of a table with the names of its columns in one line and its values as they are."""
    texts = [["-" if value is None else cell(value, "wins") for value in row] for row in rows]
    found = [dict(zip(columns, row, strict=True)) for row in rows]
    lines = grid([[column] for column in columns], texts, [_numeric(found, column) for column in columns])
    return lines if headed else lines[1:]


def grid(
    titles: Sequence[Sequence[str]], texts: Sequence[Sequence[str]], numeric: Sequence[bool], width: int = WIDTH
) -> list[str]:
    """Lines of a table whose cells are text already; `titles` have a line each per word."""
    height = max((len(words) for words in titles), default=0)
    heads = [[""] * (height - len(words)) + list(words) for words in titles]
    widths = [max([*map(len, head), *(len(row[k]) for row in texts)], default=0) for k, head in enumerate(heads)]
    gap = " " * (2 if sum(widths) + 2 * (len(widths) - 1) <= width else 1)
    lines = [[head[level] for head in heads] for level in range(height)] + [list(row) for row in texts]
    return [
        gap.join(
            text.rjust(size) if right else text.ljust(size)
            for text, size, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in lines
    ]


def _numeric(rows: Sequence[Mapping[str, Any]], column: str) -> bool:
    values = [row[column] for row in rows if row[column] is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def count(number: int, noun: str) -> str:
    """`1 record`, `1,200 records`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
