"""Appended records in words."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.log.record import Correct, Record
from projections.game.position import seat_name
from projections.recorder.matching import WordsOf
from projections.recorder.typed_events import Appended


def appended_lines(one: Appended, words_of: WordsOf) -> Iterator[str]:
    """One line for the appended record, and one for each record that it took back."""
    yield f"#{one.record.seq:<4} {one.who}: {event_text(one.record.event, words_of)}"
    for record in one.taken_back:
        yield f"      taken back: {record_line(one.game, record, words_of)}"


def record_line(game: Any, record: Record[Any], words_of: WordsOf) -> str:
    """A record in words: `#12 Ann: take, stones 3`."""
    return f"#{record.seq} {seat_name(game, record.actor)}: {event_text(record.event, words_of)}"


def event_text(event: Any, words_of: WordsOf) -> str:
    """The words of an event, including the events about the log itself."""
    if isinstance(event, Correct):
        return words_of({"kind": "correct", "seq": event.seq, "event": msgspec.json.decode(event.event)})
    return words_of(event)
