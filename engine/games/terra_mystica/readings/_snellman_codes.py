"""The codes of terra.snellman.net, in commands and in ledgers (TM-17.1.1), and what they stand for."""

from typing import Any

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    COMPONENTS,
    FACTIONS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SPECIAL_ACTIONS,
    TOWN_TILES,
)
from engine.games.terra_mystica.homes import HOMES
from engine.games.terra_mystica.state import Player


def _by_code(*tables: dict[str, Any]) -> dict[str, str]:
    return {each.snellman: name for table in tables for name, each in table.items()}


FACTION_OF = _by_code(FACTIONS)
CARD_OF = _by_code(BONUS_CARDS)
FAVOR_OF = _by_code(FAVOR_TILES)
TOWN_TILE_OF = _by_code(TOWN_TILES)
ACTION_OF = {code: name for code, name in _by_code(SPECIAL_ACTIONS).items() if not name.startswith("shapeshift")}
POWER_ACTION_OF = _by_code(POWER_ACTIONS)
BUILDING_OF = _by_code(BUILDINGS)
CULT_OF = {cult.snellman: cult.id for cult in COMPONENTS.cult}
TERRAIN_OF = {terrain.snellman: terrain.id for terrain in COMPONENTS.terrain if terrain.id in HOMES}
RESOURCE_OF = {"c": "coin", "w": "worker", "p": "priest", "pw": "power", "vp": "vp"}
GIVEN_UP = {
    "SPADE": "spades",
    "FREE_TF": "sandstorm",
    "FREE_D": "free_dwelling",
    "FREE_TP": "free_trading_house",
    "BRIDGE": "bridge",
    "CONVERT_W_TO_P": "ordination",
    "GAIN_FAVOR": "favor",
    "GAIN_P3_FOR_VP": "token",
}
MAIN_ACTIONS = frozenset(("upgrade", "send", "action", "advance", "pass", "dig", "build"))
FREE_DECISIONS = frozenset(("convert", "burn", "connect", "adjust", "transform", "bridge"))

SHIFT_CODES = {3: ("ACTH1", "ACTH2"), 4: ("ACTH3", "ACTH4"), 5: ("ACTH5", "ACTH6")}
"""TM-16.7.1: the codes of the Shapeshifters' actions, by their price: the one paid in power, the one paid in tokens."""


def shift_codes(player: Player) -> dict[str, str]:
    """The codes of the actions by which the Shapeshifters of this edition change their home terrain."""
    codes = SHIFT_CODES.get(player.rules.shapeshift_cost, ())
    return dict(zip(("shapeshift_power", "shapeshift_tokens"), codes, strict=False))
