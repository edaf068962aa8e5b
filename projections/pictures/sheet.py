"""What a game draws: a sheet of parts in a fixed order, some of which are marked when they change.

All sheets have the same width, and those of a game the same height in every position: what is still to come has its
place, and what is gone leaves it hollow. The order of the parts never changes, so two frames of a game differ in few
elements.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

WIDTH, MARGIN = 1240, 20
INNER = WIDTH - 2 * MARGIN
"""The width of a sheet; its parts are drawn from (0, 0)."""


class Spot(NamedTuple):
    """A part that is marked when it changes: its key, its elements, and the mark drawn over it."""

    key: str
    body: str
    mark: str


class Sheet(NamedTuple):
    """The parts of a picture in drawing order, and its height."""

    parts: Sequence[Spot | str]
    height: float


class Table(NamedTuple):
    """What a picture may know in addition to the position.

    `names` are those of the seats, `past` is what has been played (actor, event), and `last` is the last position of
    the game if it is known: what grows during the game has its room from the beginning.
    """

    names: Sequence[str]
    past: Sequence[tuple[int | None, Any]] = ()
    last: Any = None


class Drawing(Struct, frozen=True):
    """How a game is drawn.

    `draw(state, table)` returns the sheet; `where(state)` the place in the game, such as `Round 3 of 6: actions`;
    `paint(state, seat)` the colours of a seat's pieces and of the text on them; `about(state, seat)` what a seat plays,
    such as its faction; `points(state, seat)` its points until the game is over, if they are not the figure `vp`.
    `awaited` holds words for awaited items, by their tag or name; `style` the game's own classes, (light, dark) by
    name. `first` names what a player looks at first: figures by heading, such as `power` for three bowls; `round` is
    what the game calls a round.
    """

    draw: Callable[[Any, Table], Sheet]
    where: Callable[[Any], str]
    paint: Callable[[Any, int], tuple[str, str]]
    about: Callable[[Any, int], str]
    points: Callable[[Any, int], str] | None = None
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
