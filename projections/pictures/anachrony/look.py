"""Colours, signs and small pieces of Anachrony. Nothing depends on colour alone: letters and numbers repeat it."""

from functools import lru_cache

from projections.pictures.palette import INK, SEATS
from projections.pictures.pen import box, circle, inked, middle, moved, polygon, title

WHITE = "#ffffff"
# Fill, ink and letter, based on the palette of Okabe and Ito.
GOODS = {
    "neutronium": ("#7a4f9c", WHITE, "N"),
    "gold": ("#f0c348", INK, "G"),
    "uranium": ("#2a753b", WHITE, "U"),
    "titanium": ("#a5a9ae", INK, "T"),
    "water": ("#1f74b0", WHITE, "W"),
    "energy_core": ("#b8460a", WHITE, "E"),
}
WORKERS = {
    "administrator": ("#f0c348", INK, "A"),
    "engineer": ("#b8460a", WHITE, "E"),
    "genius": ("#5b5470", WHITE, "G"),
    "scientist": ("#1f74b0", WHITE, "S"),
}
STYLE = {
    "covered": ("fill:#d9c6e6;stroke:#5b3f73;stroke-width:2", "fill:#4a3560;stroke:#c9a6e6"),
    "bar": ("fill:#fffdf8;stroke:#857f72", "fill:#15161a;stroke:#868a94"),
    "full": ("fill:#6d685c;stroke:#6d685c", "fill:#b9b5ab;stroke:#b9b5ab"),
    "shape": ("fill:none;stroke:#1d1c1a;stroke-width:1.6", "stroke:#eceae4"),
}
WARP = {
    "neutronium": "N",
    "uranium": "U",
    "titanium": "T",
    "gold": "G",
    "water": "W",
    "administrator": "A",
    "engineer": "E",
    "scientist": "S",
    "exosuit": "X",
}
"""The letter of each Warp tile."""
_CORNERS = ((0.0, -1.0), (0.87, -0.5), (0.87, 0.5), (0.0, 1.0), (-0.87, 0.5), (-0.87, -0.5))


def hexagon(size: float, class_: str, **attributes: object) -> str:
    """A hexagon around (0, 0), standing on a corner."""
    return polygon([(size * x, size * y) for x, y in _CORNERS], class_, **attributes)


@lru_cache(maxsize=4096)
def cube(x: float, y: float, good: str, number: int | None = None) -> str:
    """A cube or counter with its letter and number."""
    fill, ink, letter = GOODS[good]
    words = letter if number is None else f"{number}{letter}"
    width = 17.0 if number is None else 31.0
    named = good.replace("_", " ") + ("" if number is None else f": {number}")
    square = box(0, 0, width, 17, "edge", 3, fill=fill)
    return moved(x, y, [title(named), square, middle(width / 2, 13, words, "b", style=inked(ink))])


@lru_cache(maxsize=4096)
def worker(x: float, y: float, kind: str, number: int = 1, r: float = 10) -> str:
    """A Worker with the letter of its type; an empty place if there is none."""
    fill, ink, letter = WORKERS[kind]
    if not number:
        return moved(x, y, [title(f"no {kind}"), circle(0, 0, r - 1, "gone")])
    words = letter if number == 1 else f"{number}{letter}"
    parts = [title(f"{number} {kind}"), circle(0, 0, r, "edge", fill=fill)]
    return moved(x, y, [*parts, middle(0, 4, words, "b small", style=inked(ink))])


@lru_cache(maxsize=4096)
def suit(x: float, y: float, seat: int, kind: str = "", size: float = 14) -> str:
    """A player's Exosuit with the letter of the Worker in it."""
    fill, ink = SEATS[seat]
    inside = WORKERS[kind][2] if kind else ""
    named = f"seat {seat + 1}: {kind or 'empty'} Exosuit"
    shape = hexagon(size, "edge", fill=fill, stroke_width=1.4)
    words = middle(0, 4, f"{seat + 1}{inside}", "b small", style=inked(ink))
    return moved(x, y, [title(named), shape, words])


@lru_cache(maxsize=4096)
def plate(x: float, y: float, seat: int, letter: str, named: str) -> str:
    """A player's small plate with a letter: a Warp tile or a marker."""
    fill, ink = SEATS[seat]
    square = box(0, 0, 14, 14, "edge", 3, fill=fill)
    return moved(x, y, [title(named), square, middle(7, 11, letter, "tiny b", style=inked(ink))])


@lru_cache(maxsize=4096)
def track(x: float, y: float, steps: int, now: int, width: float) -> str:
    """A track of cells, filled up to the marker."""
    each = width / steps
    return "".join(box(x + n * each, y, each - 2, 12, "full" if n < now else "bar", 2) for n in range(steps))


@lru_cache(maxsize=1024)
def breakthrough(x: float, y: float, number: int, held: int) -> str:
    """A Breakthrough: a circle, triangle or square with the number of its icon, and how many there are."""
    shape, icon = divmod(number, 5)
    drawn = (
        circle(0, 0, 8, "shape"),
        polygon(((0, -9), (9, 7), (-9, 7)), "shape", stroke_linejoin="round"),
        box(-8, -8, 16, 16, "shape", 1),
    )[shape]
    words = middle(0, 5 if shape == 1 else 4, icon + 1, "tiny b")
    count = [middle(0, 22, f"×{held}", "tiny")] if held != 1 else []
    return moved(x, y, [title(f"shape {shape + 1}, icon {icon + 1}: {held}"), drawn, words, *count])
