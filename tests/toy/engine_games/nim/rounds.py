"""The course of the game: the pile that is drawn (NIM-3), the ends of rounds (NIM-4, NIM-5) and of the game (NIM-6)."""

from collections.abc import Iterator

from engine.agenda import Awaited
from engine.chance import OneOf, Outcome
from engine.games.nim.state import State
from engine.ledger import Entry
from engine.ruleset import Standing, Step, Turn, ranked
from events.vocabulary.nim import DrawPile

FEWEST_STONES, MOST_STONES = 3, 12
LAST_STONE_VP = 2


class Pile(Awaited, frozen=True):
    """Chance draws the pile."""


class Move(Awaited, frozen=True):
    """A player takes stones."""


def awaited(state: State) -> tuple[Awaited, ...]:
    """NIM-1, NIM-3: the draw of the pile, then a move, until the game is over."""
    if not state.size:
        return (Pile(None),)
    return (Move(state.to_move),) if state.pile else ()


def pile(state: State) -> Outcome:
    """NIM-3: every size of the pile."""
    return Outcome(DrawPile, "NIM-3", stones=OneOf(range(FEWEST_STONES, MOST_STONES + 1)))


def draw_pile(state: State, actor: int | None, event: DrawPile) -> list[Entry]:
    """NIM-3: the pile is drawn once, by nobody, before the first round."""
    state.size = state.pile = event.stones
    state.round = 1
    return []


def proceed(state: State) -> Step | None:
    """The step that is due after a take: the last stone's points (NIM-4), then the next pile (NIM-5)."""
    if not state.due:
        return None
    name = state.due.pop(0)
    if name == "last_stone":
        winner = (state.to_move - 1) % state.players
        return Step(name, [state.gain(winner, "vp", LAST_STONE_VP, source="last_stone")], ends_round=True)
    state.pile = state.size
    state.round += 1
    state.turns_of_round = 0
    return Step(name, [])


def turn(state: State) -> Turn:
    """Where the game stands: the turn that is to be played, the last one while a round ends and when all is over."""
    if not state.pile:
        cycle = -(-state.turns_of_round // state.players)
        return Turn(state.turns, state.round, cycle, "over" if state.over else "end" if state.size else "draw", ())
    cycle = 1 + state.turns_of_round // state.players
    return Turn(1 + state.turns, state.round, cycle, "take", (state.to_move,))


def standings(state: State) -> list[Standing] | None:
    """NIM-6: most points win."""
    return ranked(dict(enumerate(state.vp))) if state.over else None


def conservation(state: State) -> Iterator[str]:
    """Every stone that was laid out lies there or is taken."""
    if state.pile + sum(state.stones) != state.size * state.round:
        yield f"{state.pile} stones lie there, {sum(state.stones)} are taken, of {state.size} in {state.round} rounds"
