"""Converting old events to the present vocabulary when they are read. Stored bytes are never rewritten.

A header states the version of its game's vocabulary. A vocabulary module past its first version defines `VERSION`, and
`UPCASTS`: for each older version, the function from the JSON object of an event in that version to the one in the next.
`Undo`, `Correct` and `Note` are the same in every version.
"""

from functools import cache
from typing import Any

from msgspec.structs import replace

from events.log.codec import Decoder, Unreadable, encode
from events.log.record import Correct, Header, Note, Record, Undo
from events.plugins import part_of_game
from events.vocabulary import vocabulary


@cache
def current_version(game: str) -> int:
    """The version of the vocabulary in which new records of a game are written."""
    version: int = getattr(part_of_game("events.vocabulary", game), "VERSION", 1)
    return version


def present(header: Header) -> Header:
    """The header with the version of the present vocabulary, to which the records were converted."""
    version = current_version(header.game)
    return header if header.vocabulary == version else replace(header, vocabulary=version)


def record_type(game: str) -> Any:
    """The type of the records of a game: its events, and those that every game has."""
    kinds: Any = vocabulary(game) | Undo | Correct | Note
    record: Any = Record
    return record[kinds]


@cache
def record_decoder(game: str, version: int) -> "RecordDecoder":
    """The decoder of records written in `version` of a game's vocabulary."""
    current = current_version(game)
    if version == current:
        return Decoder(record_type(game))
    if not 1 <= version < current:
        raise Unreadable(f"version {version} of the vocabulary of {game}", f"a version up to {current}")
    return Upcaster(game, version, current)


class Upcaster:
    """Decodes records of an older version: from JSON through each upcast in turn to the present types."""

    def __init__(self, game: str, version: int, current: int) -> None:
        upcasts = part_of_game("events.vocabulary", game).UPCASTS
        self._steps = [upcasts[old] for old in range(version, current)]
        self._json: Decoder[dict[str, Any]] = Decoder(dict[str, Any])
        self._present: Decoder[Record[Any]] = Decoder(record_type(game))

    def __call__(self, data: bytes, line: int = 0) -> Record[Any]:
        """Decode one record, which is at `line` of its file."""
        value = self._json(data, line)
        try:
            value["event"] = self._upcast(value["event"])
        except (KeyError, TypeError):
            raise Unreadable("no event", "a record of an earlier version", line=line) from None
        return self._present(encode(value), line)

    def lines(self, data: bytes) -> list[Record[Any]]:
        """Decode many records, one per line."""
        return [self(line) for line in data.split(b"\n")]

    def _upcast(self, event: dict[str, Any]) -> dict[str, Any]:
        if event["kind"] in ("undo", "note"):
            return event
        if event["kind"] == "correct":
            return {**event, "event": self._upcast(event["event"])}
        for step in self._steps:
            event = step(event)
        return event


RecordDecoder = Decoder[Record[Any]] | Upcaster
"""A decoder for the records of a game in one version of its vocabulary."""
