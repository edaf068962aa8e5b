"""Advancing on the shipping track and the exchange track: TM-7.5."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.figures import affords, pay
from engine.games.terra_mystica.rewards import step_ship
from engine.games.terra_mystica.state import Player, State
from engine.games.terra_mystica.turns import begin_action, check_may_act
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import AdvanceExchange, AdvanceShipping


def may_advance_shipping(player: Player) -> bool:
    """TM-7.5.1: not at the maximum, and affordable. Factions without the track have a maximum of 0."""
    track = player.rules.shipping
    return player.shipping < track.max and affords(player, track.cost)


def may_advance_exchange(player: Player) -> bool:
    """TM-7.5.2: not at the maximum, and affordable."""
    track = player.rules.exchange
    return player.exchange < track.max and affords(player, track.cost)


def legal_shipping(state: State, seat: int) -> Iterator[AdvanceShipping]:
    """A step on the shipping track, if it can be made: TM-7.5.1."""
    if may_advance_shipping(state.players[seat]):
        yield AdvanceShipping()


def legal_exchange(state: State, seat: int) -> Iterator[AdvanceExchange]:
    """A step on the exchange track, if it can be made: TM-7.5.2."""
    if may_advance_exchange(state.players[seat]):
        yield AdvanceExchange()


def advance_shipping(state: State, seat: int, event: AdvanceShipping) -> Book:
    """TM-7.5.1, TM-16.5.1: one shipping level for 1 priest and 4 coins, with the VP of the level reached.

    Raises Violation TM-7.5.1 at the maximum or if it cannot be paid for.
    """
    player = state.players[seat]
    check_may_act(state, seat)
    if not may_advance_shipping(player):
        track = player.rules.shipping
        raise Violation("TM-7.5.1", level=player.shipping, most=track.max, cost=track.cost, coins=player.coin)
    book: Book = []
    begin_action(book, state, player)
    pay(book, player, player.rules.shipping.cost, "advance_shipping")
    step_ship(book, player)
    return book


def advance_exchange(state: State, seat: int, event: AdvanceExchange) -> Book:
    """TM-7.5.2, TM-16.3.3: one exchange level, with its VP.

    Raises Violation TM-7.5.2 at the maximum or if it cannot be paid for.
    """
    player = state.players[seat]
    check_may_act(state, seat)
    track = player.rules.exchange
    if not may_advance_exchange(player):
        raise Violation("TM-7.5.2", level=player.exchange, most=track.max, cost=track.cost, coins=player.coin)
    book: Book = []
    begin_action(book, state, player)
    pay(book, player, track.cost, "advance_exchange")
    player.exchange += 1
    enter(book, player, "vp", track.vp, "exchange")
    return book
