"""The course of the game (AN-6.1, AN-6.6): phases as automatic steps, turns, and immediate consequences of events."""

from collections.abc import Callable
from typing import Any

from engine.agenda import actors
from engine.declaration import Step
from engine.declaration import Turn as Place
from engine.games.anachrony import abilities, clean_up, paradox, power_up, preparation, scoring, warp
from engine.games.anachrony.agenda import awaited
from engine.games.anachrony.components import WORKERS
from engine.games.anachrony.declining import is_optional
from engine.games.anachrony.items import (
    DieToSet,
    EffectsLeft,
    Nested,
    ParadoxCheck,
    ParadoxRolled,
    TileBonus,
    TopRevealed,
    Turn,
)
from engine.games.anachrony.paradox import due_check, due_roll
from engine.games.anachrony.placing import legal_placements
from engine.games.anachrony.preparation import due_top
from engine.games.anachrony.research import due_research
from engine.games.anachrony.rules import ASKED
from engine.games.anachrony.state import ACTION, CLEAN_UP, SCORING, SETUP, State
from engine.games.anachrony.tile_effects import due_bonus, due_effects
from engine.ledger import Book

DUE: dict[type, Callable[[Book, State, Any], bool]] = {
    TopRevealed: due_top,
    ParadoxRolled: due_roll,
    ParadoxCheck: due_check,
    EffectsLeft: due_effects,
    TileBonus: due_bonus,
    DieToSet: due_research,
}
"""Functions called when an item's time comes: they return True if it follows by rule; otherwise it is awaited."""

ACTION_ORDER = (Turn, Nested)


def _nothing(state: State, seat: int) -> tuple[()]:
    return ()


def begin_actions(state: State) -> Book:
    """AN-6.6.1: the first turn."""
    state.phase, state.due = ACTION, ""
    _begin_turn(state, state.player_order[0])
    return []


STEPS: dict[str, Callable[[State], Book]] = {
    "preparation": preparation.begin_era,
    "paradox": paradox.begin,
    "power_up": power_up.begin,
    "warp": warp.begin,
    "action": begin_actions,
    "clean_up": abilities.begin,
    "returns": clean_up.return_everything,
    "impact": clean_up.impact,
    "era_end": clean_up.end_era,
    "scoring": scoring.score,
}


def proceed(state: State) -> Step | None:
    """AN-5.13, AN-9.7: the next automatic step, if due: a phase begins, a part of Clean Up, or the scoring."""
    if state.agenda or not state.due:
        return None
    name = state.due
    book = STEPS[name](state)
    follow(book, state)
    return Step(name, book, ends_round=name == "era_end")


def follow(book: Book, state: State) -> None:
    """What follows immediately: AN-6.1.3 forced follow-ups, effects that were left, the end of the turn (AN-6.6.3)."""
    agenda = state.agenda
    while agenda:
        item = agenda[-1]
        kind = type(item)
        due = DUE.get(kind)
        if due is not None:
            if due(book, state, item):
                continue
            return
        if kind in ACTION_ORDER:
            state.reservoir_used = False  # AN-7.1.7: a new action
            if kind is Turn or not is_optional(state, item):
                return
            if next(legal_placements(state, item.seat or 0), None) is not None:
                return
            agenda.pop()  # AN-16.50 h: it was opened although no placement is legal
            continue
        rules = ASKED.get(kind)
        if rules is None:
            return
        seat = item.seat
        assert seat is not None
        only = None
        for rule in rules:
            for event in (rule.legal or _nothing)(state, seat):
                if only is not None:
                    return
                only = rule, event
        if only is None:
            agenda.pop()
        else:
            rule, event = only
            book += rule.do(state, seat, event)
    if state.phase == ACTION and not state.due:
        _end_turn(state)


def _begin_turn(state: State, seat: int) -> None:
    state.current, state.reservoir_used = seat, False
    state.turn += 1
    state.agenda.append(Turn(seat))


def _end_turn(state: State) -> None:
    """AN-6.6.1, AN-6.6.6, AN-6.6.7: the next player who has not passed; if there is none, the phase ends."""
    state.turns += 1
    player = state.players[state.current]
    if any(player.fresh):
        player.fresh = [0] * len(WORKERS)
    order, players = state.player_order, state.players
    place = order.index(state.current)
    for seat in order[place + 1 :] + order[: place + 1]:
        if not players[seat].passed:
            _begin_turn(state, seat)
            return
    state.due = "clean_up"


def turn(state: State) -> Place:
    """AN-9.2, AN-9.3, AN-9.4, AN-9.5: where the game stands; the cycle is the action turn's number in the Era."""
    if state.phase == SETUP:
        index = 0
    else:
        index = state.turns + (state.phase not in (CLEAN_UP, SCORING) and state.due != "clean_up")
    return Place(
        index=index,
        round=state.era,
        cycle=state.turn,
        phase=state.phase,
        actors=actors(awaited(state)),
        seat=state.current if state.phase == ACTION else None,
    )
