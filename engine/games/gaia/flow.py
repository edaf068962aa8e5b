"""The flow of a game: actions, turns, and where the game stands (section 6.2, section 9)."""

from engine.agenda import actors
from engine.declaration import Step, Turn
from engine.games.gaia.agenda import awaited
from engine.games.gaia.components import CONSTANTS
from engine.games.gaia.hunting import begin_hunting
from engine.games.gaia.items import Action, Hunting
from engine.games.gaia.state import State
from engine.ledger import Book


def spend_action(state: State) -> None:
    """GA-6.2.4: an action is spent when its decision is accepted."""
    state.actions_left -= 1
    state.agenda.pop()


def finish_action(state: State) -> None:
    """GA-6.2.4, GA-6.2.5: everything the action opened is done; begin the next action, or end the turn."""
    if state.actions_left:
        state.agenda.append(Action(state.active))


def proceed(state: State) -> Step | None:
    """The next of the two automatic steps between turns: the end of a turn (GA-9.3), and a new one with its hunting."""
    if state.agenda or state.reason:
        return None
    if state.ended_turn < state.turn:
        state.ended_turn = state.turn
        return Step("turn_ended", [], ends_round=state.turn % len(state.players) == 0)
    return Step("turn_started", _start_turn(state))


def turn(state: State) -> Turn:
    """GA-9.1, GA-9.2: where the game stands; `cycle` is the place of the turn in its round.

    Answers and claims of other players belong to the turn of the active player (GA-9.5).
    """
    players = len(state.players)
    if not state.turn:
        return Turn(0, 0, 0, "setup", ())
    round, place = divmod(state.turn - 1, players)
    return Turn(state.turn, round + 1, place + 1, _phase(state), actors(awaited(state)), state.active)


def _start_turn(state: State) -> Book:
    """GA-6.2.1, GA-6.2.2, GA-6.2.5: the next player clockwise (GA-4.1.1) has two actions, after hunting."""
    state.turn += 1
    state.active = (state.active + 1) % len(state.players)
    state.actions_left = CONSTANTS.actions_per_turn
    return begin_hunting(state)


def _phase(state: State) -> str:
    """GA-9.2: the phase; whatever an action opens belongs to its phase."""
    if state.reason:
        return "over"
    newest = type(state.agenda[-1]) if state.agenda else None
    if newest is Hunting:
        return "hunting"
    begun = CONSTANTS.actions_per_turn - state.actions_left
    return "action_1" if begun + (newest is Action) == 1 else "action_2"
