"""Taking stones, and the course of the game: every clause of Nim, rejecting and passing."""

import pytest

from engine.clause import Unsupported
from events.codec import Unreadable
from events.record import Header, Seat
from events.vocabulary.nim import DrawPile, Take
from tests.support import at_start, given

pytestmark = pytest.mark.usefixtures("nim")


def test_only_the_player_to_move_takes():
    """NIM-1: players take turns."""
    given("nim", pile=5).when(1, Take(1)).rejected("NIM-1", seat=1, to_move=0)
    given("nim", pile=5).when(None, Take(1)).rejected("NIM-1", seat=None)


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
    """NIM-3: three to twelve stones, by chance."""
    start = at_start("nim").legal(DrawPile(3), DrawPile(12), actor=None).not_legal(Take(1))
    start.when(None, DrawPile(2)).rejected("NIM-3", stones=2)
    start.when(None, DrawPile(13)).rejected("NIM-3", stones=13)
    start.when(0, DrawPile(7)).rejected("NIM-3", actor=0)
    start.when(None, DrawPile(7)).then(pile=7, size=7, round=1).when(None, DrawPile(7)).rejected("NIM-3", drawn=7)


def test_the_last_stone():
    """NIM-4: the last stone is worth two points more, when the round ends."""
    end = given("nim", options={"rounds": 1}, pile=2).when(0, Take(2)).not_entered(1, "vp").figures(0, vp=2)
    end.settled().entered(0, "vp", +2, source="last_stone").figures(0, vp=4)


def test_the_next_round():
    """NIM-5: the same pile again, the other player begins."""
    given("nim", options={"rounds": 2}, pile=2, size=6).when(0, Take(2)).settled().then(pile=6, round=2, to_move=1)


def test_the_end():
    """NIM-5, NIM-6: nothing is laid out after the last round; equal points share the rank."""
    end = given("nim", options={"rounds": 1}, pile=1, vp=[0, 3]).when(0, Take(1)).settled().then(pile=0)
    assert [(s.seat, s.vp, s.rank) for s in end.rules.standings(end.state)] == [(0, 3, 1), (1, 3, 1)]
    assert not list(end.rules.legal(end.state))


def test_a_table_that_nim_cannot_serve():
    with pytest.raises(Unreadable, match=r"found 1 seats at \$\.seats, expected 2 to 4 seats"):
        at_start("nim", Header("nim", seats=(Seat("alone"),)))
    with pytest.raises(Unsupported, match="option misere = True"):
        at_start("nim", options={"misere": True})
