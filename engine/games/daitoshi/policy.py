"""A sensible policy for self-play."""

from random import Random
from typing import Any

from engine.games.daitoshi.state import State


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """The index of the action taken."""
    return rng.randrange(len(actions))
