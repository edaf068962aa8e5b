"""Turns (LC-3), the end of a round (LC-9) and the next round (LC-11)."""

from engine.agenda import actors, name_of
from engine.declaration import Step, Turn
from engine.ledger import Book

from anyturn_lost_cities.rules.scoring import score
from anyturn_lost_cities.rules.state import Move, State, TopCard, lay_out


def follow(book: Book, state: State) -> None:
    """Once nothing is awaited: the next player's move, or the end of the round, when the deck is empty."""
    if not state.agenda and state.deck:
        state.agenda.append(Move(state.to_move))
    elif not state.agenda:
        state.due = ["expeditions", "new_round"] if state.round < state.options.rounds else ["expeditions"]


def proceed(state: State) -> Step | None:
    """The step that is due: the points of all expeditions (LC-10), then the next round (LC-11)."""
    if not state.due:
        return None
    name, book = state.due.pop(0), Book()
    if name == "expeditions":
        for player in state.players:
            score(book, player)
    else:
        first, second = (player.vp for player in state.players)
        state.beginner = 1 - state.beginner if first == second else int(second > first)
        state.round += 1
        lay_out(state)
    return Step(name, book, ends_round=name == "expeditions")


def turn(state: State) -> Turn:
    """The turn being played or, before a move, to be played; during a deal and at the end, the last one played."""
    newest = state.agenda[-1:]
    phase = name_of(type(newest[0])) if newest else "end"
    coming = phase == "move"
    cycle = -(-(state.turns_of_round + coming) // len(state.players))
    whose = newest[0].player if newest and isinstance(newest[0], TopCard) else None
    return Turn(state.turns + coming, state.round, cycle, phase, actors(newest), whose)
