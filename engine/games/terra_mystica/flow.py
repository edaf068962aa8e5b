"""The course of the game (TM-5.1, TM-6.1, TM-9): consequences of events, automatic steps, where the game stands."""

from engine.agenda import actors
from engine.declaration import Step, Turn
from engine.games.terra_mystica.agenda import awaited
from engine.games.terra_mystica.choosing import FACTION_PHASES, next_choice
from engine.games.terra_mystica.components import GAME
from engine.games.terra_mystica.rounds import clean_up, cult_bonus, income, unlocked
from engine.games.terra_mystica.scoring import scorings
from engine.games.terra_mystica.setup import placements
from engine.games.terra_mystica.state import NOBODY, State
from engine.ledger import Book


def follow(book: Book, state: State) -> None:
    """TM-5.1: move on to the next choice, to the dwellings, or (in reverse order, TM-5.6.1) to the bonus cards."""
    if state.round:
        return
    if state.phase in FACTION_PHASES and next_choice(state):
        state.phase = "setup_dwellings"
        state.waiting = [each for each in placements(state) if not state.players[each].dropped]  # TM-7.15.4
    if state.phase == "setup_dwellings" and not state.waiting:
        state.phase = "setup_bonus"
        state.waiting = [seat for seat in reversed(state.order) if not state.players[seat].dropped]
    if state.phase in ("setup_bonus", "setup_intro") and not state.waiting:
        state.phase = "income"


def proceed(state: State) -> Step | None:
    """The next automatic step that is due, or None: TM-6.1; TM-6.7.4: round 6 has neither cult bonus nor clean-up.

    TM-11.26: the cult bonus and its spades belong to the round that ends, and come before the next income.
    """
    if state.phase == "action":
        if state.active != NOBODY or not action_phase_over(state):
            return None
        return cult_bonus(state) if state.round < GAME.rounds else _final(state)
    if state.phase == "cult_bonus":
        return None if state.spades_due else clean_up(state)
    if state.phase == "income":
        return unlocked(state) if state.waiting else income(state)
    if state.phase == "final":
        return _final(state)
    return None


def action_phase_over(state: State) -> bool:
    """TM-6.1, TM-6.5.6, TM-6.5.7: all have passed or dropped, and no decision is open."""
    if state.active != NOBODY or state.offers:
        return False
    return not any(player.cult_owed or player.tokens_owed for player in state.players)


def _final(state: State) -> Step:
    """TM-10.1: the next of the final scorings."""
    due = scorings(state)
    name, score = due[state.done]
    book = score(state)
    state.done += 1
    last = state.done == len(due)
    state.phase = "over" if last else "final"
    return Step(name, book, ends_round=last)


def turn(state: State) -> Turn:
    """TM-9: turn, round (TM-9.2), cycle and phase (TM-9.5), and the seats that may decide now, the active one first."""
    seats = sorted(actors(awaited(state)), key=lambda seat: seat != state.active)
    return Turn(state.turn, state.round, state.cycle, state.phase, tuple(seats))


def place(state: State) -> Turn:
    """The same without the seats."""
    return Turn(state.turn, state.round, state.cycle, state.phase, ())
