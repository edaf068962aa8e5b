"""Running (RACE-2)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.race.state import State
from engine.ledger import Book, enter
from events.vocabulary.race import Run

GOAL = 10
MOST_STEPS = 3


def legal_runs(state: State, seat: int) -> Iterator[Run]:
    """Every legal Run, shortest first."""
    for steps in range(1, _most(state, seat) + 1):
        yield Run(steps)


def run(state: State, seat: int, event: Run) -> Book:
    """RACE-2: one to three steps ahead. Raises Violation RACE-2 for any other number, or beyond the tenth step."""
    if not 1 <= event.steps <= _most(state, seat):
        raise Violation("RACE-2", steps=event.steps, reached=state.players[seat].vp)

    book = Book()
    state.agenda.pop()
    state.turns += 1
    enter(book, state.players[seat], "vp", event.steps, "run")
    return book


def _most(state: State, seat: int) -> int:
    return min(MOST_STEPS, GOAL - state.players[seat].vp)
