"""Taking stones, and the course of the game: every clause of Nim, rejecting and passing."""

import pytest

from engine.clause import Unsupported
from engine.games.nim.state import Player
from events.codec import Unreadable
from events.record import Header, Seat
from events.vocabulary.nim import DealCard, Leave, LetPass, RollDice, Stop, Take
from tests.support import at_start, given

pytestmark = pytest.mark.usefixtures("nim")


def test_only_the_player_to_move_takes():
    """NIM-1: players take turns."""
    given("nim", pile=5).when(1, Take(1)).rejected("NIM-1", actor=1, of=[0])
    given("nim", pile=5).when(None, Take(1)).rejected("NIM-1", actor=None)


def test_more_than_the_pile_is_rejected():
    """NIM-2: nobody takes more stones than lie there."""
    given("nim", pile=2).when(0, Take(3)).rejected("NIM-2", stones=3, pile=2)


@pytest.mark.parametrize(("pile", "stones"), [(1, 2), (9, 4), (9, 0), (9, -1)])
def test_neither_more_than_three_nor_than_the_pile_nor_none(pile, stones):
    """NIM-2: one, two or three stones of those that lie there."""
    given("nim", pile=pile).when(0, Take(stones)).rejected("NIM-2", stones=stones, pile=pile)


def test_stones_are_points():
    """NIM-2: each stone is a point, entered with its source."""
    given("nim", pile=5).when(0, Take(3)).then(pile=2, to_move=1).entered(0, "vp", +3, source="take")


def test_what_is_legal():
    """NIM-2: what is offered ends with the pile."""
    given("nim", pile=2).legal(Take(1), Take(2)).not_legal(Take(3)).not_legal(Take(1), actor=1)


def test_the_pile_is_drawn_once():
    """NIM-3: so many dice, by chance."""
    start = at_start("nim").legal(RollDice((1, 1)), RollDice((6, 6)), actor=None).not_legal(Take(1))
    for dice in ((7, 6), (0, 3), (5,), (1, 2, 3), (True, 2)):
        start.when(None, RollDice(dice)).rejected("NIM-3", dice=dice)
    start.when(0, RollDice((4, 3))).rejected("NIM-3", actor=0)
    start.when(None, RollDice((4, 3))).then(pile=7, size=7, round=1).when(None, RollDice((4, 3))).rejected("NIM-1")


def test_the_last_stone():
    """NIM-4: the last stone is worth two points more, when the round ends."""
    end = given("nim", options={"rounds": 1}, pile=2).when(0, Take(2)).not_entered(1, "vp").figures(0, vp=2)
    end.settled().entered(0, "vp", +2, source="last_stone").figures(0, vp=4)


def test_the_next_round():
    """NIM-5: the same pile again, the other player begins."""
    given("nim", options={"rounds": 2}, pile=2, size=6).when(0, Take(2)).settled().then(pile=6, round=2, to_move=1)


def test_the_end():
    """NIM-5, NIM-6: nothing is laid out after the last round; equal points share the rank."""
    last = given("nim", options={"rounds": 1}).but(pile=1, players=[Player(0, None), Player(1, None, vp=3)])
    end = last.when(0, Take(1)).settled().then(pile=0)
    assert [(s.seat, s.vp, s.rank) for s in end.rules.standings(end.state)] == [(0, 3, 1), (1, 3, 1)]
    assert not list(end.rules.legal(end.state))
    end.when(1, Take(1)).rejected("NIM-5")


def test_a_table_that_nim_cannot_serve():
    with pytest.raises(Unreadable, match=r"found 1 seats at \$\.seats, expected 2 to 4 seats"):
        at_start("nim", Header("nim", seats=(Seat("alone"),)))
    with pytest.raises(Unsupported, match="option misere = True"):
        at_start("nim", options={"misere": True})


def dealt(*cards, **options):
    """A pile of seven, and a card for each of two players."""
    game = at_start("nim", options={"rounds": 1, "cards": True, **options}).when(None, RollDice((4, 3)))
    for seat, card in enumerate(cards):
        game = game.when(None, DealCard(seat, card))
    return game


def test_the_cards_are_dealt():
    """NIM-7: one each, as many stops as players; unnamed in a public log only."""
    dealt("stop", "stop").then(deck={"stop": 0, "blank": 2}).legal(Take(1), actor=0)
    first = dealt().legal(DealCard(0, "stop"), DealCard(0, "blank")).not_legal(DealCard(0))
    first.when(None, DealCard(1, "stop")).rejected("NIM-7", player=1, expected=0)
    first.when(None, DealCard(0, "joker")).rejected("NIM-7", card="joker")
    first.when(None, DealCard(0)).rejected("NIM-7", card=None)
    dealt(public=True).legal(DealCard(0), DealCard(0, "stop")).when(None, DealCard(0)).accepted()


def test_a_stop():
    """NIM-8: the third stone goes back with its point; the card is used up."""
    asked = dealt("blank", "stop").when(0, Take(3)).legal(Stop(), LetPass(), actor=1)
    asked.when(0, LetPass()).rejected("NIM-1", of=[1])
    asked.when(1, Take(1)).rejected("NIM-1", awaited=["answer"])
    stopped = asked.fork().when(1, Stop()).then(pile=5, to_move=1).figures(0, vp=2, stones=2)
    stopped.entered(0, "vp", -1, "stop").when(1, Take(3)).legal(LetPass(), actor=0).not_legal(Stop())
    asked.when(1, LetPass()).then(pile=4).figures(0, vp=3).when(1, Take(2)).when(0, Take(2)).settled().figures(0, vp=7)


def test_who_may_stop():
    """NIM-8: not with a blank; with an unknown card as long as there may be a stop; two stones are not answered."""
    dealt("stop", "blank").when(0, Take(3)).when(1, Stop()).rejected("NIM-8", card="blank")
    dealt("stop", "blank").when(0, Take(2)).legal(Take(1), actor=1)
    unknown = dealt(None, None, public=True).when(0, Take(3)).legal(Stop(), actor=1)
    unknown.when(1, Stop()).then(deck={"stop": 1, "blank": 2})
    known = dealt("stop", None, public=True).but(deck={"stop": 0, "blank": 2}).when(0, Take(3)).not_legal(Stop())
    known.when(1, Stop()).rejected("NIM-8", stops_left=0)


def test_a_player_leaves():
    """NIM-9: passed over from then on; the last one stays."""
    three = given("nim", players=3, pile=5).not_legal(Leave(1)).when(None, Leave(1)).when(0, Take(1)).then(to_move=2)
    three.when(None, Leave(1)).rejected("NIM-9", player=1)
    alone = three.when(None, Leave(2)).then(to_move=0)
    alone.when(None, Leave(0)).rejected("NIM-9", playing=[0])
    dealt("stop", "stop").when(0, Take(3)).when(None, Leave(1)).legal(Take(1), actor=0)
