"""Where the texts of a drawing are, and how large."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from projections.pictures.palette import SIZES, TEXT
from projections.pictures.pen import length
from projections.pictures.sheet import Part
from projections.pictures.terra_mystica.look import STYLE
from tests.support.parts import markup_of

SVG = "{http://www.w3.org/2000/svg}"
GROWN = 26.0
"""The size of the map's texts on the narrowest screen, where 304 pixels show 718 units and texts have 11 pixels."""
HIGH = 0.73
"""How high a capital letter is, in relation to the size of the text."""


def _stated(style: str) -> float | None:
    found = re.search(r"font-size:([\d.]+)px", style)
    return float(found[1]) if found else None


USUAL = _stated(TEXT[0]) or 0
OWN = {name: size for name, styles in STYLE.items() if (size := _stated(styles[0]))}
CENTRAL = [name for name, styles in STYLE.items() if "central" in styles[0]]


class Text(NamedTuple):
    """A text: what it says, its size, and the box around it for the size `measured`."""

    said: str
    class_: str
    size: float
    left: float
    top: float
    right: float
    bottom: float


def size_of(text: ElementTree.Element) -> float:
    """The size of a text in units."""
    stated = _stated(text.get("style", ""))
    known = OWN | SIZES
    return stated or next((known[name] for name in text.get("class", "").split() if name in known), USUAL)


def placed(element: ElementTree.Element, x: float = 0, y: float = 0) -> Iterator[tuple[float, float, Any]]:
    """All elements with the point that their numbers count from."""
    moved = element.get("transform", "")
    if moved.startswith("translate("):
        dx, dy = map(float, moved[len("translate(") : -1].split())
        x, y = x + dx, y + dy
    yield x, y, element
    for child in element:
        yield from placed(child, x, y)


def texts(part: Part, least: float = 0) -> Iterator[Text]:
    """The texts of a part, measured at their own size, or at `least` where that is larger."""
    body = markup_of(part)
    for x, y, each in placed(ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')):
        if each.tag == f"{SVG}text" and each.text:
            classes = each.get("class", "").split()
            size = size_of(each)
            measured = max(size, least)
            long = length(each.text, measured)
            left = x + float(each.get("x", 0)) - {"middle": long / 2, "end": long}.get(each.get("text-anchor", ""), 0)
            bottom = y + float(each.get("y", 0)) + (HIGH * measured / 2 if set(classes) & set(CENTRAL) else 0)
            yield Text(each.text, " ".join(classes), size, left, bottom - HIGH * measured, left + long, bottom)
