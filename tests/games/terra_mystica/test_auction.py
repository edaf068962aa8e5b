"""The auction of factions: TM-5.3.4."""

import pytest

from engine.games.terra_mystica.rounds import next_order
from events.log.record import Header, Seat
from events.vocabulary.terra_mystica import Bid, ChooseFaction, DrawAuctionOrder, DrawBonusCards, DrawScoringTiles
from events.vocabulary.terra_mystica import NominateFaction as Nominate
from tests.games.terra_mystica.test_setup import ALL_CARDS, TILES
from tests.support import at_start

A, B, C, D = range(4)


def auction(players=4, order=None, **options):
    """A table at which nominations come next."""
    options = {"faction_selection": "auction", **options}
    start = at_start("terra_mystica", Header("terra_mystica", "1", options, (Seat(""),) * players))
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(ALL_CARDS[: players + 3])).accepted()
    start.when(None, DrawAuctionOrder(order or tuple(range(players)))).accepted()
    return start


def nominated(**options):
    start = auction(**options)
    for seat, faction in enumerate(("nomads", "cultists", "darklings", "mermaids")):
        start.when(seat, Nominate(faction)).accepted()
    return start


@pytest.mark.parametrize(("form", "order"), [("holding", [B, D, C, A]), ("nomination", [D, C, B, A])])
def test_example_45(form, order):
    """TM-5.3.4, TM-5.3.4.7, TM-5.3.4.8, TM-5.3.4.9, TM-11.8: start VP and both orders of turns."""
    start = nominated(auction_turn_order=form)
    bids = [(A, "cultists", 2), (B, "darklings", 1), (C, "nomads", 0), (D, "nomads", 1), (C, "cultists", 4)]
    for seat, faction, amount in bids:
        start.legal(Bid(faction, amount), actor=seat)
        start.when(seat, Bid(faction, amount)).accepted()
    start.when(A, Bid("mermaids", 0)).accepted()
    assert [player.vp for player in start.state.players] == [30, 29, 26, 29]
    assert [player.faction for player in start.state.players] == ["mermaids", "darklings", "cultists", "nomads"]
    assert start.state.order == order
    assert start.state.waiting == [*order, *reversed(order), D]
    for seat in range(4):
        start.entered(seat, "vp", start.state.players[seat].vp, "start")


def test_the_order_of_bidding_is_drawn():
    """TM-8.6, TM-5.3.4.1: a permutation of the seats."""
    options = {"faction_selection": "auction"}
    start = at_start("terra_mystica", Header("terra_mystica", "1", options, (Seat(""),) * 2))
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(ALL_CARDS[:5])).accepted()
    start.when(None, DrawAuctionOrder((0, 0))).rejected("TM-8.6", order=(0, 0))
    start.when(None, DrawAuctionOrder((1, 0))).then(waiting=[1, 0], phase="setup_nomination")
    start.when(0, ChooseFaction("nomads")).rejected("TM-5.1")
    start.when(None, DrawAuctionOrder((0, 1))).rejected("TM-5.1", awaited=["Nomination"])


def test_nominations():
    """TM-5.3.4.2: one faction of each board, in the order of bidding."""
    start = auction(2, (1, 0))
    start.when(0, Nominate("nomads")).rejected("TM-5.3.4.2", of=[1])
    start.when(1, Nominate("elves")).rejected("TM-5.3.4.2", faction="elves")
    start.when(1, Nominate("yetis")).rejected("TM-16.2.1", faction="yetis")
    start.when(1, Nominate("nomads")).accepted()
    start.not_legal(Nominate("fakirs")).when(0, Nominate("fakirs")).rejected("TM-5.3.4.2", board="desert_board")
    start.when(0, Nominate("giants")).then(phase="setup_bidding", waiting=[1])


def test_bids():
    """TM-5.3.4.3, TM-5.3.4.4: on what is up for auction, more than the holder's, within the start VP."""
    start = nominated(auction_start_vp=10)
    start.when(B, Bid("nomads", 1)).rejected("TM-5.3.4.3", of=[A])
    start.when(A, Bid("witches", 1)).rejected("TM-5.3.4.3", faction="witches")
    start.when(A, Bid("nomads", 11)).rejected("TM-5.3.4.4", most=10)
    start.when(A, Bid("nomads", -1)).rejected("TM-5.3.4.4", least=0)
    start.not_legal(Bid("nomads", 11), Bid("nomads", -1)).legal(Bid("nomads", 10))
    start.fork().when(A, Bid("nomads", 10)).then(waiting=[B])
    start.when(A, Bid("nomads", 3)).accepted()
    start.not_legal(Bid("nomads", 3)).when(B, Bid("nomads", 3)).rejected("TM-5.3.4.4", least=4)
    start.legal(Bid("nomads", 4), Bid("cultists", 0), actor=B)


def test_who_is_outbid_bids_again():
    """TM-5.3.4.5, TM-5.3.4.6, TM-11.17: holders are skipped until somebody bids more."""
    start = nominated()
    start.when(A, Bid("nomads", 0)).accepted()
    start.when(B, Bid("nomads", 1)).accepted()
    start.when(C, Bid("cultists", 0)).accepted()
    start.when(D, Bid("mermaids", 0)).then(waiting=[A])
    start.when(A, Bid("mermaids", 1)).then(waiting=[D])
    start.when(D, Bid("darklings", 7)).then(phase="setup_dwellings")
    assert [player.vp for player in start.state.players] == [29, 29, 30, 23]


def test_the_seats_of_later_rounds():
    """TM-12.11, TM-6.8.2: the new order is that of the seats, unless the header gives another."""
    state = auction(3).but(order=[2, 0, 1], start_player=0).state
    assert next_order(state) == [0, 1, 2]
    state = auction(3, seat_order=[1, 0, 2]).but(order=[2, 0, 1], start_player=0).state
    assert next_order(state) == [0, 2, 1]
