"""Which rows of an answer are shown, and in which order."""

from collections.abc import Sequence
from typing import Any

from events.log.codec import Unreadable
from events.problems import count, one_of

ORDERS = ("asc", "desc")


def whole(value: str) -> int | str:
    """A value as in a column: a number if the text is a whole number, else the text itself."""
    return int(value) if value.isdecimal() else value


def arranged(
    columns: Sequence[str], rows: Sequence[dict[str, Any]], sort: str, limit: int | None
) -> list[dict[str, Any]]:
    """At most `limit` rows, sorted by a column: numbers largest first, words from A to Z, unless an order is given.

    Rows with equal values keep their order; those without a value come last. Raises Unreadable if the column or the
    order is unknown.
    """
    found = list(rows)
    if sort:
        column, order = _column_and_order(columns, sort)
        known = [row for row in found if row[column] is not None]
        order = order or ("asc" if any(isinstance(row[column], str) for row in known) else "desc")
        known.sort(key=lambda row: row[column], reverse=order == "desc")
        found = known + [row for row in found if row[column] is None]
    return found[:limit]


def arrangement(sort: str, limit: int | None) -> str:
    """The order and the limit in words."""
    column, _, order = sort.partition(":")
    order_words = f" by {column}{f' ({order})' if order else ''}" if sort else ""
    return f"sorted{order_words}" if limit is None else f"the first {count(limit, 'row')}{order_words}"


def _column_and_order(columns: Sequence[str], sort: str) -> tuple[str, str]:
    column, colon, order = sort.partition(":")
    if column not in columns:
        raise Unreadable(f"--sort {column}", one_of(columns, column))
    if colon and order not in ORDERS:
        raise Unreadable(f"--sort {sort}", f"{column}:asc or {column}:desc")
    return column, order
