"""The start (LC-2)."""

from events.log.codec import Unreadable
from events.log.record import Header

from anyturn_lost_cities.rules.options import options_of
from anyturn_lost_cities.rules.state import Player, State, lay_out

SEATS = 2


def start(header: Header) -> State:
    """The table before the first card is dealt."""
    if len(header.seats) != SEATS:
        raise Unreadable(f"{len(header.seats)} seats", f"{SEATS} seats", path="$.seats")
    state = State(options_of(header), [Player(seat) for seat in range(SEATS)], agenda=[])
    lay_out(state)
    return state
