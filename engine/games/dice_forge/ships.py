"""Ships: DF-6.47 to DF-6.49, DF-7.44 and DF-7.45."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import FACES, PRICE
from engine.games.dice_forge.forging import affordable, check_place, put_on_die, replaceable
from engine.games.dice_forge.gains import Book, spend
from engine.games.dice_forge.queues import check_item
from engine.games.dice_forge.setup import take_from_sanctuary
from engine.games.dice_forge.state import Receiver, State
from events.vocabulary.dice_forge import ShipForge, ShipPass


def discount(receiver: Receiver) -> int:
    """DF-6.47: 2 gold off, 6 where the other die is a triple."""
    ship = FACES["ship"]
    return ship.discount if receiver.factors[receiver.todo[0]] == 1 else ship.discount_tripled


def test(state: State, receiver: Receiver) -> bool:
    """DF-6.48, DF-11.40: whether the item is skipped; once opened it stays open, a Triton token may help (DF-11.42)."""
    if receiver.ship_open:
        return False
    player = state.players[receiver.seat]
    token = receiver.seat == state.turn_player and player.triton_tokens > 0
    if token or next(affordable(state, player.gold + discount(receiver)), None) is not None:
        receiver.ship_open = True
        return False
    _done(receiver)
    return True


def _done(receiver: Receiver) -> None:
    del receiver.todo[0]
    receiver.ship_open = False


def legal_voyages(state: State, receiver: Receiver, die: int) -> Iterator[ShipForge | ShipPass]:
    """DF-7.44, DF-7.45: every face that can be paid with the discount, on every place; or none."""
    places = list(replaceable(state, receiver.seat))
    for face in affordable(state, state.players[receiver.seat].gold + discount(receiver)):
        for forged, replaced in places:
            yield ShipForge(die, face, forged, replaced)
    yield ShipPass(die)


def ship_forge(state: State, seat: int, event: ShipForge) -> Book:
    """DF-6.47: forge one face for its price less the discount.

    The running resolution goes on as rolled (DF-6.49, DF-11.20); of two ships the second may take the same kind as
    the first (DF-11.4).

    Raises Violation DF-7.1, DF-6.63 or DF-6.65 if no such ship can be answered now, DF-7.21, DF-7.24, DF-7.25 for the
    face and its place, DF-7.44 for its price.
    """
    receiver = check_item(state, seat, ("ship", event.die_rolled))
    assert receiver is not None
    player, face = state.players[seat], event.face
    if not state.sanctuary.get(face):
        raise Violation("DF-7.21", face=face)
    check_place(state, seat, event.die, event.replaced)
    price = max(0, PRICE[face] - discount(receiver))
    if price > player.gold:
        raise Violation("DF-7.44", face=face, price=price, gold=player.gold)

    book: Book = []
    _done(receiver)
    spend(book, player, price, 0, 0, "ship")
    take_from_sanctuary(state, face)
    put_on_die(book, state, player, face, event.die, event.replaced, "ship")
    return book


def ship_pass(state: State, seat: int, event: ShipPass) -> Book:
    """DF-7.45: forge nothing. Raises Violation DF-7.1, DF-6.63 or DF-6.65 if no such ship can be answered now."""
    receiver = check_item(state, seat, ("ship", event.die_rolled))
    assert receiver is not None

    _done(receiver)
    return []
