"""The same game from another starting Breakthrough (AN-16.71), played only where the rules look at Breakthroughs.

Everything else happens alike. Where the rules look is found out, not listed: a position whose Breakthroughs are hidden
goes along, and any look at them raises `Looked`.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from engine.games.anachrony.readings._bga_branch import continues
from engine.games.anachrony.scoring import of_breakthroughs
from engine.games.anachrony.state import State
from engine.rules import Ruleset
from engine.snapshot import fork

Rows = list[tuple[Any, ...]]
Held = tuple[list[int], list[int]]
"""The Breakthroughs of a seat, and those in the supply."""
Scores = dict[tuple[object, ...], int]


class Looked(Exception):
    """The rules looked at something hidden."""


def _look(*args: object) -> NoReturn:
    raise Looked


class _Hidden:
    """Stands for a list that nobody may look at; compiled rules raise TypeError, as it is no list."""

    __slots__ = ()
    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __setitem__ = __add__ = __iadd__ = __index__ = _look
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __hash__ = None  # type: ignore[assignment]  # nor use it as a key


_HIDDEN: Any = _Hidden()


def units_of(rows: Rows) -> list[Rows]:
    """The rows of a script in pieces, each an event with the figures and scores stated after it."""
    found: list[Rows] = []
    for row in rows:
        if row[0] == "play" or not found:
            found.append([])
        found[-1].append(row)
    return found


def go_along(
    rules: Ruleset[Any], seat: int, first: State, others: Sequence[State], units: list[Rows], scores: Scores
) -> list[tuple[State, int] | None]:
    """Each of the other positions after as many units as it goes along with the first: it, and the unit it stands at.

    None for one that does not fit a unit. The first fits all; the others may differ from it in the Breakthroughs of
    the seat and in the supply only, and one that differs in more goes along no further. The first is changed.
    """
    held = [_held(other, seat) for other in others]
    along, alone = list(range(len(others))), dict[int, tuple[State, int] | None]()
    unseen, scored = _hidden(first, seat), False
    for place, unit in enumerate(units):
        event = unit[:1]  # of the first position, what is stated after it is known to fit
        looks = _looks(rules, unseen, seat, event)
        came: dict[int, State | None] = {}
        if looks:
            for number in along:
                other = _with(fork(first), seat, held[number])
                came[number] = other if continues(rules, other, unit, scores) else None
            scored = False
        elif not scored and _is_scored(unit, seat):  # the points stay alike until the next look
            alone |= {number: None for number in along if not _score_alike(first, seat, held[number])}
            scored = True
        fits = continues(rules, first, event, scores)
        assert fits, unit
        if looks:
            unseen = _hidden(first, seat)
        for number, after in came.items():
            held[number] = _held(after, seat) if after is not None else held[number]
            if after is None:
                alone[number] = None
            elif not _is_with(first, seat, held[number], after):
                alone[number] = after, place + 1
        along = [number for number in along if number not in alone]
    return [alone.get(n, (_with(fork(first), seat, own), len(units))) for n, own in enumerate(held)]


def _looks(rules: Ruleset[Any], unseen: State, seat: int, event: Rows) -> bool:
    """Whether the rules look at what is hidden; then the position is of no more use."""
    try:
        continues(rules, unseen, event, {})
    except (Looked, TypeError):
        return True
    return unseen.players[seat].breakthroughs is not _HIDDEN or unseen.breakthrough_supply is not _HIDDEN


def _is_scored(unit: Rows, seat: int) -> bool:
    return any(row[0] == "score" and row[1] == seat for row in unit)


def _score_alike(first: State, seat: int, held: Held) -> bool:
    """Whether a seat has the same points for these Breakthroughs as for those of the first position."""
    player = first.players[seat]
    own, player.breakthroughs = player.breakthroughs, held[0]
    points = of_breakthroughs(player)
    player.breakthroughs = own
    return points == of_breakthroughs(player)


def _held(state: State, seat: int) -> Held:
    return state.players[seat].breakthroughs.copy(), state.breakthrough_supply.copy()


def _with(state: State, seat: int, held: Held) -> State:
    """A position with other Breakthroughs; it is changed."""
    state.players[seat].breakthroughs, state.breakthrough_supply = held[0].copy(), held[1].copy()
    return state


def _is_with(state: State, seat: int, held: Held, other: State) -> bool:
    """Whether a position with other Breakthroughs is the other one; it stays as it is."""
    own = _held(state, seat)
    same = _with(state, seat, held) == other
    _with(state, seat, own)
    return same


def _hidden(state: State, seat: int) -> State:
    unseen = fork(state)
    unseen.players[seat].breakthroughs = unseen.breakthrough_supply = _HIDDEN
    return unseen
