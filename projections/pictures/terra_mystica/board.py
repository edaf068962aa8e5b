"""The map: hexes with name, terrain letter and pattern; structures, towns, bridges, joined rivers."""

from collections.abc import Iterator
from math import cos, pi, sin

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import BUILDINGS, LANDSCAPE, LANDSCAPES
from engine.games.terra_mystica.state import NOBODY, Player, State
from projections.pictures.pen import Block, circle, inked, middle, moved, node, polygon, title
from projections.pictures.terra_mystica.look import COLOURS, LETTERS, PATTERNS, TERRAIN_NAMES, number, paint, piece

UNITS = [(sin(pi / 3 * k), -cos(pi / 3 * k)) for k in range(6)]
"""The corners of a hex of size 1 that stands on a corner, from the topmost on."""

MOST = 38.0
"""The largest size of a hex (from the middle to a corner), so that small maps do not look like another game."""


def board(state: State, width: float) -> Block:
    """The map, as large as the width allows."""
    places = state.board.places
    top = min(row for row, _ in places)
    rows = max(row for row, _ in places) - top + 1
    halves = max(2 * column + row % 2 for row, column in places) + 2
    size = min(width / (halves * cos(pi / 6)), MOST)
    at = [(cos(pi / 6) * size * (2 * column + row % 2 + 1), size * (1.5 * (row - top) + 1)) for row, column in places]
    spare = (width - halves * cos(pi / 6) * size) / 2
    parts = [*_hexes(state, at, size), *_towns(state, at, size), *_bridges(state, at), *_structures(state, at, size)]
    parts += _labels(state, at, size)
    return Block([moved(spare, 0, parts)], size * (1.5 * rows + 0.5))


def _hexes(state: State, at: list[tuple[float, float]], size: float) -> Iterator[str]:
    for h, (x, y) in enumerate(at):
        terrain = _terrain(state, h)
        fill, _ = COLOURS[terrain]
        shape = [(size * dx, size * dy) for dx, dy in UNITS]
        parts = [title(f"{state.board.names[h]}: {terrain}"), polygon(shape, "hex", fill=fill)]
        if terrain in PATTERNS:
            parts.append(polygon(shape, "", fill=f"url(#on-{terrain})", opacity=0.3))
        yield moved(x, y, parts, data_hex=state.board.names[h], data_terrain=terrain)


def _labels(state: State, at: list[tuple[float, float]], size: float) -> Iterator[str]:
    """Of land the letter of the terrain on top and the name below; of rivers only those that join a town."""
    for h, (x, y) in enumerate(at):
        name = state.board.names[h]
        style = f"fill:{COLOURS[_terrain(state, h)][1]}"
        if state.board.terrain[h] != RIVER:
            yield middle(x, y + size * 0.78, name, "name", style=style)
            yield middle(x, y - size * 0.57, LETTERS[state.terrain[h]], "letter", style=style)
        elif h in state.river_links:
            ring = circle(0, 0, size * 0.45, "town2")
            yield moved(x, y, [ring, middle(0, 4, name, "no", style=style)], data_river=name)


def _terrain(state: State, h: int) -> str:
    return TERRAIN_NAMES[state.terrain[h]]


def _kind(player: Player, kind: str) -> str:
    if kind == LANDSCAPE:
        return LANDSCAPES[player.faction].name
    return f"{kind.replace('_', ' ')} ({BUILDINGS[kind].snellman})"


def _towns(state: State, at: list[tuple[float, float]], size: float) -> Iterator[str]:
    """A ring around every hex of a town."""
    for h, (x, y) in enumerate(at):
        if state.in_town[h]:
            ring = [(size * 0.92 * dx, size * 0.92 * dy) for dx, dy in UNITS]
            yield moved(x, y, [polygon(ring, "town"), polygon(ring, "town2")], data_town=state.board.names[h])


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """The place between two hexes where a bridge leaves the first one, short of what is written there."""
    return a[0] + (b[0] - a[0]) * 0.35, a[1] + (b[1] - a[1]) * 0.35


def _bridges(state: State, at: list[tuple[float, float]]) -> Iterator[str]:
    for bridge in state.bridges:
        owner, names = state.players[bridge.owner], state.board.names
        (ax, ay), (bx, by) = at[bridge.a], at[bridge.b]
        (x1, y1), (x2, y2) = _between(at[bridge.a], at[bridge.b]), _between(at[bridge.b], at[bridge.a])
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        fill, ink = paint(owner)
        name = title(f"{names[bridge.a]}-{names[bridge.b]}: bridge of {owner.rules.name}")
        lines = [
            node("line", **ends, stroke=colour, stroke_width=wide, stroke_linecap="round")
            for colour, wide in (("#1d1c1a", 11.0), ("#ffffff", 8.5), (fill, 5.5))
        ]
        x, y = (ax + bx) / 2, (ay + by) / 2
        mark = circle(x, y, 7.5, fill=fill, stroke="#1d1c1a")
        yield node(
            "g",
            name,
            *lines,
            mark,
            middle(x, y + 3.8, number(owner), "no", style=inked(ink)),
            data_bridge=f"{names[bridge.a]}-{names[bridge.b]}",
            data_owner=bridge.owner,
        )


def _structures(state: State, at: list[tuple[float, float]], size: float) -> Iterator[str]:
    for h, (x, y) in enumerate(at):
        if state.owner[h] == NOBODY:
            continue
        owner, kind, name = state.players[state.owner[h]], state.kind[h], state.board.names[h]
        fill, ink = paint(owner)
        scale = round(size / 34, 2)
        town = ", in a town" if state.in_town[h] else ""
        what = f"{name}: {_kind(owner, kind)} of {owner.rules.name}{town}"
        mark = middle(0, 4.5, number(owner), "no", style=inked(ink))
        yield moved(
            x,
            y,
            [title(what), *piece(kind, fill, scale), mark],
            data_structure=kind,
            data_at=name,
            data_owner=owner.seat,
        )
