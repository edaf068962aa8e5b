"""The second half of a turn: a card is drawn (LC-7, LC-8). What comes from the deck is chance, as in the deal."""

from collections.abc import Iterator

from engine.agenda import head
from engine.chance import Draw as OneOfDeck
from engine.chance import OrUnknown, Outcome
from engine.clause import Violation
from engine.ledger import Book

from anyturn_lost_cities.rules.components import COLOURS, place_of
from anyturn_lost_cities.rules.state import Player, State, TopCard, unseen
from anyturn_lost_cities.vocabulary import CardDrawn, Draw

DECK = "deck"


def legal_draws(state: State, seat: int) -> Iterator[Draw]:
    """The deck, and each discard pile that has a card to draw."""
    yield Draw(DECK)
    for colour in COLOURS:
        if state.discards[colour] and colour != state.barred:
            yield Draw(colour)


def draw(state: State, seat: int, event: Draw) -> Book:
    """LC-7: the top card of a pile comes into the hand; that of the deck is awaited from chance.

    Raises Violation LC-7 for a pile without cards, LC-8 for the card that was just discarded.
    """
    if event.pile != DECK and not state.discards.get(event.pile):
        raise Violation("LC-7", pile=event.pile)
    if event.pile == state.barred:
        raise Violation("LC-8", card=state.discards[event.pile][-1])

    state.agenda.pop()
    state.barred = ""
    state.to_move = 1 - seat
    if event.pile == DECK:
        state.agenda.append(TopCard(None, seat))
    else:
        _hold(state.players[seat], state.discards[event.pile].pop())
    return []


def top_card(state: State) -> Outcome:
    """LC-2, LC-13: any card that has not been seen, which a log need not name."""
    left = unseen(state)

    def why(event: CardDrawn) -> None:
        """State of a card that exists how many are left; of another there is nothing to state."""
        if event.card in left:
            raise Violation("LC-2", card=event.card, left=0)

    player = head(state.agenda, TopCard).player
    return Outcome(CardDrawn, "LC-2", "", why, player=player, card=OrUnknown(OneOfDeck(left)))


def card_drawn(state: State, actor: None, event: CardDrawn) -> Book:
    """LC-2, LC-7: the card leaves the deck for a hand."""
    state.agenda.pop()
    state.deck -= 1
    if event.card is None:
        state.players[event.player].unknown += 1
    else:
        _hold(state.players[event.player], event.card)
    return []


def _hold(player: Player, card: str) -> None:
    """Sorted, so that equal hands have equal bytes."""
    player.hand = sorted([*player.hand, card], key=place_of)
