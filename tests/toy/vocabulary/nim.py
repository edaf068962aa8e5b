"""What can happen in Nim."""

from events.record import Event


class DrawPile(Event, frozen=True, tag="draw_pile"):
    """Chance: how many stones lie there at the start of every round (NIM-3)."""

    stones: int


class Take(Event, frozen=True, tag="take"):
    """A player takes `stones` from the pile (NIM-2)."""

    stones: int


type_of_event = DrawPile | Take
