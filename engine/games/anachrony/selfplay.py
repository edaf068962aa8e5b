"""Self-play: headers with drawn options, and the game's own sensible policy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.dispatch import Action
from engine.games.anachrony.options import MAX_PLAYERS, MIN_PLAYERS, VERSION, Options
from engine.games.anachrony.policy import worth
from engine.games.anachrony.state import State
from engine.options import draw_options
from engine.selfplay import best_of, seats_of
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count

DEFAULT_SHARE = 0.7
PLAIN_SHARE = 0.5


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A table of two to four; with `drawing`, half of them play a preset unchanged, on a drawn side.

    Raises Unreadable for any other number of players.
    """
    number = players if players is not None else rng.randint(MIN_PLAYERS, MAX_PLAYERS)
    if not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise Unreadable(count(number, "player"), f"{MIN_PLAYERS} to {MAX_PLAYERS}")
    drawn: dict[str, Any] = {}
    if drawing and rng.random() < PLAIN_SHARE:
        drawn = {"preset": rng.choice(("seed", "bga")), "board_side": rng.choice("ab")}
    elif drawing:
        drawn = draw_options(Options, rng, DEFAULT_SHARE)
    return Header("anachrony", VERSION, {**drawn, **options}, seats_of(number))


def choose(state: State, actions: list[Action], rng: Random) -> int:
    """The index of an action that looks best."""
    return best_of(actions, lambda seat, event: worth(state, seat, event), rng)
