"""The component tables of a game: components.toml in its folder, read once into frozen Structs."""

from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def read_components(game: str, kind: type[T]) -> T:
    """The tables of a game as a Struct that has a field for each table that the rules use.

    A table that does not fit it is a fault of the program: raises ValueError that names game and place.
    """
    return tables_of(game, files(f"engine.games.{game}").joinpath("components.toml").read_bytes(), kind)


def tables_of(game: str, toml: bytes | str, kind: type[T]) -> T:
    """The same from a text."""
    try:
        return msgspec.toml.decode(toml, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ValueError(f"components.toml of {game}: {error}") from error


def by_id(rows: Any) -> dict[str, Any]:
    """Rows of a table by their `id`, in the order of the table. Raises ValueError for one that stands there twice."""
    table = {row.id: row for row in rows}
    if len(table) < len(rows):
        raise ValueError(f"{len(rows)} rows have {len(table)} ids: {[row.id for row in rows]}")
    return table
