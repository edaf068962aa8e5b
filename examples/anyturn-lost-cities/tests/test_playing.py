"""Playing and discarding: LC-3 to LC-6."""

import pytest
from anyturn.laws.given import at_start, given

from anyturn_lost_cities.rules.components import COLOURS
from anyturn_lost_cities.rules.state import Drawing, Player
from anyturn_lost_cities.vocabulary import CardDrawn, Discard, Draw, Play


def holding(*hand, red=()):
    """Seat 1 is to move, holds these cards and has played these to the red expedition."""
    position = given("lost_cities")
    first, second = (Player(seat, expeditions={each: [] for each in COLOURS}) for seat in (0, 1))
    first.hand, first.expeditions["red"], second.unknown = [*hand], [*red], 8
    return position.but(players=[first, second], deck=60 - len(hand) - len(red) - 8)


def test_players_take_turns():
    """LC-3: the player to move plays or discards, then draws; nobody else does."""
    start = given("lost_cities")
    card = start.state.players[0].hand[0]
    start.when(1, Discard("red_2")).rejected("LC-3", of=[0])
    start.when(0, Draw("deck")).rejected("LC-3", awaited=["move"])
    drawing = start.when(0, Discard(card)).then(agenda=[Drawing(0)])
    drawing.fork().when(0, Discard(card)).rejected("LC-3", awaited=["drawing"])
    top = drawing.when(0, Draw("deck")).accepted().state.agenda[-1].player
    assert top == 0


@pytest.mark.parametrize("event", [Play("red_4"), Discard("red_4"), Play("purple_4"), Discard("")])
def test_only_cards_in_the_hand_are_used(event):
    """LC-4: a card that the player does not hold is neither played nor discarded."""
    holding("red_3").not_legal(event).when(0, event).rejected("LC-4", card=event.card, hand=["red_3"], unknown=0)


@pytest.mark.parametrize(
    ("red", "card"),
    [
        ((), "red_10"),
        ((), "red_wager"),
        (("red_wager",), "red_wager"),
        (("red_wager",), "red_2"),
        (("red_2",), "red_9"),
    ],
)
def test_cards_that_continue_an_expedition(red, card):
    """LC-5: a higher number, or a wager before any number."""
    position = holding(card, red=red).legal(Play(card), actor=0)
    played = position.when(0, Play(card)).entered(0, "cards", 1, source="red")
    played.figures(0, cards=1, wagers=int(card == "red_wager"), started=int(not red))
    assert played.state.players[0].expeditions["red"] == [*red, card]
    assert played.state.players[0].hand == []


@pytest.mark.parametrize(("red", "card"), [(("red_5",), "red_4"), (("red_2",), "red_wager")])
def test_cards_that_do_not(red, card):
    """LC-5: neither a lower number, nor a wager after a number."""
    position = holding(card, red=red).not_legal(Play(card)).legal(Discard(card))
    position.when(0, Play(card)).rejected("LC-5", card=card, there=list(red))


def test_a_discarded_card_is_on_top_of_its_pile():
    """LC-6: on the pile of its colour."""
    after = holding("red_3", "blue_2").when(0, Discard("red_3")).then(barred="red")
    assert after.state.discards["red"] == ["red_3"]
    assert after.state.players[0].hand == ["blue_2"]


def test_a_card_that_is_not_named_can_be_any_that_has_not_been_seen():
    """LC-13: whoever holds a hidden card may use each card that is not known to be elsewhere."""
    position = holding("red_3", red=("red_2",)).but(to_move=1)
    position.state.agenda[-1] = type(position.state.agenda[-1])(1)
    position.legal(Play("red_4"), Discard("blue_wager"), actor=1).not_legal(Play("red_2"), Play("red_3"), actor=1)
    position.fork().when(1, Discard("red_3")).rejected("LC-4", unknown=8)
    after = position.when(1, Play("red_4")).accepted()
    assert after.state.players[1].unknown == 7
    assert not list(after.rules.conservation(after.state))


def test_a_card_that_is_named_too_often_is_rejected():
    """LC-2: a number is dealt once; a log need not name it (LC-13)."""
    start = at_start("lost_cities")
    one = start.when(None, CardDrawn(0, "red_2")).accepted()
    one.fork().when(None, CardDrawn(0, "red_2")).rejected("LC-2", card="red_2", left=0)
    one.fork().when(None, CardDrawn(0, "mauve_2")).rejected("LC-2", card="mauve_2")
    one.fork().when(None, CardDrawn(1, "red_3")).rejected("LC-2", player=1, expected=0)
    one.fork().when(0, CardDrawn(0, "red_3")).rejected("LC-2")
    hidden = one.when(None, CardDrawn(0)).accepted()
    assert (hidden.state.players[0].hand, hidden.state.players[0].unknown, hidden.state.deck) == (["red_2"], 1, 58)
