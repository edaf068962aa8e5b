"""Drawing, the end of a round, its points, and the next one: LC-1, LC-2, LC-7 to LC-12."""

import pytest
from anyturn.laws.given import at_start, given
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable
from events.log.record import Header, Seat

from anyturn_lost_cities.rules.components import COLOURS, COPIES
from anyturn_lost_cities.rules.scoring import bonus, value
from anyturn_lost_cities.rules.state import Drawing, TopCard
from anyturn_lost_cities.vocabulary import CardDrawn, Discard, Draw


def drawing(**piles):
    """Seat 1 is to draw, and these cards are discarded."""
    position = given("lost_cities")
    discards = {colour: piles.get(colour, []) for colour in COLOURS}
    return position.but(agenda=[Drawing(0)], discards=discards)


def test_the_cards():
    """LC-1: nine numbers and three wagers of each colour."""
    assert sum(COPIES.values()) == 60
    assert [COPIES[f"white_{each}"] for each in ("wager", 2, 10)] == [3, 1, 1]


def test_eight_cards_are_dealt_to_each_player():
    """LC-2: first to seat 1, who begins."""
    start = at_start("lost_cities", options={"rounds": 1})
    assert [each.player for each in reversed(start.state.agenda)] == [0] * 8 + [1] * 8
    position = given("lost_cities").then(deck=44, to_move=0)
    assert [len(player.hand) for player in position.state.players] == [8, 8]


def test_the_top_card_of_a_pile_is_drawn():
    """LC-7: from the deck, or from a pile that is not empty."""
    position = drawing(red=["red_2", "red_9"]).legal(Draw("deck"), Draw("red"), actor=0).not_legal(Draw("blue"))
    for pile in ("blue", "purple", ""):
        position.fork().when(0, Draw(pile)).rejected("LC-7", pile=pile)
    position.fork().when(0, Draw("deck")).then(agenda=[TopCard(None, 0)])
    after = position.when(0, Draw("red")).then(to_move=1)
    assert after.state.discards["red"] == ["red_2"]
    assert "red_9" in after.state.players[0].hand


def test_the_card_just_discarded_stays():
    """LC-8: it may be drawn in the next turn only."""
    position = given("lost_cities")
    card = position.state.players[0].hand[0]
    pile = card.partition("_")[0]
    after = position.when(0, Discard(card)).not_legal(Draw(pile))
    after.fork().when(0, Draw(pile)).rejected("LC-8", card=card)
    later = after.when(0, Draw("deck")).when(None, CardDrawn(0)).accepted()
    other = next(each for each in later.state.players[1].hand if not each.startswith(pile))
    later.when(1, Discard(other)).legal(Draw(pile), actor=1)


def ending(rounds=1, deck=1):
    """Seat 1 draws one of the last cards of the deck; no card in a hand is named."""
    position = given("lost_cities", options={"rounds": rounds}).but(deck=deck, agenda=[TopCard(None, 0)])
    for player in position.state.players:
        player.hand, player.unknown = [], 8
    cards = [card for card, copies in COPIES.items() for _ in range(copies)]
    position.state.discards["red"] = cards[: 44 - deck]
    return position


def test_the_last_card_of_the_deck_ends_the_round():
    """LC-9, LC-12: nothing is legal after it; equal points share a rank."""
    end = ending().when(None, CardDrawn(0)).settled()
    assert [(each.vp, each.rank) for each in end.rules.standings(end.state)] == [(0, 1), (0, 1)]
    end.when(1, Draw("deck")).rejected("LC-11")
    going_on = ending(deck=2).when(None, CardDrawn(0)).settled()
    assert going_on.rules.standings(going_on.state) is None


@pytest.mark.parametrize(
    ("cards", "points", "more"),
    [
        ("", 0, 0),
        ("2", -18, 0),
        ("wager wager wager", -80, 0),
        ("wager 2 8 10", 0, 0),
        ("wager wager 5 7 10", 6, 0),
        ("2 3 4 5 6 7 8", 15, 0),
        ("2 3 4 5 6 7 8 9", 24, 20),
        ("wager 2 3 4 5 6 7 8", 30, 20),
        ("wager wager wager 2 3 4 5 6 7 8 9 10", 136, 20),
    ],
)
def test_what_an_expedition_is_worth(cards, points, more):
    """LC-10: the sum less 20, times one more than the wagers; 20 for eight cards."""
    expedition = [f"red_{each}" for each in cards.split()]
    assert (value(expedition), bonus(expedition)) == (points, more)


def test_points_are_entered_by_expedition():
    """LC-10: the bonus has a source of its own."""
    position = ending()
    position.state.discards["red"] = position.state.discards["red"][:35]
    position.state.players[1].expeditions["red"] = [f"red_{each}" for each in range(2, 10)]
    end = position.when(None, CardDrawn(0)).settled()
    end.entered(1, "vp", 24, "red").entered(1, "vp", 20, "red/bonus").not_entered(0, "vp").figures(1, vp=44)


@pytest.mark.parametrize(("points", "beginner"), [((5, 4), 0), ((4, 5), 1), ((0, 0), 1)])
def test_who_has_more_points_begins_the_next_round(points, beginner):
    """LC-11: if both have the same, the one who did not begin the last."""
    position = ending(rounds=2)
    for player, vp in zip(position.state.players, points, strict=True):
        player.vp = vp
    next_round = position.when(None, CardDrawn(0)).settled().then(round=2, beginner=beginner, to_move=beginner, deck=60)
    assert len(next_round.state.agenda) == 16
    assert next_round.rules.standings(next_round.state) is None


def test_three_rounds_are_played():
    """LC-11: the points of all are added up."""
    log = selfplay_log(ruleset("lost_cities"), "rounds", None, {"rounds": 3}, "sensible")
    assert sum(isinstance(record.event, CardDrawn) for record in log.records) == 180


def test_a_table_that_cannot_be_served():
    with pytest.raises(Unreadable, match=r"found 3 seats at \$\.seats, expected 2 seats"):
        at_start("lost_cities", Header("lost_cities", seats=(Seat("A"), Seat("B"), Seat("C"))))
