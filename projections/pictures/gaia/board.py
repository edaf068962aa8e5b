"""The tiles of Gaia as a map: one board, or one for each player; and the cells where a tile could be placed next.

The texts on a tile are few and short, and have room for twice their size. Columns and rows have their numbers at the
edge of the board. The needs of a city are signs; a list of cities spells them out (`cities`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.gaia.board import neighbours_of
from engine.games.gaia.queries import city_of
from engine.games.gaia.state import State
from projections.pictures.gaia.look import FILL, herd, meeple, sign, small_need
from projections.pictures.gaia.wording import TERRAIN_NAMES, grids, needs_met
from projections.pictures.kept import catalogue_and_last, kept
from projections.pictures.palette import INK, SEATS
from projections.pictures.pen import box, ended, fitted, inked, label, middle, title
from projections.pictures.sheet import NOBODY, Part, Spot, Table, across, seat_name

LARGEST, GAP = 104.0, 3.0
"""The largest tile, and the gap between two."""
TALLEST = 860.0
"""Higher boards have smaller tiles, but none that are narrower than the board allows."""
STRIP = 18.0
"""How much is drawn of a free cell that lies beyond the last known board."""
NUMBERS = 26.0, 34.0
OWN_NUMBERS = 18.0, 24.0
"""The room for the numbers of columns and rows: on a map they may be 26 units high, on a board of one column 13."""
Cells = Mapping[tuple[int, int], int]
Shown = tuple[int, tuple[tuple[str, bool], ...], tuple[int, ...]]
"""What is drawn of a city: its number, its needs with whether each is met, and the meeples of each seat."""


class Grid(NamedTuple):
    """Where the tiles of a board lie: the first column and row, their numbers, the corner, the size of a tile."""

    column: int
    row: int
    columns: int
    rows: int
    x: float
    y: float
    tile: float

    def at(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        step = self.tile + GAP
        return self.x + (column - self.column) * step, self.y + (row - self.row) * step

    @property
    def bottom(self) -> float:
        """The lower edge of the board."""
        return self.y + self.rows * (self.tile + GAP) + STRIP + 8


def boards(state: State, table: Table) -> list[Part]:
    """The common board, two columns wide; or a board for each player of one column, shown with the player's mat."""
    shown = _shown(state)
    if state.options.tile_area != "separate":
        return [_board(state, table, shown[()])]
    return [_board(state, table, shown[seat,], seat) for seat in range(len(state.players))]


def _shown(state: State) -> defaultdict[tuple[int, ...], list[object]]:
    """All that the board of each area shows: its cells with their tiles, and its cities; nothing at first."""
    found: defaultdict[tuple[int, ...], list[object]] = defaultdict(list)
    for cell, tile in zip(state.cells, state.tiles, strict=True):
        found[cell[:-2]].append((cell, tile))
    for city in state.cities:
        found[state.cells[city.place][:-2]].append(city)
    return found


@kept(
    lambda state, table, shown, *area: (area, table.names, shown),
    lambda state, table, *_: catalogue_and_last(state, table),
)
def _board(state: State, table: Table, shown: Sequence[object], *area: int) -> Part:
    cells, last = grids(state).get(area, {}), {} if table.last is None else grids(table.last).get(area, {})
    if not area:
        return _common_board(state, cells, last)
    (seat,) = area
    return _own_board(state, table, seat, cells, last)


def _common_board(state: State, cells: Cells, last: Cells) -> Part:
    grid = _grid({**last, **cells}, across(2), 0.0, NUMBERS)
    field = box(0, 0, across(2), grid.bottom, "field", 8)
    return Part("board", "Board", [field, *_elements(state, (), cells, grid)], grid.bottom, 2)


def _own_board(state: State, table: Table, seat: int, cells: Cells, last: Cells) -> Part:
    grid = _grid({**last, **cells}, across(1), 26.0, OWN_NUMBERS)
    words = f"Board of {seat_name(table.names, seat)}"
    head = box(0, 0, across(1), grid.bottom, "field", 8) + label(12, 23, fitted(words, 300, 15 * 1.1), "lead b")
    return Part(f"board/{seat}", words, [head, *_elements(state, (seat,), cells, grid)], grid.bottom, seat=seat)


def _grid(room: Cells, width: float, head: float, numbers: tuple[float, float]) -> Grid:
    """The grid for all cells that are ever covered, centred below a heading, with room for its numbers."""
    xs, ys = [x for x, _ in room] or [0], [y for _, y in room] or [0]
    columns, rows = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    side = numbers[1] + STRIP + 8
    widest = (width - side - STRIP - 8) / columns
    step = min(LARGEST + GAP, widest, max(TALLEST / rows, 0.7 * widest))
    x = side + (width - side - STRIP - 8 - columns * step) / 2
    return Grid(min(xs), min(ys), columns, rows, x, head + numbers[0] + STRIP + 8, step - GAP)


def _elements(state: State, area: tuple[int, ...], cells: Cells, grid: Grid) -> Iterator[Spot | str]:
    yield _numbers(grid)
    free = {near for cell in cells for near in neighbours_of(cell)} - set(cells) if cells else {(0, 0)}
    for cell in sorted(free):
        yield _free((*area, *cell), *cell, grid)
    for (column, row), place in sorted(cells.items(), key=lambda each: each[1]):
        tile = state.tiles[place]
        city = city_of(state, tile.city) if tile.city else None
        shown = (city.founded_no, tuple(needs_met(state, city)), tuple(city.meeples)) if city else None
        owner = tile.placed_by if state.options.tile_area == "shared_owned" else NOBODY
        x, y = grid.at(column, row)
        yield _tile(state.cells[place], tile.terrain, tile.animals, shown, owner, x, y, grid.tile)


@lru_cache(maxsize=64)
def _numbers(grid: Grid) -> str:
    """The numbers of columns and rows."""
    numbers = []
    for column in range(grid.column, grid.column + grid.columns):
        x, _ = grid.at(column, grid.row)
        numbers.append(middle(x + grid.tile / 2, grid.y - STRIP - 7, column, "soft"))
    for row in range(grid.row, grid.row + grid.rows):
        _, y = grid.at(grid.column, row)
        numbers.append(ended(grid.x - STRIP - 6, y + grid.tile / 2 + 5, row, "soft"))
    return "".join(numbers)


@lru_cache(maxsize=4096)
def _free(cell: tuple[int, ...], column: int, row: int, grid: Grid) -> Spot:
    """A cell where a tile could be placed; beyond the board only the strip next to it."""
    x, y = grid.at(column, row)
    right, bottom = x + grid.tile, y + grid.tile
    x, right = (x, x + STRIP) if column == grid.column + grid.columns else (x, right)
    y, bottom = (y, y + STRIP) if row == grid.row + grid.rows else (y, bottom)
    x = right - STRIP if column < grid.column else x
    y = bottom - STRIP if row < grid.row else y
    # That it can be used now follows from the tile beside it, so it is never marked as a change.
    return Spot(f"tile/{cell}", box(x, y, right - x, bottom - y, "gone", 6, opacity=0.45), "")


@lru_cache(maxsize=4096)
def _tile(
    cell: tuple[int, ...], terrain: str, tokens: int, city: Shown | None, owner: int, x: float, y: float, size: float
) -> Spot:
    """A tile with its herd or city, and the number of the seat that may use it, if not all may."""
    covered = f": city #{city[0]}" if city else f": {tokens} animals" if tokens else ""
    drawn = [
        title(
            f"{TERRAIN_NAMES[terrain]} {cell[-2]},{cell[-1]}{covered}"
            + (f", of seat {owner + 1}" if owner != NOBODY else "")
        ),
        box(x, y, size, size, "edge", 7, fill=FILL[terrain][0], stroke_width=0.8),
    ]
    if city:
        drawn += _city(*city, x, y, size)
    else:
        drawn.append(sign(terrain, x + 0.07 * size, y + 0.06 * size, size * 0.36 / 24))
    if tokens:
        drawn.append(herd(x + 0.36 * size, y + 0.66 * size, terrain, 0.24 * size))
        number = inked(FILL[terrain][1], max(13.0, round(0.3 * size)))
        drawn.append(label(x + 0.66 * size, y + 0.76 * size, tokens, "b", style=number))
    if owner != NOBODY:
        fill, ink = SEATS[owner]
        drawn.append(box(x + 0.7 * size, y + 0.05 * size, 0.25 * size, 0.25 * size, "", 3, fill=fill, stroke=INK))
        drawn.append(middle(x + 0.825 * size, y + 0.235 * size, owner + 1, "b", style=inked(ink, 13)))
    return Spot(f"tile/{cell}", "".join(drawn), box(x - 2, y - 2, size + 4, size + 4, "just", 8))


def _city(
    number: int, needs: tuple[tuple[str, bool], ...], meeples: tuple[int, ...], x: float, y: float, size: float
) -> Iterator[str]:
    """The city on its tile: its number, its needs, met or not, its meeples."""
    yield box(x + 0.04 * size, y + 0.04 * size, 0.92 * size, 0.92 * size, "slip", 6, stroke_width=1.2)
    letters = f"font-size:{max(13, 0.2 * size):.0f}px"
    yield label(x + 0.09 * size, y + 0.3 * size, f"#{number}", "b onlight", style=letters)
    for k, (one, is_met) in enumerate(needs):
        yield small_need(one, x + (0.09 + 0.21 * k) * size, y + 0.345 * size, is_met, 0.18 * size)
    seats = [seat for seat, several in enumerate(meeples) for _ in range(several)]
    step = min(0.3, 0.6 / max(1, len(seats) - 1)) * size
    for k, seat in enumerate(seats):
        yield meeple(seat, x + 0.2 * size + step * k, y + 0.74 * size, 0.4 * size, paper=True)
