"""Self-play: sample headers, and a sensible policy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.nim.options import VERSION
from engine.games.nim.state import State
from engine.selfplay import best_of
from events.log.record import Header, Seat
from events.vocabulary.nim import Take

COLOURS = ("red", "blue", "green", "black")


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A header for two to four players; `drawing` also draws one to three rounds. Options given are kept."""
    colours = rng.sample(COLOURS, players or rng.randint(2, 4))
    seats = tuple(Seat(f"player-{colour[0]}", colour) for colour in colours)
    return Header("nim", VERSION, {**({"rounds": rng.randint(1, 3)} if drawing else {}), **options}, seats)


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """Leave a multiple of four stones, preferably none; always play a stop."""
    return best_of(actions, lambda seat, event: _is_wanted(state, event), rng)


def _is_wanted(state: State, event: Any) -> bool:
    return not (state.pile - event.stones) % 4 if isinstance(event, Take) else event.stop
