"""The visibility of a drawing: the contrast of texts and pieces with what is beneath them, in both modes.

A drawing is reconstructed as shapes with their places and colours, in the order of the document. What is beneath a
text or a piece is the last shape before it that covers its place and is not part of it.
"""

import re
from collections.abc import Iterator
from math import cos, pi, radians, sin
from typing import NamedTuple
from xml.etree import ElementTree

from projections.pictures.pen import length

SVG = "{http://www.w3.org/2000/svg}"
GROUNDS = frozenset(
    (
        *("page", "panel", "card", "told", "running", "gone", "rule", "just", "open"),  # of all games
        *("isle", "bar", "field", "built", "lit", "site", "covered", "hex", "town", "wall"),  # of some
    )
)
"""Classes of backgrounds, empty places and marks, which are not pieces."""
Matrix = tuple[float, float, float, float, float, float]
Points = list[tuple[float, float]]


class Shape(NamedTuple):
    """A shape on paper: its outline, colours (None: none), the classes, and the piece it belongs to.

    A piece is a group with a title; `piece` is its number, unique for a shape that belongs to none. `sign` is True if
    it is drawn as a path. `said` holds the words of a text. `reach`: left, top, right, bottom.
    """

    points: Points
    fill: str | None
    stroke: str | None
    classes: frozenset[str]
    piece: int
    sign: bool = False
    said: str = ""
    reach: tuple[float, float, float, float] = (0, 0, 0, 0)


class Poor(NamedTuple):
    """Something that is hard to see."""

    what: str
    ratio: float
    colour: str
    ground: str


def styles(drawing: str, dark: bool) -> dict[str, dict[str, str]]:
    """Selector -> property -> value, in one of the modes."""
    css = re.search(r"<style>(.*?)</style>", drawing, re.S)
    assert css is not None
    light, _, night = css[1].partition("@media (prefers-color-scheme:dark){")
    found: dict[str, dict[str, str]] = {}
    for part in [light, night] if dark else [light]:
        for selector, body in re.findall(r"\.anyturn \.?([\w-]+)\{([^}]*)\}", part):
            pairs = (pair.split(":", 1) for pair in body.split(";") if pair)
            found.setdefault(selector, {}).update(pairs)
    return found


def poor(drawing: str, dark: bool) -> Iterator[Poor]:
    """Texts below 4.5:1 and pieces below 3:1."""
    painted: list[Shape] = []
    identity: Matrix = (1, 0, 0, 1, 0, 0)
    shapes = list(_walk(ElementTree.fromstring(drawing), identity, 0, styles(drawing, dark)))
    colours: dict[int, list[str]] = {}
    for shape in shapes:
        if not shape.said and not shape.classes & GROUNDS:
            colours.setdefault(shape.piece, []).extend(filter(None, (shape.fill, shape.stroke)))
    for shape in shapes:
        if shape.said:
            yield from _poor_text(shape, painted)
            continue
        if not shape.classes & GROUNDS:
            yield from _poor_piece(shape, painted, colours[shape.piece])
        painted.append(shape)


def _poor_text(text: Shape, painted: list[Shape]) -> Iterator[Poor]:
    assert text.fill is not None
    for point in text.points:
        ground = next((each.fill for each in reversed(painted) if each.fill and _covers(each, point)), "#000000")
        if (ratio := contrast(text.fill, ground)) < 4.5:
            yield Poor(f"text {text.said!r}", ratio, text.fill, ground)
            return


def _poor_piece(part: Shape, painted: list[Shape], colours: list[str]) -> Iterator[Poor]:
    """A piece is visible if one of its colours, such as its edge, stands out from what is beneath it.

    A sign on a piece has to stand out from the piece as well.
    """
    left, top, right, bottom = part.reach
    point = (left + right) / 2, (top + bottom) / 2
    below = [each for each in reversed(painted) if each.fill and _covers(each, point)]
    ground = (
        next((each.fill for each in below if each.piece != part.piece or each.classes & GROUNDS), None) or "#000000"
    )
    best = max((contrast(colour, ground) for colour in colours), default=21.0)
    if best < 3:
        yield Poor(f"piece of {sorted(part.classes)}", best, colours[0], ground)
    if part.sign and below and below[0].piece == part.piece:
        ground = str(below[0].fill)
        best = max((contrast(colour, ground) for colour in (part.fill, part.stroke) if colour), default=21.0)
        if best < 3:
            yield Poor(f"sign of {sorted(part.classes)}", best, str(part.fill), ground)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21, as defined by WCAG."""
    bright, faint = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (faint + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(2 * each for each in digits) if len(digits) == 3 else digits
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _covers(shape: Shape, point: tuple[float, float]) -> bool:
    """Whether a point lies within a shape."""
    x, y = point
    left, top, right, bottom = shape.reach
    if not (left <= x <= right and top <= y <= bottom):
        return False
    points, inside = shape.points, False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _walk(node: ElementTree.Element, matrix: Matrix, piece: int, rules: dict[str, dict[str, str]]) -> Iterator[Shape]:
    """All shapes and texts with their places; patterns do not count."""
    for child in node:
        tag = child.tag.removeprefix(SVG)
        if tag in ("defs", "style", "title"):
            continue
        here = _times(matrix, _matrix(child.get("transform", "")))
        classes = child.get("class", "").split()
        style = _style(child, tag, classes, rules)
        if tag == "g":
            titled = child.find(f"{SVG}title") is not None
            yield from _walk(child, here, id(child) if titled else piece, rules)
        elif tag == "text":
            yield from _text(child, here, style)
        elif (points := _outline(child, tag)) and "url" not in style.get("fill", ""):
            placed = [_apply(here, point) for point in points]
            fill, stroke = _colour(style, "fill", "#000000"), _colour(style, "stroke", None)
            xs, ys = [x for x, _ in placed], [y for _, y in placed]
            reach = min(xs), min(ys), max(xs), max(ys)
            yield Shape(placed, fill, stroke, frozenset(classes), piece or id(child), tag == "path", reach=reach)


def _style(node: ElementTree.Element, tag: str, classes: list[str], rules: dict[str, dict[str, str]]) -> dict[str, str]:
    """Attributes, then rules by the tag and the classes in the order of the sheet, then the style attribute."""
    found = {name: node.get(name, "") for name in ("fill", "stroke") if node.get(name)}
    for selector, pairs in rules.items():
        if selector == tag or selector in classes:
            found |= pairs
    for pair in filter(None, node.get("style", "").split(";")):
        name, _, value = pair.partition(":")
        found[name] = value
    return found


def _colour(style: dict[str, str], name: str, otherwise: str | None) -> str | None:
    value = style.get(name, otherwise)
    return None if value == "none" else value


def _text(node: ElementTree.Element, matrix: Matrix, style: dict[str, str]) -> Iterator[Shape]:
    """A text as three points on it: near its ends and in its middle."""
    said = node.text or ""
    if not said.strip():
        return
    size = float(style.get("font-size", "12px").removesuffix("px"))
    long = length(said, size)
    x, y = float(node.get("x", 0)), float(node.get("y", 0)) - 0.35 * size
    centre = x + {"middle": 0.0, "end": -long / 2}.get(node.get("text-anchor", ""), long / 2)
    points = [_apply(matrix, (centre + part * long, y)) for part in (0, -0.36, 0.36)]
    yield Shape(points, _colour(style, "fill", "#000000"), None, frozenset(), id(node), said=said)


def _outline(node: ElementTree.Element, tag: str) -> Points:
    def number(name: str) -> float:
        return float(node.get(name, 0))

    if tag == "rect":
        x, y, wide, high = number("x"), number("y"), number("width"), number("height")
        return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    if tag == "circle":
        x, y, r = number("cx"), number("cy"), number("r")
        return [(x + r * sin(k * pi / 12), y + r * cos(k * pi / 12)) for k in range(24)]
    if tag == "polygon":
        numbers = [float(part) for part in re.split(r"[ ,]+", node.get("points", "").strip())]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    if tag == "path":
        return _along(node.get("d", ""))
    return []


def _along(d: str) -> Points:
    """The ends of the pieces of a path: enough to know where it lies."""
    points: Points = []
    x = y = 0.0
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        numbers = [float(part) for part in re.findall(r"-?(?:\d+\.\d+|\.\d+|\d+)", rest)]
        step = {"H": 1, "V": 1, "Q": 4, "A": 7, "C": 6, "Z": 0, "S": 4}.get(command.upper(), 2)
        for k in range(0, len(numbers), step or 1):
            piece = numbers[k : k + step]
            dx, dy = (x, y) if command.islower() else (0.0, 0.0)
            if command.upper() == "H":
                x = dx + piece[0]
            elif command.upper() == "V":
                y = dy + piece[0]
            else:
                x, y = dx + piece[-2], dy + piece[-1]
            points.append((x, y))
    return points


def _matrix(transform: str) -> Matrix:
    found: Matrix = (1, 0, 0, 1, 0, 0)
    for name, body in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(part) for part in re.split(r"[ ,]+", body.strip())]
        if name == "translate":
            found = _times(found, (1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0))
        elif name == "scale":
            found = _times(found, (numbers[0], 0, 0, numbers[-1], 0, 0))
        elif name == "rotate":
            turn = radians(numbers[0])
            found = _times(found, (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0))
    return found


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _apply(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f
