"""The laws that must always hold."""

from collections.abc import Iterator

from engine.games.race.running import GOAL
from engine.games.race.state import State


def conservation(state: State) -> Iterator[str]:
    """At most one player is on the tenth step, and nobody is beyond it."""
    reached = [player.vp for player in state.players]
    if max(reached) > GOAL or reached.count(GOAL) > 1:
        yield f"steps reached: {reached}, of which there are {GOAL}"
