"""Hexes, workers, magnates of Daitoshi, and lines of text. Nothing depends on colour alone: letters repeat it."""

from functools import lru_cache
from math import cos, pi, sin

from projections.pictures.palette import INK, SEATS
from projections.pictures.pen import circle, inked, length, middle, moved, node, polygon, title

WHITE = "#ffffff"
NOBODYS = ("#d9d6cf", INK)
"""The neutral magnate, and what may be of any colour or type."""
HEXES = {
    "river": ("#2c6aa3", WHITE),
    "forest": ("#2f6b47", WHITE),
    "mountain": ("#b3b4b9", INK),
    "underground": ("#6d4d7d", WHITE),
    "land": NOBODYS,
}
WORKERS = {
    "blue": ("#2c6aa3", WHITE),
    "green": ("#2f6b47", WHITE),
    "yellow": ("#e3b52c", INK),
    "purple": ("#6d4d7d", WHITE),
    "any": NOBODYS,
}
STYLE = {
    "built": ("fill:#efe3cb;stroke:#1d1c1a", "fill:#3a362c;stroke:#eceae4"),
    "lit": ("fill:#ffe08a;stroke:#1d1c1a", "fill:#4a3b0c;stroke:#ffd95e"),
    "site": ("fill:#f3efe5;stroke:#857f72;stroke-dasharray:4 4", "fill:#1b1d22;stroke:#868a94"),
    "machine": ("fill:#fffdf8;stroke:#1d1c1a;stroke-width:2.5", "fill:#2f323a;stroke:#eceae4"),
    "dot": ("fill:none;stroke:#6d685c", "stroke:#a5a8b0"),
    "done": ("fill:#1d1c1a;stroke:#1d1c1a", "fill:#eceae4;stroke:#eceae4"),
    "line": ("fill:none;stroke:#1d1c1a;stroke-width:1.2", "stroke:#1d1c1a"),
    "warned": ("fill:none;stroke:#b3261e;stroke-width:2.5", "stroke:#ff8a80"),
    "calm": ("fill:none", ""),
    "aim": ("fill:none;pointer-events:none", ""),
}
PAD = 10.0
"""The margin within a part."""
TEXT = 13.0
"""The size of texts that have no class."""
BOLD = 1.16
"""How much longer a bold text is than one that is not."""


def centred(x: float, y: float, text: object, class_: str = "", **attributes: object) -> str:
    """A text around a point, where it stays if it is enlarged."""
    return middle(x, y, text, class_, dominant_baseline="central", **attributes)


@lru_cache(maxsize=1024)
def hexagon(x: float, y: float, kind: str, r: float = 10, lettered: bool = True) -> str:
    """A hex around a point, with its letter where nothing else says its type."""
    fill, ink = HEXES[kind]
    corners = [(r * sin(n * pi / 3), r * cos(n * pi / 3)) for n in range(6)]
    letter = centred(0, 0, kind[0].upper(), "b", style=inked(ink)) if lettered else ""
    return moved(x, y, [title(f"{kind} hex"), polygon(corners, "edge", fill=fill), letter])


@lru_cache(maxsize=1024)
def worker(x: float, y: float, colour: str, r: float = 11) -> str:
    """A worker with the letter of its colour."""
    fill, ink = WORKERS[colour]
    letter = "*" if colour == "any" else colour[0].upper()
    disc = circle(0, 0, r, "edge", fill=fill)
    return moved(x, y, [title(f"{colour} worker"), disc, centred(0, 0, letter, "b", style=inked(ink))])


@lru_cache(maxsize=1024)
def marker(x: float, y: float, seat: int, named: str, r: float = 11) -> str:
    """A piece of a seat with its number; N is the neutral magnate."""
    fill, ink = SEATS[seat] if seat >= 0 else NOBODYS
    disc = circle(x, y, r, "edge", fill=fill)
    shown = str(seat + 1) if seat >= 0 else "N"
    return node("g", title(named), disc, centred(x, y, shown, "b", style=inked(ink)))


@lru_cache(maxsize=4096)
def wrapped(text: str, width: float, most: int) -> tuple[str, ...]:
    """A text in at most so many lines of a width; what does not fit ends in an ellipsis."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        line = words.pop(0)
        while words and length(f"{line} {words[0]}", TEXT) <= width:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
    if words:
        lines[-1] = f"{lines[-1]} {words[0]}"
    return tuple(shortened(line, width) for line in lines)


@lru_cache(maxsize=4096)
def shortened(text: str, width: float, size: float = TEXT) -> str:
    """A text cut to a width, at the last word that fits with an ellipsis."""
    if length(text, size) <= width:
        return text
    while text and length(f"{text}…", size) > width:
        head, _, _ = text.rpartition(" ")
        text = head or text[:-1]
    return f"{text.rstrip(' ,;:')}…"
