"""The board: cells and neighbours (section 4.2), and the count of a city's needs (GA-6.5.2)."""

from engine.clause import Violation
from engine.games.gaia.catalogue import CityCard
from engine.games.gaia.state import City, State, Tile
from events.vocabulary.gaia import Cell


def check_cell(state: State, cell: Cell) -> None:
    """GA-6.1.4, GA-4.2.1: a cell is [x, y] on the common grid, or [area, x, y] if each player has one."""
    if state.options.tile_area != "separate":
        if len(cell) != 2:
            raise Violation("GA-6.1.4", cell=cell)
    elif len(cell) != 3 or not 0 <= cell[0] < len(state.players):
        raise Violation("GA-6.1.4", cell=cell)


def place_of(state: State, cell: Cell) -> int:
    """The place of a cell, or -1 if it has no tile."""
    return state.place_at.get(_key(cell), -1)


def neighbours_of(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """GA-4.2.2: the four orthogonally adjacent cells of the same grid, in tuple order."""
    *area, x, y = cell
    return (*area, x - 1, y), (*area, x, y - 1), (*area, x, y + 1), (*area, x + 1, y)


def places_near(state: State, cell: Cell) -> list[int]:
    """GA-4.2.2: the places of the tiles next to a cell, in tuple order of their cells."""
    place_at = state.place_at
    return [place_at[key] for key in map(_key, neighbours_of(cell)) if key in place_at]


def add_tile(state: State, cell: Cell, terrain: str, seat: int, near: list[int]) -> int:
    """Put a tile from stock on a free cell next to the places `near`; returns its place."""
    place = len(state.tiles)
    for neighbour in near:
        state.near[neighbour].append(place)
    state.tiles.append(Tile(terrain, seat))
    state.cells.append(cell)
    state.near.append(near)
    state.place_at[_key(cell)] = place
    state.stock[terrain] -= 1
    return place


def replace_tile(state: State, place: int, terrain: str) -> None:
    """GA-7.9.1.4: the old tile returns to stock; the new one takes its cell and keeps `placed_by` and tokens."""
    tile = state.tiles[place]
    state.stock[tile.terrain] += 1
    state.stock[terrain] -= 1
    tile.terrain = terrain


def count_needs(state: State, card: CityCard, place: int) -> int:
    """GA-6.5.2: the number of needs of a city card that are met at a place; covered neighbours offer nothing."""
    tiles = state.tiles
    offered = [tile for neighbour in state.near[place] if not (tile := tiles[neighbour]).city]
    terrains = [tile.terrain for tile in offered]
    met = 0
    for terrain, number in card.icons:
        there = terrains.count(terrain)
        met += there if there < number else number
    for kind in card.animals:
        for tile in offered:
            if tile.animals and is_kind(tile, kind):
                met += 1
                break
    return met


def is_kind(tile: Tile, kind: str) -> bool:
    """GA-6.5.2, GA-11.10: whether tokens here are of a kind: fish on a Sea, deer elsewhere; `animal` means either."""
    return kind == "animal" or (kind == "fish") == (tile.terrain == "sea")


def satisfied_now(state: State, city: City) -> int:
    """A fresh count of a founded city's met needs."""
    return count_needs(state, state.catalogue.cities[city.card], city.place)


def _key(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}" if len(cell) == 2 else f"{cell[0]},{cell[1]},{cell[2]}"
