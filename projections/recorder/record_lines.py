"""What was appended to a log, in words."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.log.record import Correct, Record
from projections.game.position import seat_name
from projections.recorder.matching import Say
from projections.recorder.typed import Appended


def appended_lines(one: Appended, say: Say) -> Iterator[str]:
    """A record that was appended, and what it took back, a line each."""
    yield f"#{one.record.seq:<4} {one.who}: {event_text(one.record.event, say)}"
    for record in one.taken_back:
        yield f"      taken back: {record_line(one.game, record, say)}"


def record_line(game: Any, record: Record[Any], say: Say) -> str:
    """A record in words: `#12 Ann: take, stones 3`."""
    return f"#{record.seq} {seat_name(game, record.actor)}: {event_text(record.event, say)}"


def event_text(event: Any, say: Say) -> str:
    """The words of an event, also of those about the log."""
    if isinstance(event, Correct):
        return say({"kind": "correct", "seq": event.seq, "event": msgspec.json.decode(event.event)})
    return say(event)
