"""Running, and the course of the game: every clause of Race, rejecting and passing."""

import pytest

from engine.games.race.state import Move, Player
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.vocabulary.race import Run
from tests.support import at_start, given

pytestmark = pytest.mark.usefixtures("race")


def test_only_the_player_to_move_runs():
    """RACE-1: players take turns."""
    start = at_start("race")
    start.when(1, Run(1)).rejected("RACE-1", actor=1, of=[0])
    start.when(None, Run(1)).rejected("RACE-1", actor=None)
    start.when(0, Run(1)).legal(Run(3), actor=1).not_legal(Run(1), actor=0)


@pytest.mark.parametrize(("reached", "steps"), [(0, 0), (0, -1), (0, 4), (9, 2)])
def test_neither_more_than_three_nor_beyond_the_goal_nor_none(reached, steps):
    """RACE-2: one, two or three steps, not beyond the tenth."""
    there = given("race").but(players=[Player(0, reached), Player(1)])
    there.not_legal(Run(steps)).when(0, Run(steps)).rejected("RACE-2", steps=steps, reached=reached)


def test_steps_are_points():
    """RACE-2: each step is a point, entered with its source."""
    given("race").when(0, Run(3)).entered(0, "vp", +3, source="run").figures(0, vp=3)


def test_the_end():
    """RACE-1, RACE-3: on the tenth step the race is over; equal points share a rank."""
    last = given("race", players=3).but(players=[Player(0, 8), Player(1, 4), Player(2, 4)], agenda=[Move(0)])
    end = last.when(0, Run(2)).accepted()
    assert [(s.seat, s.vp, s.rank) for s in end.rules.standings(end.state)] == [(0, 10, 1), (1, 4, 2), (2, 4, 2)]
    end.when(1, Run(1)).rejected("RACE-1")


def test_a_table_that_race_cannot_serve():
    with pytest.raises(Unreadable, match=r"found 1 seats at \$\.seats, expected 2 to 5 seats"):
        at_start("race", Header("race", seats=(Seat("alone"),)))
