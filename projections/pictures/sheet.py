"""What a game draws: named parts of a few columns' width, each with its elements in a fixed order.

A part is the board, an offer, or the mat of a player. A page shows each in its place for the width of the window, a
picture shows all on one sheet. The parts of a game, their order and their heights are the same in every position: what
is still to come has its place, and what is gone leaves it hollow, so two frames of a game differ in few elements.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

COLUMN, GAP, MARGIN = 352.0, 14.0, 20
"""The width of a column and the gap between two, in the units of a drawing.

A phone shows one column on 304 pixels or more, where a text of 13 units is 11 pixels high.
"""
COLUMNS = 3
"""How many columns a sheet has."""
NOBODY = -1


def across(columns: int) -> float:
    """The width of so many columns."""
    return columns * COLUMN + (columns - 1) * GAP


INNER = across(COLUMNS)
WIDTH = INNER + 2 * MARGIN
"""The width of a sheet without and with its margins."""


class Spot(NamedTuple):
    """An element that is marked when it changes: its key, its body, and the mark drawn over it."""

    key: str
    body: str
    mark: str


class Part(NamedTuple):
    """A part of a picture, drawn from (0, 0): its name, such as `board` or `mat/0`, and what it is in words.

    It is as wide as its columns. A part of more than one column is a map, whose texts are few and short: on a phone it
    is shown on the width of one, with texts enlarged to 11 pixels. `seat` is whose mat it is.
    """

    name: str
    title: str
    elements: Sequence[Spot | str]
    height: float
    columns: int = 1
    seat: int = NOBODY

    @property
    def width(self) -> float:
        """Its width in the units of a drawing."""
        return across(self.columns)


def arranged(parts: Sequence[Part], columns: int = COLUMNS) -> tuple[list[tuple[float, float, float]], float]:
    """For each part its place in so many columns (x, y, scale), and the height of all.

    Each part lies, in order, where it comes highest, and leftmost among these places.
    """
    ends = [0.0] * columns
    places = []
    for part in parts:
        span = min(part.columns, columns)
        tops = [max(ends[at : at + span]) for at in range(columns - span + 1)]
        top = min(tops)
        column, scale = tops.index(top), across(span) / part.width
        places.append((column * (COLUMN + GAP), top, scale))
        ends[column : column + span] = [top + part.height * scale + GAP] * span
    return places, max(ends) - GAP


class Table(NamedTuple):
    """What a picture may know in addition to the position.

    `names` are those of the seats, `past` is what has been played (actor, event, line), `last` the last position of
    the game if it is known: what grows during the game has its room from the beginning.
    """

    names: Sequence[str]
    past: Sequence[tuple[int | None, Any, int]] = ()
    last: Any = None


class Drawing(Struct, frozen=True):
    """How a game is drawn.

    `draw(state, table)` returns the parts, what matters most first; `where(state)` the place in the game, such as
    `Round 3 of 6: actions`; `paint(state, seat)` the colours of a seat's pieces and of the text on them; `about(state,
    seat)` what a seat plays, such as its faction; `points(state)` the points of all seats until the game is over, if
    they are not the figure `vp`; `worth(state)` the points they would have if the game ended now, where `vp` is mostly
    entered at the end. `awaited` holds words for awaited items, by their tag or name; `style` the game's own classes,
    (light, dark) by name. `first` names what a player looks at first: figures by heading, such as `power` for three
    bowls; `round` is what the game calls a round.
    """

    draw: Callable[[Any, Table], Sequence[Part]]
    where: Callable[[Any], str]
    paint: Callable[[Any, int], tuple[str, str]]
    about: Callable[[Any, int], str]
    points: Callable[[Any], Sequence[str]] | None = None
    worth: Callable[[Any], Sequence[int]] | None = None
    awaited: Mapping[str, str] = {}
    style: Mapping[str, tuple[str, str]] = {}
    definitions: str = ""
    first: Mapping[str, tuple[str, ...]] = {}
    round: str = "Round"


def seat_name(names: Sequence[str], seat: int) -> str:
    """The name of a seat: its player, or else its number, counted from 1; a negative index names no seat."""
    if seat < 0:
        return f"no seat ({seat})"
    return (names[seat] if seat < len(names) else "") or f"seat {seat + 1}"


def numbered(names: Sequence[str], seat: int) -> str:
    """The name of a seat after its number on the board: `1 Anna`, or `seat 1`."""
    known = names[seat] if 0 <= seat < len(names) else ""
    return f"{seat + 1} {known}" if known else seat_name(names, seat)
