"""The worked examples of DA-13: the actions and steps of a city turn."""

import pytest

from engine.games.daitoshi.state import Given
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import Pick
from events.vocabulary.daitoshi import effects as effects
from events.vocabulary.daitoshi.effects import Coal, Gain, Pilgrim, Water
from tests.games.daitoshi.table import ANN, BOB, CY, acting, built, gaining, in_turn, placing, play, put, seat, table


def commit(*picks, **fields):
    return events.CommitInventions(picks=tuple(Pick(*pick) for pick in picks), **fields)


def committing(**figures):
    """Ann may commit, in slice 1."""
    position = acting(table(), ANN, 1)
    seat(position, ANN, **figures)
    return position


def test_13_12_two_inventions():
    """DA-13.12, DA-7.42: costs are added up; no rewards; two refills."""
    position = committing(food=5, wealth=0)
    position.when(ANN, commit(("brilliant_01", 1), ("innovative_01", 2))).figures(ANN, food=0, vp=0)
    slots = seat(position, ANN).slots
    assert (slots[1][0].tile, slots[2][0].tile) == ("brilliant_01", "innovative_01")
    play(position, (None, events.MarketRefilled(quality="brilliant", tile="brilliant_09")))
    assert position.state.phase == "action"
    play(position, (None, events.MarketRefilled(quality="innovative", tile="innovative_09")))
    assert position.state.turn == 2


def test_13_12_a_single_invention():
    """DA-13.12, DA-7.42: its rewards at once."""
    position = committing(food=5, wealth=0)
    position.state.tracks["river"][0] = 0
    position.state.tracks["forest"][0] = 0
    position.when(ANN, commit(("brilliant_01", 1))).figures(ANN, food=3, vp=0)
    play(position, (ANN, events.ChooseTrack("river"))).figures(ANN, river_pilgrim=1, vp=3)


def test_13_12_too_dear():
    """DA-13.12, DA-11.1: five food for brilliant and innovative, four for brilliant and ordinary."""
    position = committing(food=4, wealth=0)
    position.when(ANN, commit(("brilliant_01", 1), ("innovative_01", 2))).rejected("DA-7.2", cost=5)
    position.when(ANN, commit(("brilliant_01", 1), ("ordinary_01", 2))).figures(ANN, food=0)


def test_13_13_a_full_building():
    """DA-13.13, DA-7.42: no empty floor."""
    position = committing(food=5)
    for floor in (1, 2, 3):
        put(position, ANN, 1, floor, f"ordinary_{floor + 10}")
    position.when(ANN, commit(("ordinary_01", 1))).rejected("DA-7.42", building=1)


def test_13_14_an_outer_district():
    """DA-13.14, DA-7.44, DA-7.45: two hexes and their conflict rewards, in the order given."""
    position = acting(table(), ANN, 2)
    built(position, 3, "middle", "middle_01")
    seat(position, ANN, building=4, river_hexes=1, underground_hexes=1, forest_hexes=1)
    play(
        position,
        (ANN, events.Expand(slice=3, ring="outer")),
        (None, events.DistrictTileDrawn(ring="outer", tile="outer_01")),
        (ANN, events.DepositHexes(("river", "underground"))),
    )
    position.figures(ANN, building=0, forest_hexes=1, river_hexes=0, food=2, bus=2, steam=8, vp=1)
    assert position.state.slices[3].outer.hexes == ("river", "underground")


def test_13_15_no_outer_before_the_middle():
    """DA-13.15, DA-7.44: nor with a single hex."""
    position = acting(table(), ANN, 2)
    seat(position, ANN, building=4, river_hexes=2)
    position.when(ANN, events.Expand(slice=2, ring="outer")).rejected("DA-7.44", slice=2)
    built(position, 2, "middle", "middle_01")
    seat(position, ANN, river_hexes=1)
    position.when(ANN, events.Expand(slice=2, ring="outer")).rejected("DA-7.44", record=1)


def test_13_16_electrifying():
    """DA-13.16, DA-7.47: rewards left to right, then the tile is turned."""
    position = acting(table(), BOB, 3)
    tile = built(position, 3, "outer", "outer_01", hexes=("river", "underground"), worker="purple")
    position.state.workers_out["purple"] += 1
    seat(position, BOB, energy=4, food=1, wealth=1)
    play(position, (BOB, events.Electrify(slice=3, ring="outer")))
    position.figures(BOB, energy=0, wealth=2, food=2, bus=2, steam=8, vp=1, fame=1, reputation=2)
    assert (tile.electrified, tile.worker, tile.hexes) == (True, None, ())
    assert (position.state.discard["river"], position.state.discard["underground"]) == (1, 1)
    assert position.state.workers_out["purple"] == 0


def test_13_17_renovating():
    """DA-13.17, DA-7.46."""
    position = acting(table(), ANN, 2)
    seat(position, ANN, building=3, mountain_hexes=2)
    position.when(ANN, events.Renovate(hex="mountain")).figures(ANN, building=0, mountain_hexes=1, steam=9)
    assert position.state.discard["mountain"] == 1


def purple():
    """The position of DA-13.18: a left space, two workshops taken, the upgrade of restoring unlocked."""
    inner = ("inner_town_hall", "inner_commit", "inner_trade", "inner_electrify", "inner_expand")
    position = in_turn(table(inner=inner, slice=2))
    state = position.state
    seat(position, ANN, steam=5, blue_workers=2, reputation=2, forest_hexes=1, river_hexes=1, slice=0)
    for other in (BOB, CY):
        seat(position, other, slice=3, space="right")
    state.slices[2].inner.worker = state.machine.worker = "blue"
    state.workers_out["blue"] += 2
    state.machine.spaces[:2] = [Given("ordinary_11", BOB), Given("ordinary_12", BOB)]
    state.machine.unlocked[0] = True
    return position


def test_13_18_the_left_space():
    """DA-13.18, DA-7.31, DA-7.33: two steam, and both workers return to the supply."""
    position = purple()
    position.when(ANN, events.MoveMagnate(2, "left")).figures(ANN, steam=3)
    assert (position.state.slices[2].inner.worker, position.state.machine.worker) == (None, None)
    assert position.state.workers_out["blue"] == 2


def test_13_19_a_workshop():
    """DA-13.19, DA-7.66: three steps of the Worm-Bus, each with its space."""
    position = play(purple(), (ANN, events.MoveMagnate(2, "left")), (ANN, events.PlaceWorker("blue", "inner")))
    position.figures(ANN, bus=3, steam=4, vp=3)
    position.entered(ANN, "vp", 2, source="workshop/bus_rail/score_reputation")


def test_13_20_the_machines_workshop():
    """DA-13.20, DA-7.77: base and upgrade in the order chosen; no conflict reward."""
    position = play(
        purple(),
        (ANN, events.MoveMagnate(2, "left")),
        (ANN, events.PlaceWorker("blue", "inner")),
        (ANN, events.PlaceWorker("blue", "machine")),
    )
    position.legal(events.ChooseOrder(("base", 0)), events.ChooseOrder((0, "base")))
    play(position, (ANN, events.ChooseOrder(("base", 0))), (ANN, events.ChooseHex("forest")))
    position.figures(ANN, vp=7, forest_hexes=0, bus=3)
    position.entered(ANN, "vp", 2, source="machine_workshop")


@pytest.mark.parametrize(
    ("chimney", "effect", "after", "steam", "conflict"),
    [
        (-3, Water(2), -1, 6, False),
        (-3, Water(2), -1, 4, True),
        (0, Water(2), 2, 0, False),
        (-1, Water(2), 1, 3, False),
        (1, Coal(1), 0, 3, False),
        (-4, Coal(1), -4, 0, False),
    ],
)
def test_13_21_and_22_the_steam_engine(chimney, effect, after, steam, conflict):
    """DA-13.21, DA-13.22, DA-7.64: arrows towards 0 give steam; at the end further steps are lost."""
    position = acting(table())
    player = seat(position, ANN, chimney=chimney, steam=0)
    player.in_conflict = ["forest"] if conflict else []
    gaining(position, effect).figures(ANN, chimney=after, steam=steam)


def test_13_23_a_trade():
    """DA-13.23, DA-7.48: four rewards, among them a banner and the city's own effect."""
    position = acting(table(), ANN, 4)
    seat(position, ANN, steam=5, luxury=4)
    position.when(ANN, events.Trade(city="city_10", goods=4)).figures(
        ANN, steam=4, luxury=0, vp=6, fame=1, reputation=2, banners=4
    )
    assert position.state.placed["city_10"] == [ANN]


def test_13_24_a_banner_before_an_action():
    """DA-13.24, DA-6.22: the city's effect first, then the action."""
    position = acting(table(), ANN, 1)
    position.state.placed["city_10"] = [ANN]
    seat(position, ANN, food=1, steam=0, banners=4)
    position.when(ANN, commit(("ordinary_04", 1), before=("city_10",))).figures(ANN, food=1, steam=6, vp=1, banners=5)
    assert position.state.placed["city_10"] == []
    position.entered(ANN, "steam", 4, source="city_effect").legal(
        events.MarketRefilled(quality="ordinary", tile="ordinary_05")
    )


def trading(**figures):
    """Ann may trade, in slice 4."""
    position = acting(table(), ANN, 4)
    seat(position, ANN, **figures)
    return position


def test_13_25_a_banner_of_the_same_trade():
    """DA-13.25, DA-6.21, DA-4.5: it opens no window after this trade, an older one does."""
    position = trading(steam=9, luxury=2)
    play(position, (ANN, events.Trade(city="city_15", goods=2)))
    assert position.state.placed["city_15"] == [ANN]
    assert position.state.active == BOB
    position = trading(steam=9, luxury=1, banners=4)
    position.state.placed["city_15"] = [ANN]
    play(position, (ANN, events.Trade(city="city_10", goods=1)))
    position.legal(events.UsePartnership("city_15"), events.DeclinePartnership(), actor=ANN)


def test_13_26_an_answer_that_leaves_the_action_possible():
    """DA-13.26, DA-6.23: the banner's effect must leave enough steam."""
    position = trading(steam=3, luxury=1, wealth=0, banners=4)
    position.state.placed["city_15"] = [ANN]
    position.when(ANN, events.Trade(city="city_10", goods=1)).rejected("DA-7.2", steam=5)
    position.when(ANN, events.Trade(city="city_10", goods=1, before=("city_15",))).figures(ANN, steam=2, vp=6)
    position = trading(steam=3, luxury=1, wealth=0, banners=4)
    position.state.placed["city_15"] = [ANN]
    position.state.cities[4] = "city_08"
    position.state.placed["city_08"] = []
    position.when(ANN, events.Trade(city="city_10", goods=1, before=("city_15",))).figures(ANN, steam=2)


def test_13_26_other_answers_are_rejected():
    """DA-13.26: with two ways to get enough steam there is a question, and other cities are not accepted."""
    position = trading(steam=3, luxury=1, wealth=0, banners=4)
    state = position.state
    state.placed["city_15"] = [ANN]
    seat(position, ANN, bus=12)
    state.slices[4].inner.id = "inner_trade"
    position.when(ANN, events.Trade(city="city_10", goods=1, before=("city_15",))).accepted()
    position.legal(events.ChooseCity("city_10"), events.ChooseCity("city_06"), actor=ANN)
    position.not_legal(events.ChooseCity("city_13"), actor=ANN)
    position.when(ANN, events.ChooseCity("city_13")).rejected("DA-6.23", city="city_13")
    position.when(ANN, events.ChooseCity("city_15")).rejected("DA-7.75", city="city_15")
    position.when(ANN, events.ChooseCity("city_10")).figures(ANN, steam=2, vp=6)


def test_13_27_a_contribution():
    """DA-13.27, DA-7.49: an invention for the machine, a university invention for the factory."""
    position = acting(table(), ANN, 4)
    state = position.state
    state.machine.spaces[1] = Given("ordinary_11", BOB)
    seat(position, ANN, food=1, energy=1, luxury=1, building=0, wealth=2)
    put(position, ANN, 0, 1, "basic_food", ready=True, high=True, marker=4)
    position.when(ANN, events.Contribute(building=0, floor=1, space=0)).figures(
        ANN, food=0, energy=0, luxury=0, building=0, wealth=0, vp=7, fame=2, reputation=2
    )
    slot = seat(position, ANN).slots[0][0]
    assert (slot.tile, slot.high, slot.marker, slot.ready) == ("university_1_1", True, 4, False)
    assert state.machine.spaces[0] == Given("basic_food", ANN)
    assert state.machine.unlocked == [True, False, False]
    assert state.phase == "turn_end"
    position.settled()
    assert state.active == BOB


def test_13_28_a_university_invention_stays():
    """DA-13.28, DA-7.49: it cannot be contributed again."""
    position = acting(table(), ANN, 4)
    seat(position, ANN, wealth=9)
    put(position, ANN, 0, 1, "university_1_1", high=True, marker=4)
    position.when(ANN, events.Contribute(building=0, floor=1, space=0)).rejected("DA-7.49", tile="university_1_1")


def moving(space, **figures):
    """Ann at the start of a turn, with her magnate in slice 1."""
    position = in_turn(table())
    seat(position, ANN, slice=1, space=space, **figures)
    return position


def test_13_32_a_full_circle():
    """DA-13.32, DA-7.32: five steps cost three steam, and lead to another space."""
    position = moving("centre", steam=4)
    position.when(ANN, events.MoveMagnate(5, "centre")).rejected("DA-7.32")
    position.when(ANN, events.MoveMagnate(5, "left")).rejected("DA-7.30", cost=5)
    position.when(ANN, events.MoveMagnate(5, "right")).figures(ANN, steam=1)
    moving("right", steam=4).when(ANN, events.MoveMagnate(5, "right")).rejected("DA-7.32")
    position = in_turn(table(options={"same_space": "right_allowed"}))
    seat(position, ANN, slice=1, space="right", steam=4)
    position.when(ANN, events.MoveMagnate(5, "right")).figures(ANN, steam=1)


def test_13_33_the_neutral_magnate_moves_on():
    """DA-13.33, DA-6.25: three slices ahead, to the left space; it pushes the machine."""
    position = in_turn(table(2, slice=3, neutral=0))
    seat(position, ANN, slice=4)
    seat(position, BOB, slice=3, space="centre")
    position.when(ANN, events.MoveMagnate(1, "right")).accepted()
    assert position.state.neutral == (3, "left")
    assert position.state.machine.slice == 2


def test_13_34_the_machine_meets_the_neutral_magnate():
    """DA-13.34, DA-6.30: one slice more."""
    position = acting(table(2, slice=1, neutral=4), ANN, 0)
    position.state.machine.slice = 0
    play(position, (ANN, events.SkipAction()))
    assert position.state.machine.slice == 3


def test_13_35_the_town_hall_exploits_twice():
    """DA-13.35, DA-7.37: the land hex first, then the river."""
    position = in_turn(table())
    seat(position, ANN, slice=4)
    play(position, (ANN, events.MoveMagnate(1, "right")), (ANN, events.ChooseExploit("mountain", "land")))
    position.figures(ANN, mountain_hexes=1, river_hexes=1, yellow_workers=1, blue_workers=1, chimney=1, steam=10)


def test_13_36_full_worker_spaces():
    """DA-13.36, DA-7.62: one worker leaves, an old one or the new one."""
    for colour in ("green", "blue"):
        position = acting(table(), ANN, 2)
        seat(position, ANN, green_workers=3, blue_workers=3)
        gaining(position, effects.Worker("green")).legal(events.DiscardWorker("green"), events.DiscardWorker("blue"))
        position.when(ANN, events.DiscardWorker("yellow")).rejected("DA-7.62")
        play(position, (ANN, events.DiscardWorker(colour)))
        player = seat(position, ANN)
        assert player.green_workers + player.blue_workers == 6
        assert player.green_workers == (3 if colour == "green" else 4)


def test_13_37_too_many_workers():
    """DA-13.37, DA-6.33, DA-7.87: two workers stay."""
    position = acting(table(), ANN, 2)
    seat(position, ANN, underground_hexes=2, blue_workers=1, green_workers=2)
    play(position, (ANN, events.SkipAction()))
    assert seat(position, ANN).in_conflict == ["underground"]
    position.legal(events.KeepWorkers(("blue", "green")), events.KeepWorkers(("green", "green")), actor=ANN)
    position.when(ANN, events.KeepWorkers(("blue", "blue"))).rejected("DA-7.87")
    play(position, (ANN, events.KeepWorkers(("green", "blue")))).figures(ANN, blue_workers=1, green_workers=1)


def test_13_38_back_to_the_normal_side():
    """DA-13.38, DA-6.32: only the active player checks."""
    position = acting(table(), ANN, 2)
    seat(position, ANN, forest_hexes=1).in_conflict.append("forest")
    seat(position, BOB, forest_hexes=2)
    play(position, (ANN, events.SkipAction()))
    assert seat(position, ANN).in_conflict == []
    assert seat(position, BOB).in_conflict == []


def test_13_40_a_space_with_two_hexes():
    """DA-13.40, DA-7.69: it is bare only when both are gone."""
    position = acting(table())
    position.state.tracks["forest"][:2] = [0, 1]
    seat(position, ANN, forest_pilgrim=1)
    gaining(position, Pilgrim("forest")).figures(ANN, forest_pilgrim=1)
    position.state.tracks["forest"][1] = 0
    gaining(position, Pilgrim("forest")).figures(ANN, forest_pilgrim=2)


def test_13_41_nothing_left_to_exploit():
    """DA-13.41, DA-7.38, DA-11.13: nothing is taken, nothing gained."""
    position = in_turn(table())
    position.state.tracks["forest"] = [0] * 9
    seat(position, ANN, slice=1)
    position.when(ANN, events.MoveMagnate(1, "right")).figures(ANN, forest_hexes=0, green_workers=0, chimney=0)


def test_13_43_a_full_warehouse():
    """DA-13.43, DA-7.61: what exceeds the cap is lost."""
    position = acting(table())
    seat(position, ANN, luxury=8)
    gaining(position, Gain("luxury", 2)).figures(ANN, luxury=8)
    position.entered(ANN, "lost", 2)


def test_13_44_a_token_that_is_not_in_the_centre():
    """DA-13.44, DA-7.10."""
    position = in_turn(table())
    seat(position, ANN, token="left")
    position.when(ANN, events.LeadProduction()).rejected("DA-7.10", token="left")


def test_13_45_an_invention_of_the_market():
    """DA-13.45, DA-7.78: its rewards; the tile stays."""
    cities = ("city_02", "city_15", "city_04", "city_06", "city_13")
    position = in_turn(table(cities=cities, brilliant=("brilliant_06",)))
    position.state.placed["city_02"] = [ANN]
    seat(position, ANN, slice=1, banners=4, food=1)
    play(position, (ANN, events.MoveMagnate(1, "right")), (ANN, events.DeclinePartnership()))
    position.when(ANN, events.UsePartnership("city_02")).figures(ANN, food=3, vp=5, banners=5)
    assert position.state.market["brilliant"] == ["brilliant_06"]


def test_13_46_steps_on_one_track():
    """DA-13.46, DA-7.69: up to three, all on one track, as far as it is bare."""
    cities = ("city_18", "city_15", "city_04", "city_06", "city_13")
    position = in_turn(table(cities=cities))
    position.state.placed["city_18"] = [ANN]
    position.state.tracks["river"][:8] = [0] * 8
    seat(position, ANN, banners=4, river_pilgrim=6)
    play(position, (ANN, events.LeadProduction()), (ANN, events.UsePartnership("city_18")))
    offered = [event for actor, event in position.rules.legal(position.state) if actor == ANN]
    assert offered == [events.ChooseTrack("river", 1), events.ChooseTrack("river", 2)]
    play(position, (ANN, events.ChooseTrack("river", 2))).figures(ANN, river_pilgrim=8)


def test_frames_of_the_examples_are_those_of_the_rules():
    """The helper puts the same frames on the stack that a move does."""
    position = in_turn(table())
    seat(position, ANN, blue_workers=1)
    play(position, (ANN, events.MoveMagnate(3, "centre")))
    frames = [type(frame) for frame in seat(position, ANN).stack]
    assert frames == [type(frame) for frame in seat(placing(table()), ANN).stack]
