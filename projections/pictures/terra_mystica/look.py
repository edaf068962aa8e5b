"""How things look: colours, patterns and shapes.

Nothing is told by colour alone: terrains have letters and patterns, players numbers, structures shapes.
"""

from typing import Any

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import COMPONENTS, LANDSCAPE, TERRAINS
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.state import NOBODY, Player
from projections.pictures.pen import box, circle, inked, middle, node, path, polygon

_LETTER_OF = {terrain.id: terrain.letter or terrain.id[0].upper() for terrain in COMPONENTS.terrain}
TERRAIN_NAMES = {RIVER: "river", **dict(enumerate(TERRAINS))}
LETTERS = {number: _LETTER_OF[name] for number, name in TERRAIN_NAMES.items()}

# Fill, colour of what is written on it. Lightness differs between those that colour-blind people confuse.
COLOURS = {
    "desert": ("#f6dc6c", "#1d1c1a"),
    "plains": ("#a8713c", "#ffffff"),
    "swamp": ("#3d3945", "#ffffff"),
    "lakes": ("#2f76c4", "#ffffff"),
    "forest": ("#3f9a5c", "#ffffff"),
    "mountains": ("#b9bcc2", "#1d1c1a"),
    "wasteland": ("#d2452f", "#ffffff"),
    "river": ("#d5e8f4", "#35546b"),
    "ice": ("#e3f4fb", "#1d1c1a"),
    "volcano": ("#f08a24", "#1d1c1a"),
}
UNKNOWN = ("#d8c4ea", "#1d1c1a")

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

STYLE = """
text{font-family:'DejaVu Sans',Verdana,'Segoe UI',sans-serif;font-size:12px;fill:#1d1c1a}
.page{fill:#faf9f5}.panel{fill:#efece3}.running{fill:#fff3c4;stroke:#8a6100;stroke-width:2}
.card{fill:#fffdf7;stroke:#8c877c}.gone{fill:none;stroke:#8c877c;stroke-dasharray:3 3}.rule{stroke:#bdb7a9}
.h1{font-size:20px;font-weight:bold}.h2{font-size:13px;font-weight:bold}.b{font-weight:bold}
.big{font-size:22px;font-weight:bold}.small{font-size:11px}.tiny{font-size:10px}
.soft{fill:#5f5a50}.struck{text-decoration:line-through}.edge{stroke:#1d1c1a}.hex{stroke:#faf9f5;stroke-width:1.5}
.name{font-size:9px}.letter{font-size:9px;font-weight:bold}.no{font-size:11px;font-weight:bold}
.rim{fill:none;stroke:#1d1c1a}.out{fill:none}.figure{fill:#1d1c1a}
.town{fill:none;stroke:#1d1c1a;stroke-width:4}.town2{fill:none;stroke:#ffe04a;stroke-width:2.4}
.bowl{fill:#fffdf7;stroke:#7a4fa3;stroke-width:2}
@media (prefers-color-scheme:dark){
text{fill:#eceae4}.page{fill:#16171b}.panel{fill:#24262d}.running{fill:#4a3b10;stroke:#ffd23c}
.card{fill:#30333b;stroke:#80838c}.gone{stroke:#80838c}.rule{stroke:#4c4f58}.soft{fill:#b2afa6}
.hex{stroke:#16171b}.rim{stroke:#eceae4}.figure{fill:#eceae4}.bowl{fill:#30333b;stroke:#b48be0}
}
"""


def definitions() -> str:
    """The patterns of the terrains."""
    drawn = (
        node(
            "pattern",
            path(tile, fill="none", stroke=COLOURS[name][1], stroke_width=1.4, stroke_linecap="round"),
            id=f"on-{name}",
            width=14,
            height=14,
            patternUnits="userSpaceOnUse",
        )
        for name, tile in PATTERNS.items()
    )
    return node("defs", *drawn)


def paint(player: Player) -> tuple[str, str]:
    """The colour of a player's pieces, and of what is written on them: that of the home terrain."""
    if not player.faction:
        return COLOURS.get(player.board.removesuffix("_board"), UNKNOWN)
    home = home_of(player)  # TM-16.4.2: the colour of the Riverwalkers is that of no terrain
    return UNKNOWN if home == NOBODY or player.unlocked else COLOURS[TERRAIN_NAMES[home]]


def number(player: Player) -> str:
    """How a player is called on the board: 1 for the first seat."""
    return str(player.seat + 1)


def disc(x: float, y: float, r: float, player: Player, **attributes: object) -> str:
    """A player's round marker with the number."""
    fill, ink = paint(player)
    marker = circle(x, y, r, fill=fill, stroke="#1d1c1a", stroke_width=1.2)
    return node("g", marker, middle(x, y + 4, number(player), "no", style=inked(ink)), **attributes)


_CASTLE = (
    *((-12, 11), (-12, -11), (-6.5, -11), (-6.5, -6.5), (-2.8, -6.5), (-2.8, -11), (2.8, -11), (2.8, -6.5)),
    *((6.5, -6.5), (6.5, -11), (12, -11), (12, 11)),
)
_OUTLINES = {
    "dwelling": ((-9, 9), (-9, -2), (0, -11), (9, -2), (9, 9)),
    "trading_house": ((-13, 10), (-13, -6), (-8, -12), (-3, -6), (-3, -2), (5, -9), (13, -2), (13, 10)),
    "stronghold": _CASTLE,
    LANDSCAPE: ((0, -14), (14, 0), (0, 14), (-14, 0)),
}


def structure(kind: str, fill: str, edge: str, scale: float = 1) -> str:
    """A structure around (0, 0): house, house with a tower, disc, castle, long oval; a landscape is a diamond."""
    line: dict[str, Any] = {"fill": fill, "stroke": edge, "stroke_width": 1.6, "stroke_linejoin": "round"}
    if kind == "temple":
        shape = circle(0, 0, 11.5, **line)
    elif kind == "sanctuary":
        shape = box(-17, -9.5, 34, 19, rx=9.5, **line)
    else:
        shape = polygon(_OUTLINES[kind], **line)
    return shape if scale == 1 else node("g", shape, transform=f"scale({scale:.3f})")


def piece(kind: str, fill: str, scale: float) -> list[str]:
    """A structure in a player's colour; a light seam within a dark line keeps it apart from a hex of that colour."""
    return [structure(kind, "#ffffff", "#1d1c1a", scale * 1.14), structure(kind, fill, fill, scale * 0.8)]
