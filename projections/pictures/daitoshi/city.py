"""The round city of Daitoshi: districts in three rings, magnates on their spaces, the mega-machine at the edge."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from textwrap import wrap

from engine.games.daitoshi.components import RINGS
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.state import State, Tile, district_tile
from projections.pictures.daitoshi.look import hexagon, marker, worker
from projections.pictures.daitoshi.wording import ACTIONS, SPACES, exploit_words, seat_number, tiles_of, workshop_words
from projections.pictures.pen import box, circle, fitted, middle, moved, node, placed, polygon, title
from projections.pictures.sheet import Spot

RADII = {"inner": (66.0, 154.0), "middle": (154.0, 222.0), "outer": (222.0, 290.0)}
SIZE = 2 * RADII["outer"][1] + 16
SLICES, FINE = 5, 24
"""The slices of the city, and the straight segments that make up the arc of one."""
TURNED = (0, 72, -36, 36, -72)
"""How many degrees the tiles of each slice are rotated, so that none is upside down."""


def city(state: State) -> Iterator[Spot | str]:
    """The city around (SIZE / 2, SIZE / 2)."""
    shift = placed(SIZE / 2, SIZE / 2)
    yield f'<g transform="{shift}">'
    for slice in range(SLICES):
        tiles = tiles_of(state, slice) if state.slices else [(ring, None) for ring in RINGS]
        for ring, tile in tiles:
            yield _district(*_contents(state, slice, ring, tile), slice, ring, shift)
    for slice in range(SLICES):
        for place, space in enumerate(SPACES):
            there = tuple(magnates_on(state, slice, space)) if state.slices else ()
            yield _space(slice, place, there, shift)
    machine = state.machine
    for slice in range(SLICES):
        here = machine is not None and machine.slice == slice
        yield _machine(slice, here, (machine.worker or "") if here and machine else "", shift)
    yield "</g>"


def _point(radius: float, angle: float) -> tuple[float, float]:
    """A point relative to the centre of the city; the angle runs clockwise from the top, in fifths of a circle."""
    turn = 2 * pi * angle / SLICES
    return radius * sin(turn), -radius * cos(turn)


@lru_cache(maxsize=64)
def _sector(ring: str, slice: int, inset: float = 0) -> tuple[tuple[float, float], ...]:
    near, far = RADII[ring]
    angles = [slice - 0.5 + n / FINE for n in range(FINE + 1)]
    outer = [_point(far - inset, angle) for angle in angles]
    return (*outer, *(_point(near + inset, angle) for angle in reversed(angles)))


def _contents(
    state: State, slice: int, ring: str, tile: Tile | None
) -> tuple[str, str, str, bool, tuple[str, ...], str, bool]:
    """Name, workshop, operation, electrified, hexes and worker of a place, and whether it is built."""
    if tile is None:
        return "", "", "", False, (), "", False
    row = district_tile(state, tile)
    operation = exploit_words(state, slice) if ring == "inner" else ""
    name = ACTIONS[row.action] if ring == "inner" else tile.id.replace("_", " ")
    return name, workshop_words(row, tile), operation, tile.electrified, tile.hexes, tile.worker or "", True


@lru_cache(maxsize=4096)
def _district(
    name: str,
    workshop: str,
    operation: str,
    lit: bool,
    hexes: tuple[str, ...],
    busy: str,
    there: bool,
    slice: int,
    ring: str,
    shift: str,
) -> Spot:
    mark = node("g", polygon(_sector(ring, slice, 3), "just"), transform=shift)
    key = f"district/{slice}/{ring}"
    shape = polygon(_sector(ring, slice), "lit" if lit else "built" if there else "site")
    if not there:
        return Spot(key, node("g", title(f"{ring} ring, free"), shape), mark)
    about = f"{name}: {workshop}{f'; {operation}' if operation else ''}{', electrified' if lit else ''}"
    x, y = _point(sum(RADII[ring]) / 2, slice)
    words = _inner(name, workshop, operation, hexes, busy) if ring == "inner" else _outer(name, workshop, hexes, busy)
    turned = "" if ring == "inner" else f" rotate({TURNED[slice]})"
    return Spot(key, node("g", title(about), shape, node("g", *words, transform=placed(x, y) + turned)), mark)


def _inner(name: str, workshop: str, operation: str, hexes: tuple[str, ...], busy: str) -> Iterator[str]:
    """The text on an inner tile, upright: its action, workshop, pieces and operation."""
    yield middle(0, -20, name, "h2")
    yield middle(0, -5, fitted(workshop, 92, 10), "tiny")
    yield from _pieces(hexes, busy, 10)
    yield middle(0, 32, fitted(operation.split(",")[0], 92, 9.6), "tiny soft")


def _outer(name: str, workshop: str, hexes: tuple[str, ...], busy: str) -> Iterator[str]:
    """The text on a tile of the other rings, rotated with its slice."""
    pieces = bool(hexes or busy)
    lines = wrap(workshop, 26)[:2]
    top = -3 - 6 * (len(lines) - 1) - (9 if pieces else 0)
    yield middle(0, top, name, "small b")
    for n, line in enumerate(lines):
        yield middle(0, top + 13 + 12 * n, line, "tiny")
    yield from _pieces(hexes, busy, top + 17 + 12 * len(lines))


def _pieces(hexes: tuple[str, ...], busy: str, y: float) -> Iterator[str]:
    pieces = [hexagon(0, 0, hex) for hex in hexes] + ([worker(0, 0, busy)] if busy else [])
    for n, piece in enumerate(pieces):
        yield moved((n - (len(pieces) - 1) / 2) * 20, y, [piece])


@lru_cache(maxsize=2048)
def _space(slice: int, place: int, there: tuple[int, ...], shift: str) -> Spot:
    """A space for magnates near the centre, with those who stand there; the first one is outermost."""
    x, y = _point(52, slice - 0.3 + 0.3 * place)
    drawn = [circle(x, y, 7, "gone")]
    for n, seat in enumerate(there):
        at = _point(52 - 15 * n, slice - 0.3 + 0.3 * place)
        named = f"magnate {seat_number(seat)}, {SPACES[place]} space of slice {slice}"
        drawn.append(marker(*at, seat, named, 9.5))
    mark = node("g", circle(x, y, 13, "just"), transform=shift)
    return Spot(f"space/{slice}/{place}", "".join(drawn), mark)


@lru_cache(maxsize=64)
def _machine(slice: int, here: bool, busy: str, shift: str) -> Spot:
    x, y = _point(RADII["outer"][1] - 13, slice - 0.38)
    if not here:
        return Spot(f"machine/{slice}", "", node("g", circle(x, y, 20, "just"), transform=shift))
    plate = [title("the mega-machine"), box(x - 22, y - 12, 44, 24, "machine", 6)]
    plate.append(middle(x - (8 if busy else 0), y + 4, "MM", "small b"))
    plate.append(worker(x + 12, y, busy) if busy else "")
    mark = node("g", box(x - 26, y - 16, 52, 32, "just", 8), transform=shift)
    return Spot(f"machine/{slice}", node("g", *plate), mark)
