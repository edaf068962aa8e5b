"""The course of a game: turns, their ends, the end of the game (DA-6.2, DA-6.10, DA-6.30 to DA-6.35, DA-9, DA-10.1)."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.agenda import actors
from engine.declaration import Step, Turn
from engine.games.daitoshi.actions import can_still_be_done, cannot_fail
from engine.games.daitoshi.agenda import awaited
from engine.games.daitoshi.components import CONSTANTS, TYPES
from engine.games.daitoshi.items import Check, CleanUp, Context, KeepAsked, Question, TurnStart
from engine.games.daitoshi.machine import drive_machine_out
from engine.games.daitoshi.queries import hexes_of, workers_held
from engine.games.daitoshi.resolving import QUESTIONS, ask, resolve, run, step
from engine.games.daitoshi.scoring import score
from engine.games.daitoshi.setup import settle_basics
from engine.games.daitoshi.state import Player, State
from engine.games.daitoshi.workshops import KEPT
from engine.ledger import Book, enter
from events.vocabulary.daitoshi.effects import Progress

CONFLICT = 2
GRANT = Context("")
"""The grant has no tag of its own (DA-15.2); what its steps give has the tag of their progress tracks."""


# What follows from an event.


def go_on(book: Book, state: State, player: Player) -> None:
    """Do what follows from a player's event: every step that waits for nobody, up to the end of the turn."""
    if player.stack:
        run(book, state, player)
    if state.promised:
        settle_questions(book, state, player)
    if state.moving or not player.stack:
        settle(book, state)


def settle(book: Book, state: State) -> None:
    """Do the steps of others that an event sets in motion, then what comes when nobody has anything left to do."""
    if state.phase == "setup":
        settle_basics(book, state)
        state.moving.clear()
        if not state.agenda:
            state.due = "next_turn"
        return
    players = state.players
    while not state.due:
        for seat in state.moving:
            run(book, state, players[seat])
        state.moving.clear()
        for seat in state.acting:
            if players[seat].stack:
                return
        _stacks_are_empty(book, state)


def settle_questions(book: Book, state: State, player: Player) -> None:
    """DA-6.5: settle questions before an action that have at most one of the answers allowed by DA-6.23."""
    while state.promised and player.stack and isinstance(item := player.stack[-1], Question):
        answers = list(islice(answers_to(state, player, item), 2))
        if len(answers) > 1:
            return
        player.stack.pop()
        player.by_rule.append(type(item).__name__)
        for answer in answers:
            QUESTIONS[type(item)].take(book, state, player, item, answer)
        run(book, state, player)


def answers_to(state: State, player: Player, item: Question) -> Iterator[Any]:
    """DA-6.5: the legal answers to an open question; before an action, only those that leave it possible."""
    answers = iter(QUESTIONS[type(item)].answers(state, player, item))
    if not state.promised or cannot_fail(state, player, item):
        return answers
    return (answer for answer in answers if leaves_action(state, player, item, answer))


def leaves_action(state: State, player: Player, item: Question, answer: Any) -> bool:
    """DA-6.23: whether the chosen action is still possible after an answer."""

    def take(trial: State) -> None:
        there = trial.players[player.seat]
        there.stack.pop()
        QUESTIONS[type(item)].take([], trial, there, item, answer)

    return can_still_be_done(state, player, take)


def _stacks_are_empty(book: Book, state: State) -> None:
    """DA-6.10, DA-6.35, DA-10.3: what comes next when nothing is left to do."""
    if state.phase == "production":
        end_production(state)
    elif state.phase == "final_grants":
        next_grant(book, state)
    else:
        state.due = "end_check"


# Ends of turns.


def end_production(state: State) -> None:
    """DA-6.10, DA-6.31: the token goes left; an option determines who checks for conflicts (DA-6.32)."""
    leader = state.players[state.active]
    leader.token = "left"
    if state.options.machine_moves_after_production:
        drive_machine_out(state, leader.slice)
    state.phase, state.leader = "turn_end", None
    seats = [*range(state.active, len(state.players)), *range(state.active)]
    state.acting = seats if state.options.production_check == "all_players" else seats[:1]
    state.moving = state.acting.copy()
    for seat in state.acting:
        state.players[seat].stack.append(Check())


@step(CleanUp)
def clean_up(book: Book, state: State, player: Player, frame: CleanUp) -> bool:
    """DA-6.30: the end of a city turn."""
    player.stack.pop()
    state.phase, state.snapshot = "turn_end", []
    drive_machine_out(state, player.slice)
    player.token = "centre"
    settle_conflicts(book, state, player)
    return True


@step(Check)
def check_conflicts(book: Book, state: State, player: Player, frame: Check) -> bool:
    """DA-6.32, DA-6.33: check for conflicts at the end of a production turn."""
    player.stack.pop()
    settle_conflicts(book, state, player)
    return True


def settle_conflicts(book: Book, state: State, player: Player) -> None:
    """DA-6.32, DA-6.33: two hexes of a type turn its operation tile; excess workers have to leave."""
    before, there = player.in_conflict, [hex for hex, number in hexes_of(player) if number >= CONFLICT]
    if there != before:
        player.in_conflict = there
        for hex in TYPES:
            if (hex in there) != (hex in before):
                enter(book, player, "conflicts", 1 if hex in there else -1, hex)
    if there and state.catalogue.type_of["op_workers"] in there and workers_held(player) > KEPT:
        ask(book, state, player, KeepAsked(player.seat))


def end_check(state: State) -> Step:
    """DA-6.34, DA-10.1: the end is in sight when the second-to-last space of a track is bare."""
    book: Book = []
    if state.end_round is None:
        tracks = state.tracks
        for hex in TYPES:
            if not tracks[hex][-2]:
                state.end_round = state.round + 1
                state.end_tracks.append(hex)
                enter(book, state.players[state.active], "ended", 1, hex)
    ends_round = state.turn % len(state.players) == 0
    over = ends_round and state.round == state.end_round
    state.due = "final_grants" if over else "next_turn"
    return Step("end_check", book, ends_round=ends_round and not over)


def next_turn(state: State) -> Step:
    """DA-6.2, DA-9.1: the next player's turn begins."""
    before, active = divmod(state.turn, len(state.players))
    state.turn += 1
    state.round, state.active = before + 1, active
    state.phase, state.due = "turn_start", ""
    state.acting = [active]
    state.players[active].stack.append(TurnStart(active))
    return Step("next_turn", [])


# The end of the game.


def final_grants(state: State) -> Step:
    """DA-6.35, DA-9.2: the last turn is over."""
    state.turn += 1
    state.phase, state.due, state.acting = "final_grants", "", []
    book: Book = []
    settle(book, state)
    return Step("final_grants", book)


def next_grant(book: Book, state: State) -> None:
    """DA-10.3: each player who kept the grant, in turn order; then the game is scored."""
    for player in state.players:
        if player.grant:
            player.grant = False
            state.acting, state.moving = [player.seat], [player.seat]
            resolve(book, state, player, (Progress(CONSTANTS.grant_progress, "any", True),), GRANT)
            return
    state.acting, state.due = [], "final_scoring"


def final_scoring(state: State) -> Step:
    """DA-10.4: score the game."""
    state.phase, state.due = "finished", ""
    return Step("final_scoring", score(state), ends_round=True)


_DUE = {
    "end_check": end_check,
    "next_turn": next_turn,
    "final_grants": final_grants,
    "final_scoring": final_scoring,
}


def proceed(state: State) -> Step | None:
    """The next automatic step, if one is due."""
    return _DUE[state.due](state) if state.due else None


def turn(state: State) -> Turn:
    """DA-9.1: where the game stands; one place in the round for each player, and after the last that of DA-9.2."""
    place = state.turn - (state.round - 1) * len(state.players) if state.round else 0
    return Turn(state.turn, state.round, place, state.phase, actors(awaited(state)), _whose(state))


def _whose(state: State) -> int | None:
    return state.active if state.round and state.phase not in ("final_grants", "finished") else None
