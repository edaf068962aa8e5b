"""What follows by rule after an event, until a decision or a chance event is needed: DF-6.2, DF-6.3."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from engine.agenda import actors
from engine.declaration import Step, Turn
from engine.games.dice_forge import blessings, card_effects, feats, granted_faces, items, satyrs
from engine.games.dice_forge.agenda import awaited
from engine.games.dice_forge.automatic_answers import settle
from engine.games.dice_forge.components import BOARS
from engine.games.dice_forge.draft import draft_card, legal_drafts, open_slot
from engine.games.dice_forge.forging import offering_is_over
from engine.games.dice_forge.queries import held_by, phase
from engine.games.dice_forge.reinforcement import step_is_over
from engine.games.dice_forge.scoring import score
from engine.games.dice_forge.state import State
from engine.games.dice_forge.turns import (
    begin_turn,
    complete_action,
    end_turn,
    is_last_round,
    is_last_seat,
    next_turn,
    offer_is_over,
    open_action,
)
from engine.ledger import Book
from events.vocabulary.dice_forge import ForgeGranted


def follow(book: Book, state: State) -> None:
    """Do everything that follows by rule, until somebody's answer or chance is needed, or the turn ends."""
    while stack := state.agenda:
        newest = stack[-1]
        by_rule = _BY_RULE.get(type(newest))
        if by_rule is None or not by_rule(book, state, newest):
            return


def proceed(state: State) -> Step | None:
    """The end of a turn, the beginning of the next, or the scoring: DF-6.16, DF-6.4, DF-10.1."""
    newest = type(state.agenda[-1]) if state.agenda else None
    if newest is items.TurnEnd:
        return Step("turn_end", end_turn(state), ends_round=is_last_seat(state))
    if newest is not items.NextTurn:
        return None
    if is_last_round(state) and is_last_seat(state):
        return Step("scoring", score(state))
    next_turn(state)
    book: Book = []
    follow(book, state)
    return Step("turn_start", book)


def turn(state: State) -> Turn:
    """DF-9.1: the turns of all players are counted from 1; setup and draft are turn 0 of round 0 (DF-9.2)."""
    index = (state.round - 1) * len(state.players) + state.turn_player + 1 if state.round else 0
    cycle = state.turn_player + 1 if state.round else 0
    who = tuple(sorted(actors(awaited(state))))
    return Turn(index, state.round, cycle, phase(state), who, state.turn_player if state.round else None)


# The steps: each returns whether it is over, and sets what comes next. It is over if the player has quit (DF-8.20).


def _set_up(book: Book, state: State, item: items.Setup) -> bool:
    """DF-5.13: when the Sanctuary is filled, slots may have to be drafted; otherwise the first turn begins."""
    state.agenda[-1] = items.Draft()
    return True


def _draft(book: Book, state: State, item: items.Draft) -> bool:
    """DF-5.13: when all slots are filled, the first turn begins."""
    if state.undrafted:
        open_slot(state)
    else:
        state.round = 1
        begin_turn(state)
    return True


def _end_blessings(book: Book, state: State, item: items.Blessings) -> bool:
    """DF-6.2: step 2 follows."""
    state.agenda[-1] = items.Reinforcement(state.turn_player)
    return True


def _end_reinforcement(book: Book, state: State, item: items.Reinforcement) -> bool:
    """DF-6.11: no usable card is left."""
    player = state.players[state.turn_player]
    if not player.quit and not step_is_over(player):
        return False
    open_action(state)
    return True


def _end_action(book: Book, state: State, item: items.Action) -> bool:
    """DF-7.34 (6), DF-7.26: the feat is done, or nothing more can be forged."""
    player = state.players[state.turn_player]
    if state.card or (state.offering and offering_is_over(state, player)):
        complete_action(state)
    elif player.quit:
        state.agenda[-1] = items.TurnEnd()
    else:
        return False
    return True


def _end_offer(book: Book, state: State, item: items.ExtraOffer) -> bool:
    """DF-6.14: the extra action cannot be paid for."""
    if not state.players[state.turn_player].quit and not offer_is_over(state):
        return False
    state.agenda[-1] = items.TurnEnd()
    return True


# Decisions: DF-6.3: a single answer is taken; for those who have quit, see DF-8.20.

Decide = Callable[[State, int, Any], Book]
_DECISIONS: dict[type, tuple[Callable[[State, int], Iterator[Any]], Decide]] = {
    items.BlessingDie: (card_effects.legal_blessing_dice, card_effects.choose_blessing_die),
    items.GoldSplit: (card_effects.legal_allocations, card_effects.allocate_gold),
    items.BearerChoice: (granted_faces.legal_bearers, granted_faces.choose_bearer),
    items.GrantedForge: (granted_faces.legal_grants, granted_faces.forge_granted),
    items.SatyrFaces: (satyrs.legal_pairs, satyrs.choose_satyr_faces),
}


def _decide(book: Book, state: State, item: Any) -> bool:
    """DF-6.61: whether a decision was taken by rule."""
    legal, decide = _DECISIONS[type(item)]
    if state.players[item.seat].quit:
        return _drop(book, state, item)
    answers = list(islice(legal(state, item.seat), 2))
    if len(answers) > 1:
        return False
    book += decide(state, item.seat, answers[0])
    return True


def _drop(book: Book, state: State, item: Any) -> bool:
    """DF-8.20: the bearer forges in place of the first removable face of die 1; everything else is dropped."""
    seat = item.seat
    if type(item) is items.GrantedForge and seat != state.turn_player:
        face = next(granted_faces.legal_grants(state, seat)).face
        replaced = next(face for face in held_by(state, seat).dice[0] if face not in BOARS)
        book += granted_faces.forge_granted(state, seat, ForgeGranted(face, 1, replaced))
    else:
        del state.agenda[-1]
    return True


def _draft_for_absent(book: Book, state: State, item: items.CardDraft) -> bool:
    """DF-8.20: the first candidate is taken; a draft is decided even if there is only one candidate."""
    assert item.seat is not None
    if not state.players[item.seat].quit:
        return False
    book += draft_card(state, item.seat, next(legal_drafts(state, item.seat)))
    return True


_BY_RULE: dict[type, Callable[[Book, State, Any], bool]] = {
    items.Setup: _set_up,
    items.Draft: _draft,
    items.CardDraft: _draft_for_absent,
    items.Blessings: _end_blessings,
    items.Reinforcement: _end_reinforcement,
    items.Action: _end_action,
    items.ExtraOffer: _end_offer,
    items.Bless: blessings.begin,
    items.Resolving: settle,
    items.TakeCard: feats.take_card,
    items.CardEffects: card_effects.run,
    **dict.fromkeys(_DECISIONS, _decide),
}
"""What the newest item of the agenda does by rule; returns whether anything was done. All others wait."""
