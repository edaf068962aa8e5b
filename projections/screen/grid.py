"""Aligned columns that fit: a pipe gets everything in one line a row, a terminal no line longer than it is wide.

What is too wide for a terminal gives way in this order: gaps, the middles of long texts, one line a row (the row goes
on in indented lines), columns altogether (each cell gets a line of its own). Numbers and dates stay whole, and so do
texts that tell rows apart: instead of losing their middles they go on below.
"""

from collections.abc import Sequence

from msgspec import Struct

WIDTH = 80
"""Up to this width gaps stay wide where nothing asks for less."""
INDENT = 2
SHORT = 10
"""Texts are not shortened below this: most words stay whole."""
MOST_LINES = 4
ELLIPSIS = "…"
MARKS = " _/,:;-"
"""After these a text may be broken."""


class Column(Struct):
    """A column: its heading, a word a line; its cells; numbers stand to the `right`; a `whole` one is not shortened.

    The texts of one that `wraps` go on in the line below where there is no room, so that nothing of them is lost.
    """

    head: list[str]
    cells: list[str]
    right: bool = False
    whole: bool = False
    wraps: bool = False

    @property
    def width(self) -> int:
        """What it needs to show everything."""
        return max([*map(len, self.head), *map(len, self.cells)], default=0)

    def parts(self, number: int, size: int) -> list[str]:
        """A cell in lines of so many characters: one shortened line, or as many as it takes."""
        text = self.cells[number]
        return broken(text, size) if self.wraps else [shorten(text, size)]

    def level(self, number: int, height: int) -> str:
        """A line of the heading, in a heading so many lines high: the words stand at its foot."""
        above = height - len(self.head)
        return "" if number < above else self.head[number - above]


def grid(columns: Sequence[Column], width: int | None = None, headed: bool = True) -> list[str]:
    """Lines of a table, with its heading unless it goes on with one; `width` is a terminal's, None for a pipe."""
    widths = [column.width for column in columns]
    limit = WIDTH if width is None else width
    for gap in (2, 1):
        if _needed(widths, gap) <= limit:
            return _rows(columns, [list(range(len(columns)))], widths, gap, headed)
    if width is None:
        return _rows(columns, [list(range(len(columns)))], widths, 1, headed)
    shorter = _shortened(columns, widths, width)
    if _needed(shorter, 1) <= width:
        return _rows(columns, [list(range(len(columns)))], shorter, 1, headed)
    widths = [min(size, max(width - INDENT, 1)) for size in widths]
    lines = _in_lines(widths, width)
    return _rows(columns, lines, widths, 1, headed) if len(lines) <= MOST_LINES else _upright(columns, width, headed)


def in_one_line(columns: Sequence[Column], width: int) -> bool:
    """Whether every row stands in one line, and no text gives way."""
    return _needed([column.width for column in columns], 1) <= width


def _needed(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _shortened(columns: Sequence[Column], widths: Sequence[int], width: int) -> list[int]:
    """Widths with which a row fits, the widest text giving way first; not below SHORT, so that it may still not fit."""
    found = list(widths)
    while (over := _needed(found, 1) - width) > 0:
        texts = [k for k, column in enumerate(columns) if not column.whole and found[k] > SHORT]
        if not texts:
            return found
        widest = max(found[k] for k in texts)
        next_widest = max([SHORT, *(found[k] for k in texts if found[k] < widest)])
        k = next(k for k in texts if found[k] == widest)
        found[k] -= min(over, max(1, widest - next_widest))
    return found


def _in_lines(widths: Sequence[int], width: int) -> list[list[int]]:
    """The columns of each line of a row: as many as there is room for, those after the first line indented."""
    lines: list[list[int]] = [[]]
    for k, size in enumerate(widths):
        room = width - (INDENT if len(lines) > 1 else 0)
        if lines[-1] and _needed([*(widths[j] for j in lines[-1]), size], 1) > room:
            lines.append([])
        lines[-1].append(k)
    return lines


def _rows(
    columns: Sequence[Column], lines: list[list[int]], widths: Sequence[int], gap: int, headed: bool
) -> list[str]:
    """The heading and the rows, each in these lines of columns."""
    found = []
    indents = [" " * INDENT * (number > 0) for number in range(len(lines))]
    for indent, line in zip(indents if headed else [], lines, strict=False):
        height = max((len(columns[k].head) for k in line), default=0)
        for level in range(height):
            found.append(indent + _line(columns, line, widths, gap, [columns[k].level(level, height) for k in line]))
    for number in range(len(columns[0].cells) if columns else 0):
        for indent, line in zip(indents, lines, strict=True):
            parts = [columns[k].parts(number, widths[k]) for k in line]
            for level in range(max(map(len, parts), default=0)):
                texts = [part[level] if level < len(part) else "" for part in parts]
                found.append(indent + _line(columns, line, widths, gap, texts))
    return [line.rstrip() for line in found]


def _line(columns: Sequence[Column], line: list[int], widths: Sequence[int], gap: int, texts: list[str]) -> str:
    placed = (
        text.rjust(widths[k]) if columns[k].right else shorten(text, widths[k]).ljust(widths[k])
        for k, text in zip(line, texts, strict=True)
    )
    return (" " * gap).join(placed)


def _upright(columns: Sequence[Column], width: int, headed: bool) -> list[str]:
    """Each cell in a line of its own after the name of its column, a blank line between rows."""
    names = [" ".join(column.head) for column in columns]
    left = max(map(len, names))
    found: list[str] = []
    for number in range(len(columns[0].cells)):
        found += [""] if number or not headed else []
        for name, column in zip(names, columns, strict=True):
            room = len(column.cells[number]) if column.whole else max(width - left - 2, 1)
            for level, text in enumerate(column.parts(number, room)):
                found.append(f"{'' if level else name:<{left}}  {text}".rstrip())
    return found


def shorten(text: str, size: int) -> str:
    """A text in so many characters: what is too much is left out in its middle, as beginning and end tell most."""
    if len(text) <= size:
        return text
    kept = size - len(ELLIPSIS)
    return text[: kept - kept // 2] + ELLIPSIS + text[len(text) - kept // 2 :]


def broken(text: str, size: int) -> list[str]:
    """A text in lines of so many characters, if possible broken after a blank or a mark between words."""
    found = []
    while len(text) > size:
        place = max((k + 1 for k in range(size // 2, size) if text[k] in MARKS), default=size)
        found.append(text[:place].rstrip())
        text = text[place:].lstrip()
    return [*found, text]
