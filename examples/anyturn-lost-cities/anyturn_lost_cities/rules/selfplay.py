"""Self-play: sample headers, and a sensible policy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.selfplay import best_of
from events.log.record import Header, Seat

from anyturn_lost_cities.rules.options import VERSION
from anyturn_lost_cities.rules.policy import worth
from anyturn_lost_cities.rules.setup import SEATS
from anyturn_lost_cities.rules.state import State

NAMES = ("Ann", "Bob", "Cid", "Dora")


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A header for two players; `drawing` also draws the number of rounds. Options given are kept."""
    seats = tuple(Seat(name) for name in rng.sample(NAMES, min(players or SEATS, len(NAMES))))
    drawn = {"rounds": rng.choice((1, 1, 2, 3))} if drawing else {}
    return Header("lost_cities", VERSION, {**drawn, **options}, seats)


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """The decision that is worth most."""
    return best_of(actions, lambda seat, event: 0 if seat is None else worth(state, seat, event), rng)
