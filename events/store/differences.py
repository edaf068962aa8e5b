"""Whether the stored rows of a game are those that follow from its records."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.log.codec import encode
from events.problems import count
from events.store import schema
from events.store.event_store import EventStore


def first_difference(store: EventStore, table: str, game_id: str, expected: Sequence[Struct]) -> str:
    """The first difference between a game's stored rows and the expected ones, in words; empty if there is none.

    The order of rows does not matter; records are compared by their numbers.
    """
    names = schema.ROWS[table].__struct_fields__
    stored = store.connection.execute(f"SELECT {', '.join(names)} FROM {table} WHERE game_id = ?", [game_id]).fetchall()
    rows = [row for one in expected for row in _rows(one)]
    if stored == rows:  # the usual case
        return ""
    wanted, found = ([_comparable(names, row) for row in each] for each in (rows, stored))
    extra, missing = sorted(set(found) - set(wanted), key=repr), sorted(set(wanted) - set(found), key=repr)
    if extra or missing:
        columns = dict(zip(names, (extra or missing)[0], strict=True))
        place = ", ".join(f"{name} {columns[name]}" for name in names[1:4])
        return f"{table}: {'not as computed' if extra else 'missing'}: {place}"
    return "" if len(found) == len(wanted) else f"{table}: {count(len(found), 'row')}, computed {len(wanted)}"


def _rows(one: Struct) -> Iterable[tuple[Any, ...]]:
    return one.rows() if isinstance(one, schema.Columns) else [msgspec.structs.astuple(one)]


def _comparable(names: Sequence[str], row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of a row in hashable form; the store returns `facts` as JSON text."""
    return tuple(
        encode(msgspec.json.decode(value) if isinstance(value, str) else value)
        if name == "facts"
        else _as_tuples(value)
        for name, value in zip(names, row, strict=True)
    )


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value
