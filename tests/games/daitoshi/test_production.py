"""Production turns (DA-6.10 to DA-6.13, DA-7.20 to DA-7.26)."""

from msgspec.structs import replace

from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi.effects import UpgradeInvention
from tests.games.daitoshi.table import ANN, BOB, CY, acting, leading, play, put, seat, table


def full(leader=ANN, options=None):
    """Ann has inventions in all buildings; nobody is in conflict."""
    position = leading(table(options=options), leader)
    put(position, ANN, 0, 1, "basic_food", high=True)
    put(position, ANN, 0, 2, "ordinary_02")
    put(position, ANN, 1, 1, "ordinary_04")
    put(position, ANN, 2, 1, "ordinary_12")
    return position


def test_a_leaders_turn():
    """DA-6.10, DA-7.10: right while producing, left afterwards; the others need not wait."""
    position = full()
    assert seat(position, ANN).token == "right"
    play(position, (CY, events.FinishProduction()), (BOB, events.FinishProduction()))
    assert position.state.phase == "production"
    play(position, (ANN, events.FinishProduction()))
    assert seat(position, ANN).token == "left"
    assert position.state.active == BOB
    position.figures(ANN, river_pilgrim=0)  # a leader who activated nothing gets no pilgrim (DA-11.9)


def test_the_grant():
    """DA-7.20, DA-11.30: once, by anybody, while a building is left; steam paid before is not returned."""
    position = full(BOB)
    seat(position, ANN, steam=3)
    play(position, (ANN, events.ActivateBuilding(0)), (ANN, events.UseGrant()))
    position.when(ANN, events.UseGrant()).rejected("DA-7.20", grant=False)
    play(position, (ANN, events.ActivateBuilding(2)))
    assert seat(position, ANN).steam >= 1
    assert not seat(position, ANN).grant
    assert seat(position, BOB).grant


def test_steam_gained_pays_for_the_next_building():
    """DA-7.21, DA-11.31: a building is completed before the next one."""
    position = full()
    seat(position, ANN, steam=1)
    seat(position, ANN).grant = False
    position.when(ANN, events.ActivateBuilding(0)).rejected("DA-7.21", cost=2, steam=1)
    put(position, ANN, 1, 1, "ordinary_08")  # two steam in the left column, twice for the leader
    play(position, (ANN, events.ActivateBuilding(1)))
    assert seat(position, ANN).steam == 4
    position.legal(events.ActivateBuilding(2), actor=ANN)


def test_what_can_be_activated():
    """DA-7.21: a building with an invention, once a turn, in an order of its floors."""
    position = full()
    position.when(ANN, events.ActivateBuilding(3)).rejected("DA-7.21", building=3)
    position.when(ANN, events.ActivateBuilding(0, (1,))).rejected("DA-7.21", floors=(1, 2))
    position.when(ANN, events.ActivateBuilding(0, (1, 2), (2, 2))).rejected("DA-7.21")
    play(position, (ANN, events.ActivateBuilding(0, (2, 1), (1, 2))))
    position.when(ANN, events.ActivateBuilding(0)).rejected("DA-7.21", building=0)
    bare = leading(table())
    bare.when(ANN, events.ActivateBuilding(1)).rejected("DA-7.21", open=[0])


def test_marks_count_at_the_moment_of_activation():
    """DA-7.22: an upgrade gained from an invention before it in the order counts."""
    position = full(BOB)
    put(position, ANN, 0, 1, "basic_food", high=False)
    seat(position, ANN, vp=0)
    catalogue = position.state.catalogue
    raising = replace(catalogue.invention["ordinary_02"], left=(UpgradeInvention("any"),))
    position.state.learn(replace(catalogue, invention={**catalogue.invention, "ordinary_02": raising}))
    for order, gained in (((1, 2), {"food": 1, "vp": 0}), ((2, 1), {"food": 2, "vp": 1})):
        trial = position.fork()
        play(trial, (ANN, events.ActivateBuilding(0, order)), (ANN, events.ChooseSlot(0, 1)))
        trial.figures(ANN, **gained)


def test_orders_are_stated_where_they_differ():
    """DA-7.1, DA-7.21: the default orders have a single spelling, the one with only the building."""
    position = full(BOB)
    plain = position.rules.plain
    for told in (((1, 2), None), (None, (1, 2)), ((1, 2), (1, 2)), (None, None)):
        assert plain(position.state, ANN, events.ActivateBuilding(0, *told)) == events.ActivateBuilding(0)
    assert plain(position.state, ANN, events.ActivateBuilding(0, (2, 1), (2, 1))) == events.ActivateBuilding(0, (2, 1))
    odd = events.ActivateBuilding(0, None, (2, 1))
    assert plain(position.state, ANN, odd) == odd
    position.legal(events.ActivateBuilding(0), events.ActivateBuilding(0, (2, 1)), odd, actor=ANN)
    for wrong in ((), (1, 1), (1, 2, 3)):
        assert plain(position.state, ANN, events.ActivateBuilding(0, wrong)).order == wrong
    done = play(position.fork(), (ANN, events.ActivateBuilding(0)))
    assert plain(done.state, ANN, odd) == odd
    put(position, BOB, 0, 1, "basic_food")
    one = events.ActivateBuilding(0, (1,))
    assert plain(position.state, BOB, one) == events.ActivateBuilding(0)
    assert plain(position.state, ANN, one) == one


def test_a_marker_goes_on_after_a_question():
    """DA-7.24, DA-15.2: the next step has the same tag as the first."""
    position = leading(table())
    put(position, ANN, 0, 1, "basic_food", marker=4)
    put(position, ANN, 0, 2, "ordinary_02")
    seat(position, ANN, river_hexes=1, forest_hexes=1)
    play(position, (ANN, events.ActivateBuilding(0)), (ANN, events.ChooseHex("river")))
    position.entered(ANN, "vp", 2, source="progress_track")
    assert [slot.marker for slot in seat(position, ANN).slots[0]] == [6, 2, 0]


def test_progress_at_the_end_of_production():
    """DA-7.24: with the option, in the order of activation."""
    position = full(options={"progress_timing": "end_of_production"})
    play(position, (ANN, events.ActivateBuilding(1)), (ANN, events.ActivateBuilding(0)))
    assert [slot.marker for slot in seat(position, ANN).slots[0]] == [0, 0, 0]
    play(position, (ANN, events.FinishProduction()))
    assert [slot.marker for slot in seat(position, ANN).slots[0]] == [2, 2, 0]
    assert seat(position, ANN).slots[1][0].marker == 2


def test_the_order_of_the_markers():
    """DA-7.24: `advance_order` may differ from the order of the inventions."""
    position = full()
    play(position, (ANN, events.ActivateBuilding(0, (1, 2), (2, 1))))
    assert [each.floors for each in seat(position, ANN).activated] == [(2, 1)]


def test_who_checks_after_a_production_turn():
    """DA-6.32, DA-11.10: the leader alone, with the option everybody."""
    for option, checked in (("active_only", []), ("all_players", ["forest"])):
        position = leading(table(options={"production_check": option}), ANN)
        seat(position, BOB, forest_hexes=2)
        for number in (ANN, BOB, CY):
            play(position, (number, events.FinishProduction()))
        assert seat(position, BOB).in_conflict == checked


def test_workers_of_everybody_are_kept_at_once():
    """DA-6.33: each player concerned decides; the turn ends when all have."""
    position = leading(table(options={"production_check": "all_players"}), ANN)
    for number in (BOB, CY):
        seat(position, number, underground_hexes=2, blue_workers=2, green_workers=2)
    for number in (ANN, BOB, CY):
        play(position, (number, events.FinishProduction()))
    assert position.state.phase == "turn_end"
    play(position, (CY, events.KeepWorkers(("blue", "green"))))
    assert position.state.turn == 1
    play(position, (BOB, events.KeepWorkers(("blue", "blue"))))
    assert position.state.active == BOB
    position.figures(BOB, blue_workers=2, green_workers=0)


def test_the_machine_after_production():
    """DA-6.31, DA-11.7: it stays, with the option it leaves the leader's slice."""
    for option, slice in ((False, 1), (True, 0)):
        position = leading(table(options={"machine_moves_after_production": option}, slice=1), ANN)
        for number in (ANN, BOB, CY):
            play(position, (number, events.FinishProduction()))
        assert position.state.machine.slice == slice


def test_a_city_turn_brings_the_token_back():
    """DA-6.30, DA-6.15: to the centre, whatever was done."""
    position = acting(table(), ANN, 1)
    seat(position, ANN, token="left")
    play(position, (ANN, events.SkipAction()))
    assert seat(position, ANN).token == "centre"


def test_a_turn_in_which_nobody_can_produce():
    """DA-6.13, DA-11.9: everybody has finished at once; the token goes left, the next player's turn begins."""
    position = table()
    for number in (ANN, BOB, CY):
        seat(position, number, steam=1, grant=False)
    play(position, (ANN, events.LeadProduction()))
    assert (position.state.phase, position.state.active, seat(position, ANN).token) == ("turn_start", BOB, "left")
    position.figures(ANN, steam=1, river_pilgrim=0)


def test_a_leader_who_cannot_produce_has_both_windows():
    """DA-6.13, DA-6.21: the open window is pending; the banner that is not used before may be used afterwards."""
    position = table(cities=("city_17", "city_15", "city_04", "city_06", "city_13"))
    position.state.placed["city_17"] = [ANN]
    seat(position, ANN, banners=4, steam=0, grant=False)
    play(position, (ANN, events.LeadProduction()), (BOB, events.FinishProduction()), (CY, events.FinishProduction()))
    for _ in ("before", "after"):
        offered = [event for _, event in position.rules.legal(position.state)]
        assert offered == [events.UsePartnership("city_17"), events.DeclinePartnership()]
        play(position, (ANN, events.DeclinePartnership()))
    assert position.state.active == BOB


def test_pilgrims_of_a_leader_do_not_wait():
    """DA-6.10, DA-7.26: asked as soon as the leader has finished; the others may still produce."""
    position = leading(table())
    position.state.tracks["forest"][:2] = [0, 0]
    put(position, ANN, 1, 1, "ordinary_15")
    play(position, (ANN, events.ActivateBuilding(0)), (ANN, events.ActivateBuilding(1)))
    position.legal(events.ChooseTrack("river"), events.ChooseTrack("forest"), actor=ANN)
    play(position, (BOB, events.ActivateBuilding(0)), (CY, events.FinishProduction()))
    assert position.state.turn == 1
    play(position, (ANN, events.ChooseTrack("forest")), (ANN, events.ChooseTrack("forest")))
    assert (seat(position, ANN).forest_pilgrim, position.state.turn) == (2, 2)


def test_steam_of_markers_at_the_end_comes_too_late():
    """DA-7.24, DA-6.13: with `end_of_production` a player has finished before the markers give steam."""
    for option, finished in (("per_building", False), ("end_of_production", True)):
        position = leading(table(options={"progress_timing": option}))
        put(position, BOB, 1, 1, "ordinary_15", marker=3)
        seat(position, BOB, steam=1, grant=False)
        play(position, (BOB, events.ActivateBuilding(1)))
        position.figures(BOB, steam=2)
        assert seat(position, BOB).finished == finished


def test_markers_at_the_end_go_in_the_order_of_activation():
    """DA-7.24: all of them before the leader's pilgrims (DA-7.26)."""
    position = leading(table(options={"progress_timing": "end_of_production"}))
    put(position, ANN, 0, 1, "basic_food", marker=2)
    put(position, ANN, 1, 1, "ordinary_15", marker=3)
    play(position, (ANN, events.ActivateBuilding(1)), (ANN, events.ActivateBuilding(0)))
    ends = [
        (e.figure, e.delta) for e in position.entries if e.source == "progress_track" and e.figure in ("vp", "steam")
    ]
    assert ends == [("steam", 2), ("vp", 2), ("vp", 1)]
    steps = [e.figure for e in position.entries if e.figure in ("vp", "river_pilgrim")]
    assert steps[-2:] == ["river_pilgrim", "river_pilgrim"]
