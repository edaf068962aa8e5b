"""Small queries about a position, which many topics share."""

from typing import Any

from engine.games.anachrony.components import ANY, GENIUS, SCIENTISTS, WORKER, Board, Capacity
from engine.games.anachrony.state import CAPACITY, MARKERS, Player, State
from engine.games.anachrony.tables import Tile


def board_of(state: State, player: Player) -> Board:
    """The player board of a player (AN-7.9)."""
    return state.tables.boards[player.board]


def is_special(state: State, player: Player, what: str) -> bool:
    """Whether the player board has a special rule."""
    return what in state.tables.boards[player.board].special


def owns(player: Player, tile: str) -> bool:
    """Whether a tile is owned and not covered (AN-4.4.4)."""
    spots = player.spots
    return tile in spots and (not player.anomalies or spots.index(tile) not in player.anomalies)


def passives(state: State, player: Player, kind: type) -> list[Any]:
    """The effects of one kind on the player's uncovered tiles (AN-7.1.17, AN-11.4.8)."""
    spots, found = player.spots, []
    for tile, effect in state.tables.passive[kind]:
        if tile in spots and (not player.anomalies or owns(player, tile)):
            found.append(effect)
    return found


def capacity(state: State, player: Player) -> int:
    """AN-4.4.1, AN-7.6.13, AN-7.9.2: how many Paradox tokens cause an Anomaly."""
    more: int = sum(effect.add for effect in passives(state, player, Capacity))
    return CAPACITY + more + is_special(state, player, "paradox_capacity_plus_1")


def occupied_spots(player: Player) -> int:
    """AN-4.4.2: spots with a building, half of a Superproject or an Anomaly."""
    return sum(1 for number, tile in enumerate(player.spots) if tile or number in player.anomalies)


def is_free_spot(player: Player, spot: int) -> bool:
    """Whether a spot is empty."""
    return not player.spots[spot] and spot not in player.anomalies


def workers_of(player: Player, kind: int) -> int:
    """AN-4.4.3: the Workers of one type, wherever they are."""
    busy = sum(1 for each in player.busy if WORKER[each.worker] == kind)
    return player.active[kind] + player.tired[kind] + player.set_aside[kind] + busy


def markers_free(player: Player) -> int:
    """AN-4.4.5: Path markers that are neither the Focus, nor on an Evacuation slot, nor on a Free Action space."""
    return MARKERS - 1 - (1 if player.evacuated else 0) - len(player.markers)


def owned_tiles(state: State, player: Player) -> list[Tile]:
    """The player's buildings and Superprojects, each once, in the order of the spots."""
    return [state.tables.tiles[tile] for tile in dict.fromkeys(player.spots) if tile]


def counts_as(state: State, player: Player, worker: str | None) -> int:
    """AN-4.4.7, AN-7.8.7, AN-7.8.8: the types that a Worker counts as, as a mask; an empty suit is a Scientist."""
    if worker is None:
        return SCIENTISTS
    kind = WORKER[worker]
    if kind == GENIUS or (worker == "scientist" and is_noble(state, player)):
        return ANY
    return 1 << kind


def is_noble(state: State, player: Player) -> bool:
    """AN-7.8.8: whether the Scientists of a player count as Geniuses."""
    return player.leader == "patron_valerian" and state.options.leader_edition == "essential"


def is_filled(state: State, space: str) -> bool:
    """AN-4.4.6, AN-7.1.2: whether a hex holds an Exosuit or a face-down tile."""
    for player in state.players:  # a plain loop, as every placement calls this
        if space in player.suits:
            return True
    return space in state.face_down


def is_full(state: State, action: str) -> bool:
    """AN-4.4.6: whether all spaces of a Capital Action are filled."""
    spaces = state.tables.per_players[len(state.players)].capital_spaces
    return all(is_filled(state, f"{action}_{number}") for number in range(1, spaces + 1))
