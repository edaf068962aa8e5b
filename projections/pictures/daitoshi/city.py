"""The map of the round city: districts in three rings, magnates on their spaces, the mega-machine at the rim.

Texts are a name or a number, which have room to grow on a phone; what workshops give is drawn as signs. Slices have the
numbers of the log. Nothing of a row but its name is rotated.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin

from engine.games.daitoshi.components import MAGNATE_SPACES, RINGS
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.queries import district_tile
from engine.games.daitoshi.state import NOWHERE, State, Tile
from events.vocabulary.daitoshi.effects import Effects
from projections.pictures.daitoshi.icons import counted_sign, room, sign, signs
from projections.pictures.daitoshi.look import centred, hexagon, marker, worker
from projections.pictures.daitoshi.wording import ACTIONS, SPACES, seat_number
from projections.pictures.kept import catalogue_of, kept
from projections.pictures.pen import box, circle, moved, node, placed, polygon, title
from projections.pictures.sheet import Part, Spot, across

RADII = {"inner": (14.0, 190.0), "middle": (190.0, 256.0), "outer": (256.0, 322.0)}
ROWS = {"inner": 136.0, "middle": 223.0, "outer": 289.0}
"""How far from the centre the signs of a district lie."""
NAME, STAND, EXPLOIT, RIM = 173.0, 94.0, 38.0, 327.0
"""How far from the centre lie the name of an inner district, the spaces, the hexes it exploits; the rim."""
WIDE = across(2)
HIGH = 698.0
CENTRE = WIDE / 2
SLICES, FINE = 5, 12
"""The slices of the city, and the straight segments that make up the arc of one."""
TURNED = (0, 72, -36, 36, -72)
"""How many degrees the texts of each slice are rotated, so that none is upside down."""
PIECE = 14.0
"""The radius of a piece."""
SIGNS = 4
"""The most signs of a workshop that are drawn."""
GAP = 5.0
CROWD = ((STAND, 0.0), (68.0, 0.0), (68.0, 0.28), (104.0, 0.2))
"""Where magnates stand who share a space: how far from the centre, and how much further, in fifths of a circle."""
FIFTH = 0.3
"""How far apart the spaces of a slice lie, in fifths of a circle."""


def _shows(state: State) -> tuple[object, ...]:
    """All that the map shows."""
    magnates = [(player.slice, player.space) for player in state.players], state.neutral
    machine = state.machine and (state.machine.slice, state.machine.worker)
    return state.slices, magnates, machine


@kept(_shows, catalogue_of)
def city(state: State) -> Part:
    """The whole map."""
    return Part("board", "City", list(_elements(state)), HIGH, 2)


def _elements(state: State) -> Iterator[Spot | str]:
    shift = placed(CENTRE, CENTRE)
    yield f'<g transform="{shift}">'
    for ring in reversed(RINGS):  # the inner ones last, so that nothing covers the ends of their names
        for slice in range(SLICES):
            tile = getattr(state.slices[slice], ring) if state.slices else None
            yield _district(slice, ring, *_contents(state, slice, tile), shift)
    for slice in range(SLICES):
        for place, space in enumerate(SPACES):
            there = tuple(magnates_on(state, slice, space)) if state.slices else ()
            yield _space(slice, place, there, shift)
    machine = state.machine
    for slice in range(SLICES):
        here = machine is not None and machine.slice == slice
        yield _machine(slice, here, (machine.worker or "") if here and machine else "", shift)
    yield "</g>"
    yield from _aims(state)


def _point(radius: float, slice: float, along: float = 0) -> tuple[float, float]:
    """A point relative to the centre: the middle line of a slice, and from there clockwise along the arc."""
    turn = 2 * pi * slice / SLICES + along / radius
    return radius * sin(turn), -radius * cos(turn)


@lru_cache(maxsize=64)
def _sector(ring: str, slice: int, inset: float = 0) -> tuple[tuple[float, float], ...]:
    near, far = RADII[ring]
    angles = [slice - 0.5 + n / FINE for n in range(FINE + 1)]
    outer = [_point(far - inset, angle) for angle in angles]
    return (*outer, *(_point(near + inset, angle) for angle in reversed(angles)))


Contents = tuple[str, Effects, tuple[str, ...], str, bool, tuple[str, ...], str, bool]


def _contents(state: State, slice: int, tile: Tile | None) -> Contents:
    """Name, workshop, types it exploits, colour it takes, electrified, hexes, worker; whether it is built."""
    if tile is None:
        return "", (), (), "", False, (), "", False
    row = district_tile(state, tile)
    takes = district_tile(state, state.slices[slice].inner).worker
    name = ACTIONS[row.action] if row.ring == "inner" else ""
    workshop = row.workshop_electrified if tile.electrified else row.workshop
    return name, workshop, row.exploit, takes, tile.electrified, tile.hexes, tile.worker or "", True


@lru_cache(maxsize=4096)
def _district(
    slice: int,
    ring: str,
    name: str,
    workshop: Effects,
    exploit: tuple[str, ...],
    takes: str,
    lit: bool,
    hexes: tuple[str, ...],
    busy: str,
    there: bool,
    shift: str,
) -> Spot:
    mark = node("g", polygon(_sector(ring, slice, 3), "just"), transform=shift)
    key = f"district/{slice}/{ring}"
    shape = polygon(_sector(ring, slice), "lit" if lit else "built" if there else "site")
    if not there:
        return Spot(key, node("g", title(f"{ring} ring, free"), shape), mark)
    drawn = [shape]
    if name:
        turned = f"{placed(*_point(NAME, slice))} rotate({TURNED[slice]})"
        drawn.append(centred(0, 0, f"{slice} {name}", "lead b", transform=turned))
        for n, kind in enumerate(exploit):
            at = _point(EXPLOIT, slice, (n - (len(exploit) - 1) / 2) * 25)
            drawn.append(hexagon(*at, kind, 12.5))
    drawn += _row(slice, ROWS[ring], _items(workshop, takes, lit, hexes, busy))
    return Spot(key, node("g", *drawn), mark)


def _items(workshop: Effects, takes: str, lit: bool, hexes: tuple[str, ...], busy: str) -> list[tuple[int, str]]:
    """What lies in a district, each with its number: the place of a worker, the workshop, hexes, electric light."""
    shown = signs(workshop)
    items = [(1, f"busy:{busy}" if busy else f"place:{takes}"), *shown[:SIGNS]]
    items += [(1, "more")] if len(shown) > SIGNS else []
    items += [(1, f"hex:{kind}") for kind in hexes]
    return [*items, *([(1, "lit")] if lit else [])]


def _row(slice: int, radius: float, items: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Items side by side along the arc, upright, in the direction in which the name is read."""
    sizes = [room(*item) + GAP for item in items]
    along = -sum(sizes) / 2
    way = 1 if TURNED[slice] == (72 * slice + 180) % 360 - 180 else -1
    for (number, name), wide in zip(items, sizes, strict=True):
        x, y = _point(radius, slice, way * (along + wide / 2))
        along += wide
        kind, _, colour = name.partition(":")
        if kind == "busy":
            yield worker(x, y, colour, PIECE)
        elif kind == "place":
            yield circle(x, y, PIECE - 1, "gone") + centred(x, y, _letter(colour), "soft")
        else:
            yield counted_sign(x, y, number, name)


def _letter(colour: str) -> str:
    return "*" if colour == "any" else colour[:1].upper()


@lru_cache(maxsize=2048)
def _space(slice: int, place: int, there: tuple[int, ...], shift: str) -> Spot:
    """A space for magnates with its cost in steam, and those who stand there."""
    angle = slice + FIFTH * (place - 1)
    x, y = _point(STAND, angle)
    drawn = [circle(x, y, PIECE, "gone")]
    drawn += [] if there else [centred(x, y, MAGNATE_SPACES[SPACES[place]].steam, "soft")]
    for n, seat in enumerate(there):
        named = f"magnate {seat_number(seat)}, {SPACES[place]} space of slice {slice}"
        radius, further = CROWD[n]
        drawn.append(marker(*_point(radius, angle + further), seat, named, PIECE))
    mark = node("g", circle(x, y, PIECE + 3, "just"), transform=shift)
    return Spot(f"space/{slice}/{place}", "".join(drawn), mark)


@lru_cache(maxsize=64)
def _machine(slice: int, here: bool, busy: str, shift: str) -> Spot:
    """The plate of the mega-machine at the rim of the slice where it stands."""
    turned = f"{placed(*_point(RIM, slice))} rotate({TURNED[slice]})"
    plate = box(-98, -15, 196, 30, "machine", 8)
    mark = node("g", box(-101, -18, 202, 36, "just", 10, transform=turned), transform=shift)
    if not here:
        return Spot(f"machine/{slice}", "", mark)
    level = f"rotate({-TURNED[slice]})"
    place = worker(0, 0, busy, 13) if busy else circle(0, 0, 12, "gone")
    drawn = [title("the mega-machine"), plate, sign(-82, 0, "machine"), centred(-1, 0, "machine", "b")]
    drawn.append(moved(81, 0, [node("g", place, transform=level)]))
    return Spot(f"machine/{slice}", node("g", *drawn, transform=turned), mark)


def _aims(state: State) -> Iterator[Spot | str]:
    """Invisible places relative to each player's magnate, for decisions that are relative to it in the log."""
    for player in state.players:
        turn = 72 * player.slice if player.slice != NOWHERE else 0
        yield f'<g transform="{placed(CENTRE, CENTRE)} rotate({turn})">'
        if player.slice != NOWHERE:
            yield from _aimed(player.seat)
        yield "</g>"


@lru_cache(maxsize=8)
def _aimed(seat: int) -> tuple[Spot, ...]:
    found = [
        Spot(f"reach/{seat}/{steps}/{space}", circle(*_point(STAND, steps + FIFTH * place), PIECE + 2, "aim"), "")
        for steps in range(1, SLICES + 1)
        for place, space in enumerate(SPACES, -1)
    ]
    found += [Spot(f"here/{seat}/{ring}", circle(*_point(ROWS[ring], 0), 28, "aim"), "") for ring in RINGS]
    found.append(Spot(f"here/{seat}/machine", circle(*_point(RIM, 0), 18, "aim"), ""))
    return tuple(found)
