"""What a game draws: a sheet of parts in a fixed order, some of which are marked when they change.

A sheet is as wide as every other, and its height is the same in every position of a game: what is not there yet has its
place, what is gone leaves it hollow. The order of the parts never changes, so that two frames of a game differ in few
elements.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

WIDTH, MARGIN = 1240, 20
INNER = WIDTH - 2 * MARGIN
"""The width that a sheet fills; its parts are drawn from (0, 0)."""


class Spot(NamedTuple):
    """A part that is marked when it has changed: what it is called, what it draws, and the mark that goes over it."""

    key: str
    body: str
    mark: str


class Sheet(NamedTuple):
    """The parts of a picture in the order of drawing, and how high it is."""

    parts: Sequence[Spot | str]
    height: float


class Table(NamedTuple):
    """What a picture may know beside the position.

    `names` says how each seat is called, `past` is what has been played (actor, event), `last` the last position of the
    game as far as it is known: what grows in the game has its room from the beginning.
    """

    names: Sequence[str]
    past: Sequence[tuple[int | None, Any]] = ()
    last: Any = None


class Drawing(Struct, frozen=True):
    """How a game is drawn.

    `draw(state, table)` gives the sheet; `where(state)` says the place in words, such as `Round 3 of 6: actions`;
    `paint(state, seat)` is the colour of a seat's pieces and that of what is written on them; `about(state, seat)` says
    what a seat plays, such as its faction; `points(state, seat)` its points while the game runs, if they are not the
    figure `vp`. `awaited` gives words for what is awaited, by the tag or the name of the
    item; `style` are the game's own classes, (light, dark) by name.
    """

    draw: Callable[[Any, Table], Sheet]
    where: Callable[[Any], str]
    paint: Callable[[Any, int], tuple[str, str]]
    about: Callable[[Any, int], str]
    points: Callable[[Any, int], str] | None = None
    awaited: Mapping[str, str] = {}
    style: Mapping[str, tuple[str, str]] = {}
    definitions: str = ""


def seat_name(names: Sequence[str], seat: int) -> str:
    """How a seat is called: its player, else its number, counted from 1."""
    return (names[seat] if seat < len(names) else "") or f"seat {seat + 1}"


def numbered(names: Sequence[str], seat: int) -> str:
    """The same with the number by which the board calls it: `1 Anna`, or `seat 1`."""
    known = names[seat] if seat < len(names) else ""
    return f"{seat + 1} {known}" if known else f"seat {seat + 1}"
