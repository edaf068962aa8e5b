"""Aligned columns that fit: a pipe gets one line per row, a terminal gets no line longer than its width.

A table that is too wide for a terminal is narrowed in this order: gaps shrink, long texts lose their middles, rows
continue on indented lines, and finally each cell gets its own line. Numbers and dates stay whole. So do texts that
distinguish rows: they wrap instead of losing their middles.
"""

from collections.abc import Sequence

from msgspec import Struct

WIDTH = 80
"""In a pipe, gaps stay wide up to this width."""
INDENT = 2
SHORT = 10
"""Texts are not shortened below this length, which keeps most words whole."""
MOST_LINES = 4
ELLIPSIS = "…"
MARKS = " _/,:;-"
"""A text can be broken after these characters."""


class Column(Struct):
    """A column: its heading, one word per line, and its cells. `right` aligns numbers; `whole` prevents shortening.

    The texts of a column that `wraps` continue on the next line where there is no room, so nothing is lost.
    """

    head: list[str]
    cells: list[str]
    right: bool = False
    whole: bool = False
    wraps: bool = False

    @property
    def width(self) -> int:
        """The width that shows everything."""
        return max([*map(len, self.head), *map(len, self.cells)], default=0)

    def parts(self, number: int, size: int) -> list[str]:
        """A cell in lines of at most `size` characters: a single shortened line, or as many as it takes."""
        text = self.cells[number]
        return broken(text, size) if self.wraps else [shorten(text, size)]

    def level(self, number: int, height: int) -> str:
        """A line of the heading if the heading is `height` lines high; the words are aligned at the bottom."""
        above = height - len(self.head)
        return "" if number < above else self.head[number - above]


def grid(columns: Sequence[Column], width: int | None = None, headed: bool = True) -> list[str]:
    """The lines of a table, with its heading if `headed`; `width` is that of the terminal, None for a pipe."""
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
    """Whether every row fits on one line without shortening any text."""
    return _needed([column.width for column in columns], 1) <= width


def _needed(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _shortened(columns: Sequence[Column], widths: Sequence[int], width: int) -> list[int]:
    """Widths for a row, shortening the widest texts first, but not below SHORT: the row can still be too wide."""
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
    """The columns on each line of a row: as many as fit; lines after the first are indented."""
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
    """The heading and the rows, each on these lines of columns."""
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
    """Each cell on its own line after the name of its column, with a blank line between rows."""
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
    """A text cut to `size` characters by leaving out its middle."""
    if len(text) <= size:
        return text
    kept = size - len(ELLIPSIS)
    return text[: kept - kept // 2] + ELLIPSIS + text[len(text) - kept // 2 :]


def broken(text: str, size: int) -> list[str]:
    """A text in lines of at most `size` characters, broken after blanks or punctuation where possible."""
    found = []
    while len(text) > size:
        place = max((k + 1 for k in range(size // 2, size) if text[k] in MARKS), default=size)
        found.append(text[:place].rstrip())
        text = text[place:].lstrip()
    return [*found, text]
