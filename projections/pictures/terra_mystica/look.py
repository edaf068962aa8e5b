"""Colours, patterns and shapes of Terra Mystica.

Nothing depends on colour alone: terrains have letters and patterns, players numbers, structures shapes.
"""

from functools import lru_cache
from typing import Any

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import COMPONENTS, LANDSCAPE, TERRAINS
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.state import NOBODY, Player
from projections.pictures.palette import INK
from projections.pictures.pen import box, circle, inked, middle, node, path, polygon, title

_LETTER_OF = {terrain.id: terrain.letter or terrain.id[0].upper() for terrain in COMPONENTS.terrain}
TERRAIN_NAMES = {RIVER: "river", **dict(enumerate(TERRAINS))}
LETTERS = {number: _LETTER_OF[name] for number, name in TERRAIN_NAMES.items()}

WHITE = "#ffffff"
# Fill and text colour. Colours that colour-blind people confuse differ in lightness.
COLOURS = {
    "desert": ("#f6dc6c", INK),
    "plains": ("#96622f", WHITE),
    "swamp": ("#3d3945", WHITE),
    "lakes": ("#2a6bb5", WHITE),
    "forest": ("#2f7f49", WHITE),
    "mountains": ("#b9bcc2", INK),
    "wasteland": ("#c23c27", WHITE),
    "river": ("#d5e8f4", "#54809e"),
    "ice": ("#e3f4fb", INK),
    "volcano": ("#f08a24", INK),
}
UNKNOWN = ("#d8c4ea", INK)

# One tile of each pattern, 14 by 14.
PATTERNS = {
    "desert": "M3 4h.1M10 4h.1M6.5 11h.1M13.5 11h.1",
    "plains": "M0 4h9M5 11h9",
    "swamp": "M2 11v-5M4 11v-8M6 11v-4M11 5v-3",
    "lakes": "M0 4q3.5-4 7 0t7 0M0 11q3.5-4 7 0t7 0",
    "forest": "M4 2l3 5h-6zM11 9l3 5h-6z",
    "mountains": "M0 9l4-6 4 6M7 14l3.5-5 3.5 5",
    "wasteland": "M0 0l14 14M14 0l-14 14",
    "river": "M0 7q3.5-3 7 0t7 0",
    "ice": "M4 1v6M1.4 2.5l5.2 3M6.6 2.5l-5.2 3M11 8v6M8.4 9.5l5.2 3M13.6 9.5l-5.2 3",
    "volcano": "M1 6l3-4 3 4M8 13l3-4 3 4M4 2v-2M11 9v-2",
}

STYLE = {
    "hex": ("stroke:#faf8f3;stroke-width:1.5", "stroke:#15161a"),
    "river": ("fill:#d5e8f4", "fill:#1d3344"),
    "stream": ("fill:#35546b", "fill:#a9c8de"),
    "head": ("font-size:17px;font-weight:bold", ""),
    "name": ("font-size:14px", ""),
    "letter": ("font-size:14px;font-weight:bold", ""),
    "no": ("font-size:15px;font-weight:bold;dominant-baseline:central", ""),
    "lane": ("font-size:13px;font-weight:bold;dominant-baseline:central", ""),
    "town": ("fill:none;stroke:#1d1c1a;stroke-width:6.5;stroke-linecap:round", ""),
    "wall": ("fill:none;stroke:#ffe04a;stroke-width:3.4;stroke-linecap:round", ""),
    "bowl": ("fill:#fffdf7;stroke:#7a4fa3;stroke-width:2", "fill:#30333b;stroke:#b48be0"),
    "fire": ("fill:#c23c27", "fill:#ef7a62"),
    "water": ("fill:#2a6bb5", "fill:#69a7ea"),
    "earth": ("fill:#8a5a2b", "fill:#d09b62"),
    "air": ("fill:#6f747d", "fill:#b3b8c2"),
    "gold": ("fill:#b58900", "fill:#ffd23c"),
    "plain": ("fill:#857f72", "fill:#868a94"),
    "act": ("fill:#d0651a", "fill:#f2964d"),
}


def definitions() -> str:
    """The patterns of the terrains."""
    drawn = (
        node(
            "pattern",
            path(
                tile,
                fill="none",
                stroke=COLOURS[name][1],
                stroke_width=1.4,
                stroke_linecap="round",
            ),
            id=f"on-{name}",
            width=14,
            height=14,
            patternUnits="userSpaceOnUse",
        )
        for name, tile in PATTERNS.items()
    )
    return node("defs", *drawn)


def paint(player: Player) -> tuple[str, str]:
    """The colours of a player's pieces and of the text on them: those of the home terrain."""
    if not player.faction:
        return COLOURS.get(player.board.removesuffix("_board"), UNKNOWN)
    home = home_of(player)  # TM-16.4.2: the Riverwalkers do not have the colour of any terrain
    return UNKNOWN if home == NOBODY or player.unlocked else COLOURS[TERRAIN_NAMES[home]]


def number(player: Player) -> str:
    """The number of a player on the board: 1 for the first seat."""
    return str(player.seat + 1)


Seen = tuple[int, tuple[str, str]]
"""A seat, and the colours of its pieces and of the text on them."""


def seen(player: Player) -> Seen:
    """A player as seen in the picture."""
    return player.seat, paint(player)


@lru_cache(maxsize=8192)
def disc(x: float, y: float, r: float, owner: Seen, data: tuple[tuple[str, object], ...] = ()) -> str:
    """A player's round marker with its number."""
    seat, (fill, ink) = owner
    marker = circle(x, y, r, "edge", fill=fill, stroke_width=1.2)
    return node("g", marker, middle(x, y, seat + 1, "lane", style=inked(ink)), **dict(data))


@lru_cache(maxsize=1024)
def priest(x: float, y: float, colours: tuple[str, str] | None, seat: int) -> str:
    """A priest around (x, y), 17 wide and 28 high; if the owner is known, with the owner's colour and number."""
    fill = colours[0] if colours else None
    shape = {"fill": fill, "stroke_width": 1.1} if fill else {}
    class_ = "edge" if fill else "figure"
    named = title(f"a priest of seat {seat + 1}" if colours else "a priest")
    head = circle(x, y - 9.5, 4.2, class_, **shape)
    body = path(f"M{x - 5:.1f} {y - 7:.1f}h10l3.5 21h-17z", class_, stroke_linejoin="round", **shape)
    mark = middle(x, y + 4, seat + 1, "lane", style=inked(colours[1])) if colours else ""
    return node("g", named, body, head, mark)


_CASTLE = (
    *((-12, 11), (-12, -11), (-6.5, -11), (-6.5, -6.5), (-2.8, -6.5), (-2.8, -11), (2.8, -11), (2.8, -6.5)),
    *((6.5, -6.5), (6.5, -11), (12, -11), (12, 11)),
)
OUTER = 1.16
"""How much larger than its shape a piece is, with its seam."""
_OUTLINES = {
    "dwelling": ((-9, 9), (-9, -2), (0, -11), (9, -2), (9, 9)),
    "trading_house": ((-13, 10), (-13, -6), (-8, -12), (-3, -6), (-3, -2), (5, -9), (13, -2), (13, 10)),
    "stronghold": _CASTLE,
    LANDSCAPE: ((0, -12), (15, 0), (0, 12), (-15, 0)),
}
_TEMPLE, _SANCTUARY = 10.8, 9.5
"""The radius of a temple, and half the height of a sanctuary."""


def structure(kind: str, fill: str, edge: str, scale: float = 1, class_: str = "") -> str:
    """A structure around (0, 0): house, house with tower, disc, castle, long oval; a landscape is a diamond."""
    line: dict[str, Any] = {"fill": fill, "stroke": None if class_ else edge}
    line |= {"stroke_width": 1.6, "stroke_linejoin": "round"}
    if kind == "temple":
        shape = circle(0, 0, _TEMPLE, class_, **line)
    elif kind == "sanctuary":
        shape = box(-17, -_SANCTUARY, 34, 2 * _SANCTUARY, class_, rx=_SANCTUARY, **line)
    else:
        shape = polygon(_OUTLINES[kind], class_, **line)
    return shape if scale == 1 else node("g", shape, transform=f"scale({scale:.3f})")


@lru_cache(maxsize=512)
def piece(kind: str, fill: str, scale: float) -> str:
    """A structure in a player's colour; a light seam inside a dark outline sets it off from a hex of that colour."""
    return structure(kind, WHITE, INK, scale * OUTER) + structure(kind, fill, fill, scale * 0.86)


def foot(kind: str) -> float:
    """How far a piece of a kind reaches below its middle, at a scale of 1."""
    if kind in _OUTLINES:
        return OUTER * max(y for _, y in _OUTLINES[kind])
    return OUTER * (_TEMPLE if kind == "temple" else _SANCTUARY)
