"""Heroic Feats: DF-7.30 to DF-7.39, with ousting."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import BOAR, CARDS, PORTAL_OF, SLOTS, STACK, START, bundle
from engine.games.dice_forge.figures import gain, take
from engine.games.dice_forge.items import Bless, CardEffects, TakeCard
from engine.games.dice_forge.queries import turn_player
from engine.games.dice_forge.slots import candidates, cards_of, place_group
from engine.games.dice_forge.state import Player, State
from engine.games.dice_forge.unsupported_cards import check_scope
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import PerformFeat

_BEAR = "great_bear"
_BEAR_GLORY = bundle(CARDS[_BEAR].effect("automatic").amounts)
_COST = {slot.id: bundle(slot.cost) for slot in SLOTS.values()}


def group_of(card: str) -> str:
    """The group a card belongs to; Hydra alone is also a group."""
    return CARDS[card].group or card


def top_of_stack(state: State, slot: str) -> str:
    """DF-7.31: the top card of the monster stack; empty if the slot has no stack."""
    return state.slots[slot][-1] if state.groups[slot] == STACK and state.slots[slot] else ""


def can_pay(player: Player, slot: str) -> bool:
    """DF-7.32: whether the reserve holds what the slot costs."""
    _, sun, moon, _ = _COST[slot]
    return player.sun >= sun and player.moon >= moon


def legal_feats(state: State, seat: int) -> Iterator[PerformFeat]:
    """DF-7.30 to DF-7.32: every card that can be paid for; a slot of an unknown group offers nothing (DF-5.12)."""
    player = state.players[seat]
    if state.offering:
        return
    for slot in SLOTS:
        cards = state.slots[slot]
        if cards and can_pay(player, slot):
            top = top_of_stack(state, slot)
            yield from (PerformFeat(card) for card in ([top] if top else dict.fromkeys(cards)))


def perform_feat(state: State, seat: int, event: PerformFeat) -> Book:
    """DF-7.34: pay, move the hero, oust; then, by rule, the blessing of the ousted (DF-11.23), the card, its effects.

    Raises Violation DF-7.20 after forging in this action, DF-7.30 to DF-7.33 for the card and its price; a slot without
    cards cannot be used (DF-7.37), as DF-7.30 also states.
    """
    check_scope("card", event.card)
    if state.offering:
        raise Violation("DF-7.20", forged=list(state.offering))
    card = CARDS.get(event.card)
    if card is None:
        raise Violation("DF-7.30", card=event.card)
    player, slot = state.players[seat], card.slot
    unknown = not state.groups[slot]
    cards = _cards_if_revealed(state, event.card) if unknown else state.slots[slot]
    if card.id not in cards and not unknown:
        raise Violation("DF-7.30", card=card.id, slot=slot, left=list(cards))
    stack = group_of(card.id) == STACK if unknown else state.groups[slot] == STACK
    if stack and cards[-1] != card.id:
        raise Violation("DF-7.31", card=card.id, top=cards[-1])
    if not can_pay(player, slot):
        raise Violation("DF-7.32", card=card.id, cost=SLOTS[slot].cost, sun=player.sun, moon=player.moon)
    if unknown and group_of(card.id) not in candidates(state, slot):
        raise Violation("DF-7.33", card=card.id, slot=slot, candidates=candidates(state, slot))

    if unknown:
        place_group(state, slot, group_of(card.id))
        state.slots[slot] = cards
    book: Book = []
    _, sun, moon, _ = _COST[slot]
    enter(book, player, "sun", -sun, "feat")
    enter(book, player, "moon", -moon, "feat")
    state.card = card.id
    state.agenda += [CardEffects(), TakeCard()]
    _move_hero(book, state, player, PORTAL_OF[slot])
    return book


def _cards_if_revealed(state: State, card: str) -> list[str]:
    """DF-5.12: the cards of a slot that this card reveals; an unusual boar takes the place of the last card."""
    cards = cards_of(state, group_of(card))
    if group_of(card) == BOAR and card not in cards:
        cards[-1] = card
    return cards


def _move_hero(book: Book, state: State, player: Player, portal: str) -> None:
    """DF-7.34 (2), DF-7.36: a hero already on the portal does not move; another hero there is ousted."""
    if player.hero == portal:
        return
    for other in state.players:
        if other.hero == portal:
            _oust(book, state, player, other)
    player.hero = portal


def _oust(book: Book, state: State, player: Player, other: Player) -> None:
    """DF-7.35: each Great Bear of both pays, the hero goes back to the start, and a divine blessing follows.

    A bear that is being bought does not count yet (DF-11.24).
    """
    for bear_owner in (player, other):
        for _ in range(bear_owner.cards.count(_BEAR)):
            gain(book, bear_owner, _BEAR_GLORY, _BEAR)
    other.hero = START
    state.agenda.append(Bless("oust", other.seat))


def take_card(book: Book, state: State, item: TakeCard) -> bool:
    """DF-7.34 (4), DF-7.38: the card leaves its slot."""
    del state.agenda[-1]
    state.slots[CARDS[state.card].slot].remove(state.card)
    take(book, turn_player(state), state.card)
    return True
