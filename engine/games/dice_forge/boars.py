"""Boar rewards: DF-6.40 to DF-6.42 and DF-7.43."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import BOAR_REWARD, FACES, RESOURCES
from engine.games.dice_forge.gains import Book, gain
from engine.games.dice_forge.queues import check_item
from engine.games.dice_forge.state import State
from events.vocabulary.dice_forge import BoarReward


def queue(state: State, face: str) -> None:
    """DF-6.30: one reward for the owner of the boar's card, the roller being the owner or not (DF-6.42, DF-11.32).

    Roll and copy in one blessing count both (DF-11.10); what the roller takes is a choice of his own (DF-6.41).
    """
    card = FACES[face].card
    for player in state.players:
        if card in player.cards:
            state.boars[player.seat].append(FACES[face].color)


def legal_rewards(state: State, seat: int) -> Iterator[BoarReward]:
    """DF-6.40: sun, moon or glory for the boar that arrived first."""
    return (BoarReward(state.boars[seat][0], resource) for resource in BOAR_REWARD)


def boar_reward(state: State, seat: int, event: BoarReward) -> Book:
    """DF-6.40: take 1 sun, 1 moon or 3 glory; never multiplied, converted or reversed.

    Raises Violation DF-7.1, DF-6.63 or DF-6.65 if no such reward can be taken now, DF-7.43 for another resource.
    """
    check_item(state, seat, ("boar", event.color))
    if event.resource not in BOAR_REWARD:
        raise Violation("DF-7.43", resource=event.resource)

    book: Book = []
    del state.boars[seat][0]
    amount = BOAR_REWARD[event.resource]
    gold, sun, moon, glory = (amount if resource == event.resource else 0 for resource in RESOURCES)
    gain(book, state.players[seat], (gold, sun, moon, glory), "boar")
    return book
