"""How much a decision is worth to a player who counts the cards of the own hand."""

from typing import Any

from anyturn_lost_cities.rules.components import NUMBERS, WAGER, colour_of
from anyturn_lost_cities.rules.drawing import DECK
from anyturn_lost_cities.rules.playing import continues
from anyturn_lost_cities.rules.state import Player, State
from anyturn_lost_cities.vocabulary import Discard, Draw, Play

ENOUGH = 15
"""The sum of numbers in the hand from which an expedition is started, or wagered on."""
LIKE_A_NUMBER = 7
"""The number like which a wager is kept."""
LATE = 12
"""The size of the deck from which no expedition is started."""


def worth(state: State, seat: int, event: Any) -> int:
    """A number that is higher for a better decision; those of one kind of moment can be compared."""
    player = state.players[seat]
    match event:
        case Play(card):
            return _worth_playing(state, player, card)
        case Discard(card):
            other = state.players[1 - seat]
            helps = bool(_expedition(other, card)) and continues(other, card)
            return -(NUMBERS[card] or LIKE_A_NUMBER) * (1 + continues(player, card)) - 10 * helps
        case Draw(pile) if pile != DECK:
            card = state.discards[pile][-1]
            return 1 if _expedition(player, card) and continues(player, card) else -1
    return 0


def _worth_playing(state: State, player: Player, card: str) -> int:
    """The lowest card first; a new expedition only while there is time, and with enough cards to follow."""
    if not _expedition(player, card):
        sum_of_hand = sum(NUMBERS[each] for each in player.hand if colour_of(each) == colour_of(card))
        if state.deck <= LATE or sum_of_hand < ENOUGH:
            return -100
    follow = sum(WAGER < NUMBERS[each] < NUMBERS[card] for each in player.hand if colour_of(each) == colour_of(card))
    return 20 - NUMBERS[card] - 5 * follow


def _expedition(player: Player, card: str) -> list[str]:
    return player.expeditions[colour_of(card)]
