"""What can happen in Race."""

from events.log.record import Event


class Run(Event, frozen=True, tag="run"):
    """A player runs ahead by this many `steps` (RACE-2)."""

    steps: int


type_of_event = Run
