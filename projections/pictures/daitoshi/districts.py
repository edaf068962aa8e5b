"""The districts of Daitoshi in words: what the signs on the map mean, and what electrifying costs and brings."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from engine.games.daitoshi.components import EXPAND_COST, HEX_SLOTS, RINGS, DistrictTile
from engine.games.daitoshi.queries import district_tile
from engine.games.daitoshi.state import State, Tile
from events.problems import count
from events.vocabulary.daitoshi.effects import Effects
from projections.pictures.daitoshi.icons import counted_sign, room, signs
from projections.pictures.daitoshi.look import BOLD, PAD, TEXT, shortened
from projections.pictures.daitoshi.market import INSIDE, LINE, TOP, framed
from projections.pictures.daitoshi.wording import ACTIONS, effect_words, tiles_of
from projections.pictures.kept import catalogue_and_last, kept
from projections.pictures.pen import box, ended, label, length
from projections.pictures.sheet import Part, Spot, Table
from projections.pictures.words import plain

SLICES, HEADING, ROW, FREE, GAP = 5, 22.0, 46.0, 24.0, 4.0
"""The heights of the heading of a slice, and of a district, low if none is ever built there."""
LEFT, RIGHT = PAD + 8, PAD + INSIDE - 6


@kept(lambda state, table: state.slices, catalogue_and_last)
def districts(state: State, table: Table) -> Part:
    """Slice by slice from the centre outwards: a workshop on both sides, and the price and reward of electrifying."""
    parts: list[Spot | str] = []
    y = TOP
    for slice in range(SLICES):
        tiles = tiles_of(state, slice) if state.slices else [(ring, None) for ring in RINGS]
        inner = tiles[0][1]
        parts.append(_heading(slice, district_tile(state, inner) if inner else None, y))
        y += HEADING
        for ring, tile in tiles:
            row = district_tile(state, tile) if tile else None
            high = ROW if _ever(table.last, slice, ring) else FREE
            parts.append(_tile(slice, ring, row, bool(tile and tile.electrified), y, high))
            y += high + GAP
        y += 4
    return Part("districts", "Districts", [*framed("Districts", y + 2), *parts], y + 2)


def _ever(last: State | None, slice: int, ring: str) -> bool:
    """Whether a district is built at the end of the game, as far as that is known."""
    return last is None or not last.slices or getattr(last.slices[slice], ring) is not None


@lru_cache(maxsize=256)
def _heading(slice: int, row: DistrictTile | None, y: float) -> str:
    if row is None:
        return label(PAD, y + 15, f"{slice}", "b")
    name = f"{slice} {ACTIONS[row.action]}"
    left = length(name, TEXT) * BOLD + 14
    words = f"takes {row.worker}, exploits {', '.join(row.exploit)}"
    return label(PAD, y + 15, name, "b") + ended(PAD + INSIDE, y + 15, shortened(words, INSIDE - left), "soft")


def named(ring: str, tile: Tile | DistrictTile) -> str:
    """The name of a tile, which says its ring."""
    return plain(tile.id if ring in tile.id else f"{ring} {tile.id}")


@lru_cache(maxsize=2048)
def _tile(slice: int, ring: str, row: DistrictTile | None, lit: bool, y: float, high: float) -> Spot:
    """A district: its workshop on the side that is up, and below what electrifying costs and brings."""
    ground = box(PAD, y, INSIDE, high, "lit" if lit else "built" if row else "site")
    words = list(_words(ring, row, lit, y)) if row else [label(LEFT, y + high / 2 + 5, _cost(ring), "soft")]
    mark = box(PAD - 2, y - 2, INSIDE + 4, high + 4, "just")
    return Spot(f"tile/{slice}/{ring}", "".join([ground, *words]), mark)


def _cost(ring: str) -> str:
    """What a district costs that is not built."""
    if ring not in EXPAND_COST:
        return f"{ring}: not placed yet"
    return f"{ring}: free, for {EXPAND_COST[ring]} building and {count(HEX_SLOTS[ring], 'hex', 'hexes')}"


def _words(ring: str, row: DistrictTile, lit: bool, y: float) -> Iterator[str]:
    name = shortened("inner" if ring == "inner" else named(ring, row), 130, TEXT * BOLD)
    at = LEFT + length(name, TEXT) * BOLD + 8
    after = brief(row.workshop_electrified)
    workshop = after if lit else f"{brief(row.workshop)}, then {after}"
    yield label(LEFT, y + 15, name, "b") + label(at, y + 15, shortened(workshop, RIGHT - at))
    if lit:
        yield label(LEFT, y + 15 + LINE, "electrified", "soft")
        return
    middle = y + 31
    items = [(1, "lit"), (row.electrify_cost, "energy"), (1, "then"), *signs(row.electrify_reward)]
    x = LEFT
    for number, sign in items:
        x += room(number, sign) + 4
        if x > RIGHT:
            break
        yield counted_sign(x - 4 - room(number, sign) / 2, middle, number, sign)


def brief(effects: Effects) -> str:
    """A list of effects in a few words, neighbours that are equal once."""
    groups = [(effect, len(list(each))) for effect, each in groupby(effects)]
    return ", ".join(effect_words((effect,)) + (f" ×{n}" if n > 1 else "") for effect, n in groups) or "nothing"
