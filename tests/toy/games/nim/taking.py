"""Taking stones (NIM-2), and being stopped (NIM-8)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.nim.figures import move_stones
from engine.games.nim.state import Reaction, State
from engine.ledger import Book
from events.vocabulary.nim import Answer, Take

MOST_STONES = 3
MAY_STOP = ("stop", None)


def legal_takes(state: State, seat: int) -> Iterator[Take]:
    """Every legal take, fewest stones first."""
    for stones in range(1, min(MOST_STONES, state.pile) + 1):
        yield Take(stones)


def take(state: State, seat: int, event: Take) -> Book:
    """NIM-2: take one to three stones. Raises Violation NIM-2 for more than the limit or the pile allows."""
    if not 1 <= event.stones <= min(MOST_STONES, state.pile):
        raise Violation("NIM-2", stones=event.stones, pile=state.pile)

    state.agenda.pop()
    state.turns += 1
    state.turns_of_round += 1
    state.last = seat
    if event.stones == MOST_STONES and state.players[state.to_move].card != "":
        state.agenda.append(Reaction(state.to_move))
    book = Book()
    move_stones(book, state, seat, event.stones, "take")
    return book


def legal_answers(state: State, seat: int) -> Iterator[Answer]:
    """Let the stones go, or stop them."""
    yield Answer(stop=False)
    if state.players[seat].card in MAY_STOP:
        yield Answer(stop=True)


def answer(state: State, seat: int, event: Answer) -> Book:
    """NIM-8: a stop returns the third stone. Raises Violation NIM-8 if the player has no stop."""
    player = state.players[seat]
    if event.stop and player.card not in MAY_STOP:
        raise Violation("NIM-8", card=player.card)

    state.agenda.pop()
    book = Book()
    if event.stop:
        player.card = ""
        move_stones(book, state, state.last, -1, "stop")
    return book
