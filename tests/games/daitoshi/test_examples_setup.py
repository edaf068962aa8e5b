"""The worked examples of DA-13: set-up, sequences of events, rejections."""

from engine.games.daitoshi.wilderness_setup import first_hexes
from events.vocabulary import daitoshi as events
from tests.games.daitoshi.table import ANN, BOB, CY, play, seat, table


def test_13_1_start_values():
    """DA-13.1, DA-5.3: what every player begins with."""
    position = table()
    for number in (ANN, BOB, CY):
        position.figures(number, steam=7, food=1, energy=1, building=1, luxury=1, wealth=1, vp=0, reputation=1)
        player = position.state.players[number]
        assert player.token == "centre"
        assert player.grant
        assert not player.in_conflict


def test_13_2_hexes_of_the_wilderness():
    """DA-13.2, DA-5.11: with two, three and four players."""
    position = table(3)
    assert position.state.tracks["forest"] == [1, 2, 1, 2, 1, 2, 1, 1, 1]
    assert position.state.tracks["river"] == [0] * 4 + [1] * 12
    assert sum(position.state.tracks["forest"]) == 12
    rows = position.state.catalogue.wilderness_track
    assert [sum(first_hexes(rows["forest"], n)) for n in (2, 3, 4)] == [9, 12, 15]
    assert [sum(first_hexes(rows["river"], n)) for n in (2, 3, 4)] == [8, 12, 16]


def first_turn():
    """Ann's city turn of DA-13.47."""
    return play(
        table(),
        (ANN, events.MoveMagnate(1, "right")),
        (ANN, events.Expand(slice=2, ring="middle", pay_wealth=1)),
        (None, events.DistrictTileDrawn(ring="middle", tile="middle_03")),
    )


def test_13_47_a_city_turn():
    """DA-13.47: move, expand, tile, forced deposit, a question for the track."""
    position = table().when(ANN, events.MoveMagnate(1, "right"))
    player = seat(position, ANN)
    assert (player.slice, player.space, player.forest_hexes, player.green_workers) == (2, "right", 1, 1)
    assert (player.chimney, player.steam) == (-1, 7)
    assert position.state.tracks["forest"][0] == 0
    position = first_turn()
    assert seat(position, ANN).forest_hexes == 0
    assert position.state.slices[2].middle.hexes == ("forest",)
    position.legal(events.ChooseTrack("forest"), events.ChooseTrack("river"))
    assert len(list(position.rules.legal(position.state))) == 2
    play(position, (ANN, events.ChooseTrack("river")))
    player = seat(position, ANN)
    position.figures(ANN, steam=7, food=1, energy=1, building=0, luxury=1, wealth=0, vp=0, green_workers=1)
    assert (player.river_pilgrim, player.token, player.in_conflict) == (1, "centre", [])
    assert position.state.active == BOB


def second_turn():
    """Bob leads, ann joins, cy has not finished: DA-13.48."""
    return play(
        first_turn(),
        (ANN, events.ChooseTrack("river")),
        (BOB, events.LeadProduction()),
        (BOB, events.ActivateBuilding(0)),
        (BOB, events.ChooseTrack("forest")),
        (ANN, events.ActivateBuilding(0)),
    )


def test_13_48_a_production_turn():
    """DA-13.48: the leader finishes without an event, then the others."""
    position = second_turn()
    bob, ann = seat(position, BOB), seat(position, ANN)
    assert (bob.steam, bob.wealth, bob.slots[0][0].marker, bob.slots[0][0].high) == (5, 2, 2, True)
    assert bob.forest_pilgrim == 1
    assert (ann.steam, ann.wealth, ann.slots[0][0].marker, ann.finished) == (5, 1, 1, True)
    assert bob.token == "right"
    play(position, (CY, events.FinishProduction()))
    assert seat(position, BOB).token == "left"
    assert position.state.active == CY


def test_13_48_in_another_order():
    """DA-13.48, DA-6.12: the others may come before the leader."""
    position = play(first_turn(), (ANN, events.ChooseTrack("river")), (BOB, events.LeadProduction()))
    play(
        position,
        (CY, events.FinishProduction()),
        (ANN, events.ActivateBuilding(0)),
        (BOB, events.ActivateBuilding(0)),
        (BOB, events.ChooseTrack("forest")),
    )
    other = second_turn()
    play(other, (CY, events.FinishProduction()))
    assert position.state.players == other.state.players


def test_13_49_rejections():
    """DA-13.49: the token, the wrong player, a track that is not offered."""
    first_turn().when(ANN, events.ChooseTrack("mountain")).rejected("DA-7.69")
    position = second_turn()
    play(position, (CY, events.FinishProduction()))
    position.legal(events.LeadProduction(), actor=CY)
    play(position, (CY, events.MoveMagnate(1, "right")))
    position.when(ANN, events.UsePartnership("city_10")).rejected("DA-6.1")
    while position.state.turn < 5:
        skip(position)
    position.when(BOB, events.LeadProduction()).rejected("DA-7.10", token="left")


def skip(position):
    """The player to act goes to the next slice and does nothing there; questions are answered somehow."""
    offered = list(position.rules.legal(position.state))
    for wanted in (events.SkipAction(), events.MoveMagnate(1, "right")):
        if any(event == wanted for _, event in offered):
            play(position, (position.state.active, wanted))
            return
    play(position, offered[0])
