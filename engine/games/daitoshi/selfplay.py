"""Headers for self-play, always with the house catalogue (DA-1.2), and the sensible policy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.daitoshi.catalogue import HOUSE
from engine.games.daitoshi.components import GAME
from engine.games.daitoshi.options import VERSION, Options, options_of
from engine.games.daitoshi.policy import worth
from engine.games.daitoshi.setup import PLAYERS
from engine.games.daitoshi.state import State
from engine.options import draw_options, stated_options
from engine.selfplay import best_of, seats_of
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count

DEFAULT_SHARE = 0.6
LEAST = -(10**9)


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A table of two to four; with `drawing`, options that are not given are drawn, mostly their defaults.

    Raises Unsupported or Unreadable for an invalid option or value, Unreadable for an invalid number of players.
    """
    if players is not None and players not in PLAYERS:
        raise Unreadable(count(players, "player"), "2 to 4")
    drawn = {**(draw_options(Options, rng, DEFAULT_SHARE) if drawing else {}), **options}
    seats = seats_of(players or rng.choice(PLAYERS))
    chosen = stated_options(options_of(Header(GAME, options=drawn)))
    return Header(GAME, VERSION, chosen, seats, {"mode": "house", "id": HOUSE})


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """The index of the action that is worth most to the first of the seats that may act; ties are broken by a draw.

    If several players may produce at once, the first one plays to the end, so that logs are in the canonical order of
    DA-6.12.
    """
    seats = {actor for actor, _ in actions}
    first = next((seat for seat in state.acting if seat in seats), actions[0][0])

    def worth_to_first(actor: int | None, event: Any) -> int:
        return worth(state, state.players[actor], event) if actor is not None and actor == first else LEAST

    return best_of(actions, worth_to_first, rng)
