"""The worked examples of DA-13: production, progress, the grant."""

import pytest

from events.vocabulary import daitoshi as events
from tests.games.daitoshi.table import ANN, BOB, CY, in_turn, leading, play, put, seat, table


def producing(leader, **figures):
    """Ann produces, as the leader or not."""
    position = leading(table(), ANN if leader else BOB)
    seat(position, ANN, **figures)
    return position


@pytest.mark.parametrize(("leader", "wealth"), [(False, 1), (True, 2)])
def test_13_3_an_invention_in_the_high_position(leader, wealth):
    """DA-13.3, DA-7.23: marks bp, b, b: the leader gains the first column twice."""
    position = producing(leader, wealth=0, energy=0)
    put(position, ANN, 0, 1, "basic_energy", high=True)
    position.when(ANN, events.ActivateBuilding(0)).figures(ANN, wealth=wealth, energy=1, vp=1)


def test_13_4_a_conversion():
    """DA-13.4, DA-7.73: in the high position food becomes wealth; it cannot be declined."""
    position = producing(False, food=1, wealth=1)
    put(position, ANN, 0, 1, "ordinary_01")
    position.when(ANN, events.ActivateBuilding(0)).figures(ANN, food=2, wealth=1, vp=0)
    position = producing(False, food=1, wealth=1)
    put(position, ANN, 0, 1, "ordinary_01", high=True)
    position.when(ANN, events.ActivateBuilding(0)).accepted()
    position.not_legal(events.ChooseConvert(False), actor=ANN)
    position.when(ANN, events.ChooseConvert(False)).rejected("DA-7.73")
    position.when(ANN, events.ChooseConvert(True, 0)).figures(ANN, food=1, wealth=2, vp=1)


def test_13_4_a_conversion_without_wealth():
    """DA-13.4: forced without an event if there is no wealth."""
    position = producing(False, food=1, wealth=0)
    put(position, ANN, 0, 1, "ordinary_01", high=True)
    position.when(ANN, events.ActivateBuilding(0)).figures(ANN, food=1, wealth=1, vp=1)


def five(leader=True):
    """The position of DA-13.5."""
    position = producing(leader, steam=5, wealth=0, food=0, energy=0)
    put(position, ANN, 0, 1, "basic_food", high=True, marker=2)
    put(position, ANN, 0, 2, "ordinary_02")
    put(position, ANN, 1, 1, "ordinary_03")
    position.state.tracks["forest"][:2] = [0, 0]
    return position


def test_13_5_a_leader_activates_a_building():
    """DA-13.5: rewards, then the markers, two steps each."""
    position = five()
    position.when(ANN, events.ActivateBuilding(0, (1, 2))).figures(ANN, steam=3, wealth=2, food=1, energy=1, vp=2)
    position.entered(ANN, "vp", 1, source="production").entered(ANN, "vp", 1, source="progress_track")
    ground, first = seat(position, ANN).slots[0][:2]
    assert (ground.marker, ground.ready) == (4, True)
    assert (first.marker, first.high) == (2, True)


def test_13_6_the_centre_building():
    """DA-13.6: a pilgrim step for each of the leader's marks."""
    position = five()
    play(position, (ANN, events.ActivateBuilding(0, (1, 2))), (ANN, events.ActivateBuilding(1)))
    position.figures(ANN, steam=2, forest_pilgrim=2)
    slot = seat(position, ANN).slots[1][0]
    assert (slot.marker, slot.high) == (2, True)


def test_13_7_the_leaders_pilgrims():
    """DA-13.7, DA-7.26: one step for each building, not on a track that is used up; the token goes left."""
    position = five()
    position.state.tracks["mountain"][0] = 0
    play(position, (ANN, events.ActivateBuilding(0, (1, 2))), (ANN, events.ActivateBuilding(1)))
    position.legal(events.ChooseTrack("river"), events.ChooseTrack("mountain"), actor=ANN)
    position.not_legal(events.ChooseTrack("forest"), actor=ANN)
    play(position, (ANN, events.ChooseTrack("river")), (ANN, events.ChooseTrack("river")))
    position.figures(ANN, river_pilgrim=2)
    play(position, (BOB, events.FinishProduction()), (CY, events.FinishProduction()))
    assert seat(position, ANN).token == "left"


def test_13_8_without_leading():
    """DA-13.8: blue marks only, and one step for each marker."""
    position = five(leader=False)
    position.when(ANN, events.ActivateBuilding(0)).figures(ANN, wealth=1, food=1, energy=1, vp=1)
    ground, first = seat(position, ANN).slots[0][:2]
    assert (ground.marker, first.marker) == (3, 1)


@pytest.mark.parametrize(("leader", "steps"), [(True, 1), (False, 0)])
def test_13_9_conflict_of_the_river(leader, steps):
    """DA-13.9, DA-7.24: the progress tile on its conflict side."""
    position = five(leader)
    seat(position, ANN).in_conflict.append("river")
    position.when(ANN, events.ActivateBuilding(0)).accepted()
    ground, first = seat(position, ANN).slots[0][:2]
    assert (ground.marker, first.marker) == (2 + steps, steps)


def test_13_10_conflict_of_the_mountain():
    """DA-13.10, DA-4.3: dear buildings; the grant makes them free."""
    position = producing(True, steam=6)
    seat(position, ANN).in_conflict.append("mountain")
    put(position, ANN, 1, 1, "ordinary_02")
    put(position, ANN, 2, 1, "ordinary_04")
    position.when(ANN, events.ActivateBuilding(2)).rejected("DA-7.21", cost=7, steam=6)
    position.fork().when(ANN, events.ActivateBuilding(1)).figures(ANN, steam=3)
    position.fork().when(ANN, events.ActivateBuilding(0)).figures(ANN, steam=4)
    free = position.fork()
    play(free, (ANN, events.UseGrant()), (ANN, events.ActivateBuilding(2))).entered(ANN, "produced", 1)
    free.figures(ANN, steam=6 + 2)  # the tile itself gives steam


def test_13_11_scoring_an_invention():
    """DA-13.11, DA-7.81: the VP at the right end of the tile, once and twice."""
    for marker, vp in ((2, 3), (5, 6)):
        position = producing(False, steam=9)
        put(position, ANN, 1, 2, "brilliant_08", marker=marker)
        position.when(ANN, events.ActivateBuilding(1)).entered(ANN, "vp", vp, source="progress_track")


def test_13_29_the_grant_at_the_end():
    """DA-13.29, DA-10.3: three progress steps, with all they give."""
    position = in_turn(table())
    for number in (BOB, CY):
        seat(position, number).grant = False
    put(position, ANN, 1, 2, "brilliant_01", marker=3, high=True)
    put(position, ANN, 0, 1, "basic_food", high=True, marker=0)
    seat(position, ANN, mountain_hexes=1)
    seat(position, ANN).stack.clear()
    position.state.due = "final_grants"
    position.settled()
    assert position.state.phase == "final_grants"
    assert not seat(position, ANN).grant
    position.legal(events.ChooseSlot(1, 2), events.ChooseSlot(0, 1), events.ChooseSlot(None), actor=ANN)
    play(position, (ANN, events.ChooseSlot(1, 2)))
    assert seat(position, ANN).slots[1][1].ready
    play(position, (ANN, events.ChooseSlot(1, 2)))
    position.figures(ANN, mountain_hexes=0)
