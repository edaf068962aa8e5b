"""The ice factions (TM-16.3): spades that make ice, and the abilities of the Ice Maidens and the Yetis."""

from engine.games.terra_mystica.components import ICE, POWER_VALUE, WHEEL_SIZE, Action
from engine.games.terra_mystica.state import Player, State


def ice_ways(player: Player, current: int, target: int) -> dict[int, int] | None:
    """TM-16.3.1: the ways to ice: spades -> direction; 0 is for a hex of the chosen terrain, which needs no spades.

    None for another target, to which the usual ways apply, with the chosen terrain in the role of the home terrain.
    """
    if target != ICE:
        return None
    up = (player.chosen - current) % WHEEL_SIZE
    if not up:
        return {1: 0}
    down = WHEEL_SIZE - up
    return {up: +1} if up < down else {down: -1}


def power_value(player: Player, kind: str) -> int:
    """TM-3.3.1, TM-16.3.5: the power value of a structure; the Yetis' stronghold and sanctuary have a higher one."""
    if player.faction == "yetis":
        return player.rules.power_value_override.get(kind) or POWER_VALUE[kind]
    return POWER_VALUE[kind]


def power_cost(player: Player, action: Action) -> int:
    """TM-16.3.5: what a power action costs a player; the Yetis pay one less."""
    return action.cost["power"] - player.rules.power_action_discount


def may_reuse(player: Player) -> bool:
    """TM-16.3.5: whether the player, like the Yetis with their stronghold, may take power actions already used."""
    return player.rules.stronghold.reuse_blocked_power_actions and player.built["stronghold"] > 0


def is_free(state: State, player: Player, action: str) -> bool:
    """TM-7.7.1: whether a power action may be taken."""
    return action not in state.used or may_reuse(player)
