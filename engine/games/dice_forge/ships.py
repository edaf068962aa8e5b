"""Ships: DF-6.47 to DF-6.49, DF-7.44 and DF-7.45."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import quirks
from engine.games.dice_forge.components import FACES, PRICE
from engine.games.dice_forge.forging import affordable, check_place, put_on_die, replaceable, take_from_sanctuary
from engine.games.dice_forge.items import Ship
from engine.games.dice_forge.queues import check_subject, head, receiver_of
from engine.games.dice_forge.state import State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import ShipForge, ShipPass


def discount(state: State, item: Ship) -> int:
    """DF-6.47: 2 gold off, or 6 if the other die is a triple, which the platform may have forgotten: DF-12.33."""
    assert item.seat is not None
    receiver, ship = receiver_of(state, item.seat), FACES["ship"]
    return ship.discount if receiver.factors[receiver.place(item.die)] == 1 else ship.discount_tripled


def by_rule(book: Book, state: State, seat: int, item: Ship) -> bool:
    """DF-6.48, DF-11.40: whether the item is skipped; once opened it stays, as a Triton token may help (DF-11.42)."""
    if item.open:
        return False
    player, queue = state.players[seat], state.queues[seat]
    token = seat == state.turn_player and player.triton > 0
    if token or next(affordable(state, player.gold + discount(state, item)), None) is not None:
        queue[0] = Ship(seat, item.die, open=True)
        return False
    del queue[0]
    return True


def legal_voyages(state: State, seat: int) -> Iterator[ShipForge]:
    """DF-7.44: every face that can be paid for with the discount, in every place."""
    item = head(state, seat, Ship)
    places = list(replaceable(state, seat))
    for face in affordable(state, state.players[seat].gold + discount(state, item)):
        for forged, replaced in places:
            yield ShipForge(item.die, face, forged, replaced)


def ship_forge(state: State, seat: int, event: ShipForge) -> Book:
    """DF-6.47: forge one face for its price minus the discount.

    The running resolution continues as rolled (DF-6.49, DF-11.20); the second of two ships may take the same kind as
    the first (DF-11.4).

    Raises Violation DF-7.1 for another die; DF-7.21, DF-7.24, DF-7.25 for the face and its place; DF-7.44 for its
    price.
    """
    item = head(state, seat, Ship)
    check_subject(item, event)
    player, face = state.players[seat], event.face
    if not state.sanctuary.get(face):
        raise Violation("DF-7.21", face=face)
    check_place(state, seat, event.die, event.replaced)
    price = max(0, PRICE[face] - discount(state, item))
    if price > player.gold:
        raise Violation("DF-7.44", face=face, price=price, gold=player.gold)

    book: Book = []
    if quirks.is_triple_forgotten(receiver_of(state, seat)) and price:
        quirks.note(book, seat, quirks.FORGOTTEN)
    del state.queues[seat][0]
    enter(book, player, "gold", -price, "ship")
    take_from_sanctuary(state, face)
    put_on_die(book, state, player, face, event.die, event.replaced, "ship")
    return book


def legal_ship_passes(state: State, seat: int) -> Iterator[ShipPass]:
    """DF-7.45: forge nothing."""
    yield ShipPass(head(state, seat, Ship).die)


def ship_pass(state: State, seat: int, event: ShipPass) -> Book:
    """DF-7.45: forge nothing. Raises Violation DF-7.1 for another die."""
    check_subject(head(state, seat, Ship), event)

    del state.queues[seat][0]
    return []
