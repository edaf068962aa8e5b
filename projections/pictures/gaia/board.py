"""The tiles of Gaia: one board, or one per player side by side, as large as space allows."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import ceil

from engine.games.gaia.state import City, State, city_of
from projections.pictures.gaia.look import FILL, herd, ink_of, meeple, need, sign
from projections.pictures.gaia.wording import TERRAIN_NAMES, grids, needs_met, short
from projections.pictures.pen import box, ended, fitted, label, node, placed, title
from projections.pictures.sheet import Spot, Table, seat_name

TILE, GAP = 104.0, 4.0
PAD = 12.0
Cells = Mapping[tuple[int, int], int]


def boards(state: State, table: Table, x: float, y: float, width: float, height: float) -> Iterator[Spot | str]:
    """The grids in their fields, with room for the last known position."""
    there, last = grids(state), grids(table.last) if table.last is not None else {}
    areas = [(seat,) for seat in range(len(state.players))] if state.options.tile_area == "separate" else [()]
    columns = ceil(len(areas) ** 0.5)
    rows = ceil(len(areas) / columns)
    wide, high = (width - PAD * (columns - 1)) / columns, (height - PAD * (rows - 1)) / rows
    for n, area in enumerate(areas):
        left, top = x + n % columns * (wide + PAD), y + n // columns * (high + PAD)
        yield box(left, top, wide, high, "field", 8)
        head = 24.0 if area else 0.0
        if area:
            yield label(left + PAD, top + 20, f"{seat_name(table.names, area[0])}'s board", "h2")
        cells = there.get(area, {})
        yield from _grid(state, cells, {**last.get(area, {}), **cells}, left, top + head, wide, high - head)


def _grid(
    state: State, cells: Cells, room: Cells, x: float, y: float, width: float, height: float
) -> Iterator[Spot | str]:
    """The tiles of a board, centred in its field."""
    xs, ys = [x for x, _ in room] or [0], [y for _, y in room] or [0]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    step = TILE + GAP
    scale = min(1.0, (width - 2 * PAD) / (across * step), (height - 2 * PAD) / (down * step))
    left, top = x + (width - across * step * scale) / 2, y + (height - down * step * scale) / 2
    shift = placed(left - min(xs) * step * scale, top - min(ys) * step * scale, scale)
    yield f'<g transform="{shift}">'
    for (column, row), place in sorted(cells.items(), key=lambda each: each[1]):
        tile = state.tiles[place]
        city = city_of(state, tile.city) if tile.city else None
        shown = _city(state, city) if city else None
        placed_by = tile.placed_by + 1 if state.options.tile_area == "shared_owned" else 0
        body, mark = _tile(tile.terrain, tile.animals, shown, column, row, placed_by)
        yield Spot(f"tile/{state.cells[place]}", body, node("g", mark, transform=shift))
    yield "</g>"


def _city(state: State, city: City) -> tuple[str, int, tuple[tuple[str, bool], ...], tuple[int, ...]]:
    name = f"#{city.founded_no} {short(city.card)}"
    return name, city.satisfied, tuple(needs_met(state, city)), tuple(city.meeples)


@lru_cache(maxsize=4096)
def _tile(
    terrain: str,
    tokens: int,
    city: tuple[str, int, tuple[tuple[str, bool], ...], tuple[int, ...]] | None,
    column: int,
    row: int,
    placed_by: int,
) -> tuple[str, str]:
    """A tile with its herd or city at its place on the grid, and the mark around it.

    `placed_by` is the number of the seat that may use it, counted from 1; 0 if all may.
    """
    x, y = column * (TILE + GAP), row * (TILE + GAP)
    covered = f": {city[0]}, {city[1]} of 4 needs met" if city else f": {tokens} animals" if tokens else ""
    ink = ink_of(terrain)
    drawn = [
        title(f"{TERRAIN_NAMES[terrain]} {column},{row}{covered}" + (f", of seat {placed_by}" if placed_by else "")),
        box(0, 0, TILE, TILE, "edge", 7, fill=FILL[terrain][0], stroke_width=0.8),
        sign(terrain, 7, 4, 0.85),
        label(34, 20, TERRAIN_NAMES[terrain], ink),
        ended(TILE - 6, TILE - 6, f"{column},{row}", f"tiny {ink}"),
    ]
    if tokens:
        drawn += [herd(36, 62, terrain), label(67, 69, f"×{tokens}", f"h1 {ink}")]
    if city:
        drawn += _card(*city)
    body = node("g", *drawn, transform=placed(x, y))
    return body, box(x - 3, y - 3, TILE + 6, TILE + 6, "just", 9)


def _card(name: str, met: int, needs: tuple[tuple[str, bool], ...], meeples: tuple[int, ...]) -> Iterator[str]:
    """The city card on its tile: number, needs met or not, meeples."""
    yield box(5, 26, TILE - 10, TILE - 42, "slip", 6, stroke_width=1.5)
    yield label(10, 40, fitted(name, 58, 10.5), "tiny b onlight")
    yield ended(TILE - 10, 40, f"{met}/4", "tiny onlight")
    for k, (one, is_met) in enumerate(needs):
        yield need(one, 9 + 22 * k, 44, is_met)
    seats = [seat for seat, number in enumerate(meeples) for _ in range(number)]
    step = min(18.0, 72 / max(1, len(seats) - 1))
    for k, seat in enumerate(seats):
        yield meeple(seat, 16 + step * k, 76, paper=True)
