"""The Tornado, which moves cards but no pieces (GA-7.9.4.2): sections 8.5 and 7.12."""

from collections.abc import Iterator

from engine.chance import Each, OneOf, Outcome
from engine.clause import Violation
from engine.games.gaia.cards import (
    cards_of_pile,
    check_card,
    check_in_hand,
    check_pile,
    check_unnamed,
    hand_size,
    may_hold,
    piles_in_play,
    to_discard,
)
from engine.games.gaia.components import PILES
from engine.games.gaia.figures import draw_card, lose_card
from engine.games.gaia.state import State, TakenCard
from engine.ledger import Book
from events.vocabulary.gaia import Taken, TornadoDrawn, TornadoKeep


def players_in_scope(state: State) -> list[int]:
    """GA-8.5.1, GA-11.12: who loses a card, in turn order from the next seat; the active player last, if included."""
    players = len(state.players)
    last = players if state.options.tornado_scope == "everyone" else players - 1
    seats = ((state.active + distance) % players for distance in range(1, last + 1))
    return [seat for seat in seats if hand_size(state.players[seat])]


def check_taken(state: State, event: TornadoDrawn) -> None:
    """GA-8.5.3: each card may come from its hand; entries in sequence.

    Raises Violation GA-8.1.1 (players), GA-8.5.3 (card of another pile), GA-4.5.3 to GA-4.5.6 (not in the hand).
    """
    if [entry.player for entry in event.taken] != players_in_scope(state):
        raise Violation("GA-8.1.1", players=[entry.player for entry in event.taken], awaited=players_in_scope(state))
    newly_seen: dict[str, int] = {}
    for entry in event.taken:
        check_pile(entry.pile)
        player = state.players[entry.player]
        if entry.card is None:
            check_unnamed(state, player, entry.pile)
            for card in player.known:
                if state.catalogue.pile[card] == entry.pile:
                    newly_seen[card] = newly_seen.get(card, 0) - 1
            continue
        check_card(state, entry.card)
        if state.catalogue.pile[entry.card] != entry.pile:
            raise Violation("GA-8.5.3", card=entry.card, pile=entry.pile)
        check_in_hand(state, player, entry.card, "GA-4.5.3", newly_seen.get(entry.card, 0))
        if entry.card not in player.known:
            newly_seen[entry.card] = newly_seen.get(entry.card, 0) + 1


def take(book: Book, state: State, event: TornadoDrawn) -> None:
    """GA-8.5.3: the cards leave their hands; a single card is kept without a decision (GA-7.12.2)."""
    for entry in event.taken:
        lose_card(book, state, state.players[entry.player], entry.pile, entry.card, "tornado")
        state.taken.append(TakenCard(entry.player, entry.pile, entry.card))


def check_keep(state: State, event: TornadoKeep) -> None:
    """Raises Violation GA-7.12.1 if nothing was taken from that seat."""
    if all(card.giver != event.giver for card in state.taken):
        raise Violation("GA-7.12.1", giver=event.giver, taken_from=[card.giver for card in state.taken])


def keep(book: Book, state: State, giver: int) -> None:
    """GA-7.12.3: the chosen card joins the active player's hand, and the others are discarded."""
    for card in state.taken:
        if card.giver == giver:
            draw_card(book, state.players[state.active], card.pile, card.card, "tornado")
        else:
            to_discard(state, card.pile, card.card)
    state.taken = []


def taken_cards(state: State) -> Outcome:
    """Every way in which the cards may be drawn; in a public log, also as unnamed ones."""
    each = [OneOf(list(_may_be_taken(state, seat)), _hand(state, seat)) for seat in players_in_scope(state)]

    def why(event: TornadoDrawn) -> None:
        check_taken(state, event)

    return Outcome(TornadoDrawn, "GA-8.5.3", "GA-8.1.1", why, taken=Each(each, lambda taken: _fits(state, taken)))


def _fits(state: State, taken: tuple[Taken, ...]) -> bool:
    """Whether the cards can all be drawn, without taking the same last copy from two hands that may hold it."""
    try:
        check_taken(state, TornadoDrawn(taken))
    except Violation:
        return False
    return True


def _hand(state: State, seat: int) -> list[Taken]:
    """GA-8.1.3: the cards of a hand, from which one is drawn; cards that nobody has seen are listed as unknown."""
    player = state.players[seat]
    known = [Taken(seat, state.catalogue.pile[card], card) for card in sorted(player.known)]
    return known + [
        Taken(seat, pile, None) for pile, number in zip(PILES, player.unknown, strict=True) for _ in range(number)
    ]


def _may_be_taken(state: State, seat: int) -> Iterator[Taken]:
    player = state.players[seat]
    for card, pile in sorted(state.catalogue.pile.items()):
        if may_hold(state, player, card):
            yield Taken(seat, pile, card)
    if state.public:
        yield from (Taken(seat, pile, None) for pile in piles_in_play(state) if cards_of_pile(state, player, pile))
