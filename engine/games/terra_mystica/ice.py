"""The ice factions: TM-16.3. Spades that make ice, and the abilities of Ice Maidens and Yetis."""

from engine.games.terra_mystica.components import ICE, POWER_VALUE, WHEEL_SIZE, Action
from engine.games.terra_mystica.state import Player, State


def ice_ways(player: Player, current: int, target: int) -> dict[int, int] | None:
    """TM-16.3.1: the ways to ice: spades -> direction; 0 is a hex of the chosen terrain, which needs none.

    None for another target: it goes as with the other factions, the chosen terrain in the part of home.
    """
    if target != ICE:
        return None
    up = (player.chosen - current) % WHEEL_SIZE
    if not up:
        return {1: 0}
    down = WHEEL_SIZE - up
    return {up: +1} if up < down else {down: -1}


def power_value(player: Player, kind: str) -> int:
    """TM-3.3.1, TM-16.3.5: the power value of a structure; the Yetis' stronghold and sanctuary have more."""
    return player.rules.power_value_override.get(kind) or POWER_VALUE[kind]


def power_cost(player: Player, action: Action) -> int:
    """TM-16.3.5: what a power action costs a player; the Yetis pay one less."""
    return action.cost["power"] - player.rules.power_action_discount


def may_reuse(player: Player) -> bool:
    """TM-16.3.5: whether the player may take power actions that are used already: Yetis with their stronghold."""
    return player.rules.stronghold.reuse_blocked_power_actions and player.built["stronghold"] > 0


def is_free(state: State, player: Player, action: str) -> bool:
    """TM-7.7.1: whether a power action may be taken."""
    return action not in state.used or may_reuse(player)
