"""The head of every frame: where the game stands, what has just happened, every player's name and points."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from projections.pictures.pen import box, circle, ended, fitted, inked, label, length, middle, moved, title
from projections.pictures.sheet import INNER, Spot

HEIGHT = 172.0
"""The height of the head; the game's own sheet begins below it."""
EVENT, CELLS, CELL = 38.0, 116.0, 44.0
LINES, CHARACTERS = 2, 145
"""The room for what an event changed."""


class Seated(NamedTuple):
    """A player in the head: name, faction, colours, points, and status."""

    name: str
    about: str
    paint: tuple[str, str]
    points: str
    rank: str = ""
    acts: bool = False
    leads: bool = False


class Head(NamedTuple):
    """The texts of the head."""

    game: str
    where: str
    awaited: str
    event: str
    changed: Sequence[str]
    seats: Sequence[Seated]


def heading(head: Head) -> Iterator[Spot | str]:
    """The parts of the head; their number is always the same."""
    room = length(head.game, 22) * 1.06 + 22
    awaited = fitted(head.awaited, 620, 14)
    yield label(0, 22, head.game, "big")
    yield label(room, 21, fitted(head.where, INNER - room - length(awaited, 14) * 1.1 - 20, 15), "lead")
    yield ended(INNER, 21, awaited, "h2")
    yield box(0, EVENT, INNER, 68, "event")
    yield label(12, EVENT + 20, fitted(head.event, INNER - 24, 14 * 1.1), "h2")
    lines = folded(head.changed, CHARACTERS, LINES)
    for n in range(LINES):
        yield label(12, EVENT + 39 + 18 * n, lines[n] if n < len(lines) else "", "soft")
    wide = (INNER - 10 * (len(head.seats) - 1)) / len(head.seats)
    for seat, seated in enumerate(head.seats):
        yield _cell(seat, seated, seat * (wide + 10), wide)


def _cell(seat: int, seated: Seated, x: float, wide: float) -> Spot:
    fill, ink = seated.paint
    points = seated.points
    right = max(length(points, 15) * 1.1, length(seated.rank, 13)) + 20
    name_y = 18 if seated.about else 27
    parts = [
        box(0, 0, wide, CELL, "running" if seated.acts else "card"),
        circle(22, CELL / 2, 13, "edge", fill=fill, stroke_width=1.5),
        middle(22, CELL / 2 + 5, seat + 1, "b", style=inked(ink, 14)),
        label(42, name_y, fitted(seated.name, wide - 42 - right, 13 * 1.1), "b"),
        label(42, 35, fitted(seated.about, wide - 42 - right, 13), "small"),
        ended(wide - 10, 20 if seated.rank else 28, points, "b", style="font-size:15px"),
        ended(wide - 10, 36, seated.rank, "small b" if seated.leads else "small"),
    ]
    described = ", ".join(filter(None, (f"seat {seat + 1}: {seated.name}", seated.about, points, seated.rank)))
    group = moved(x, CELLS, [title(described), *parts], data_seat=seat)
    # Whose turn it is changes all the time and is visible anyway, so only a change of points is marked.
    return Spot(f"seat/{seat}", group, box(x - 3, CELLS - 3, wide + 6, CELL + 6, "just", 7))


def folded(parts: Sequence[str], characters: int, most: int) -> list[str]:
    """The parts in at most `most` lines; those that do not fit are counted."""
    lines = wrap("; ".join(parts), characters, break_on_hyphens=False)
    if len(lines) <= most:
        return lines
    kept = list(parts)
    while kept:
        kept.pop()
        joined = "; ".join([*kept, f"and {len(parts) - len(kept)} more"])
        lines = wrap(joined, characters, break_on_hyphens=False)
        if len(lines) <= most:
            break
    return lines[:most]
