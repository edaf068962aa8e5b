"""What is conserved (DA-3.1): hexes, workers, tiles, banners, magnates; and the bounds of every amount."""

from collections import Counter
from collections.abc import Iterator

from engine.games.daitoshi.components import COLOURS, GOODS, QUALITIES, TYPES
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.progress import last_step
from engine.games.daitoshi.queries import built, capacity, workers_held
from engine.games.daitoshi.state import HEXES, PILGRIMS, WORKERS, Given, Player, State, Tile


def conservation(state: State) -> Iterator[str]:
    """The laws that do not hold, in words."""
    tiles = [tile for slice in range(len(state.slices)) for _, tile in built(state, slice)]
    yield from _hexes(state, tiles)
    yield from _workers(state, tiles)
    yield from _inventions(state)
    yield from _district_tiles(state, tiles)
    for player in state.players:
        yield from _amounts(state, player)
        yield from _factory(state, player)
    yield from _magnates(state)


def _hexes(state: State, tiles: list[Tile]) -> Iterator[str]:
    """DA-4.1: every hex is on the track, in a record, on a tile or discarded."""
    deposited = Counter(hex for tile in tiles for hex in tile.hexes)
    for hex in TYPES:
        held = sum(getattr(player, HEXES[hex]) for player in state.players)
        there = sum(state.tracks[hex]) + state.discard[hex] + held + deposited[hex]
        if there != state.first_hexes[hex] or state.discard[hex] < 0 or min(state.tracks[hex]) < 0:
            yield f"{there} hexes of {hex} of {state.first_hexes[hex]}"


def _workers(state: State, tiles: list[Tile]) -> Iterator[str]:
    """Every worker that left the supply is held or placed."""
    placed = Counter(tile.worker for tile in tiles)
    if state.machine is not None:
        placed[state.machine.worker] += 1
    for colour in COLOURS:
        held = sum(getattr(player, WORKERS[colour]) for player in state.players)
        if held + placed[colour] != (out := state.workers_out[colour]):
            yield f"{held} {colour} workers held and {placed[colour]} placed, {out} left the supply"


def _inventions(state: State) -> Iterator[str]:
    """Every tile that has been drawn is in exactly one place."""
    in_factories = [slot.tile for player in state.players for slots in player.slots for slot in slots if slot.tile]
    spaces = state.machine.spaces if state.machine is not None else []
    on_machine = [space.tile for space in spaces if isinstance(space, Given)]
    in_market = [tile for quality in QUALITIES for tile in state.market.get(quality, ())]
    there = Counter([*in_factories, *on_machine, *in_market, *state.basics, *state.university])
    drawn = [tile for kind in (*QUALITIES, "basic", "university") for tile in state.drawn.get(kind, ())]
    held = list(there.elements())
    if sorted(held) != sorted(drawn):
        yield f"inventions {sorted(held)} are in play, {sorted(drawn)} were drawn"


def _district_tiles(state: State, tiles: list[Tile]) -> Iterator[str]:
    """Every middle and outer tile that has been drawn is built exactly once."""
    rows = state.catalogue.district_tile
    there = sorted(tile.id for tile in tiles if rows[tile.id].ring != "inner")
    drawn = sorted([*state.drawn.get("middle", ()), *state.drawn.get("outer", ())])
    if there != drawn:
        yield f"district tiles {there} are built, {drawn} were drawn"


def _amounts(state: State, player: Player) -> Iterator[str]:
    """DA-4.2: the bounds of a player's amounts; every banner is in the supply or on a city."""
    cap, track = state.options.resource_cap, state.catalogue.steam_track
    least = [player.steam, player.wealth, player.banners, *(getattr(player, HEXES[hex]) for hex in TYPES)]
    least += [getattr(player, WORKERS[colour]) for colour in COLOURS]
    if min(least) < 0 or any(not 0 <= getattr(player, good) <= cap for good in GOODS):
        yield f"seat {player.seat + 1} holds less than nothing or more than {cap}"
    if workers_held(player) > max(capacity(state, player), 2) and state.phase != "turn_end":
        yield f"seat {player.seat + 1} holds {workers_held(player)} workers"
    if not track.min <= player.chimney <= track.max or not 1 <= player.reputation <= 4:
        yield f"seat {player.seat + 1}: chimney {player.chimney}, reputation {player.reputation}"
    banners = player.banners + sum(player.seat in seats for seats in state.placed.values())
    if banners != state.catalogue.banners:
        yield f"{banners} banners of seat {player.seat + 1} of {state.catalogue.banners}"
    for hex in TYPES:
        if not 0 <= getattr(player, PILGRIMS[hex]) <= len(state.tracks[hex]):
            yield f"pilgrim of seat {player.seat + 1} on {hex} {getattr(player, PILGRIMS[hex])}"


def _factory(state: State, player: Player) -> Iterator[str]:
    for building, slots in enumerate(player.slots):
        for floor, slot in enumerate(slots, 1):
            if not 0 <= slot.marker <= last_step(state, building, floor):
                yield f"marker of seat {player.seat + 1} on {slot.marker} of building {building} floor {floor}"


def _magnates(state: State) -> Iterator[str]:
    """DA-7.31: at most one magnate on a left or centre space."""
    for slice in range(len(state.slices)):
        for space in ("left", "centre"):
            if len(there := magnates_on(state, slice, space)) > 1:
                yield f"magnates {there} on the {space} space of slice {slice}"
