"""What can happen in Heaps."""

from events.record import Event


class Pour(Event, frozen=True, tag="pour"):
    """HEAP-5: so many stones are poured."""

    stones: int


class Take(Event, frozen=True, tag="take"):
    """HEAP-2: a player takes stones."""

    stones: int


class Drop(Event, frozen=True, tag="drop"):
    """HEAP-6: a player leaves the game."""

    player: int


type_of_event = Pour | Take | Drop
