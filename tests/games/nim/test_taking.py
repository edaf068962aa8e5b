"""Taking stones, and the course of the game: every clause of Nim, rejecting and passing."""

import pytest

from engine.clause import Unsupported
from engine.games.nim.state import Player
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.vocabulary.nim import Answer, DealCards, Leave, RollDice, Take
from tests.support import at_start, given

pytestmark = pytest.mark.usefixtures("nim")


def test_only_the_player_to_move_takes():
    """NIM-1: players take turns."""
    given("nim", pile=5).when(1, Take(1)).rejected("NIM-1", actor=1, of=[0])
    given("nim", pile=5).when(None, Take(1)).rejected("NIM-1", actor=None)


def test_more_than_the_pile_is_rejected():
    """NIM-2: nobody takes more stones than the pile holds."""
    given("nim", pile=2).when(0, Take(3)).rejected("NIM-2", stones=3, pile=2)


@pytest.mark.parametrize(("pile", "stones"), [(1, 2), (9, 4), (9, 0), (9, -1)])
def test_neither_more_than_three_nor_than_the_pile_nor_none(pile, stones):
    """NIM-2: one, two or three stones, of those in the pile."""
    given("nim", pile=pile).when(0, Take(stones)).rejected("NIM-2", stones=stones, pile=pile)


def test_stones_are_points():
    """NIM-2: each stone is a point, entered with its source."""
    given("nim", pile=5).when(0, Take(3)).then(pile=2, to_move=1).entered(0, "vp", +3, source="take")


def test_what_is_legal():
    """NIM-2: no offer exceeds the pile."""
    given("nim", pile=2).legal(Take(1), Take(2)).not_legal(Take(3)).not_legal(Take(1), actor=1)


def test_the_pile_is_drawn_once():
    """NIM-3: the stated number of dice, by chance."""
    start = at_start("nim").legal(RollDice((1, 1)), RollDice((6, 6)), actor=None).not_legal(Take(1))
    for dice in ((7, 6), (0, 3), (5,), (1, 2, 3), (True, 2)):
        start.when(None, RollDice(dice)).rejected("NIM-3", dice=dice)
    start.when(0, RollDice((4, 3))).rejected("NIM-3", actor=0)
    start.when(0, Take(1)).rejected("NIM-1", of=["nobody"])
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
    with pytest.raises(Unsupported, match="option misere = true"):
        at_start("nim", options={"misere": True})


def dealt(*cards):
    """A pile of seven, and a card for each of the players."""
    game = at_start("nim", players=len(cards), options={"rounds": 1, "cards": True})
    return game.when(None, RollDice((4, 3))).when(None, DealCards(cards))


def test_the_cards_are_dealt():
    """NIM-7: a stop or a blank for each player, after the roll; a log need not name them."""
    start = at_start("nim", options={"cards": True}).not_legal(DealCards(("stop", "stop")))
    rolled = start.when(None, RollDice((4, 3))).not_legal(Take(1))
    rolled.legal(DealCards(("stop", "stop")), DealCards(("blank", "stop")), DealCards((None, None)), actor=None)
    for cards in (("stop",), ("stop", "joker"), ("stop", ""), ("stop", "blank", "blank")):
        rolled.when(None, DealCards(cards)).rejected("NIM-7", cards=cards)
    rolled.when(1, DealCards(("stop", "stop"))).rejected("NIM-3", actor=1)
    given("nim").when(None, DealCards(("stop", "stop"))).rejected("NIM-1", awaited=["move"])
    dealt("stop", None).legal(Take(1), actor=0)


def test_what_is_hidden_is_not_in_the_public_log():
    """NIM-7: everybody, and a seat, see no cards but that seat's; everybody sees who took what."""
    log = selfplay_log(ruleset("nim"), "hidden", 2, {"cards": True}, "random")
    cards = log.records[1].event.cards
    for seat, seen in ((None, (None, None)), (0, (cards[0], None)), (1, (None, cards[1]))):
        public = ruleset("nim").public(log, seat)
        assert public.records[1].event == DealCards(seen)
        assert public.records[2:] == log.records[2:]
        assert replay(ruleset("nim"), public).verdict == "valid"


def test_a_stop():
    """NIM-8: the third stone goes back with its point; the card is used up."""
    asked = dealt("blank", "stop").when(0, Take(3)).legal(Answer(stop=True), Answer(stop=False), actor=1)
    asked.when(0, Answer(stop=False)).rejected("NIM-1", of=[1])
    asked.when(1, Take(1)).rejected("NIM-1", awaited=["reaction"])
    stopped = asked.fork().when(1, Answer(stop=True)).then(pile=5, to_move=1).figures(0, vp=2, stones=2)
    stopped.entered(0, "vp", -1, "stop").when(1, Take(3)).legal(Answer(stop=False), actor=0)
    stopped.not_legal(Answer(stop=True))
    let_go = asked.when(1, Answer(stop=False)).then(pile=4).figures(0, vp=3)
    let_go.when(1, Take(2)).when(0, Take(2)).settled().figures(0, vp=7)


def test_a_stop_brings_the_last_stone_back():
    """NIM-8, NIM-4: the round goes on, and the player who stopped moves."""
    three = dealt("blank", "stop").but(pile=3, size=3).when(0, Take(3)).then(pile=0, due=[])
    three.when(1, Answer(stop=True)).then(pile=1, due=[]).legal(Take(1), actor=1)


def test_who_may_stop():
    """NIM-8: not with a blank nor with a card that was played; with an unknown card; two stones are not answered."""
    dealt("stop", "blank").when(0, Take(3)).when(1, Answer(stop=True)).rejected("NIM-8", card="blank")
    dealt("stop", "blank").when(0, Take(2)).legal(Take(1), actor=1)
    unknown = dealt(None, None).when(0, Take(3)).legal(Answer(stop=True), actor=1)
    played = unknown.when(1, Answer(stop=True)).when(1, Take(1))
    played.when(0, Take(3)).then(pile=1).legal(Take(1), actor=1)


def test_a_player_leaves():
    """NIM-9: passed over from then on; only the player to move leaves, and the last one stays."""
    three = given("nim", players=3, pile=5).not_legal(Leave(0)).when(0, Take(1)).when(None, Leave(1)).then(to_move=2)
    three.when(None, Leave(1)).rejected("NIM-9", player=1)
    three.when(None, Leave(0)).rejected("NIM-9", player=0)
    alone = three.when(2, Take(1)).when(None, Leave(0)).then(to_move=2)
    alone.when(None, Leave(2)).rejected("NIM-9", playing=[2])
    dealt("stop", "stop").when(0, Take(3)).when(None, Leave(1)).rejected("NIM-9", player=1)
