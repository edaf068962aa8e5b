"""Hexes, workers, magnates and goods of Daitoshi. Nothing depends on colour alone: letters and numbers repeat it."""

from functools import lru_cache
from math import cos, pi, sin

from projections.pictures.palette import INK, SEATS
from projections.pictures.pen import box, circle, inked, middle, moved, node, polygon, title

WHITE = "#ffffff"
HEXES = {
    "river": ("#2c6aa3", WHITE),
    "forest": ("#2f6b47", WHITE),
    "mountain": ("#b3b4b9", INK),
    "underground": ("#6d4d7d", WHITE),
}
WORKERS = {
    "blue": ("#2c6aa3", WHITE),
    "green": ("#2f6b47", WHITE),
    "yellow": ("#e3b52c", INK),
    "purple": ("#6d4d7d", WHITE),
}
GOODS = {
    "food": ("#8a5a2b", WHITE),
    "energy": ("#e3b52c", INK),
    "building": ("#7a7f87", WHITE),
    "luxury": ("#9c4a7c", WHITE),
    "wealth": ("#f0c348", INK),
}
NOBODYS = ("#d9d6cf", INK)
"""The neutral magnate."""
STYLE = {
    "built": ("fill:#efe3cb;stroke:#1d1c1a", "fill:#3a362c;stroke:#eceae4"),
    "lit": ("fill:#ffe08a;stroke:#1d1c1a", "fill:#4a3b0c;stroke:#ffd95e"),
    "site": ("fill:#f3efe5;stroke:#857f72;stroke-dasharray:4 4", "fill:#1b1d22;stroke:#868a94"),
    "machine": ("fill:#fffdf8;stroke:#1d1c1a;stroke-width:2.5", "fill:#2f323a;stroke:#eceae4"),
    "dot": ("fill:none;stroke:#6d685c", "stroke:#a5a8b0"),
    "done": ("fill:#1d1c1a;stroke:#1d1c1a", "fill:#eceae4;stroke:#eceae4"),
    "bar": ("fill:#fffdf8;stroke:#857f72", "fill:#15161a;stroke:#868a94"),
}


@lru_cache(maxsize=1024)
def hexagon(x: float, y: float, kind: str, r: float = 7.5) -> str:
    """A hex around a point, with its letter."""
    fill, ink = HEXES[kind]
    corners = [(r * sin(n * pi / 3), r * cos(n * pi / 3)) for n in range(6)]
    shape = polygon(corners, "edge", fill=fill)
    return moved(x, y, [title(f"{kind} hex"), shape, middle(0, 3.5, kind[0].upper(), "tiny b", style=inked(ink))])


@lru_cache(maxsize=1024)
def worker(x: float, y: float, colour: str, number: int = 1, r: float = 9) -> str:
    """A worker with the letter of its colour, and how many; an empty place if there is none."""
    fill, ink = WORKERS[colour]
    if not number:
        return moved(x, y, [title(f"no {colour} worker"), circle(0, 0, r - 1, "gone")])
    words = colour[0].upper() if number == 1 else f"{number}{colour[0].upper()}"
    disc = circle(0, 0, r, "edge", fill=fill)
    return moved(x, y, [title(f"{number} {colour}"), disc, middle(0, 3.8, words, "tiny b", style=inked(ink))])


@lru_cache(maxsize=1024)
def marker(x: float, y: float, seat: int, named: str, r: float = 9) -> str:
    """A piece of a seat with its number; N is the neutral magnate."""
    fill, ink = SEATS[seat] if seat >= 0 else NOBODYS
    disc = circle(x, y, r, "edge", fill=fill)
    shown = str(seat + 1) if seat >= 0 else "N"
    return node("g", title(named), disc, middle(x, y + 3.8, shown, "tiny b", style=inked(ink)))


@lru_cache(maxsize=4096)
def gauge(x: float, y: float, good: str, value: int, most: int, wide: float) -> str:
    """A good as a bar with its number."""
    fill, _ = GOODS[good]
    full = max(most, value, 1)
    parts = [box(x, y, wide, 10, "bar", 4)]
    if value:
        parts.append(box(x, y, wide * min(1.0, value / full), 10, "edge", 4, fill=fill))
    return "".join(parts)
