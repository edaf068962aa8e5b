"""The meaning of the lines of a nimtext."""

from typing import Any

from engine.games.nim.options import VERSION
from engine.replay import Replay
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.vocabulary.nim import Leave, RollDice, Take


def header(document: Any) -> Header:
    """The header of a single round, with as many dice as are rolled."""
    players, rows = document
    dice = next((len(row.numbers) for row in rows if row.who == "roll"), 2)
    seats = tuple(Seat(*part.split(":")) for part in players)
    return Header("nim", VERSION, {"rounds": 1, "dice": dice}, seats)


def read(document: Any, replay: Replay) -> None:
    """Play the rows, and compare the figures of the player who took."""
    names = [seat.player for seat in replay.header.seats]
    for row in document[1]:
        if row.who == "roll":
            replay.play(None, RollDice(row.numbers), row.line)
        elif row.who == "leave":
            replay.play(None, Leave(row.numbers[0]), row.line)
        elif row.who in names:
            seat = names.index(row.who)
            replay.play(seat, Take(row.numbers[0]), row.line)
            if row.figures:
                replay.observe(seat, row.figures, row.line)
        else:
            raise Unreadable(f"the player {row.who!r}", "a player of this game", line=row.line)
