"""The cult board: four tracks with the players' markers, the power along the way, and the orders with their priests."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.games.terra_mystica.components import COMPONENTS, CULTS, POWER_AT, TOP
from engine.games.terra_mystica.state import State
from events.vocabulary.terra_mystica import SendPriest
from projections.pictures.pen import box, label, middle, moved, node
from projections.pictures.sheet import Spot
from projections.pictures.terra_mystica.look import disc, paint, priest

HEAD = 30.0
LEFT = 24.0
FOOT = 62.0
LEAST_ROW, MOST_ROW = 24.0, 40.0
ORDER = 32.0
Orders = dict[tuple[int, int], list[int]]
"""(track, steps) -> the seats whose priests lie there, in order of arrival."""


def orders_taken(past: Sequence[tuple[int | None, Any]]) -> Orders:
    """The priests on the orders, except those that went back to the supply."""
    found: Orders = {}
    for actor, event in past:
        if isinstance(event, SendPriest) and actor is not None and event.cult in CULTS:
            found.setdefault((CULTS.index(event.cult), event.space), []).append(actor)
    return found


def cults(state: State, taken: Orders, x: float, width: float, height: float) -> Iterator[Spot | str]:
    """The tracks side by side, with space 10 at the top, as high as the map next to them."""
    row = max(LEAST_ROW, min(MOST_ROW, (height - HEAD - FOOT) / (TOP + 1)))
    column = (width - LEFT - 4) / len(CULTS)
    yield _ground(x, width, column, row)
    for track in range(len(CULTS)):
        left = x + LEFT + track * column
        for player in state.players:
            if player.faction:
                yield _marker(state, track, player.seat, left, column, row)
        yield from _orders(state, taken, track, left, column, HEAD + row * (TOP + 1) + 6)


def cults_height(height: float) -> float:
    """The height of the cult board next to a map of the given height."""
    return HEAD + max(LEAST_ROW, min(MOST_ROW, (height - HEAD - FOOT) / (TOP + 1))) * (TOP + 1) + FOOT


def _height_of(space: int, row: float) -> float:
    return HEAD + row * (TOP - space) + row / 2


@lru_cache(maxsize=64)
def _ground(x: float, width: float, column: float, row: float) -> str:
    """The board without its pieces."""
    bottom = HEAD + row * (TOP + 1)
    parts = [box(0, 0, width, bottom + FOOT, "panel")]
    for space in range(TOP + 1):
        y = _height_of(space, row)
        parts.append(middle(LEFT / 2 + 2, y + 4, space, "small soft"))
        if space in POWER_AT:
            line = {"x1": LEFT, "x2": width - 4, "y1": y + row / 2, "y2": y + row / 2}
            parts.append(node("line", **line, class_="rule", stroke_dasharray="2 3"))
    for track, cult in enumerate(CULTS):
        left = LEFT + track * column
        parts.append(box(left + 5, HEAD - 8, column - 10, 4, cult, 2))
        parts.append(middle(left + column / 2, 17, cult, "h2"))
        for space, power in POWER_AT.items():
            parts.append(label(left + column - 24, _height_of(space, row) + row / 2 - 3, f"+{power}", "tiny soft"))
    parts.append(label(8, bottom + FOOT - 8, "+n: power for crossing the line; space 10 takes a key", "tiny soft"))
    return moved(x, 0, parts)


def _marker(state: State, track: int, seat: int, left: float, column: float, row: float) -> Spot:
    """A player's marker, in its seat's lane on the track."""
    player = state.players[seat]
    space = player.cults[track]
    step = min(19.0, (column - 22) / max(len(state.players) - 1, 1))
    size = min(9.0, step / 2 + 0.5)
    x, y = left + 12 + step * seat, _height_of(space, row)
    mark = {"data_cult": CULTS[track], "data_owner": seat, "data_space": space}
    return Spot(f"cult/{track}/{seat}", disc(x, y, size, player, **mark), _ring(x, y, size))


@lru_cache(maxsize=4096)
def _ring(x: float, y: float, r: float) -> str:
    return node("circle", cx=float(x), cy=float(y), r=r + 3.5, class_="just")


def _orders(state: State, taken: Orders, track: int, x: float, column: float, y: float) -> Iterator[Spot]:
    """The order spaces: free ones show their steps, taken ones show their owner's priest."""
    spaces = COMPONENTS.cult[track].order_spaces
    free = list(state.order_spaces[track]) if state.order_spaces else []
    waiting = {steps: list(taken.get((track, steps), ())) for steps in spaces}
    wide = (column - 4) / len(spaces)
    for place, steps in enumerate(spaces):
        left = x + 2 + place * wide
        is_free = steps in free and spaces[place:].count(steps) <= free.count(steps)
        if is_free:
            free.remove(steps)
            yield _order(track, place, steps, True, -1, None, left, y, wide - 2)
            continue
        seat = waiting[steps].pop(0) if waiting[steps] else -1
        colours = paint(state.players[seat]) if seat >= 0 else None
        yield _order(track, place, steps, False, seat, colours, left, y, wide - 2)


@lru_cache(maxsize=2048)
def _order(
    track: int,
    place: int,
    steps: int,
    free: bool,
    seat: int,
    colours: tuple[str, str] | None,
    x: float,
    y: float,
    wide: float,
) -> Spot:
    drawn = [box(x, y, wide, ORDER, "card" if free else "gone", rx=3)]
    if free:
        drawn.append(middle(x + wide / 2, y + 20, steps, "small"))
    else:
        drawn.append(priest(x + wide / 2, y + ORDER / 2 + 3, colours, seat))
    body = node("g", *drawn, data_order=CULTS[track], data_free="yes" if free else "no")
    return Spot(f"order/{track}/{place}", body, box(x - 2, y - 2, wide + 4, ORDER + 4, "just", 4))
