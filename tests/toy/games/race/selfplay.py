"""Self-play: sample headers, and a sensible policy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.race.options import VERSION
from engine.games.race.state import State
from engine.selfplay import best_of
from events.log.record import Header, Seat

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A header for two to five players. Options given are kept."""
    seats = tuple(Seat(name) for name in NAMES[: players or rng.randint(2, len(NAMES))])
    return Header("race", VERSION, dict(options), seats)


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """Run as far as possible."""
    return best_of(actions, lambda seat, event: int(event.steps), rng)
