"""The auction of factions: TM-5.3.4."""

from collections.abc import Iterator

from engine.chance import Outcome, Permutation
from engine.clause import Violation
from engine.games.terra_mystica.choosing import check_faction, factions_in_play, take_faction
from engine.games.terra_mystica.components import FACTIONS
from engine.games.terra_mystica.state import NOBODY, State
from engine.ledger import Book
from events.vocabulary.terra_mystica import Bid, DrawAuctionOrder, NominateFaction


def auction_order(state: State) -> Outcome:
    """TM-8.6: every order of the players."""
    return Outcome(DrawAuctionOrder, "TM-8.6", order=Permutation(range(len(state.players))))


def draw_auction_order(state: State, actor: None, event: DrawAuctionOrder) -> Book:
    """TM-8.6, TM-5.3.4.1: the order in which the players nominate and bid."""
    state.auction_order = list(event.order)
    state.waiting = list(event.order)
    state.phase = "setup_nomination"
    return []


def legal_nominations(state: State, seat: int) -> Iterator[NominateFaction]:
    """Every faction whose board has not been nominated yet."""
    boards = {FACTIONS[name].board for name in state.nominated}
    return (NominateFaction(faction.id) for faction in factions_in_play(state.options) if faction.board not in boards)


def nominate_faction(state: State, seat: int, event: NominateFaction) -> Book:
    """TM-5.3.4.2: put a faction up for auction; the other faction on its board is no longer available."""
    faction = check_faction(state, event.faction, "TM-5.3.4.2")
    for name in state.nominated:
        if FACTIONS[name].board == faction.board:
            raise Violation("TM-5.3.4.2", faction=event.faction, board=faction.board, nominated=name)
    state.nominated.append(faction.id)
    state.holders.append(NOBODY)
    state.bids.append(0)
    state.waiting.pop(0)
    if not state.waiting:
        state.phase = "setup_bidding"
        state.waiting = [state.auction_order[0]]
    return []


def legal_bids(state: State, seat: int) -> Iterator[Bid]:
    """Every bid for every faction: TM-5.3.4.4."""
    for number, name in enumerate(state.nominated):
        for amount in range(_least(state, number), state.options.auction_start_vp + 1):
            yield Bid(name, amount)


def _least(state: State, number: int) -> int:
    """TM-5.3.4.4: the lowest bid for a faction: anything if nobody holds it, otherwise more than the holder's bid."""
    return 0 if state.holders[number] == NOBODY else state.bids[number] + 1


def bid(state: State, seat: int, event: Bid) -> Book:
    """TM-5.3.4.3, TM-5.3.4.5, TM-5.3.4.6: bid for a faction and hold it; TM-11.17: its former holder bids again later.

    Raises Violation TM-5.3.4.3 for a faction that is not up for auction, TM-5.3.4.4 for a wrong amount.
    """
    if event.faction not in state.nominated:
        raise Violation("TM-5.3.4.3", faction=event.faction, nominated=state.nominated)
    number = state.nominated.index(event.faction)
    least, most = _least(state, number), state.options.auction_start_vp
    if not least <= event.amount <= most:
        raise Violation("TM-5.3.4.4", faction=event.faction, amount=event.amount, least=least, most=most)

    state.holders[number], state.bids[number] = seat, event.amount
    if number in state.held:
        state.held.remove(number)
    state.held.append(number)
    if len(state.held) == len(state.players):  # TM-5.3.4.7
        return _close(state)
    state.waiting = [_next_bidder(state, seat)]
    return []


def _next_bidder(state: State, seat: int) -> int:
    """TM-5.3.4.3: the next player in bidding order who holds nothing."""
    order = state.auction_order
    place = order.index(seat)
    return next(other for other in order[place + 1 :] + order[: place + 1] if other not in state.holders)


def _close(state: State) -> Book:
    """TM-5.3.4.7, TM-5.3.4.8, TM-5.3.4.9, TM-11.8: the factions go to their holders, in the new order.

    They begin with what their bids have left them.
    """
    in_order = state.held if state.options.auction_turn_order == "holding" else range(len(state.nominated))
    state.order = [state.holders[number] for number in in_order]
    book: Book = []
    for seat in state.order:
        number = state.holders.index(seat)
        faction = FACTIONS[state.nominated[number]]
        book += take_faction(state, seat, faction, state.options.auction_start_vp - state.bids[number])
    state.phase = "setup_faction"
    return book
