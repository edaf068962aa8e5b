"""The component tables of a game: components.toml in its folder, read once into frozen Structs."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Protocol, TypeVar

import msgspec


class Identified(Protocol):
    """A row of a table that has an `id`."""

    @property
    def id(self) -> str:
        """The id, which stands once in its table."""
        ...


T = TypeVar("T")
R = TypeVar("R", bound=Identified)


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


def by_id(rows: Iterable[R]) -> dict[str, R]:
    """Rows of a table by their `id`, in the order of the table. Raises ValueError for one that stands there twice."""
    listed = list(rows)
    table = {row.id: row for row in listed}
    if len(table) < len(listed):
        raise ValueError(f"{len(listed)} rows have {len(table)} ids: {[row.id for row in listed]}")
    return table
