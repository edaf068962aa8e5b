"""Taking stones: NIM-1 and NIM-2."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.nim.state import State
from engine.ledger import Entry
from events.vocabulary.nim import Take

MOST_STONES = 3


def legal_takes(state: State, seat: int) -> Iterator[Take]:
    """Every legal Take of the player to move, fewest stones first."""
    for stones in range(1, min(MOST_STONES, state.pile) + 1):
        yield Take(stones)


def take(state: State, seat: int, event: Take) -> list[Entry]:
    """NIM-2: take one to three stones; each is a point.

    Raises Violation NIM-1 if it is the other player's turn, NIM-2 if the pile or the limit forbids it.
    """
    if not 1 <= event.stones <= min(MOST_STONES, state.pile):
        raise Violation("NIM-2", stones=event.stones, pile=state.pile)

    state.pile -= event.stones
    state.turns += 1
    state.turns_of_round += 1
    state.to_move = (seat + 1) % state.players
    if not state.pile:
        state.due = ["last_stone", "new_pile"] if state.round < state.rounds else ["last_stone"]
    return [
        state.gain(seat, "stones", event.stones, source="take"),
        state.gain(seat, "vp", event.stones, source="take"),
    ]
