"""The points of Anachrony as if the game ended in a position, by the rules' own final scoring (AN-10)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.anachrony.scoring import categories, measured, most, repay_what_can_be
from engine.games.anachrony.state import Player, State
from engine.ledger import Book
from engine.snapshot import fork
from projections.pictures.anachrony.look import LEFT, RIGHT, SIZE, columns_of_seats, headline
from projections.pictures.anachrony.open_facts import counted
from projections.pictures.anachrony.wording import ENDGAME, OPEN, UNSTATED, tables_of
from projections.pictures.kept import kept
from projections.pictures.pen import box, ended, fitted, label
from projections.pictures.sheet import COLUMN, Part, Spot
from projections.pictures.words import MINUS

CATEGORIES = {
    "buildings": "Buildings",
    "superprojects": "Superprojects",
    "anomalies": "Anomalies",
    "time_travel": "Time Travel",
    "morale": "Morale",
    "breakthroughs": "Breakthroughs",
    "vp_tokens": "VP tokens",
    "warp_tiles": "unpaid Warp tiles",
    "endgame_conditions": "Endgame Conditions",
}
TOP, ROW, NAMES = 52.0, 19.0, 144.0
CONDITIONS = 5
CARDS_AT = TOP + (len(CATEGORIES) + 1) * ROW + 14
HEIGHT = CARDS_AT + 18 + CONDITIONS * ROW + 4
Points = Mapping[str, int]


class Ending(NamedTuple):
    """The points of a seat by category if the game ended in a position, and what the Endgame Conditions compare."""

    points: Points
    compared: Points


@kept(lambda state: (state.players, bool(state.era), state.over, state.endgame_cards), tables_of, most=1024)
def endings(state: State) -> list[Ending]:
    """The ending of each seat; nothing before Era 1. What is compared is as it is now, before Warp tiles are repaid.

    Warp tiles are repaid as far as possible (AN-10.2.1), and the Endgame Conditions compared (AN-10.4), but for those
    that are not in the log. When the game is over, the points are those that were scored.
    """
    if not state.era:
        return [Ending({}, {}) for _ in state.players]
    found = [_alone(state, player) for player in state.players]
    conditions = [player.vp - sum(each.points.values()) for player, each in zip(state.players, found, strict=True)]
    if not state.over:
        conditions = [0 for _ in found]
        for card in state.endgame_cards:
            if card != UNSTATED:
                row = state.tables.endgame_cards[card]
                for seat in most([each.repaid[row.compare] for each in found]):
                    conditions[seat] += row.vp
    return [
        Ending(each.points | {"endgame_conditions": vp}, each.compared)
        for each, vp in zip(found, conditions, strict=True)
    ]


class _Alone(NamedTuple):
    """What the ending of a seat owes to that seat alone; `repaid` is what is compared when Warp tiles are repaid."""

    points: dict[str, int]
    compared: dict[str, int]
    repaid: dict[str, int]


@kept(lambda state, player: (player, state.over, state.endgame_cards), tables_of)
def _alone(state: State, player: Player) -> _Alone:
    compared = _compared(state, player)
    repaid = fork(player)
    counted(repaid)
    if not state.over:
        repay_what_can_be(Book(), state, repaid)
    return _Alone(categories(state, repaid), compared, compared if repaid == player else _compared(state, repaid))


def _compared(state: State, player: Player) -> dict[str, int]:
    kinds = [state.tables.endgame_cards[card].compare for card in state.endgame_cards if card != UNSTATED]
    return {what: measured(state, player, what) for what in kinds}


def as_if_over(state: State) -> Sequence[Points]:
    """The points of each seat by category if the game ended here; empty before Era 1."""
    return [ending.points for ending in endings(state)]


def points_now(state: State) -> list[int]:
    """The points of all seats if the game ended here; when it is over, the final points."""
    return [sum(each.values()) for each in as_if_over(state)]


@kept(lambda state, names, ends: (names, ends, state.endgame_cards), tables_of)
def scores(state: State, names: Sequence[str], ends: Sequence[Ending]) -> Part:
    """The points of everybody by category, and what the Endgame Conditions compare."""
    return Part("points", "Points if the game ended now", list(_elements(state, names, ends)), HEIGHT)


def _elements(state: State, names: Sequence[str], ends: Sequence[Ending]) -> Iterator[Spot | str]:
    points = [end.points for end in ends]
    wide = (RIGHT - NAMES - LEFT) / len(names)
    yield _ground(tuple(names), wide)
    for row, (category, name) in enumerate(CATEGORIES.items()):
        yield _row(f"points/{category}", name, tuple([each.get(category, 0) for each in points]), wide, row)
    yield _row("points/sum", "sum", tuple([sum(each.values()) for each in points]), wide, len(CATEGORIES))
    for n in range(CONDITIONS):
        card = state.endgame_cards[n] if n < len(state.endgame_cards) else ""
        yield _condition(n, *_shown(state, card, ends), wide)


@lru_cache(maxsize=64)
def _ground(names: tuple[str, ...], wide: float) -> str:
    drawn = [box(0, 0, COLUMN, HEIGHT, "panel"), headline("Points if the game ended now")]
    drawn += columns_of_seats(names, NAMES + LEFT, wide, 39)
    drawn.append(label(LEFT, CARDS_AT + 10, "Endgame Conditions: 3 VP for the most of", "b"))
    return "".join(drawn)


def _shown(state: State, card: str, ends: Sequence[Ending]) -> tuple[str, tuple[int, ...]]:
    """The name of a condition, and how much each seat has of what it compares; nothing before the first Era."""
    if not card or card == UNSTATED:
        return OPEN if card else "", ()
    what = state.tables.endgame_cards[card].compare
    return ENDGAME[card], tuple(end.compared[what] for end in ends) if state.era else ()


@lru_cache(maxsize=4096)
def _row(key: str, name: str, points: tuple[int, ...], wide: float, row: int) -> Spot:
    y, class_ = TOP + row * ROW, "b" if key.endswith("sum") else ""
    drawn = [label(LEFT, y + 15, name, class_)]
    for n, vp in enumerate(points):
        drawn.append(ended(LEFT + NAMES + wide * (n + 0.5) + 10, y + 15, str(vp).replace("-", MINUS), class_))
    return Spot(key, "".join(drawn), box(4, y, COLUMN - 8, ROW + 1, "just", 4))


@lru_cache(maxsize=4096)
def _condition(number: int, name: str, values: tuple[int, ...], wide: float) -> Spot:
    """A condition; the largest values are framed."""
    y = CARDS_AT + 16 + number * ROW
    drawn = [label(LEFT, y + 14, fitted(name, NAMES if values else RIGHT - LEFT, SIZE))]
    for n, value in enumerate(values):
        x = LEFT + NAMES + wide * (n + 0.5)
        most = value == max(values)
        drawn.append(box(x - 14, y, 28, ROW - 2, "full", 3) if most else "")
        drawn.append(ended(x + 10, y + 14, value, "b" if most else ""))
    return Spot(f"condition/{number}", "".join(drawn), box(4, y - 1, COLUMN - 8, ROW, "just", 4))
