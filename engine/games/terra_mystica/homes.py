"""Home terrains: TM-3.4.10, and those that the Fire & Ice factions choose: TM-16.2.2."""

from collections.abc import Iterator, Sequence

from engine.games.terra_mystica.components import FACTIONS, ICE, VOLCANO, WHEEL, WHEEL_SIZE
from engine.games.terra_mystica.state import NOBODY, Player, State

HOMES = {**WHEEL, "ice": ICE, "volcano": VOLCANO}
BOARD_TERRAIN = {faction.board: WHEEL[faction.home] for faction in FACTIONS.values() if faction.home in WHEEL}

_ONLY = {home: (home,) for home in (NOBODY, *HOMES.values())}


def home_of(player: Player) -> int:
    """The place of the player's home terrain on the wheel; ice and volcano lie beyond it; NOBODY if none is chosen."""
    return HOMES.get(player.rules.home, player.chosen)


def initial_terrain(player: Player) -> int:
    """TM-5.5.3: where the initial dwellings go; TM-16.2.3: with Fire & Ice, on the terrain chosen."""
    return player.chosen if chooses_terrain(player) else home_of(player)


def homes_of(player: Player) -> Sequence[int]:
    """The terrains on which the player may build: TM-7.4.1, TM-16.8.3."""
    return player.unlocked or _ONLY[home_of(player)]


def chooses_terrain(player: Player) -> bool:
    """TM-16.2.2: whether the faction is one that chooses a terrain."""
    return player.rules.home not in WHEEL


def terrains_in_use(state: State, player: Player) -> set[int]:
    """TM-16.2.2: the home terrains and chosen terrains of all others; TM-16.2.6: the boards dealt to them as well."""
    used = set()
    for other in state.players:
        if other is player:
            continue
        if other.board in BOARD_TERRAIN:
            used.add(BOARD_TERRAIN[other.board])
        if other.chosen != NOBODY:
            used.add(other.chosen)
    return used


def others_homes(state: State, player: Player) -> set[int]:
    """TM-16.4.2: the home terrains of the other factions; the colour of the Riverwalkers is not one of them."""
    return {home_of(other) for other in state.players if other is not player and other.faction and not other.unlocked}


def free_terrains(state: State, player: Player) -> Iterator[int]:
    """TM-16.2.2: the terrains that a faction may choose, in the order of the wheel."""
    used = terrains_in_use(state, player)
    return (terrain for terrain in range(WHEEL_SIZE) if terrain not in used)
