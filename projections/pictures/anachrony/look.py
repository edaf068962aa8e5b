"""Colours, signs and small pieces of Anachrony.

A good is a square, a Worker a circle, an Exosuit a hexagon with the number of its seat, a Warp tile or marker a plate:
nothing depends on colour alone.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.games.anachrony.components import BREAKTHROUGHS, ICONS, Amounts
from engine.games.anachrony.components import WORKERS as KINDS
from projections.pictures.palette import INK, SEATS
from projections.pictures.pen import box, circle, fitted, inked, label, length, middle, moved, polygon, title
from projections.pictures.sheet import COLUMN, seat_name

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
    "full": ("fill:#fff1bf;stroke:#8a6100;stroke-width:2.4", "fill:#463910;stroke:#ffd23c"),
    "token": ("fill:#6d685c;stroke:#6d685c", "fill:#b9b5ab;stroke:#b9b5ab"),
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
SIZE = 13.0
"""The font size of most texts, the least that a phone shows legibly."""
BOLD = SIZE * 1.1
"""The size by which the width of a bold text is estimated."""
LEFT, RIGHT = 10.0, COLUMN - 10
"""Where the content of a part begins and ends."""
_CORNERS = ((0.0, -1.0), (0.87, -0.5), (0.87, 0.5), (0.0, 1.0), (-0.87, 0.5), (-0.87, -0.5))


def hexagon(size: float, class_: str, **attributes: object) -> str:
    """A hexagon around (0, 0), standing on a corner."""
    return polygon([(size * x, size * y) for x, y in _CORNERS], class_, **attributes)


def headline(words: str) -> str:
    """The title of a part."""
    return label(LEFT, 19, words, "h2")


@lru_cache(maxsize=4096)
def chip(x: float, y: float, good: str, number: int | None = None, width: float = 0, height: float = 20) -> str:
    """A cube or counter with its letter and number; `width` is that of its words if none is given."""
    fill, ink, letter = GOODS[good]
    words = letter if number is None else f"{number}{letter}"
    width = width or (20.0 if number is None else chip_width(number))
    named = good.replace("_", " ") + ("" if number is None else f": {number}")
    square = box(0, 0, width, height, "edge", 3, fill=fill)
    return moved(x, y, [title(named), square, middle(width / 2, height / 2 + 5, words, "b", style=inked(ink))])


def chip_width(number: int) -> float:
    """The width of a chip with a number and a letter."""
    return 22.0 + 9 * len(str(number))


@lru_cache(maxsize=4096)
def worker(x: float, y: float, kind: str, number: int = 1, r: float = 11) -> str:
    """A Worker with the letter of its type; an empty place if there is none."""
    fill, ink, letter = WORKERS[kind]
    if not number:
        return moved(x, y, [title(f"no {kind}"), circle(0, 0, r - 1, "gone")])
    words = letter if number == 1 else f"{number}{letter}"
    parts = [title(f"{number} {kind}"), circle(0, 0, r, "edge", fill=fill)]
    return moved(x, y, [*parts, middle(0, 5, words, "b", style=inked(ink))])


@lru_cache(maxsize=512)
def space(x: float, y: float, mode: str, letter: str) -> str:
    """The space of a tile: a circle for a Worker, with the letter of whom it is for, or a square for a Free Action."""
    if mode == "worker":
        return moved(x, y, [circle(0, 0, 10, "bar"), middle(0, 5, letter, "soft")])
    return moved(x, y, [box(-9, -9, 18, 18, "bar", 3)]) if mode == "free" else ""


@lru_cache(maxsize=4096)
def suit(x: float, y: float, seat: int, kind: str = "", size: float = 15) -> str:
    """A player's Exosuit with the letter of the Worker in it."""
    fill, ink = SEATS[seat]
    inside = WORKERS[kind][2] if kind else ""
    named = f"seat {seat + 1}: {kind or 'empty'} Exosuit"
    shape = hexagon(size, "edge", fill=fill, stroke_width=1.4)
    words = middle(0, 5, f"{seat + 1}{inside}", "b", style=inked(ink))
    return moved(x, y, [title(named), shape, words])


@lru_cache(maxsize=4096)
def plate(x: float, y: float, seat: int, letter: str, named: str) -> str:
    """A player's small plate with a letter: a Warp tile or a marker."""
    fill, ink = SEATS[seat]
    square = box(0, 0, 18, 18, "edge", 3, fill=fill)
    return moved(x, y, [title(named), square, middle(9, 14, letter, "b", style=inked(ink))])


@lru_cache(maxsize=4096)
def breakthrough(x: float, y: float, number: int, held: int = 1) -> str:
    """A Breakthrough: a circle, triangle or square with the number of its icon, and how many there are.

    Its number is one of the 15, or else it is of a shape whose icon is open: it has a question mark.
    """
    shape, icon = divmod(number, len(ICONS))
    shown = str(icon + 1)
    if number >= len(BREAKTHROUGHS):
        shape, shown = number - len(BREAKTHROUGHS), "?"
    words = middle(0, 5, shown, "b")
    count = [label(13, 5, f"×{held}")] if held != 1 else []
    return moved(x, y, [title(f"shape {shape + 1}, icon {shown}: {held}"), outline(shape), words, *count])


def outline(shape: int) -> str:
    """The outline of a Breakthrough around (0, 0)."""
    return (
        circle(0, 0, 10, "shape"),
        polygon(((0, -13), (12, 8), (-12, 8)), "shape", stroke_linejoin="round"),
        box(-10, -10, 20, 20, "shape", 1),
    )[shape]


def price(x: float, y: float, cost: Amounts) -> tuple[list[str], float]:
    """What something costs as chips and Workers in a line from (x, y), and where it ends."""
    drawn = []
    for what, number in cost.items():
        if what in KINDS:
            drawn.append(worker(x + 11, y + 10, what, number))
            x += 26
        else:
            drawn.append(chip(x, y, what, number))
            x += chip_width(number) + 4
    return drawn, x


def columns_of_seats(names: Sequence[str], x: float, width: float, y: float) -> list[str]:
    """A suit over the column of each seat."""
    return [
        moved(x + width * (seat + 0.5), y, [title(seat_name(names, seat)), suit(0, 0, seat, size=12)])
        for seat in range(len(names))
    ]


def folded(words: str, width: float, most: int) -> list[str]:
    """A text in lines that fit a width, at most so many; the last one is cut if there are more."""
    found = [""]
    for word in words.split():
        joined = f"{found[-1]} {word}".strip()
        if found[-1] and length(joined, SIZE) > width and len(found) < most:
            found.append(word)
        else:
            found[-1] = joined
    return [fitted(line, width, SIZE) for line in found]


def seat_number(x: float, y: float, seat: int, named: str) -> str:
    """The number of a seat in its colour."""
    fill, ink = SEATS[seat]
    number = middle(0, 5, seat + 1, "b", style=inked(ink))
    return moved(x, y, [title(named), circle(0, 0, 10, "edge", fill=fill), number])
