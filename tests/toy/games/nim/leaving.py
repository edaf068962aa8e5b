"""Leaving the table (NIM-9)."""

from engine.clause import Violation
from engine.games.nim.state import Move, State
from engine.ledger import Book
from events.vocabulary.nim import Leave


def leave(state: State, actor: int | None, event: Leave) -> Book:
    """NIM-9: the player is skipped from now on.

    Raises Violation NIM-9 if the player is not to move, or is the last one.
    """
    playing = [player.seat for player in state.players if not player.left]
    if state.agenda[-1:] != [Move(event.player)] or len(playing) == 1:
        raise Violation("NIM-9", player=event.player, playing=playing)

    state.agenda.pop()
    state.players[event.player].left = True
    return []
