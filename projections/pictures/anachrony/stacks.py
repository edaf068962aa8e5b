"""What can be built and taken in Anachrony: the stacks of buildings, and the supply of Breakthroughs and Anomalies."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES
from engine.games.anachrony.state import State
from projections.pictures.anachrony.look import (
    BOLD,
    LEFT,
    SIZE,
    breakthrough,
    folded,
    headline,
    space,
)
from projections.pictures.anachrony.wording import OPEN, UNSTATED, numbered, shown_of
from projections.pictures.kept import kept
from projections.pictures.pen import box, ended, fitted, label
from projections.pictures.sheet import COLUMN, Part, Spot
from projections.pictures.words import plain

TOP, CARD, STEP, WIDE = 46.0, 76.0, 82.0, 166.0
SECOND = COLUMN - 6 - WIDE
LINES = 2
"""The lines for what a tile does."""
STACKS_HEIGHT = TOP + len(BUILDING_TYPES) * STEP
SHAPES = ("circles", "triangles", "squares")
SUPPLY_HEIGHT = 28.0 + 3 * 34 + 28


def _shows(state: State) -> tuple[object, ...]:
    """All that the stacks show."""
    return state.key, state.primary, state.secondary, list(map(len, state.unseen)), list(map(len, state.returned))


@kept(_shows)
def stacks(state: State) -> Part:
    """For each type the top of the primary and of the secondary stack."""
    return Part("buildings", "Buildings", list(_stacks(state)), STACKS_HEIGHT)


def _stacks(state: State) -> Iterator[Spot | str]:
    yield _GROUND
    for row, kind in enumerate(BUILDING_TYPES):
        below = len(state.unseen[row]) + len(state.returned[row]) if state.unseen else 0
        others = state.secondary[row][1:] if state.secondary else []
        second = state.secondary[row][0] if state.secondary and state.secondary[row] else ""
        name = plain(kind).title()
        yield _card(f"stack/{kind}", name, *_shown(state, state.primary[row]), f"{below} below", 6.0, row)
        yield _card(f"beside/{kind}", name, *_shown(state, second), _then(others), SECOND, row)


_GROUND = (
    box(0, 0, COLUMN, STACKS_HEIGHT, "panel")
    + headline("Buildings")
    + label(LEFT, 38, "primary stacks", "soft")
    + label(SECOND + 4, 38, "secondary stacks", "soft")
)


def _then(tiles: Sequence[str]) -> str:
    return f"then {', '.join(map(numbered, tiles))}" if tiles else ""


def _shown(state: State, tile: str) -> tuple[str, str, str, tuple[str, str]]:
    """A tile's number, points and what it does; the mode of its space, and the letter of whom that is for."""
    if not tile or tile == UNSTATED:
        return "", "", OPEN if tile else "none", ("none", "")
    shown = shown_of(state.key, tile)
    return shown.number, f"{shown.vp} VP", shown.does, (shown.mode, shown.user)


@lru_cache(maxsize=4096)
def _card(
    key: str, kind: str, number: str, vp: str, words: str, use: tuple[str, str], below: str, x: float, row: int
) -> Spot:
    y = TOP + row * STEP
    drawn = [box(x, y, WIDE, CARD, "card" if number else "gone")]
    drawn.append(label(x + 7, y + 17, fitted(f"{kind} {number}".strip(), WIDE - 12, BOLD), "b"))
    for n, line in enumerate(folded(words, WIDE - 12, LINES)):
        shown = fitted(line, WIDE - 84, SIZE) if n else line
        drawn.append(label(x + 7, y + 34 + n * 15, shown, "" if number else "soft"))
    drawn.append(ended(x + WIDE - (30 if use[0] in ("worker", "free") else 7), y + 52, vp, "b"))
    drawn.append(space(x + WIDE - 17, y + 47, *use))
    drawn.append(label(x + 7, y + 68, fitted(below, WIDE - 12, SIZE), "soft"))
    return Spot(key, "".join(drawn), box(x - 2, y - 2, WIDE + 4, CARD + 4, "just"))


@kept(lambda state: (state.breakthrough_supply, state.anomaly_supply))
def supply(state: State) -> Part:
    """The Breakthroughs that are left, by shape and icon, and the Anomalies."""
    return Part("breakthroughs", "Breakthroughs left", list(_supply(state)), SUPPLY_HEIGHT)


def _supply(state: State) -> Iterator[Spot | str]:
    yield _SUPPLY
    for number in range(len(BREAKTHROUGHS)):
        shape, icon = divmod(number, 5)
        yield _left(number, state.breakthrough_supply[number], 100.0 + icon * 50, 44.0 + shape * 34)
    yield _anomalies(state.anomaly_supply)


_SUPPLY = (
    box(0, 0, COLUMN, SUPPLY_HEIGHT, "panel")
    + headline("Breakthroughs left")
    + "".join(label(LEFT, 49 + shape * 34, name, "soft") for shape, name in enumerate(SHAPES))
)


@lru_cache(maxsize=32)
def _anomalies(left: int) -> Spot:
    y = SUPPLY_HEIGHT - 11
    return Spot("anomalies", label(LEFT, y, f"Anomalies left: {left}"), box(4, y - 16, COLUMN - 8, 24, "just"))


@lru_cache(maxsize=512)
def _left(number: int, left: int, x: float, y: float) -> Spot:
    drawn = breakthrough(x, y, number) + label(x + 14, y + 5, f"×{left}", "" if left else "soft")
    return Spot(f"breakthrough/{number}", drawn, box(x - 14, y - 15, 48, 30, "just"))
