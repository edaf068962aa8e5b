"""The component tables of a game: the components.toml in its folder, read once into frozen Structs."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import cache_from_source, source_hash
from pathlib import Path
from pkgutil import get_data
from typing import Any, Protocol, TypeVar

import msgspec

from events.plugins import home


class Identified(Protocol):
    """A table row that has an `id`."""

    @property
    def id(self) -> str:
        """The id, which is unique within its table."""
        ...


T = TypeVar("T")
R = TypeVar("R", bound=Identified)


def read_components(game: str, kind: type[T]) -> T:
    """The tables of a game as a Struct that has a field for each table that the rules use.

    A table that does not fit is a fault of the program: raises ValueError that names the game and the place.
    """
    return tables_of(game, plain_tables(game), kind)


def plain_tables(game: str) -> dict[str, Any]:
    """The tables of a game as plain data, for games whose logs may change them: a new copy with every call."""
    found: dict[str, Any] = msgspec.msgpack.decode(_tables(game))
    return found


@cache  # some games ask for their tables twice
def _tables(game: str) -> bytes:
    """The tables of a game as MessagePack: as they are kept, unless components.toml is another one by now.

    Parsing TOML takes as long as importing the game, so they are kept as byte code is: in `__pycache__`, if possible.
    """
    package = home(f"engine.games.{game}")
    text = get_data(package, "components.toml")
    assert text is not None
    kept = Path(cache_from_source(f"{import_module(package).__path__[0]}/components.toml.py")).with_suffix(".msgpack")
    made_of = source_hash(text)
    with suppress(OSError):
        found = kept.read_bytes()
        if found.startswith(made_of):
            return found[len(made_of) :]
    tables = msgspec.msgpack.encode(msgspec.toml.decode(text))
    if not sys.dont_write_bytecode:
        _keep(kept, made_of + tables)
    return tables


def _keep(file: Path, data: bytes) -> None:
    """Write a file whole, if its folder is there and can be written to."""
    from events.files.atomic import write_whole

    with suppress(OSError):
        write_whole(data, file, force=True)


def tables_of(game: str, tables: Mapping[str, Any], kind: type[T]) -> T:
    """The tables as a Struct. Raises ValueError as `read_components` does."""
    try:
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"components.toml of {game}: {error}") from error


def by_id(rows: Iterable[R]) -> dict[str, R]:
    """Rows of a table by their `id`, in the order of the table. Raises ValueError for an id that occurs twice."""
    listed = list(rows)
    table = {row.id: row for row in listed}
    if len(table) < len(listed):
        raise ValueError(f"{len(listed)} rows have {len(table)} ids: {[row.id for row in listed]}")
    return table
