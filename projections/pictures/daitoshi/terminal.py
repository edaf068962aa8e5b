"""Daitoshi in a terminal: the city slice by slice, wilderness tracks, cities, market, mega-machine, factories.

Seats are numbered from 1; N is the neutral magnate. Each space of a track shows its hexes, or `.` if there are none,
followed by the pilgrims who stand there.
"""

from collections.abc import Iterator, Sequence

from engine.games.daitoshi.components import LAND, QUALITIES
from engine.games.daitoshi.queries import district_tile
from engine.games.daitoshi.state import HEXES, Player, State
from projections.pictures.daitoshi.wording import (
    ACTIONS,
    BUILDINGS,
    effect_words,
    exploit_words,
    magnate_words,
    pilgrims_on,
    seat_number,
    slot_words,
    space_words,
    tiles_of,
    upgrade_words,
    worker_words,
    workshop_words,
)
from projections.pictures.painter import SEATS, listed, painted
from projections.pictures.sheet import numbered
from projections.pictures.words import plain

TRACKS = (*LAND, "river")
# Background and text colours of the 256-colour palette.
PAINT = {"river": (231, 25), "forest": (231, 29), "mountain": (16, 246), "underground": (231, 96)}
NAME = 12


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The whole position; lists are at most `width` columns wide, tracks are never wrapped."""
    blocks: list[list[str]] = []
    if state.slices:
        blocks.append([line for slice in range(len(state.slices)) for line in _slice(state, slice, width)])
    blocks.append(list(_tracks(state, colour)))
    blocks.append([*_market(state, width), *_cities(state, width), *_machine(state, width)])
    blocks += [list(_player(state, player, width, colour, numbered(names, player.seat))) for player in state.players]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _slice(state: State, slice: int, width: int) -> list[str]:
    row = district_tile(state, state.slices[slice].inner)
    parts = [exploit_words(state, slice)]
    for ring, tile in tiles_of(state, slice):
        if tile is None:
            continue
        side = " electrified" if tile.electrified else ""
        worker = f" [{tile.worker}]" if tile.worker else ""
        hexes = f" on {' '.join(tile.hexes)}" if tile.hexes else ""
        name = plain(tile.id if ring in tile.id else f"{ring} {tile.id}")
        parts.append(f"{name}{side} ({workshop_words(district_tile(state, tile), tile)}){worker}{hexes}")
    if magnates := magnate_words(state, slice):
        parts.append(f"magnates {', '.join(magnates)}")
    if state.machine is not None and state.machine.slice == slice:
        parts.append("mega-machine" + (f" [{state.machine.worker}]" if state.machine.worker else ""))
    return listed(f"{slice} {ACTIONS[row.action]}", parts, width)


def _tracks(state: State, colour: bool) -> Iterator[str]:
    for track in TRACKS:
        name = f"{track:<{NAME}}"
        cells = [f"temple {pilgrims_on(state, track, 0) or '-'}"]
        for space, hexes in enumerate(state.tracks[track], 1):
            cells.append(f"{hexes or '.'}{pilgrims_on(state, track, space)}")
        shown = painted(name, *PAINT[track]) if colour else name
        yield f"{shown}{' '.join(cells)}; discarded {state.discard[track]}"


def _market(state: State, width: int) -> list[str]:
    rows = state.catalogue.invention
    tiles = [tile for quality in QUALITIES for tile in state.market.get(quality, ())]
    parts = [
        f"{plain(t)} ({effect_words(rows[t].left)} | {effect_words(rows[t].centre)} | {rows[t].vp} VP)" for t in tiles
    ]
    return listed("market", parts, width) if parts else []


def _cities(state: State, width: int) -> list[str]:
    parts = []
    for city in state.cities:
        row = state.catalogue.city[city]
        banners = " ".join(map(seat_number, state.placed[city]))
        condition = row.condition.replace("_", " ")
        held = f", banners {banners}" if banners else ""
        parts.append(f"{plain(city)} for {row.cost} steam, {condition}: {effect_words(row.effect)}{held}")
    return listed("cities", parts, width) if parts else []


def _machine(state: State, width: int) -> list[str]:
    if state.machine is None:
        return []
    workshop = effect_words(state.catalogue.machine[state.machine.id].workshop)
    lines = listed(f"mega-machine {plain(state.machine.id)}", [f"workshop {workshop}", *upgrade_words(state)], width)
    return [*lines, *listed("  spaces", space_words(state), width)]


def _player(state: State, player: Player, width: int, colour: bool, name: str) -> Iterator[str]:
    mark = " (in turn)" if player.seat == state.active and state.turn and state.phase != "finished" else ""
    goods = [f"{good} {getattr(player, good)}" for good in ("food", "energy", "building", "luxury", "wealth")]
    record = [f"{hex} {getattr(player, HEXES[hex])}" for hex in TRACKS if getattr(player, HEXES[hex])]
    parts = [
        *(f"VP {player.vp}", f"steam {player.steam}", *goods),
        *(f"workers {worker_words(player)}", f"chimney {player.chimney:+}", f"reputation {player.reputation}"),
        *(f"fame {player.fame}", f"bus {player.bus}", f"token {player.token}", f"banners {player.banners}"),
        *(f"grant {'kept' if player.grant else 'used'}", f"record {' '.join(record) or 'empty'}"),
        *([f"conflict {' '.join(player.in_conflict)}"] if player.in_conflict else []),
    ]
    heading = painted(name, SEATS[player.seat], bold=True) if colour else name
    yield from listed(f"{heading}{mark}", parts, width)
    for building, place in enumerate(BUILDINGS):
        floors = range(1, len(player.slots[building]) + 1)
        yield from listed(f"  {place}", [slot_words(state, player, building, floor) for floor in floors], width)
