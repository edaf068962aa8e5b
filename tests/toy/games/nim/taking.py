"""Taking stones (NIM-1, NIM-2), being stopped (NIM-8), leaving (NIM-9)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.nim.state import STOP, Answer, Move, State, next_seat
from engine.ledger import Book, enter
from events.vocabulary.nim import Leave, LetPass, Stop, Take

MOST_STONES, STONE_VP = 3, 1


def legal_takes(state: State, seat: int) -> Iterator[Take]:
    """Every legal Take, fewest stones first."""
    for stones in range(1, min(MOST_STONES, state.pile) + 1):
        yield Take(stones)


def take(state: State, seat: int, event: Take) -> Book:
    """NIM-2: take one to three stones; each is a point. Raises Violation NIM-2 if the pile or the limit forbids it."""
    if not 1 <= event.stones <= min(MOST_STONES, state.pile):
        raise Violation("NIM-2", stones=event.stones, pile=state.pile)

    book: Book = []
    state.agenda.pop()
    state.turns += 1
    state.turns_of_round += 1
    state.last_taker = seat
    _move_stones(book, state, seat, event.stones, "take")
    state.to_move = next_seat(state, seat)
    if event.stones == MOST_STONES and state.players[state.to_move].card != "":
        state.agenda.append(Answer(state.to_move, seat))
    else:
        _end_turn(state)
    return book


def may_stop(state: State, seat: int) -> bool:
    """NIM-8: whether a player holds a stop, or may hold one as far as a public log tells."""
    card = state.players[seat].card
    return card == STOP or (card is None and state.deck[STOP] > 0)


def legal_stops(state: State, seat: int) -> Iterator[Stop]:
    """Stop, of who holds one or may hold one."""
    if may_stop(state, seat):
        yield Stop()


def stop(state: State, seat: int, event: Stop) -> Book:
    """NIM-8: the third stone goes back with its point, the stop leaves the game. Raises Violation NIM-8 without one."""
    if not may_stop(state, seat):
        raise Violation("NIM-8", card=state.players[seat].card, stops_left=state.deck[STOP])

    book: Book = []
    taker = head(state.agenda, Answer).taker
    state.agenda.pop()
    if state.players[seat].card is None:
        state.deck[STOP] -= 1
    state.players[seat].card = ""
    _move_stones(book, state, taker, -1, "stop")
    _end_turn(state)
    return book


def legal_passes(state: State, seat: int) -> Iterator[LetPass]:
    """LetPass, of whoever is asked."""
    yield LetPass()


def let_pass(state: State, seat: int, event: LetPass) -> Book:
    """NIM-8: the turn is over as it is."""
    state.agenda.pop()
    _end_turn(state)
    return []


def leave(state: State, actor: int | None, event: Leave) -> Book:
    """NIM-9: a player leaves; whatever was awaited of this player is not any more.

    Raises Violation NIM-9 for nobody at the table, who has left already, or the last player.
    """
    playing = [player.seat for player in state.players if not player.left]
    if event.player not in playing or len(playing) == 1 or state.over:
        raise Violation("NIM-9", player=event.player, playing=playing)
    state.players[event.player].left = True
    if state.to_move == event.player:
        state.to_move = next_seat(state, event.player)
    newest = state.agenda[-1] if state.agenda else None
    if newest is not None and newest.seat == event.player:
        state.agenda.pop()
        _end_turn(state)
    return []


def _move_stones(book: Book, state: State, seat: int, number: int, source: str) -> None:
    state.pile -= number
    enter(book, state.players[seat], "stones", number, source)
    enter(book, state.players[seat], "vp", number * STONE_VP, source)


def _end_turn(state: State) -> None:
    """The next player's move, or the end of the round: NIM-1, NIM-4, NIM-5."""
    if state.pile:
        state.agenda.append(Move(state.to_move))
    else:
        state.due = ["last_stone", "new_pile"] if state.round < state.options.rounds else ["last_stone"]
