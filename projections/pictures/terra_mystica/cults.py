"""The cult board: four tracks with everybody's markers, power on the way, and the orders."""

from collections.abc import Iterator

from engine.games.terra_mystica.components import COMPONENTS, CULTS, POWER_AT, TOP
from engine.games.terra_mystica.state import State
from projections.pictures.pen import Block, box, circle, label, middle, moved, node, path, title
from projections.pictures.terra_mystica.look import disc

HEAD = 26.0
LEFT = 22.0
FOOT = 52.0
LEAST_ROW, MOST_ROW = 24.0, 38.0
ORDER = 24.0


def cults(state: State, width: float, height: float) -> Block:
    """The tracks side by side, space 10 on top, about as high as the map beside it."""
    row = max(LEAST_ROW, min(MOST_ROW, (height - HEAD - FOOT) / (TOP + 1)))
    column = (width - LEFT) / len(CULTS)
    bottom = HEAD + row * (TOP + 1)
    parts = [box(0, 0, width, bottom + FOOT, "panel")]
    for space in range(TOP + 1):
        y = _height_of(space, row)
        parts.append(middle(LEFT / 2 + 2, y + 4, space, "small soft"))
        power = POWER_AT.get(space)
        if power:
            line = {"x1": LEFT, "x2": width - 4, "y1": y + row / 2, "y2": y + row / 2}
            parts.append(node("line", **line, class_="rule", stroke_dasharray="2 3"))
    for track, cult in enumerate(CULTS):
        parts.append(moved(LEFT + track * column, 0, _track(state, track, cult, column, row)))
    parts.append(label(6, bottom + 46, "dotted lines: power for who gets above them; 10 takes a key", "tiny soft"))
    return Block(parts, bottom + FOOT)


def _height_of(space: int, row: float) -> float:
    return HEAD + row * (TOP - space) + row / 2


def _track(state: State, track: int, cult: str, column: float, row: float) -> Iterator[str]:
    yield middle(column / 2, 18, cult, "h2")
    for space, power in POWER_AT.items():
        yield label(column - 26, _height_of(space, row) + row / 2 - 3, f"+{power}", "tiny soft")
    for space in range(TOP + 1):
        there = [player for player in state.players if player.faction and player.cults[track] == space]
        step = min(19.0, (column - 22) / max(len(there) - 1, 1))
        size = min(9.0, step / 2 + 0.5)
        for place, player in enumerate(there):
            mark = {"data_cult": cult, "data_owner": player.seat, "data_space": space}
            yield disc(12 + step * place, _height_of(space, row), size, player, **mark)
    yield from _orders(state, track, cult, column, HEAD + row * (TOP + 1) + 4)


def _orders(state: State, track: int, cult: str, column: float, y: float) -> Iterator[str]:
    """Free order spaces tell their steps; taken ones hold a figure."""
    free = list(state.order_spaces[track]) if state.order_spaces else []
    wide = (column - 6) / len(COMPONENTS.cult[track].order_spaces)
    for place, steps in enumerate(COMPONENTS.cult[track].order_spaces):
        is_free = steps in free
        if is_free:
            free.remove(steps)
        x = place * wide
        class_ = "card" if is_free else "gone"
        mark = [box(x, y, wide - 3, ORDER, class_, rx=3)]
        if is_free:
            mark.append(middle(x + wide / 2 - 1.5, y + 16, steps, "small"))
        else:
            mark.append(_priest(x + wide / 2 - 1.5, y + ORDER / 2))
        yield node("g", *mark, data_order=cult, data_free="yes" if is_free else "no")


def _priest(x: float, y: float) -> str:
    head = circle(x, y - 5, 3.2, "figure")
    body = path(f"M{x:.1f} {y - 2:.1f}l5 10h-10z", "figure")
    return node("g", title("a priest"), head, body)
