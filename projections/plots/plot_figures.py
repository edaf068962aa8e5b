"""What a plot shows of an answer: which rows, under which names, with which notes. Nothing is drawn here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from events.problems import count
from projections.number_format import RATES, in_words, number
from projections.pictures.words import plain
from projections.statistics import SMALL, Answer, description, queries
from projections.statistics.plot_lines import Drawn, drawn
from projections.visible import visible

MOST_ROWS, MOST_PARTS, MOST_LINES = 40, 11, 5
"""The most rows, parts of a stack and lines that are drawn; the table has them all."""
NAMED_PARTS = 3
"""The most parts of stacks that are named in the description of a plot."""
OTHERS = "all others"


class Point(NamedTuple):
    """A row: its value and interval, the value it is compared with, and whether it is based on few games.

    `part` is the part of a stack, `over` the place on the axis of a line.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    beside: float | None = None
    small: bool = False
    part: str = ""
    over: str = ""


class Figure(NamedTuple):
    """A plot before drawing: `axis` names the value, `notes` explain the marks and what is left out."""

    kind: str
    title: str
    words: str
    axis: str
    rate: bool
    points: Sequence[Point]
    notes: Sequence[str]

    @property
    def places(self) -> list[str]:
        """The places on the axis of lines: numbers in numerical order, dates and words in alphabetical order."""
        found = {point.over for point in self.points}
        return sorted(found, key=lambda over: (len(over), over) if over.isdecimal() else (0, over))

    @property
    def description(self) -> str:
        """The plot in words, for those who cannot see it."""
        rows = count(len({point.label for point in self.points}), "line" if self.kind == "lines" else "row")
        return f"{self.axis}, {rows}{self._summed_up()}. {'. '.join((self.words, *self.notes))}."

    def _summed_up(self) -> str:
        """The extremes of what is drawn, or the largest parts of stacks."""
        sizes: dict[str, float] = {}
        for point in self.points:
            sizes[point.part] = sizes.get(point.part, 0) + abs(point.value)
        if sizes.keys() != {""}:
            largest = sorted(sizes, key=lambda part: -sizes[part])[:NAMED_PARTS]
            return f"; the largest parts are {', '.join(largest)}"
        if self.kind == "lines":
            return f", from {self.places[0]} to {self.places[-1]}"
        lowest, highest = (pick(self.points, key=lambda point: point.value) for pick in (min, max))
        return f"; the lowest {self._point_words(lowest)}, the highest {self._point_words(highest)}"

    def _point_words(self, point: Point) -> str:
        column = "share" if self.rate else ""
        words = f"{point.label} {number(point.value, column)}"
        if point.low is None or point.high is None:
            return words
        return f"{words} ({number(point.low, column)} to {number(point.high, column)})"


def figure(answer: Answer, name: str) -> Figure | None:
    """The figure for an answer to a statistic; None if the statistic has no plot, or there is nothing to draw."""
    how = drawn(answer, name)
    if how is None:
        return None
    rows = [row for row in answer.rows if row[how.value] is not None and (not how.unless or row[how.unless] is None)]
    if not rows:
        return None
    keys = [each for each in answer.columns[: answer.columns.index("games")] if each not in ("game", how.unless)]
    labels = [key for key in keys if key not in (how.stacked, how.over)]
    points, notes = SELECTED[how.kind if not how.stacked else "stacks"](how, labels, rows)
    own = answer.game if name in queries(answer.game) else ""
    subject = description(name, own).partition(":")[0].removeprefix("-- ")
    joint = "joint " if how.low and how.low.startswith("joint") else ""
    axis = plain(how.value) + (f", {joint}95 % intervals" if how.low else "")
    all_notes = [*_notes(how, points), *notes]
    return Figure(how.kind, f"{subject}: {axis}", visible(answer.words), axis, how.value in RATES, points, all_notes)


def _notes(how: Drawn, points: Sequence[Point]) -> Iterator[str]:
    """The meaning of the marks."""
    if how.beside and any(point.beside is not None for point in points):
        yield f"vertical marks: {plain(how.beside)}"
    if how.kind != "bars" and any(point.small for point in points):
        yield f"hollow points: fewer than {SMALL} games"


def label(row: Mapping[str, Any], keys: Iterable[str]) -> str:
    """The name of a row: its values, each number with what it counts."""
    return " · ".join(_value_words(key, row[key]) for key in keys) or "all"


def _value_words(key: str, value: Any) -> str:
    if value is None or value == "":
        return f"no {plain(key)}"
    if isinstance(value, int):
        return count(value, "player") if key == "players" else f"{plain(key)} {value}"
    return visible(" ".join(in_words(key, value).split()))


def _point(how: Drawn, labels: Sequence[str], row: Mapping[str, Any]) -> Point:
    def number_in(column: str | None) -> float | None:
        if column is None:
            return None
        value = column if column[0].isdecimal() else row[column]
        return None if value is None else float(value)

    over = "" if how.over is None else _value_words("", row[how.over]).strip()
    ends = number_in(how.low), number_in(how.high)
    return Point(label(row, labels), float(row[how.value]), *ends, number_in(how.beside), row["small"], over=over)


Selected = tuple[list[Point], list[str]]


def _rows(how: Drawn, labels: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Selected:
    """The rows with the most games, in the order of the table, each under a distinct name."""
    by_games = sorted(range(len(rows)), key=lambda place: -rows[place]["games"])
    kept = sorted(by_games[:MOST_ROWS])
    points = _apart(_point(how, labels, rows[place]) for place in kept)
    left = [] if len(rows) <= MOST_ROWS else [f"the {MOST_ROWS} of {len(rows):,} rows with the most games"]
    return points, left


def _apart(points: Iterable[Point]) -> list[Point]:
    """Number points that have the same name."""
    seen: dict[str, int] = {}
    found = []
    for point in points:
        seen[point.label] = again = seen.get(point.label, 0) + 1
        found.append(point if again == 1 else point._replace(label=f"{point.label} ({again})"))
    return found


def _stacks(how: Drawn, labels: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Selected:
    """A stack per name: its largest parts separately, the others combined."""
    assert how.stacked is not None
    sizes: dict[str, float] = {}
    games: dict[str, int] = {}
    for row in rows:
        part, name = _value_words(how.stacked, row[how.stacked]), label(row, labels)
        sizes[part] = sizes.get(part, 0) + abs(row[how.value])
        games[name] = max(games.get(name, 0), row["games"])
    largest = sorted(sizes, key=lambda part: (-sizes[part], part))[:MOST_PARTS]
    shown = set(sorted(games, key=lambda name: (-games[name], name))[:MOST_ROWS])
    values: dict[tuple[str, str], float] = {}
    for row in rows:
        part, name = _value_words(how.stacked, row[how.stacked]), label(row, labels)
        key = name, part if part in largest else OTHERS
        values[key] = values.get(key, 0) + float(row[how.value])
    order = [*largest, OTHERS]
    points = [
        Point(name, values[name, part], part=part)
        for name in games
        if name in shown
        for part in order
        if values.get((name, part))
    ]
    left = [] if len(games) <= MOST_ROWS else [f"the {MOST_ROWS} of {len(games):,} with the most games"]
    others = len(sizes) - MOST_PARTS
    return points, [*left, *([f"{OTHERS}: {others} smaller parts together"] if others > 0 else [])]


def _lines(how: Drawn, labels: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Selected:
    """A line for each of the names with the most games."""
    games: dict[str, int] = {}
    for row in rows:
        name = label(row, labels)
        games[name] = games.get(name, 0) + row["games"]
    shown = sorted(games, key=lambda name: (-games[name], name))[:MOST_LINES]
    points = [_point(how, labels, row) for row in rows if label(row, labels) in shown]
    left = [] if len(games) <= MOST_LINES else [f"the {MOST_LINES} of {len(games):,} lines with the most games"]
    return points, left


SELECTED = {"intervals": _rows, "bars": _rows, "stacks": _stacks, "lines": _lines}
