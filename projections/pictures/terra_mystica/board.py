"""The map: hexes with name, terrain letter and pattern; structures, towns, bridges, joined rivers."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from engine.games.terra_mystica.board import RIVER, Board
from engine.games.terra_mystica.components import BUILDINGS, LANDSCAPE, LANDSCAPES
from engine.games.terra_mystica.state import NOBODY, Player, State
from projections.pictures.kept import kept
from projections.pictures.palette import INK
from projections.pictures.pen import circle, inked, middle, moved, node, path, placed, polygon, title
from projections.pictures.sheet import Part, Spot, across
from projections.pictures.terra_mystica.look import (
    COLOURS,
    LETTERS,
    PATTERNS,
    TERRAIN_NAMES,
    foot,
    number,
    paint,
    piece,
)

UNITS = [(sin(pi / 3 * k), -cos(pi / 3 * k)) for k in range(6)]
"""The corners of a hex of size 1 with a corner at the top, beginning there."""
MOST = 38.0
"""The largest size of a hex (from centre to corner), so that small maps do not look like another game."""
PAD = 4.0
"""Room around the map for the walls of towns."""
STRUCTURE = 1.12
"""The scale of structures in a hex of the size `SIZE`, that of the maps of the game."""
SIZE = 31.5
LETTER, FOOT, NAME = -6.0, 1.5, 20.0
"""Baseline of the letter of a terrain, foot of a structure, baseline of a name, from the middle of that hex.

On a phone the texts grow to 26 units, upwards: a letter then reaches from -25 to -6, a name from 1 to 20.
"""


class Layout(NamedTuple):
    """The positions and size of the hexes of a map, its offset to the right and down, and its height.

    `beyond[h]` holds the neighbour on each side of a hex, clockwise from the upper right (-1: none).
    """

    at: list[tuple[float, float]]
    size: float
    left: float
    height: float
    beyond: list[list[int]]


_LAYOUTS: dict[tuple[tuple[tuple[int, int], ...], float], Layout] = {}


def layout(board: Board, width: float) -> Layout:
    """The layout of a map, as large as the width allows; cached."""
    key = (board.places, width)
    if key not in _LAYOUTS:
        _LAYOUTS[key] = _laid_out(board.places, width)
    return _LAYOUTS[key]


def _laid_out(places: tuple[tuple[int, int], ...], width: float) -> Layout:
    top = min(row for row, _ in places)
    rows = max(row for row, _ in places) - top + 1
    halves = max(2 * column + row % 2 for row, column in places) + 2
    size = min((width - 2 * PAD) / (halves * cos(pi / 6)), MOST)
    wide = cos(pi / 6) * size
    at = [(round(wide * (2 * c + r % 2 + 1), 1), round(size * (1.5 * (r - top) + 1), 1)) for r, c in places]
    found = {(2 * column + row % 2, row): h for h, (row, column) in enumerate(places)}
    sides = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    beyond = [[found.get((2 * c + r % 2 + dx, r + dy), -1) for dx, dy in sides] for r, c in places]
    left = (width - halves * cos(pi / 6) * size) / 2
    return Layout(at, size, left, size * (1.5 * rows + 0.5) + 2 * PAD, beyond)


def _shows(state: State) -> tuple[object, ...]:
    """All that the map shows."""
    options, owners = state.options, [(player.faction, paint(player)) for player in state.players]
    the_map = (options.map, options.map_rows, options.first_row_index, state.terrain, state.river_links)
    return the_map, owners, state.owner, state.kind, state.in_town, state.bridges


@kept(_shows)
def board(state: State) -> Part:
    """The map, in two columns."""
    laid = layout(state.board, across(2))
    return Part("board", "Map", list(_elements(state, laid)), laid.height, 2)


def _elements(state: State, laid: Layout) -> Iterator[Spot | str]:
    """Hexes, towns, bridges, structures and labels; each hex is a spot."""
    names, size = state.board.names, laid.size
    shift = placed(laid.left, PAD)
    yield f'<g transform="{shift}">'
    for h, (x, y) in enumerate(laid.at):
        yield _hex(names[h], TERRAIN_NAMES[state.terrain[h]], x, y, size, shift)
    yield from _towns(state, laid)
    yield from _bridges(state, laid.at, shift)
    for h, (x, y) in enumerate(laid.at):
        yield _structure(state, h, x, y, size, shift)
    for h, (x, y) in enumerate(laid.at):
        joined = state.board.terrain[h] == RIVER and h in state.river_links
        if joined or state.board.terrain[h] != RIVER:
            is_empty = state.owner[h] == NOBODY
            yield _label(names[h], state.terrain[h], joined, is_empty, x, y, size)
    yield "</g>"


@lru_cache(maxsize=16384)
def _hex(name: str, terrain: str, x: float, y: float, size: float, shift: str) -> Spot:
    river = terrain == "river"
    shape = [(size * dx, size * dy) for dx, dy in UNITS]
    fill = None if river else COLOURS[terrain][0]
    parts = [title(f"{name}: {terrain}"), polygon(shape, "hex river" if river else "hex", fill=fill)]
    if terrain in PATTERNS:
        parts.append(polygon(shape, "", fill=f"url(#on-{terrain})", opacity=0.3))
    body = moved(x, y, parts, data_hex=name, data_terrain=terrain)
    return Spot(f"hex/{name}", body, _mark(x, y, size, shift))


@lru_cache(maxsize=1024)
def _mark(x: float, y: float, size: float, shift: str) -> str:
    ring = polygon([(size * 0.9 * dx, size * 0.9 * dy) for dx, dy in UNITS], "just")
    return node("g", moved(x, y, [ring]), transform=shift)


@lru_cache(maxsize=16384)
def _label(name: str, terrain: int, joined: bool, is_empty: bool, x: float, y: float, size: float) -> str:
    """The label of a hex: on land its name, above it the terrain letter if nothing stands there; on joined rivers."""
    if joined:
        ring = circle(0, 0, size * 0.55, "wall")
        return moved(x, y, [ring, middle(0, 0, name, "no stream")], data_river=name)
    style = f"fill:{COLOURS[TERRAIN_NAMES[terrain]][1]}"
    unit = size / SIZE
    letter = middle(x, y + LETTER * unit, LETTERS[terrain], "letter", style=style) if is_empty else ""
    return letter + middle(x, y + NAME * unit, name, "name", style=style)


def _kind(player: Player, kind: str) -> str:
    if kind == LANDSCAPE:
        return LANDSCAPES[player.faction].name
    return f"{kind.replace('_', ' ')} ({BUILDINGS[kind].snellman})"


def _towns(state: State, laid: Layout) -> Iterator[str]:
    """The walls around each town: the sides of its hexes where the town ends."""
    sides = []
    for h, is_town in enumerate(state.in_town):
        if is_town:
            near = laid.beyond[h]
            open_ = tuple(n < 0 or not state.in_town[n] or state.owner[n] != state.owner[h] for n in near)
            x, y = laid.at[h]
            sides.append((state.board.names[h], _walls(open_, x, y, laid.size)))
    yield "".join(path(walls, "town", data_town=name) for name, walls in sides)
    yield "".join(path(walls, "wall") for _, walls in sides if walls != "M0 0")


@lru_cache(maxsize=4096)
def _walls(open_: tuple[bool, ...], x: float, y: float, size: float) -> str:
    """The open sides of a hex, as a path."""
    corner = [(x + size * dx, y + size * dy) for dx, dy in UNITS]
    drawn = [
        f"M{corner[k][0]:.1f} {corner[k][1]:.1f}L{corner[(k + 1) % 6][0]:.1f} {corner[(k + 1) % 6][1]:.1f}"
        for k in range(6)
        if open_[k]
    ]
    return "".join(drawn) or "M0 0"


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """The point between two hexes where a bridge leaves the first one, clear of its label."""
    return a[0] + (b[0] - a[0]) * 0.35, a[1] + (b[1] - a[1]) * 0.35


def _bridges(state: State, at: list[tuple[float, float]], shift: str) -> Iterator[Spot]:
    names = state.board.names
    for bridge in state.bridges:
        owner = state.players[bridge.owner]
        key = f"{names[bridge.a]}-{names[bridge.b]}"
        yield _bridge(key, owner.rules.name, bridge.owner, paint(owner), at[bridge.a], at[bridge.b], shift)


@lru_cache(maxsize=1024)
def _bridge(
    key: str,
    faction: str,
    seat: int,
    colours: tuple[str, str],
    a: tuple[float, float],
    b: tuple[float, float],
    shift: str,
) -> Spot:
    (x1, y1), (x2, y2) = _between(a, b), _between(b, a)
    fill, ink = colours
    lines = [
        node("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=wide, stroke_linecap="round")
        for colour, wide in ((INK, 11.0), ("#ffffff", 8.5), (fill, 5.5))
    ]
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    mark = [circle(x, y, 12, "edge", fill=fill), middle(x, y, seat + 1, "no", style=inked(ink))]
    named = title(f"{key}: bridge of {faction}")
    body = node("g", named, *lines, *mark, data_bridge=key, data_owner=seat)
    return Spot(f"bridge/{key}", body, node("g", circle(x, y, 17, "just"), transform=shift))


def _structure(state: State, h: int, x: float, y: float, size: float, shift: str) -> Spot:
    name = state.board.names[h]
    if state.owner[h] == NOBODY:
        return _empty(name)
    owner, kind = state.players[state.owner[h]], state.kind[h]
    town = ", in a town" if state.in_town[h] else ""
    what = f"{name}: {_kind(owner, kind)} of {owner.rules.name}{town}"
    return _built(name, kind, what, owner.seat, number(owner), paint(owner), x, y, size, shift)


@lru_cache(maxsize=1024)
def _empty(name: str) -> Spot:
    return Spot(f"on/{name}", "", "")


@lru_cache(maxsize=16384)
def _built(
    name: str,
    kind: str,
    what: str,
    seat: int,
    shown: str,
    colours: tuple[str, str],
    x: float,
    y: float,
    size: float,
    shift: str,
) -> Spot:
    fill, ink = colours
    scale = STRUCTURE * size / SIZE
    centre = FOOT * size / SIZE - foot(kind) * scale
    mark = middle(0, (0 if kind in ("temple", "sanctuary", LANDSCAPE) else 1.5) * scale, shown, "no", style=inked(ink))
    parts = [title(what), piece(kind, fill, round(scale, 2)), mark]
    body = moved(x, y + centre, parts, data_structure=kind, data_at=name, data_owner=seat)
    return Spot(f"on/{name}", body, _mark(x, y, size, shift))
