"""Terrains with their signs, needs, meeples and herds of Gaia. Nothing depends on colour alone.

No text is smaller than 13 units; a text is never scaled, as a page enlarges the texts of a map on small screens.
"""

from functools import lru_cache

from projections.pictures.palette import INK, SEATS
from projections.pictures.pen import box, circle, inked, middle, moved, node, path, placed, title

WHITE = "#ffffff"
FILL = {
    "plain": ("#dfe38f", INK),
    "forest": ("#2f6b47", WHITE),
    "sea": ("#2c6aa3", WHITE),
    "desert": ("#f1b561", INK),
    "mountain": ("#b3b4b9", INK),
    "swamp": ("#6d4d7d", WHITE),
    "animal": ("#7d4f2a", WHITE),
    "deer": ("#7d4f2a", WHITE),
    "fish": ("#235678", WHITE),
}
"""Fill and text colour of terrains and animals."""
# Signs of the terrains in a box of 24 by 24.
SIGNS = {
    "plain": "M3 20 Q5 12 4 6 M8 20 Q8 13 10 7 M13 20 Q13 14 12 9 M17 20 Q18 13 21 8",
    "forest": "M12 2 L19 12 H15 L21 20 H3 L9 12 H5 Z M12 20 V23",
    "sea": "M2 8 Q5 4 8 8 T14 8 T20 8 M2 14 Q5 10 8 14 T14 14 T20 14 M2 20 Q5 16 8 20 T14 20 T20 20",
    "desert": "M2 20 Q8 8 14 20 M11 15 Q16 9 22 20 M18 3 A3 3 0 1 0 18.1 3",
    "mountain": "M1 21 L9 5 L14 14 L17 9 L23 21 Z",
    "swamp": "M5 21 V8 M5 8 q-2 -3 0 -6 q2 3 0 6 M12 21 V11 M12 11 q-2 -3 0 -6 q2 3 0 6 "
    "M19 21 V8 M19 8 q-2 -3 0 -6 q2 3 0 6",
}
# Signs of the power cards that exchange no tiles, in the same box.
POWER_SIGNS = {
    "earthquake": "M2 8H10V16H2ZM14 8H22V16H14ZM5 5Q12 -1 19 5M19 5V2M19 5H16M19 19Q12 25 5 19M5 19V22M5 19H8",
    "tornado": "M3 4H21M5 8H19M8 12H17M10 16H16M11 20H14",
    "protection": "M12 2L21 5V11Q21 18 12 22Q3 18 3 11V5Z",
    "lightning": "M14 1L5 14H11L9 23L19 9H13Z",
    "eruption": "M2 22L9 9H15L22 22ZM12 6V2M8 7L5 3M16 7L19 3",
}
FISH = "M-18 0 Q-6 -14 8 0 Q-6 14 -18 0 M8 0 L16 -7 V7 Z"
HORNS = "M-6 -8 Q-12 -12 -11 -19 M-8 -13 L-13 -13 M6 -8 Q12 -12 11 -19 M8 -13 L13 -13"
DEER = "M-7 -7 H7 L4 11 Q0 16 -4 11 Z"
MEEPLE = "M-9 12V0Q-9 -4.5 -3.8 -4.8A4.6 4.6 0 1 1 3.8 -4.8Q9 -4.5 9 0V12Z"
"""A meeple around (0, 0), 18 by 24, whose body has room for a digit of twice the usual size."""
STYLE = {
    "slip": ("fill:#fffdf6;stroke:#1d1c1a", ""),
    "back": ("fill:#77726a;stroke:#1d1c1a", "fill:#5d6069;stroke:#eceae4"),
    "power": ("fill:#2b2540;stroke:#1d1c1a", "fill:#3d3360;stroke:#eceae4"),
    "open": ("fill:none;stroke:#77736a", ""),
    "field": ("fill:#e6e1d3", "fill:#1c1e24"),
}


def ink_of(name: str) -> str:
    """The class of the text on a terrain."""
    return "ondark" if FILL[name][1] == WHITE else "onlight"


@lru_cache(maxsize=512)
def sign(terrain: str, x: float, y: float, scale: float = 1) -> str:
    """The sign of a terrain, in the text colour of its tile."""
    line = {"stroke": FILL[terrain][1], "stroke_width": 1.8, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return node("path", d=SIGNS[terrain], transform=placed(x, y, scale), fill="none", **line)


def need_letter(need: str) -> str:
    """The letter for a need: P F S D M W, A for animals; R for deer (roe), H for fish."""
    return {"swamp": "W", "animal": "A", "deer": "R", "fish": "H"}.get(need, need[0].upper())


@lru_cache(maxsize=1024)
def need(name: str, x: float, y: float, met: bool = True, size: float = 20, edge: bool = False) -> str:
    """A need or a site on a card: filled, or an empty dashed box if it is not met; elsewhere it has an `edge`."""
    letters = max(13, size * 0.6)
    at = x + size / 2, y + size / 2 + letters * 0.36
    if not met:
        return _unmet(x, y, size) + middle(*at, need_letter(name), "onlight", style=f"font-size:{letters:.3g}px")
    line = None if edge else INK
    frame = box(x, y, size, size, "edge" if edge else "", rx=4, fill=FILL[name][0], stroke=line)
    return frame + middle(*at, need_letter(name), style=inked(FILL[name][1], letters))


@lru_cache(maxsize=1024)
def small_need(name: str, x: float, y: float, met: bool, size: float) -> str:
    """The same on a tile of the board, where there is room for a sign, but not for a letter."""
    frame = box(x, y, size, size, rx=3, fill=FILL[name][0], stroke=INK) if met else _unmet(x, y, size)
    ink = FILL[name][1] if met else "#6a665d"
    if name in SIGNS:
        line = {"stroke": ink, "stroke_width": 2.4, "stroke_linejoin": "round", "stroke_linecap": "round"}
        inside = placed(x + size * 0.12, y + size * 0.12, size * 0.76 / 24)
        return frame + node("path", d=SIGNS[name], transform=inside, fill="none", **line)
    if name == "fish":
        return frame + path(FISH, transform=placed(x + size / 2, y + size / 2, size / 46), fill=ink)
    horns = path(HORNS, fill="none", stroke=ink, stroke_width=2.6)
    return frame + moved(x + size / 2, y + size * 0.55, [horns, path(DEER, fill=ink)], size / 46)


def _unmet(x: float, y: float, size: float) -> str:
    return box(x, y, size, size, "open", 4, stroke_dasharray="3 2", stroke_width=1.3)


@lru_cache(maxsize=1024)
def meeple(seat: int, x: float, y: float, high: float = 24, named: str = "", paper: bool = False) -> str:
    """A player's piece around a point, with the number of the seat; on `paper`, always light, its edge is dark."""
    fill, ink = SEATS[seat]
    drawn = path(
        MEEPLE,
        "" if paper else "edge",
        transform=placed(x, y, high / 24),
        fill=fill,
        stroke=INK if paper else None,
        stroke_width=1.2,
    )
    number = middle(x, y + high * 0.4, seat + 1, "b", style=inked(ink, max(13, high * 0.5)))
    return node("g", title(named or f"a meeple of seat {seat + 1}"), drawn, number)


@lru_cache(maxsize=512)
def herd(x: float, y: float, terrain: str, r: float = 25) -> str:
    """A disc around a point, with the head of a deer, or a fish on a Sea."""
    scale = r / 25
    disc = circle(x, y, r, "slip", stroke_width=1.5)
    if terrain == "sea":
        return disc + moved(x, y, [path(FISH, fill=FILL["fish"][0])], scale)
    horns = path(HORNS, fill="none", stroke=FILL["deer"][0], stroke_width=2.4)
    return disc + moved(x, y, [horns, path(DEER, fill=FILL["deer"][0])], scale)
