"""Headers for self-play, always with the house catalogue (DA-1.2), and the sensible policy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.daitoshi.catalogue import HOUSE
from engine.games.daitoshi.components import GAME
from engine.games.daitoshi.options import VERSION, Options, options_of
from engine.games.daitoshi.setup import PLAYERS
from engine.options import draw_options, stated_options
from engine.selfplay import seats_of
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count

DEFAULT_SHARE = 0.6


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A table of two to four; with `drawing` options that are not given are drawn, mostly their default.

    Raises Unsupported or Unreadable for an option or value, Unreadable for a number of players, that the rules lack.
    """
    if players is not None and players not in PLAYERS:
        raise Unreadable(count(players, "player"), "2 to 4")
    drawn = {**(draw_options(Options, rng, DEFAULT_SHARE) if drawing else {}), **options}
    seats = seats_of(players or rng.choice(PLAYERS))
    chosen = stated_options(options_of(Header(GAME, options=drawn)))
    return Header(GAME, VERSION, chosen, seats, {"mode": "house", "id": HOUSE})
