"""Output as text and JSON: tables for people, JSON lines for programs."""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from projections.number_format import heading, number
from projections.screen.grid import Column, grid, in_one_line
from projections.visible import visible

_encoder = msgspec.json.Encoder(enc_hook=str, decimal_format="number")


def json_line(value: Any) -> str:
    """A value as one line of JSON; infinity and NaN, which JSON lacks, become null; other types become text."""
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
    """A value as shown in a table: rates in per cent, means with one decimal, null as a dash."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return number(value, column)
    if isinstance(value, dict | list):
        return visible(json_line(value))
    return visible(" ".join(str(value).split()))


def table(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], width: int | None = None, wraps: bool = False
) -> list[str]:
    """The lines of a table: text to the left, numbers to the right; they fit the `width` of a terminal.

    If its texts distinguish rows, `wraps` keeps them whole.
    """
    made = _made(columns, list(rows))
    for column in made:
        column.wraps = wraps and not column.right
    return grid(made, width)


def fitting(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], width: int, kept: Container[str]) -> list[str]:
    """The columns with which each row fits on one line; columns that are not `kept` are dropped from the right."""
    found = list(columns)
    made = dict(zip(columns, _made(columns, rows), strict=True))
    giving_way = [name for name in columns if name not in kept]
    while giving_way and not in_one_line([made[name] for name in found], width):
        found.remove(giving_way.pop())
    return found


def _made(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> list[Column]:
    texts = ([cell(row[name], name) for row in rows] for name in columns)
    values = ([row[name] for row in rows] for name in columns)
    return [_column(name, heading(name), *each) for name, *each in zip(columns, texts, values, strict=True)]


def plain_table(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], headed: bool = True, width: int | None = None
) -> list[str]:
    """The lines of a table with one-line column names and unformatted values."""
    values = [[row[k] for row in rows] for k in range(len(columns))]
    texts = [["-" if value is None else cell(value, "wins") for value in each] for each in values]
    found = [_column(name, [name], *each) for name, *each in zip(columns, texts, values, strict=True)]
    return grid(found, width, headed)


def is_number(values: Iterable[Any]) -> bool:
    """Whether all values of a column that are not null are numbers."""
    known = [value for value in values if value is not None]
    return bool(known) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in known)


def _column(name: str, head: list[str], texts: list[str], values: list[Any]) -> Column:
    """A column of values: numbers are aligned right; ids, and values that are neither text nor JSON, stay whole."""
    known = [value for value in values if value is not None]
    numeric = is_number(values)
    whole = name.endswith("_id") or not any(isinstance(value, str | dict | list) for value in known)
    return Column(head, texts, numeric, whole)
