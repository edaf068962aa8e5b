"""The points of Anachrony as if the game ended in a position, by the rules' own final scoring (AN-10)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.anachrony.scoring import categories, measured, score
from engine.games.anachrony.state import State
from engine.rules import ruleset
from engine.snapshot import state_bytes, state_from_bytes
from projections.pictures.anachrony.look import LEFT, RIGHT, SIZE, columns_of_seats, headline
from projections.pictures.anachrony.open_facts import counted
from projections.pictures.anachrony.wording import ENDGAME, OPEN, UNSTATED
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


def as_if_over(state: State) -> Sequence[Points]:
    """The points of each seat by category if the game ended here; empty before Era 1.

    Warp tiles are repaid as far as possible (AN-10.2.1), and the Endgame Conditions compared (AN-10.4), but for those
    that are not in the log. When the game is over, they are the points that were scored.
    """
    return _scored(state_bytes(state))


@lru_cache(maxsize=1024)  # a page asks for each position of a game several times
def _scored(position: bytes) -> list[dict[str, int]]:
    state: State = state_from_bytes(ruleset("anachrony"), position)
    found: list[dict[str, int]] = [{} for _ in state.players]
    for player in state.players:
        counted(player)
    if state.over:
        for player in state.players:
            found[player.seat] = categories(state, player)
            found[player.seat]["endgame_conditions"] = player.vp - sum(found[player.seat].values())
    elif state.era:
        state.endgame_cards = [card for card in state.endgame_cards if card != UNSTATED]
        for entry in score(state):
            if entry.figure == "vp":
                found[entry.seat][entry.source] = found[entry.seat].get(entry.source, 0) + entry.delta
    return found


def points_now(state: State) -> list[int]:
    """The points of all seats if the game ended here; when it is over, the final points."""
    return [sum(each.values()) for each in as_if_over(state)]


def scores(state: State, names: Sequence[str], points: Sequence[Points]) -> Part:
    """The points of everybody by category, and what the Endgame Conditions compare."""
    return Part("points", "Points if the game ended now", list(_elements(state, names, points)), HEIGHT)


def _elements(state: State, names: Sequence[str], points: Sequence[Points]) -> Iterator[Spot | str]:
    wide = (RIGHT - NAMES - LEFT) / len(names)
    yield _ground(tuple(names), wide)
    for row, (category, name) in enumerate(CATEGORIES.items()):
        yield _row(f"points/{category}", name, tuple(_vp(each.get(category, 0)) for each in points), wide, row)
    yield _row("points/sum", "sum", tuple(_vp(sum(each.values())) for each in points), wide, len(CATEGORIES))
    for n in range(CONDITIONS):
        card = state.endgame_cards[n] if n < len(state.endgame_cards) else ""
        yield _condition(n, *_compared(state, card), wide)


@lru_cache(maxsize=64)
def _ground(names: tuple[str, ...], wide: float) -> str:
    drawn = [box(0, 0, COLUMN, HEIGHT, "panel"), headline("Points if the game ended now")]
    drawn += columns_of_seats(names, NAMES + LEFT, wide, 39)
    drawn.append(label(LEFT, CARDS_AT + 10, "Endgame Conditions: 3 VP for the most of", "b"))
    return "".join(drawn)


def _compared(state: State, card: str) -> tuple[str, tuple[int, ...]]:
    """What a condition compares, and how much of it each seat has; nothing before the first Era."""
    if not card or card == UNSTATED:
        return OPEN if card else "", ()
    what = state.tables.endgame_cards[card].compare
    return ENDGAME[card], tuple(measured(state, each, what) for each in state.players) if state.era else ()


def _vp(number: int) -> str:
    return str(number).replace("-", MINUS)


@lru_cache(maxsize=4096)
def _row(key: str, name: str, points: tuple[str, ...], wide: float, row: int) -> Spot:
    y, class_ = TOP + row * ROW, "b" if key.endswith("sum") else ""
    drawn = [label(LEFT, y + 15, name, class_)]
    drawn += [ended(LEFT + NAMES + wide * (n + 0.5) + 10, y + 15, vp, class_) for n, vp in enumerate(points)]
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
