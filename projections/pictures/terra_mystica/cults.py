"""The cult board: four tracks with the players' markers, the power along the way, and the orders with their priests."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.games.terra_mystica.components import COMPONENTS, CULTS, POWER_AT, TOP
from engine.games.terra_mystica.state import State
from events.vocabulary.terra_mystica import SendPriest
from projections.pictures.kept import kept
from projections.pictures.pen import box, middle, node
from projections.pictures.sheet import COLUMN, Part, Spot
from projections.pictures.terra_mystica.look import Seen, disc, paint, priest, seen

LEFT, RIGHT = 28.0, 28.0
"""The margins, with the numbers of the spaces and the power for crossing a line."""
HEAD, ROW, ORDER = 34.0, 26.0, 34.0
TRACK = (COLUMN - LEFT - RIGHT) / len(CULTS)
FOOT = HEAD + ROW * (TOP + 1)
"""Where the tracks end and the orders begin."""
HEIGHT = FOOT + ORDER + 16
Orders = dict[tuple[int, int], list[int]]
"""(track, steps) -> the seats whose priests lie there, in order of arrival."""


def orders_taken(past: Sequence[tuple[int | None, Any, int]]) -> Orders:
    """The priests on the orders, except those that went back to the supply."""
    found: Orders = {}
    sent = [(actor, event) for actor, event, _ in past if type(event) is SendPriest]
    for actor, event in sent:
        if actor is not None and event.cult in CULTS:
            found.setdefault((CULTS.index(event.cult), event.space), []).append(actor)
    return found


def _shows(state: State, taken: Orders) -> tuple[object, ...]:
    """All that the cults show."""
    owners = [(player.faction, seen(player), player.cults) for player in state.players]
    return owners, state.order_spaces, [*taken.items()]


@kept(_shows)
def cults(state: State, taken: Orders) -> Part:
    """The tracks side by side, with space 10 at the top, and below each its orders."""
    return Part("cults", "Cults", [_ground(), *_pieces(state, taken)], HEIGHT)


def _pieces(state: State, taken: Orders) -> Iterator[Spot]:
    owners = [seen(player) for player in state.players]
    for track in range(len(CULTS)):
        for player in state.players:
            if player.faction:
                yield _marker(track, owners[player.seat], player.cults[track], len(owners))
        yield from _orders(state, taken, track)


def _height_of(space: int) -> float:
    return HEAD + ROW * (TOP - space) + ROW / 2


@lru_cache(maxsize=1)
def _ground() -> str:
    """The board without its pieces."""
    drawn = [box(0, 0, COLUMN, HEIGHT, "panel")]
    for space in range(TOP + 1):
        y = _height_of(space)
        drawn.append(middle(LEFT / 2 + 1, y + 5, space, "soft"))
        if space in POWER_AT:
            line = {"x1": LEFT, "x2": COLUMN - RIGHT, "y1": y + ROW / 2, "y2": y + ROW / 2}
            drawn.append(node("line", **line, class_="rule", stroke_dasharray="2 3"))
            drawn.append(middle(COLUMN - RIGHT / 2, y + ROW / 2 + 5, f"+{POWER_AT[space]}", "soft"))
    drawn.append(middle(COLUMN - RIGHT / 2, 19, "pw", "soft"))
    for track, cult in enumerate(CULTS):
        left = LEFT + track * TRACK
        drawn.append(box(left + 4, HEAD - 9, TRACK - 8, 4, cult, 2))
        drawn.append(middle(left + TRACK / 2, 19, cult, "h2"))
    return node("g", *drawn)


@lru_cache(maxsize=4096)
def _marker(track: int, owner: Seen, space: int, players: int) -> Spot:
    """A player's marker, in its seat's lane on the track."""
    seat = owner[0]
    step = min(18.0, (TRACK - 16) / (players - 1))
    size = min(9.5, step / 2 + 0.5)
    x, y = LEFT + track * TRACK + TRACK / 2 + step * (seat - (players - 1) / 2), _height_of(space)
    data = (("data_cult", CULTS[track]), ("data_owner", seat), ("data_space", space))
    return Spot(f"cult/{track}/{seat}", disc(x, y, size, owner, data), _ring(x, y, size))


@lru_cache(maxsize=4096)
def _ring(x: float, y: float, r: float) -> str:
    return node("circle", cx=float(x), cy=float(y), r=r + 3.5, class_="just")


def _orders(state: State, taken: Orders, track: int) -> Iterator[Spot]:
    """The order spaces: free ones show their steps, taken ones show their owner's priest."""
    spaces = COMPONENTS.cult[track].order_spaces
    free = list(state.order_spaces[track]) if state.order_spaces else []
    waiting = {steps: list(taken.get((track, steps), ())) for steps in spaces}
    wide = (TRACK - 1) / len(spaces)
    for place, steps in enumerate(spaces):
        left = LEFT + track * TRACK + 1 + place * wide
        is_free = steps in free and spaces[place:].count(steps) <= free.count(steps)
        if is_free:
            free.remove(steps)
            yield _order(track, place, steps, True, -1, None, left, wide - 1)
            continue
        seat = waiting[steps].pop(0) if waiting[steps] else -1
        colours = paint(state.players[seat]) if seat >= 0 else None
        yield _order(track, place, steps, False, seat, colours, left, wide - 1)


@lru_cache(maxsize=2048)
def _order(
    track: int,
    place: int,
    steps: int,
    free: bool,
    seat: int,
    colours: tuple[str, str] | None,
    x: float,
    wide: float,
) -> Spot:
    y = FOOT + 8
    drawn = [box(x, y, wide, ORDER, "card" if free else "gone", rx=3)]
    if free:
        drawn.append(middle(x + wide / 2, y + ORDER / 2 + 5, steps))
    else:
        drawn.append(priest(x + wide / 2, y + ORDER / 2, colours, seat))
    body = node("g", *drawn, data_order=CULTS[track], data_free="yes" if free else "no")
    return Spot(f"order/{track}/{place}", body, box(x - 2, y - 2, wide + 4, ORDER + 4, "just", 4))
