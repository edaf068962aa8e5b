"""What the lines of a heapstext mean."""

from typing import Any

from engine.replay import Replay
from events.codec import Unreadable
from events.record import Header, Seat
from events.vocabulary.heaps import Drop, Pour, Take


def header(document: Any) -> Header:
    seats = (part.split(":") for part in document[0])
    return Header("heaps", "1", {}, tuple(Seat(name, colour) for name, colour in seats))


def read(document: Any, replay: Replay) -> None:
    names = [seat.player for seat in replay.header.seats]
    for row in document[1]:
        if row.who == "pour":
            replay.play(None, Pour(row.stones), row.line)
        elif row.who == "drop":
            replay.play(None, Drop(row.stones), row.line)
        elif row.who in names:
            seat = names.index(row.who)
            replay.play(seat, Take(row.stones), row.line)
            if row.figures:
                replay.observe(seat, row.figures, row.line)
        else:
            raise Unreadable(f"the player {row.who!r}", "a player of this game", line=row.line)
