"""The parts of a picture as a reader sees them: where their texts lie, how large they are, what they cover."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from projections.pictures.changes import body
from projections.pictures.film import drawing_of
from projections.pictures.palette import SIZES, TEXT
from projections.pictures.pen import length
from projections.pictures.sheet import Drawing, Part, Spot, Table

LEAST = 13.0
"""The least size of a text in a part of one column, which a phone shows with 11 pixels."""
DEFAULT = float(TEXT[0].partition("font-size:")[2].partition("px")[0])


class Written(NamedTuple):
    """A text in a part: its words, left and right end, baseline and size, in the units of the part."""

    words: str
    left: float
    right: float
    baseline: float
    size: float


def parts_of(game: str, state: Any, names: tuple[str, ...] = (), last: Any = None) -> list[Part]:
    """The parts of a position."""
    drawing = drawing_of(game)
    assert isinstance(drawing, Drawing)
    return list(drawing.draw(state, Table(names, (), last)))


def spots_of(parts: list[Part]) -> dict[str, str]:
    """The bodies of the spots that are drawn, by key."""
    found = [each for part in parts for each in part.elements if isinstance(each, Spot) and each.body]
    assert len({each.key for each in found}) == len(found)
    return {each.key: each.body for each in found}


def markup_of(part: Part) -> str:
    """The elements of a part as they are drawn, as one text."""
    return "".join(map(body, part.elements))


def texts(part: Part, enlarged: float = 0.0) -> list[Written]:
    """The texts of a part; `enlarged` is the size that all have at least, as on a phone."""
    return list(_texts(ElementTree.fromstring(f"<g>{markup_of(part)}</g>"), 0.0, 0.0, 1.0, enlarged))


def _texts(node: ElementTree.Element, x: float, y: float, scale: float, least: float) -> Iterator[Written]:
    for child in node:
        if child.tag == "g":
            move, _, factor = child.get("transform", "translate(0 0)").partition(" scale(")
            dx, dy = map(float, move.removeprefix("translate(").rstrip(")").split())
            inner = scale * float(factor.rstrip(")") or 1)
            yield from _texts(child, x + dx * scale, y + dy * scale, inner, least)
        elif child.tag == "text" and child.text:
            yield _written(child, child.text, x, y, scale, least)


def _written(node: ElementTree.Element, words: str, x: float, y: float, scale: float, least: float) -> Written:
    size = max(_size(node), least) * scale
    bold = {"b", "h1", "h2", "big"} & set(node.get("class", "").split())
    wide = length(words, size) * (1.08 if bold else 1)
    at = x + float(node.get("x", 0)) * scale
    left = at - {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", ""), 0.0)
    return Written(words, left, left + wide, y + float(node.get("y", 0)) * scale, size)


def _size(node: ElementTree.Element) -> float:
    """The size of a text: from its style, or else its class."""
    stated = node.get("style", "").partition("font-size:")[2].partition("px")[0]
    return (
        float(stated)
        if stated
        else next((float(SIZES[c]) for c in node.get("class", "").split() if c in SIZES), DEFAULT)
    )
