"""The pen that draws all games: SVG elements as escaped text.

Each number has a single spelling, so the same position always gives the same picture.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from projections.visible import visible

WIDE = frozenset("MWmw@%—")
NARROW = frozenset("ijlftrI.,:;'|()[]! ")
MANY = 8192
"""So many texts and numbers are remembered with their spelling, as most come again."""


class Block(NamedTuple):
    """A part of the page: its elements, drawn from (0, 0), and its height."""

    parts: list[str]
    height: float


def node(tag: str, *content: str, **attributes: object) -> str:
    """An element; `_` in an attribute name becomes `-`, a trailing `_` is dropped; attributes of None are omitted."""
    named = "".join(
        [
            f' {_spelt(name)}="{_plain(value) if type(value) is float else _escaped(str(value))}"'
            for name, value in attributes.items()
            if value is not None
        ]
    )
    return f"<{tag}{named}>{''.join(content)}</{tag}>" if content else f"<{tag}{named}/>"


@cache
def _spelt(name: str) -> str:
    """The name of an attribute, from that of an argument."""
    return name.rstrip("_").replace("_", "-")


@lru_cache(maxsize=MANY)
def _escaped(text: str) -> str:
    return escape(visible(text))


@lru_cache(maxsize=MANY)
def _plain(value: float) -> str:
    spelt = f"{value:.1f}".removesuffix(".0")
    return "0" if spelt == "-0" else spelt


def label(x: float, y: float, text: object, class_: str = "", **attributes: object) -> str:
    """A line of text that begins at (x, y); y is its baseline."""
    return node("text", _escaped(str(text)), x=float(x), y=float(y), class_=class_ or None, **attributes)


def middle(x: float, y: float, text: object, class_: str = "", **attributes: object) -> str:
    """A line of text centred at x."""
    return label(x, y, text, class_, text_anchor="middle", **attributes)


def ended(x: float, y: float, text: object, class_: str = "", **attributes: object) -> str:
    """A line of text that ends at x."""
    return label(x, y, text, class_, text_anchor="end", **attributes)


def inked(colour: str, size: float | None = None) -> str:
    """The style of a text in a colour, and in a font size if it differs from that of its class."""
    return f"fill:{colour}" if size is None else f"fill:{colour};font-size:{_plain(float(size))}px"


def box(x: float, y: float, width: float, height: float, class_: str = "", rx: float = 5, **attributes: object) -> str:
    """A rectangle with rounded corners."""
    place = {"x": float(x), "y": float(y), "width": float(width), "height": float(height), "rx": float(rx)}
    return node("rect", **place, class_=class_ or None, **attributes)


def circle(x: float, y: float, r: float, class_: str = "", **attributes: object) -> str:
    """A circle around (x, y)."""
    return node("circle", cx=float(x), cy=float(y), r=float(r), class_=class_ or None, **attributes)


def path(d: str, class_: str = "", **attributes: object) -> str:
    """A path in SVG notation."""
    return node("path", d=d, class_=class_ or None, **attributes)


def polygon(points: Iterable[tuple[float, float]], class_: str = "", **attributes: object) -> str:
    """A closed shape."""
    listed = " ".join(f"{_plain(float(x))},{_plain(float(y))}" for x, y in points)
    return node("polygon", points=listed, class_=class_ or None, **attributes)


def placed(x: float, y: float, scale: float = 1) -> str:
    """The transformation that moves (0, 0) to (x, y), scaled if a scale is given."""
    return f"translate({_plain(float(x))} {_plain(float(y))})" + (f" scale({scale:.3f})" if scale != 1 else "")


def moved(x: float, y: float, parts: Iterable[str], scale: float = 1, **attributes: object) -> str:
    """A group of elements, moved."""
    return node("g", *parts, transform=placed(x, y, scale), **attributes)


def title(text: object) -> str:
    """The title of a group of elements, for tooltips and screen readers."""
    return node("title", _escaped(str(text)))


def page(width: float, height: float, name: str, style: str, parts: Iterable[str]) -> str:
    """A whole picture: a self-contained document, whose background has the class `page`."""
    size = {"width": round(width), "height": round(height)}
    seen = f'viewBox="0 0 {size["width"]} {size["height"]}" width="{size["width"]}" height="{size["height"]}"'
    sized = f'<svg xmlns="http://www.w3.org/2000/svg" class="anyturn" role="img" {seen}>'
    background = node("rect", **size, class_="page")
    return "\n".join((sized, title(name), node("style", style), background, *parts, "</svg>\n"))


def length(text: str, size: float) -> float:
    """The approximate length of a line of text at a font size, rounded up for common sans-serif fonts."""
    units = sum(0.95 if c in WIDE else 0.36 if c in NARROW else 0.72 if c.isupper() else 0.62 for c in text)
    return units * size


def fitted(text: str, width: float, size: float) -> str:
    """A text cut to a width at a font size; if it is too long, it ends in an ellipsis."""
    if length(text, size) <= width:
        return text
    kept = text
    while kept and length(kept, size) > width - size:
        kept = kept[: -max(1, int((length(kept, size) - width) / size / 2))]
    return f"{kept.rstrip(' ,;:')}…"


def flow(sizes: Iterable[tuple[float, float]], width: float, gap: float = 6) -> tuple[list[tuple[float, float]], float]:
    """The positions of boxes of these (width, height) laid out in lines like words, and the total height."""
    places: list[tuple[float, float]] = []
    x = y = tallest = 0.0
    for wide, high in sizes:
        if x and x + wide > width:
            x, y, tallest = 0.0, y + tallest + gap, 0.0
        places.append((x, y))
        x, tallest = x + wide + gap, max(tallest, high)
    return places, y + tallest
