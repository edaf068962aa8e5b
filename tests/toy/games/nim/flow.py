"""Turns (NIM-1), the end of a round (NIM-4) and the next round (NIM-5)."""

from engine.agenda import actors, name_of
from engine.declaration import Step, Turn
from engine.games.nim.state import Move, State
from engine.ledger import Book, enter

LAST_STONE_VP = 2


def follow(book: Book, state: State) -> None:
    """Once nothing is awaited: the next player's move, or the end of the round."""
    if not state.agenda and state.pile:
        state.agenda.append(Move(state.to_move))
    elif not state.agenda:
        state.due = ["last_stone", "new_pile"] if state.round < state.options.rounds else ["last_stone"]


def proceed(state: State) -> Step | None:
    """The step that is due: the points for the last stone (NIM-4), then the next pile (NIM-5)."""
    if not state.due:
        return None
    name, book = state.due.pop(0), Book()
    if name == "last_stone":
        enter(book, state.players[state.last], "vp", LAST_STONE_VP, name)
    else:
        state.pile, state.turns_of_round = state.size, 0
        state.round += 1
        follow(book, state)
    return Step(name, book, ends_round=name == "last_stone")


def turn(state: State) -> Turn:
    """The turn to be played; during a reaction and at the end, the last one played."""
    newest = state.agenda[-1:]
    phase = name_of(type(newest[0])) if newest else "end"
    coming = phase == "move"
    cycle = -(-(state.turns_of_round + coming) // len(state.players))
    whose = state.last if phase == "reaction" else None
    return Turn(state.turns + coming, state.round, cycle, phase, actors(newest), whose)
