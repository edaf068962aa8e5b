"""Self-play: sample headers, and the policy's choice (policy.py)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.dispatch import Action
from engine.games.dice_forge.components import SLOTS
from engine.games.dice_forge.options import VERSION, Options
from engine.games.dice_forge.policy import worth
from engine.games.dice_forge.state import State
from engine.options import draw_options
from engine.selfplay import best_of, seats_of
from events.log.record import Header


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any], drawing: bool = True) -> Header:
    """A header for self-play; with `drawing`, options that are not given are drawn. No platform is involved."""
    n = players if players is not None else rng.randint(2, 4)
    stated = {**(_drawn(rng, n) if drawing else {}), **options}
    if stated.get("card_set") == "custom" and "groups" not in stated:
        stated["groups"] = {slot: rng.choice(rule.groups) for slot, rule in SLOTS.items() if len(rule.groups) > 1}
    return Header("dice_forge", VERSION, stated, seats_of(n))


def _drawn(rng: Random, players: int) -> dict[str, Any]:
    drawn = draw_options(Options, rng, 0)
    drawn |= {"platform_events": False, "first_drafter": rng.randrange(players)}
    drawn["remove_gold_6"] &= players == 2
    return drawn


def choose(state: State, actions: list[Action], rng: Random) -> int:
    """The index of the action with the highest worth; ties are broken by a draw."""
    return best_of(actions, lambda seat, event: worth(state, seat, event), rng)
