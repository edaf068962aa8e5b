"""Boar rewards: DF-6.40 to DF-6.42 and DF-7.43."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import quirks
from engine.games.dice_forge.components import BOAR_REWARD, FACES, single
from engine.games.dice_forge.figures import gain
from engine.games.dice_forge.items import Face, Reward, Shield, Ship
from engine.games.dice_forge.queues import check_subject, head, put
from engine.games.dice_forge.state import State
from engine.ledger import Book
from events.vocabulary.dice_forge import BoarReward


def reward_owner(state: State, face: str) -> None:
    """DF-6.30: one reward for the owner of the boar's card, even if the owner is the roller (DF-6.42, DF-11.32).

    A roll and a copy in one blessing both count (DF-11.10); what the roller takes is a separate choice (DF-6.41).
    """
    card = FACES[face].card
    for player in state.players:
        if card in player.cards:
            put(state, player.seat, Reward(player.seat, FACES[face].color))


def reward_late(state: State, face: str) -> None:
    """DF-12.21: one more reward, due when the face is shown again: after a token is asked for, but before ships are."""
    assert state.blessing is not None
    for player in state.players:
        if FACES[face].card in player.cards:
            queue, receiver = state.queues[player.seat], state.blessing.receivers[player.seat]
            faces = sum(type(item) in (Face, Shield) for item in queue)
            answered = receiver is not None and receiver.answered
            reward = Reward(player.seat, FACES[face].color)
            is_before = faces + answered > 1 or any(type(item) is Ship for item in queue)
            if state.blessing.strict or is_before or (receiver is not None and "mirror" in receiver.rolled):
                put(state, player.seat, reward)
            else:
                queue.append(reward)


def pay_owed(state: State, seat: int) -> None:
    """DF-12.31: rewards that the platform owes to a player are due, now that it turns to him."""
    if not state.boars_owed:
        return
    cards = state.players[seat].cards
    for face in [face for face in state.boars_owed if FACES[face].card in cards]:
        state.boars_owed.remove(face)
        put(state, seat, Reward(seat, FACES[face].color))


def legal_rewards(state: State, seat: int) -> Iterator[BoarReward]:
    """DF-6.40: sun, moon or glory for the boar that arrived first."""
    color = head(state, seat, Reward).color
    return (BoarReward(color, resource) for resource in BOAR_REWARD)


def boar_reward(state: State, seat: int, event: BoarReward) -> Book:
    """DF-6.40: take 1 sun, 1 moon or 3 glory; never multiplied, converted or reversed.

    Raises Violation DF-7.1 if another boar's reward is due first, DF-7.43 for another resource.
    """
    check_subject(head(state, seat, Reward), event)
    if event.resource not in BOAR_REWARD:
        raise Violation("DF-7.43", resource=event.resource)

    book: Book = []
    del state.queues[seat][0]
    quirks.forget_triple(state, seat)
    quirks.put_ship_before_rewards(state, seat, 1)
    quirks.hold(state, seat)
    gain(book, state.players[seat], single(event.resource, BOAR_REWARD[event.resource]), "boar")
    return book
