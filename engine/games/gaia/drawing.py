"""Drawing and discarding (sections 7.2 to 7.4, 8.3, 8.4), and nothing left to draw (section 7.14)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.chance import Draw, Outcome
from engine.clause import Violation
from engine.games.gaia.cards import (
    Unseen,
    cards_of_pile,
    check_card,
    check_drawn,
    check_in_hand,
    check_pile,
    check_unnamed,
    may_hold,
    over_limit,
    piles_in_play,
    see,
    to_discard,
    too_many_power,
)
from engine.games.gaia.components import POWER
from engine.games.gaia.figures import draw_card, lose_card
from engine.games.gaia.flow import finish_action, spend_action
from engine.games.gaia.items import DeckDraw, Discard, RowRefill
from engine.games.gaia.scoring import end_by_exhaustion
from engine.games.gaia.state import EMPTY, State
from engine.ledger import Book
from events.vocabulary.gaia import DeckDrawn, DiscardCard, DrawDeck, DrawExhausted, DrawRow, RowRefilled


def legal_row_draws(state: State, seat: int) -> Iterator[DrawRow]:
    """Every filled slot, with piles in their usual order."""
    for pile in piles_in_play(state):
        for slot, card in enumerate(state.row[pile]):
            if card:
                yield DrawRow(pile, slot)


def legal_deck_draws(state: State, seat: int) -> Iterator[DrawDeck]:
    """Every deck that is not empty."""
    return (DrawDeck(pile) for pile in piles_in_play(state) if state.deck_size[pile])


def draw_row(state: State, seat: int, event: DrawRow) -> Book:
    """GA-7.2.4: take a face-up card; the slot is refilled from the deck as long as the deck lasts.

    Raises Violation GA-7.2.1 (pile), GA-7.2.2 (slot), GA-7.2.3 (the slot holds another card). A player with a full hand
    may draw (GA-7.2.5).
    """
    check_pile(event.pile)
    if event.card is not None:
        check_card(state, event.card)
    if event.pile not in piles_in_play(state):
        raise Violation("GA-7.2.1", pile=event.pile, mode=state.options.mode)
    row = state.row[event.pile]
    if not 0 <= event.slot < len(row) or not row[event.slot]:
        raise Violation("GA-7.2.2", pile=event.pile, slot=event.slot, row=list(row))
    card = row[event.slot]
    if event.card is not None and event.card != card:
        raise Violation("GA-7.2.3", slot=event.slot, named=event.card, lies_there=card)

    spend_action(state)
    row[event.slot] = EMPTY
    book: Book = []
    draw_card(book, state.players[seat], event.pile, card, f"{event.pile} row")
    if state.deck_size[event.pile]:
        state.agenda.append(RowRefill(None, event.pile, event.slot))
    else:
        _after_draw(state)
    return book


def plain_draw(state: State, event: DrawRow) -> DrawRow:
    """GA-7.2.3: the draw without the card's name, if that card is the one in the slot."""
    row = state.row.get(event.pile, [])
    named = 0 <= event.slot < len(row) and event.card == row[event.slot]
    return DrawRow(event.pile, event.slot) if named else event


def draw_deck(state: State, seat: int, event: DrawDeck) -> Book:
    """GA-7.3.3: draw the top card of a deck. Raises Violation GA-7.3.1 (pile), GA-7.3.2 (empty)."""
    check_pile(event.pile)
    if event.pile not in piles_in_play(state):
        raise Violation("GA-7.3.1", pile=event.pile, mode=state.options.mode)
    if not state.deck_size[event.pile]:
        raise Violation("GA-7.3.2", pile=event.pile, deck=0)

    spend_action(state)
    state.agenda.append(DeckDraw(None, event.pile))
    return []


def deck_card(state: State) -> Outcome:
    """GA-8.1.2: every card that may come from the deck; in a public log, also an unnamed card."""
    pile = head(state.agenda, DeckDraw).pile

    def why(event: DeckDrawn) -> None:
        check_drawn(state, pile, event.card)

    card = Draw(Unseen(state, pile), state.public)
    return Outcome(DeckDrawn, "GA-8.1.2", "GA-8.1.1", why, player=state.active, pile=pile, card=card)


def deck_drawn(state: State, actor: None, event: DeckDrawn) -> Book:
    """GA-8.3.1: the card drawn joins the hand, unnamed if a public log hides it."""
    book: Book = []
    state.agenda.pop()
    state.deck_size[event.pile] -= 1
    draw_card(book, state.players[event.player], event.pile, event.card, f"{event.pile} deck")
    if event.card is not None:
        see(state, event.card)
    _after_draw(state)
    return book


def row_card(state: State) -> Outcome:
    """GA-8.1.2: every card that may come into the slot."""
    refill = head(state.agenda, RowRefill)
    pile = refill.pile

    def why(event: RowRefilled) -> None:
        check_drawn(state, pile, event.card)

    card = Draw(Unseen(state, pile))
    return Outcome(RowRefilled, "GA-8.1.2", "GA-8.1.1", why, pile=pile, slot=refill.slot, card=card)


def row_refilled(state: State, actor: None, event: RowRefilled) -> Book:
    """GA-8.4.1: put the next card of the deck face up in the slot."""
    state.agenda.pop()
    state.deck_size[event.pile] -= 1
    state.row[event.pile][event.slot] = event.card
    see(state, event.card)
    _after_draw(state)
    return []


def legal_discards(state: State, seat: int) -> Iterator[DiscardCard]:
    """Every card that can be given up, by its id; only power cards while there are three of them (GA-7.4.2)."""
    player = state.players[seat]
    piles = (POWER,) if too_many_power(state, player) else piles_in_play(state)
    for card, pile in sorted(state.catalogue.pile.items()):
        if pile in piles and may_hold(state, player, card):
            yield DiscardCard(pile, card)
    if state.public:
        yield from (DiscardCard(pile, None) for pile in piles if cards_of_pile(state, player, pile))


def discard_card(state: State, seat: int, event: DiscardCard) -> Book:
    """GA-7.4.4: put the card face up on its pile's discard pile; this is not an action and has no effect.

    Raises Violation GA-7.4.2 (a power card must be discarded), GA-7.4.3 (not in the hand, or from another pile).
    """
    check_pile(event.pile)
    if event.card is not None:
        check_card(state, event.card)
    elif not state.public:
        raise Violation("GA-4.5.6", pile=event.pile, card=None)
    player = state.players[seat]
    if too_many_power(state, player) and event.pile != POWER:
        raise Violation("GA-7.4.2", pile=event.pile, power_cards=cards_of_pile(state, player, POWER))
    if event.card is None:
        check_unnamed(state, player, event.pile)
    else:
        if state.catalogue.pile[event.card] != event.pile:
            raise Violation("GA-7.4.3", card=event.card, pile=event.pile)
        check_in_hand(state, player, event.card, "GA-7.4.3")

    book: Book = []
    state.agenda.pop()
    lose_card(book, state, player, event.pile, event.card, "discard")
    to_discard(state, event.pile, event.card)
    finish_action(state)
    return book


def legal_exhaustion(state: State, seat: int) -> Iterator[DrawExhausted]:
    """Section 7.14: offered as soon as nothing is left to draw."""
    if state.options.exhaustion_end == "any_pile":
        yield from (DrawExhausted(pile) for pile in piles_in_play(state) if _is_exhausted(state, pile))
    elif all(_is_exhausted(state, pile) for pile in piles_in_play(state)):
        yield DrawExhausted()


def draw_exhausted(state: State, seat: int, event: DrawExhausted) -> Book:
    """GA-7.14.3, GA-11.11: nothing is left to draw, and the game ends.

    It is always a decision: a player who can still play a card may do that instead (GA-7.14.4).

    Raises Violation GA-7.14.1 (some pile has cards left), GA-7.14.2 (that pile has cards left, or none is named).
    """
    if event.pile is not None:
        check_pile(event.pile)
    if state.options.exhaustion_end == "any_pile":
        if event.pile not in piles_in_play(state) or not _is_exhausted(state, event.pile):
            raise Violation("GA-7.14.2", pile=event.pile)
    else:
        left = [pile for pile in piles_in_play(state) if not _is_exhausted(state, pile)]
        if event.pile is not None or left:
            raise Violation("GA-7.14.1", pile=event.pile, left=left)

    end_by_exhaustion(state)
    return []


def _is_exhausted(state: State, pile: str) -> bool:
    """Whether the deck and the whole row are empty."""
    return not state.deck_size[pile] and not any(state.row[pile])


def _after_draw(state: State) -> None:
    """GA-7.4.1: a player whose hand is over a limit gives up a card; otherwise the action is over."""
    if over_limit(state, state.players[state.active]):
        state.agenda.append(Discard(state.active))
    else:
        finish_action(state)
