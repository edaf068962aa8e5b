"""Small queries about a position, which many topics share."""

from engine.games.daitoshi.components import OPERATION_TILES, DistrictTile, FactorySlot, Invention
from engine.games.daitoshi.state import Machine, Pairs, Player, Purse, Slot, State, Tile


def district_tile(state: State, tile: Tile) -> DistrictTile:
    """The row of a built tile."""
    return state.catalogue.district_tile[tile.id]


def built(state: State, slice: int) -> list[tuple[str, Tile]]:
    """The built tiles of a slice, with their rings, from the centre outwards."""
    place = state.slices[slice]
    there = [("inner", place.inner)]
    if place.middle is not None:
        there.append(("middle", place.middle))
    if place.outer is not None:
        there.append(("outer", place.outer))
    return there


def machine_of(state: State) -> Machine:
    """The mega-machine, which exists after the set-up."""
    assert state.machine is not None
    return state.machine


def factory_slot(state: State, building: int, floor: int) -> FactorySlot:
    """The row of an invention space; floors count from 1."""
    return state.catalogue.slots[building][floor - 1]


def occupied(player: Player, building: int) -> tuple[int, ...]:
    """The floors of a building that hold an invention, ascending."""
    floors = []
    for floor, slot in enumerate(player.slots[building], 1):
        if slot.tile is not None:
            floors.append(floor)
    return tuple(floors)


def invention_in(state: State, player: Player, slot: Slot) -> Invention:
    """The row of the invention in a slot that holds one."""
    assert slot.tile is not None
    return state.catalogue.invention[slot.tile]


def uncovered(state: State, track: str) -> int:
    """DA-4.3: the number of consecutive spaces from space 1 that hold no hex."""
    bare = 0
    for hexes in state.tracks[track]:
        if hexes:
            break
        bare += 1
    return bare


def operation(state: State, player: Player, tile: str, number: str) -> int:
    """DA-4.3: a number on the upper side of a player's operation tile."""
    row = OPERATION_TILES[tile]
    if player.in_conflict and state.catalogue.type_of[tile] in player.in_conflict:
        return row.conflict[number]
    return row.normal[number]


def capacity(state: State, player: Player) -> int:
    """DA-4.3: how many workers a player may hold."""
    return operation(state, player, "op_workers", "capacity")


def has_room_for_workers(state: State, player: Player) -> bool:
    """DA-7.62: whether a player has room for another worker."""
    return workers_held(player) < capacity(state, player)


def workers_of(player: Player) -> Pairs:
    """A player's workers by colour, in the order of the rules; written out field by field, as that is faster."""
    return (
        ("blue", player.blue_workers),
        ("green", player.green_workers),
        ("yellow", player.yellow_workers),
        ("purple", player.purple_workers),
    )


def hexes_of(player: Player) -> Pairs:
    """The hexes of a player's record by type, in the order of the rules."""
    return (
        ("river", player.river_hexes),
        ("forest", player.forest_hexes),
        ("mountain", player.mountain_hexes),
        ("underground", player.underground_hexes),
    )


def pilgrims_of(player: Player) -> Pairs:
    """How far a player's pilgrims have come, by track, in the order of the rules."""
    return (
        ("river", player.river_pilgrim),
        ("forest", player.forest_pilgrim),
        ("mountain", player.mountain_pilgrim),
        ("underground", player.underground_pilgrim),
    )


def workers_held(player: Player) -> int:
    """How many workers a player holds."""
    return player.blue_workers + player.green_workers + player.yellow_workers + player.purple_workers


def record_size(player: Player | Purse) -> int:
    """How many hexes are in a player's exploitation record."""
    return player.river_hexes + player.forest_hexes + player.mountain_hexes + player.underground_hexes
