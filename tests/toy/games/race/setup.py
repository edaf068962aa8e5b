"""The start."""

from engine.clause import UnknownOption
from engine.games.race.state import Move, Player, State
from events.log.codec import Unreadable
from events.log.record import Header


def start(header: Header) -> State:
    """Everybody before the first step."""
    if not 2 <= len(header.seats) <= 5:
        raise Unreadable(f"{len(header.seats)} seats", "2 to 5 seats", path="$.seats")
    for option, value in header.options.items():
        raise UnknownOption(option, value, ())
    return State([Player(seat) for seat in range(len(header.seats))], agenda=[Move(0)])
