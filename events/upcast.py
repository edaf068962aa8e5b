"""Old events, brought to the present vocabulary when they are read. Stored bytes are never rewritten.

A header says which version of its game's vocabulary its records are written in. A vocabulary module that has left its
first version behind names the present one `VERSION`, and in `UPCASTS`, under each older version, the function from an
event's JSON object in that version to the one in the next.
"""

from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from events.codec import Decoder, Unreadable, problem
from events.record import Correct, Record, Undo
from events.vocabulary import vocabulary


def current_version(game: str) -> int:
    """The version in which records of a game are written now."""
    vocabulary(game)
    version: int = getattr(import_module(f"events.vocabulary.{game}"), "VERSION", 1)
    return version


def record_type(game: str) -> Any:
    """The type of the records of a game: its own events, and the two that every game has."""
    kinds: Any = vocabulary(game) | Undo | Correct
    record: Any = Record
    return record[kinds]


@cache
def record_decoder(game: str, version: int) -> "Decoder[Record[Any]] | Upcaster":
    """The decoder of records that are written in `version` of a game's vocabulary."""
    current = current_version(game)
    if version == current:
        return Decoder(record_type(game))
    if not 1 <= version < current:
        raise Unreadable(f"version {version} of the vocabulary of {game}", f"a version up to {current}", line=1)
    return Upcaster(game, version, current)


class Upcaster:
    """Decodes records of an older version: JSON, then one upcast after the other, then the present types."""

    def __init__(self, game: str, version: int, current: int) -> None:
        upcasts = import_module(f"events.vocabulary.{game}").UPCASTS
        self._steps = [upcasts[old] for old in range(version, current)]
        self._kind = record_type(game)
        self._json: Decoder[dict[str, Any]] = Decoder(dict[str, Any])

    def __call__(self, data: bytes, line: int = 0) -> Record[Any]:
        """Decode one record, which stands in `line` of its file."""
        value = self._json(data, line)
        try:
            for step in self._steps:
                value["event"] = step(value["event"])
            record: Record[Any] = msgspec.convert(value, self._kind)
        except msgspec.ValidationError as error:
            raise problem(error, line) from None
        except (KeyError, TypeError):
            raise Unreadable("no event", "a record of an earlier version", line=line) from None
        return record
