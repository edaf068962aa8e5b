"""The first half of a turn: a card is played (LC-5) or discarded (LC-6)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.ledger import Book, enter

from anyturn_lost_cities.rules.components import NUMBERS, WAGER, colour_of
from anyturn_lost_cities.rules.state import Drawing, Player, State, may_hold
from anyturn_lost_cities.vocabulary import Discard, Play


def legal_plays(state: State, seat: int) -> Iterator[Play]:
    """Every card that continues an expedition."""
    return (Play(card) for card in may_hold(state, seat) if continues(state.players[seat], card))


def play(state: State, seat: int, event: Play) -> Book:
    """LC-5: the card is added to its expedition.

    Raises Violation LC-4 if the player does not hold it, LC-5 if it is not higher than what is there.
    """
    _check_held(state, seat, event.card)
    player = state.players[seat]
    if not continues(player, event.card):
        raise Violation("LC-5", card=event.card, there=player.expeditions[colour_of(event.card)])

    _give_away(state, seat, event.card)
    expedition, book = player.expeditions[colour_of(event.card)], Book()
    enter(book, player, "started", int(not expedition), colour_of(event.card))
    enter(book, player, "cards", 1, colour_of(event.card))
    enter(book, player, "wagers", int(NUMBERS[event.card] == WAGER), colour_of(event.card))
    expedition.append(event.card)
    return book


def legal_discards(state: State, seat: int) -> Iterator[Discard]:
    """Every card that the player holds."""
    return map(Discard, may_hold(state, seat))


def discard(state: State, seat: int, event: Discard) -> Book:
    """LC-6: the card comes onto its pile. Raises Violation LC-4 if the player does not hold it."""
    _check_held(state, seat, event.card)

    _give_away(state, seat, event.card)
    state.barred = colour_of(event.card)
    state.discards[state.barred].append(event.card)
    return []


def continues(player: Player, card: str) -> bool:
    """LC-5: whether a card may be added to the player's expedition of its colour."""
    expedition = player.expeditions[colour_of(card)]
    highest = NUMBERS[expedition[-1]] if expedition else WAGER
    return NUMBERS[card] > highest or NUMBERS[card] == highest == WAGER


def _check_held(state: State, seat: int, card: str) -> None:
    if card not in may_hold(state, seat):
        player = state.players[seat]
        raise Violation("LC-4", card=card, hand=player.hand, unknown=player.unknown)


def _give_away(state: State, seat: int, card: str) -> None:
    """Take a card out of the hand, and await that the player draws."""
    player = state.players[seat]
    if card in player.hand:
        player.hand.remove(card)
    else:
        player.unknown -= 1
    state.turns += 1
    state.turns_of_round += 1
    state.agenda[-1] = Drawing(seat)
