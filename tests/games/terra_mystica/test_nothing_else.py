"""Decisions that are not offered are rejected and change nothing: drawn from all that could be written (TM-7.18)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.clause import Violation
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SPECIAL_ACTIONS,
    TERRAINS,
    TOWN_TILES,
)
from engine.games.terra_mystica.state import State
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import header_for, next_action
from engine.snapshot import fork, state_bytes
from events.vocabulary import terra_mystica as events

TERRA_MYSTICA = ruleset("terra_mystica")

FORFEITS = "spades sandstorm free_dwelling free_trading_house bridge ordination favor gate token".split()  # noqa: SIM905
KINDS = [kind for kind, rule in TERRA_MYSTICA.rules.items() if rule.legal]
RARE = ("cult_bonus", "income", "setup_terrain", "setup_favor", "setup_bidding", "setup_nomination")


def anything(kind: type, state: State, rng: Random) -> Any:
    """A decision of a kind with values that could occur in some position."""
    return kind(**{field: _value(kind, field, state, rng) for field in kind.__struct_fields__})


def _value(kind: type, field: str, state: State, rng: Random) -> Any:
    own = [state.board.names[h] for player in state.players for h in player.hexes]
    tiles = FAVOR_TILES if kind is events.ChooseFavorTile else TOWN_TILES
    numbers = range(31) if kind is events.Bid else range(8)
    values: dict[str, Any] = {
        "hex": [*state.board.names, *own * 4],
        "hex2": state.board.names,
        "river": state.board.names,
        "terrain": TERRAINS,
        "faction": list(FACTIONS),
        "card": list(BONUS_CARDS),
        "bonus_card": [None, *BONUS_CARDS],
        "to": list(BUILDINGS),
        "cult": CULTS,
        "space": range(4),
        "action": [*POWER_ACTIONS, *SPECIAL_ACTIONS],
        "tile": list(tiles),
        "town_bonus": ["vp", "vp", *CULTS],
        "give": ["power", "priest", "worker", "coin", "vp"],
        "get": ["priest", "worker", "coin", "vp"],
        "what": FORFEITS,
        "take": ["power", "coin"],
        "offer": [offer.id for offer in state.offers] or [1],
        "landscape": [False, True],
    }
    if field in ("track_order", "hold_back"):
        return tuple(rng.sample(CULTS, rng.choice((0, 0, 1, 2))))
    if field == "workshop":
        return rng.choice(((), (), ("shipping",), ("exchange",), ("shipping", "exchange")))
    return rng.choice(values.get(field, numbers))


def looked_at(game: Replay, rng: Random) -> Iterator[State]:
    """Positions of a game while it is played: those that are rare, and some of the others."""
    while TERRA_MYSTICA.standings(game.state) is None:
        rare = game.state.phase in RARE
        if rng.random() < (0.5 if rare else 0.06):
            yield game.state
        game.play(*next_action(TERRA_MYSTICA, game.state, rng, "random"))
        game.settle()


def tried(state: State, seat: int, event: Any) -> str:
    """`accepted`, `rejected`, or `changed` if the state is another one although the event was rejected."""
    position, before = fork(state), state_bytes(state)
    try:
        TERRA_MYSTICA.apply(position, seat, event)
    except Violation:
        return "rejected" if state_bytes(position) == before else "changed"
    return "accepted"


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 200))])
def test_what_is_not_offered_is_rejected(seed):
    """TM-7.18, TM-7.0.3: whatever the phase, the seat and the options."""
    rng = Random(f"anything/{seed}")
    options = {"fire_ice_factions": ["ice", "volcano", "variable"]} if seed % 2 else {"landscapes": True}
    game = Replay(TERRA_MYSTICA, header_for(TERRA_MYSTICA, f"anything/{seed}", None, options))
    for state in looked_at(game, rng):
        offered = set(TERRA_MYSTICA.legal(state))
        acting = TERRA_MYSTICA.turn(state).actors
        for kind in KINDS * (12 if state.phase in RARE else 3):
            seat = rng.choice(acting) if acting and rng.random() < 0.8 else rng.randrange(len(state.players))
            event = anything(kind, state, rng)
            expected = "accepted" if (seat, event) in offered else "rejected"
            assert tried(state, seat, event) == expected, (game.seq, seat, event, state.phase)
