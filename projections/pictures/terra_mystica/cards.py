"""Parts of one column: a panel with a heading, and cards of a few lines in it."""

from collections.abc import Iterable, Iterator, Sequence

from projections.pictures.pen import box, ended, fitted, label, length, node, title
from projections.pictures.sheet import COLUMN, Part, Spot

PAD = 10.0
ROOM = COLUMN - 2 * PAD
"""The width between the margins of a part."""
TOP = 30.0
"""Where a part begins below its heading."""
GAP = 6.0
TEXT, BOLD = 13.0, 13.0 * 1.1
"""The size of texts, and the size at which bold ones are measured."""
LEADING = 15.0
Data = tuple[tuple[str, object], ...]


def part(name: str, heading: str, elements: Iterable[Spot | str], height: float) -> Part:
    """A part of one column on a panel, below its heading."""
    ground = box(0, 0, COLUMN, height, "panel") + label(PAD, 20, heading, "h2")
    return Part(name, heading, [ground, *elements], height)


def high(lines: int) -> float:
    """The height of a card with so many lines."""
    return LEADING * lines + 11


def columns(y: float, number: int, tall: float, count: int) -> Iterator[tuple[float, float, float]]:
    """The places (x, y, width) of so many cards of a height in `number` columns, line after line."""
    wide = (ROOM - GAP * (number - 1)) / number
    for place in range(count):
        yield PAD + place % number * (wide + GAP), y + place // number * (tall + GAP), wide


def deep(number: int, tall: float, count: int) -> float:
    """How much height so many cards take in `number` columns, with the gap below."""
    return (count + number - 1) // number * (tall + GAP)


def wrapped(text: str, width: float, lines: int) -> Iterator[str]:
    """A text in at most so many lines of a width; what does not fit is cut."""
    words, line = text.split(" "), ""
    for number, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if length(longer, TEXT) <= width:
            line = longer
        elif lines == 1:
            yield fitted(" ".join([*([line] if line else []), *words[number:]]), width, TEXT)
            return
        else:
            if line:
                yield line
                lines -= 1
            line = word
    yield fitted(line, width, TEXT)


def first_fitting(texts: Sequence[str], width: float) -> str:
    """The first of these wordings that fits a width; if none does, the last one, cut."""
    return next((text for text in texts if length(text, TEXT) <= width), fitted(texts[-1], width, TEXT))


def card(
    key: str,
    place: tuple[float, float, float],
    lines: int,
    head: str,
    below: str,
    class_: str = "card",
    mark: str = "",
    foot: str = "",
    band: str = "",
    data: Data = (),
) -> Spot:
    """A card with a bold line and further ones at a place (x, y, width), with a coloured band at its left.

    `mark` is at the right end of the first line, `foot` at that of the last one.
    """
    x, y, wide = place
    tall, left = high(lines), 13.0 if band else 7.0
    room = wide - left - 7
    parts = [title(f"{head}; {below}" if below else head), box(0, 0, wide, tall, class_)]
    if band:
        parts.append(box(3, 4, 5, tall - 8, band, 2))
    parts.append(label(left, 17, fitted(head, room - (length(mark, TEXT) + 4 if mark else 0), BOLD), "b"))
    if mark:
        parts.append(ended(wide - 7, 17, mark))
    under = wrapped(below, room, lines - 1) if below and lines > 1 else ()
    parts += [label(left, 17 + LEADING * n, line) for n, line in enumerate(under, 1)]
    if foot:
        parts.append(ended(wide - 7, 17 + LEADING * (lines - 1), foot, "b"))
    group = node("g", *parts, transform=f"translate({x:.5g} {y:.5g})", **{f"data_{name}": what for name, what in data})
    return Spot(key, group, box(x - 2, y - 2, wide + 4, tall + 4, "just"))
