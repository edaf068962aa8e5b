"""Dice Forge: rulebook.md is the specification, components.toml its tables, `ruleset` what the engine uses.

Each module enforces one topic of the rulebook and names its clauses.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from engine.clause import Violation
from engine.games.dice_forge import figures as reading
from engine.games.dice_forge import legal as legal_events
from engine.games.dice_forge import policy
from engine.games.dice_forge.blessings import after_answer, choose_first_die, dice_rolled
from engine.games.dice_forge.boars import boar_reward
from engine.games.dice_forge.copying import copy_face
from engine.games.dice_forge.draft import draft_slot
from engine.games.dice_forge.feats import perform_feat
from engine.games.dice_forge.flow import ANSWER, expects_chance, go_on
from engine.games.dice_forge.forging import end_forge, forge_face
from engine.games.dice_forge.gains import Book
from engine.games.dice_forge.platform import platform_adjustment, player_quit
from engine.games.dice_forge.queues import check_item, receiver_of, waiting
from engine.games.dice_forge.reinforcement import end_reinforcement, use_reinforcement
from engine.games.dice_forge.resolving import resolve_face
from engine.games.dice_forge.scoring import score, standings
from engine.games.dice_forge.setup import group_revealed, sanctuary_reduced, start
from engine.games.dice_forge.ships import ship_forge, ship_pass
from engine.games.dice_forge.state import State
from engine.games.dice_forge.tokens import use_cerberus, use_triton
from engine.games.dice_forge.turns import (
    end_turn,
    extra_action,
    is_last_round,
    is_last_seat,
    next_turn,
    pass_action,
)
from engine.ruleset import Standing, Step, Turn
from events.record import Header
from events.vocabulary import dice_forge as events

CHANCE: dict[type, Callable[[State, Any], Book]] = {
    events.SanctuaryReduced: sanctuary_reduced,
    events.GroupRevealed: group_revealed,
    events.DraftSlot: draft_slot,
    events.DiceRolled: dice_rolled,
}
ADMINISTRATION: dict[type, Callable[[State, Any], Book]] = {
    events.PlatformAdjustment: platform_adjustment,
    events.PlayerQuit: player_quit,
}
NO_DECISIONS = CHANCE | ADMINISTRATION
DECISIONS: dict[type, Callable[[State, int, Any], Book]] = {
    events.UseReinforcement: use_reinforcement,
    events.EndReinforcement: end_reinforcement,
    events.ForgeFace: forge_face,
    events.EndForge: end_forge,
    events.PerformFeat: perform_feat,
    events.PassAction: pass_action,
    events.ExtraAction: extra_action,
    events.UseTriton: use_triton,
}


def _first_die(state: State, seat: int, event: events.ChooseFirstDie) -> Book:
    """DF-7.41: answer the head item."""
    receiver = check_item(state, seat, ("first", 0))
    assert receiver is not None
    return choose_first_die(state, receiver, event)


ITEMS: dict[type, Callable[[State, int, Any], Book]] = {
    events.CopyFace: copy_face,
    events.ChooseFirstDie: _first_die,
    events.ResolveFace: resolve_face,
    events.BoarReward: boar_reward,
    events.ShipForge: ship_forge,
    events.ShipPass: ship_pass,
    events.UseCerberus: use_cerberus,
}


class DiceForge:
    """The rules of Dice Forge as `engine.ruleset.Ruleset` asks for them."""

    id = "dice_forge"
    name = "Dice Forge"
    version = "1"
    state_type = State
    figures_of_a_seat = reading.FIGURES

    def start(self, header: Header) -> State:
        """The position before the first record: section 5."""
        state = start(header)
        go_on([], state)
        return state

    def apply(self, state: State, event: Any, actor: int | None) -> Book:
        """Apply one event and what follows by rule: DF-7.1 to DF-7.3, DF-7.7, DF-8.1, DF-8.2."""
        kind = type(event)
        if kind in NO_DECISIONS:
            if actor is not None:
                raise Violation("DF-8.1" if kind in CHANCE else "DF-8.20", actor=actor)
            book = NO_DECISIONS[kind](state, event)
            go_on(book, state)
            return book
        item = ITEMS.get(kind)
        if expects_chance(state):
            raise Violation("DF-8.2", actor=actor, event=kind.__struct_config__.tag)
        if actor is None or not 0 <= actor < len(state.players):
            raise Violation("DF-7.1", seat=actor, players=len(state.players))
        if item is not None:
            book = item(state, actor, event)
            after_answer(state, receiver_of(state, actor))
        elif kind in DECISIONS:
            book = DECISIONS[kind](state, actor, event)
        else:
            book = _answer_pending(state, actor, event)
        go_on(book, state)
        return book

    def proceed(self, state: State) -> Step | None:
        """The end of a turn, the beginning of the next, the scoring: DF-6.16, DF-6.4, DF-10.1."""
        if state.step == "turn_end":
            return Step("turn_end", end_turn(state), ends_round=is_last_seat(state))
        if state.step != "next_turn":
            return None
        if is_last_round(state) and is_last_seat(state):
            return Step("scoring", score(state))
        next_turn(state)
        book: Book = []
        go_on(book, state)
        return Step("turn_start", book)

    def legal(self, state: State) -> Iterator[tuple[int | None, Any]]:
        """Every legal decision and chance event: DF-7.5."""
        return legal_events.legal(state)

    def turn(self, state: State) -> Turn:
        """Where the game stands: section 9."""
        return reading.turn(state)

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        """The figures of a seat."""
        return reading.of_player(state.players[seat])

    def faction(self, state: State, seat: int) -> str | None:
        """The game has no factions."""
        return None

    def standings(self, state: State) -> list[Standing] | None:
        """The final result: DF-10.4, DF-10.5."""
        return standings(state)

    def conservation(self, state: State) -> Iterator[str]:
        """What of DF-4.5 does not hold."""
        return reading.conservation(state)

    def sample_header(self, rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
        """A header for self-play."""
        return policy.sample_header(rng, players, options)

    def sample_chance(self, state: State, rng: Random) -> Any:
        """A drawn chance event: DF-8.13."""
        return policy.sample_chance(state, rng)

    def choose(self, state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
        """The sensible policy's choice."""
        return policy.choose(state, actions, rng)


def _answer_pending(state: State, actor: int, event: Any) -> Book:
    """DF-7.1: answer the open decision of DF-6.61, or the draft."""
    name = type(event).__struct_config__.tag
    if state.pending != name or state.pending_seat != actor:
        raise Violation("DF-7.1", seat=actor, answer=name, waiting=waiting(state, actor))
    return ANSWER[name](state, actor, event)


ruleset = DiceForge()
