"""Moving, workers, exploiting (DA-6.15, DA-6.25, DA-7.30 to DA-7.39, DA-7.76, DA-7.77)."""

import pytest

from engine.games.daitoshi.state import Given
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi.effects import MachineWorkshop, Worker, WorkshopReward
from tests.games.daitoshi.table import ANN, BOB, acting, built, gaining, in_turn, leading, placing, play, seat, table


def starting(slice=1, space="centre", **figures):
    position = in_turn(table())
    seat(position, ANN, slice=slice, space=space, **figures)
    return position


def test_the_steps_of_a_turn():
    """DA-6.15, DA-6.1: workers, exploit, action; no worker step from the right space."""
    position = starting(green_workers=1)
    position.when(ANN, events.MoveMagnate(5, "left")).accepted()
    assert position.state.phase == "workers"
    play(position, (ANN, events.PlaceWorker("green", "inner")))
    assert position.state.phase == "action"
    position.figures(ANN, river_hexes=1, blue_workers=1, food=2)
    position = starting(green_workers=1)
    play(position, (ANN, events.MoveMagnate(5, "right")))
    assert position.state.phase == "action"


@pytest.mark.parametrize(
    ("steps", "space", "cost"), [(1, "right", 0), (2, "centre", 1), (3, "left", 3), (4, "right", 2)]
)
def test_the_cost_of_a_move(steps, space, cost):
    """DA-7.30, DA-7.31: each step after the second costs one, the space 0 to 2."""
    position = starting(steam=cost)
    for number in (1, 2):
        seat(position, number, slice=0, space="right")
    position.when(ANN, events.MoveMagnate(steps, space)).accepted()
    if cost:
        poor = starting(steam=cost - 1)
        for number in (1, 2):
            seat(poor, number, slice=0, space="right")
        poor.when(ANN, events.MoveMagnate(steps, space)).rejected("DA-7.30", cost=cost)
        poor.not_legal(events.MoveMagnate(steps, space))


def test_spaces_are_taken():
    """DA-7.31, DA-11.6: left and centre by one magnate, the right space by any number."""
    position = starting()
    seat(position, BOB, slice=3, space="centre")
    position.when(ANN, events.MoveMagnate(2, "centre")).rejected("DA-7.31", magnates=[BOB])
    position.when(ANN, events.MoveMagnate(2, "middle")).rejected("DA-7.31", space="middle")
    position.when(ANN, events.MoveMagnate(0, "right")).rejected("DA-7.30", steps=0)
    position.when(ANN, events.MoveMagnate(6, "right")).rejected("DA-7.30", steps=6)
    seat(position, BOB, space="right")
    position.when(ANN, events.MoveMagnate(2, "right")).accepted()


def test_the_first_broken_clause_of_a_move():
    """DA-7.1, DA-7.30 to DA-7.32: a cost that is not there comes before a space that is taken, that before the same."""
    position = starting(steam=0)
    position.when(ANN, events.MoveMagnate(2, "centre")).rejected("DA-7.30", cost=1)
    position.when(ANN, events.MoveMagnate(5, "centre")).rejected("DA-7.30", cost=4)
    seat(position, ANN, steam=7, space="right")
    position.when(ANN, events.MoveMagnate(5, "right")).rejected("DA-7.32")


def test_the_left_space_clears_the_slice():
    """DA-7.33: all built tiles of the slice and the machine on it; other slices keep theirs."""
    position = starting()
    state = position.state
    tiles = [state.slices[4].inner, built(position, 4, "middle", "middle_02"), built(position, 4, "outer", "outer_01")]
    elsewhere = built(position, 3, "middle", "middle_01")
    for place in (*tiles, elsewhere, state.machine):
        place.worker = "blue"
    state.workers_out["blue"] += 5
    seat(position, BOB, slice=0)
    centre = play(position.fork(), (ANN, events.MoveMagnate(3, "centre")))
    assert centre.state.workers_out["blue"] == 5
    play(position, (ANN, events.MoveMagnate(3, "left")))
    assert [place.worker for place in (*tiles, elsewhere, state.machine)] == [None, None, None, "blue", None]


def test_the_neutral_magnate_leaves_every_space():
    """DA-6.25: from the left one as well; where it arrives it pays nothing and clears nobody."""
    position = in_turn(table(2, neutral=4))
    state = position.state
    state.neutral, state.slices[2].inner.worker = (4, "left"), "yellow"
    state.workers_out["yellow"] += 1
    seat(position, BOB, slice=2)
    position.when(ANN, events.MoveMagnate(3, "left")).rejected("DA-7.31", magnates=[-1])
    play(position, (ANN, events.MoveMagnate(3, "centre")))
    assert (state.neutral, state.slices[2].inner.worker) == ((2, "left"), "yellow")


def test_the_machine_pushed_from_the_slice_is_cleared_first():
    """DA-6.25, DA-7.33: workers are cleared, then it leaves, and its workshop is not the district's any more."""
    position = in_turn(table(2, {"neutral_shift": "origin"}, neutral=4))
    position.state.machine.worker = "blue"
    position.state.workers_out["blue"] += 1
    seat(position, ANN, blue_workers=1)
    play(position, (ANN, events.MoveMagnate(3, "left")))
    assert (position.state.machine.slice, position.state.machine.worker) == (3, None)
    offered = [event for _, event in position.rules.legal(position.state)]
    assert sorted(map(repr, offered)) == sorted(map(repr, (events.EndWorkers(), events.PlaceWorker("blue", "inner"))))


def test_the_neutral_magnate_takes_a_space():
    """DA-6.25, DA-4.1: like a player's; by the option it pushes the machine from where it was."""
    position = in_turn(table(2, neutral=4, slice=1))
    seat(position, ANN, slice=2)
    seat(position, BOB, slice=0)
    position.fork().when(ANN, events.MoveMagnate(2, "centre")).rejected("DA-7.31", magnates=[-1])
    position.when(ANN, events.MoveMagnate(2, "right")).accepted()
    assert position.state.neutral == (2, "centre")
    assert position.state.machine.slice == 1
    origin = in_turn(table(2, {"neutral_shift": "origin"}, neutral=4, slice=1))
    origin.state.machine.slice = 4
    seat(origin, ANN, slice=2)
    origin.when(ANN, events.MoveMagnate(2, "right")).accepted()
    assert origin.state.machine.slice == 3


def test_the_left_space_clears_nothing():
    """DA-7.31, DA-7.33, DA-11.34: payable and possible without a worker there; the machine elsewhere keeps its own."""
    position = starting(steam=2)
    position.state.machine.worker = "blue"
    position.state.workers_out["blue"] += 1
    seat(position, 2, slice=0, space="right")
    position.when(ANN, events.MoveMagnate(1, "left")).figures(ANN, steam=0)
    assert position.state.machine.worker == "blue"


def test_placing_a_worker():
    """DA-7.34: a colour that is held and fits, a workshop that is built and free."""
    position = placing(table(), ANN, 1)
    seat(position, ANN, green_workers=2, blue_workers=1)
    position.when(ANN, events.PlaceWorker("blue", "inner")).rejected("DA-7.34", wanted="green")
    position.when(ANN, events.PlaceWorker("yellow", "inner")).rejected("DA-7.34")
    position.when(ANN, events.PlaceWorker("green", "middle")).rejected("DA-7.34", free=["inner"])
    position.when(ANN, events.PlaceWorker("green", "machine")).rejected("DA-7.34")
    position.when(ANN, events.PlaceWorker("green", "inner")).figures(ANN, green_workers=1, food=2)
    position.state.players[ANN].stack = placing(table(), ANN, 1).state.players[ANN].stack
    position.when(ANN, events.PlaceWorker("green", "inner")).rejected("DA-7.34", free=[])


def test_any_colour_in_the_town_hall():
    """DA-7.34, DA-3.3: different colours may be mixed; workers gained meanwhile may be placed."""
    position = placing(table(slice=1), ANN, 0)
    position.state.machine.slice = 0
    built(position, 0, "middle", "middle_02")
    seat(position, ANN, green_workers=1, blue_workers=1)
    play(position, (ANN, events.PlaceWorker("green", "inner")), (ANN, events.PlaceWorker("blue", "middle")))
    position.figures(ANN, steam=9, vp=2)
    assert position.state.phase != "workers"


def test_the_electrified_side():
    """DA-3.4, DA-7.34: the workshop's reward on its present side."""
    position = placing(table(), ANN, 1)
    position.state.slices[1].inner.electrified = True
    seat(position, ANN, green_workers=1)
    position.when(ANN, events.PlaceWorker("green", "inner")).figures(ANN, food=3)


def test_exploiting():
    """DA-7.36, DA-7.38, DA-7.39: the hex nearest the temple; a worker and coal."""
    position = starting()
    position.when(ANN, events.MoveMagnate(1, "right")).figures(ANN, forest_hexes=1, green_workers=1, chimney=-1)
    assert position.state.tracks["forest"][:2] == [0, 2]
    position = starting()
    position.state.tracks["forest"][0] = 0
    position.when(ANN, events.MoveMagnate(1, "right")).accepted()
    assert position.state.tracks["forest"][1] == 1


def test_exploiting_the_discard_pile():
    """DA-7.38: when the track is empty."""
    position = starting()
    position.state.tracks["forest"] = [0] * 9
    position.state.discard["forest"] = 1
    position.when(ANN, events.MoveMagnate(1, "right")).figures(ANN, forest_hexes=1, green_workers=1)
    assert position.state.discard["forest"] == 0


def test_without_a_hex_no_window_opens():
    """DA-7.38, DA-11.13, DA-6.21: nothing is taken, nothing is gained, and the banner cannot be used."""
    position = in_turn(table(cities=("city_01", "city_10", "city_04", "city_06", "city_13")))
    position.state.placed["city_01"] = [ANN]
    position.state.tracks["forest"] = [0] * 9
    seat(position, ANN, banners=4, building=3, mountain_hexes=1)
    play(position, (ANN, events.MoveMagnate(1, "right"))).figures(ANN, forest_hexes=0, green_workers=0, chimney=0)
    assert position.state.phase == "action"


def town_hall(river=True, land=("forest", "mountain", "underground")):
    position = starting(slice=4)
    tracks = position.state.tracks
    for hex in ("river", "forest", "mountain", "underground"):
        if (hex != "river" and hex not in land) or (hex == "river" and not river):
            tracks[hex] = [0] * len(tracks[hex])
    return position.when(ANN, events.MoveMagnate(1, "right")).accepted()


def test_the_choice_of_the_town_hall():
    """DA-7.37: a land hex that is there, and the order; what is not there is skipped."""
    position = town_hall()
    assert len(list(position.rules.legal(position.state))) == 6
    position.when(ANN, events.ChooseExploit(None, "river")).rejected("DA-7.37")
    position.when(ANN, events.ChooseExploit("forest", "forest")).rejected("DA-7.37")
    assert len(list(town_hall(river=False).rules.legal(town_hall(river=False).state))) == 3
    town_hall(river=False).when(ANN, events.ChooseExploit("forest", "river")).rejected("DA-7.37")
    assert town_hall(land=()).state.phase == "action"
    town_hall(land=()).figures(ANN, river_hexes=1)
    for first, taken in (("river", ["river", "forest"]), ("land", ["forest", "river"])):
        chosen = play(town_hall(), (ANN, events.ChooseExploit("forest", first)))
        assert [e.figure for e in chosen.entries if e.figure.endswith("_hexes")] == [f"{each}_hexes" for each in taken]
    town_hall(river=False, land=()).figures(ANN, river_hexes=0, blue_workers=0)


def test_what_is_there_is_judged_once():
    """DA-7.37: a river hex that comes to the discard pile after the decision is not taken."""
    position = starting(slice=4, river_hexes=1)
    state = position.state
    state.cities[0], state.placed = "city_04", {**state.placed, "city_04": [ANN]}
    state.machine.unlocked[0] = True  # a hex is restored
    state.tracks["river"] = [0] * len(state.tracks["river"])
    seat(position, ANN, banners=4)
    play(position, (ANN, events.MoveMagnate(1, "right")), (ANN, events.ChooseExploit("mountain", "land")))
    play(position, (ANN, events.UsePartnership("city_04")), (ANN, events.ChooseOrder(("base", 0))))
    position.figures(ANN, river_hexes=0, mountain_hexes=1, blue_workers=0)
    assert state.discard["river"] == 1


def test_a_worker_of_any_colour():
    """DA-7.62, DA-7.60: a question for each of them."""
    position = gaining(acting(table()), Worker("any", 2))
    position.when(ANN, events.ChooseColour("red")).rejected("DA-7.62")
    play(position, (ANN, events.ChooseColour("blue")), (ANN, events.ChooseColour("green")))
    position.figures(ANN, blue_workers=1, green_workers=1)


def test_full_spaces_of_one_colour():
    """DA-7.62, DA-11.22: forced if all have one colour; a single place less on the conflict side."""
    position = acting(table())
    seat(position, ANN, green_workers=6)
    gaining(position, Worker("green")).figures(ANN, green_workers=6)
    seat(position, ANN, green_workers=2).in_conflict.append("underground")
    gaining(position, Worker("green")).figures(ANN, green_workers=2)


def test_the_reward_of_a_workshop():
    """DA-7.76: of a built tile of the current district, also if it is taken; not outside a city turn."""
    position = acting(table(), ANN, 1)
    built(position, 1, "middle", "middle_02", worker="green")
    position.state.workers_out["green"] += 1
    gaining(position, WorkshopReward("current_district"))
    position.when(ANN, events.ChooseWorkshop("outer")).rejected("DA-7.76")
    position.when(ANN, events.ChooseWorkshop("middle")).figures(ANN, vp=2)
    position.entered(ANN, "vp", 2, source="workshop/workshop")
    position = leading(table())
    gaining(position, WorkshopReward("current_district")).figures(ANN, food=1)


def test_the_machines_workshop_from_afar():
    """DA-7.77: wherever the machine is; items in the order chosen."""
    position = acting(table(), ANN, 1)
    gaining(position, MachineWorkshop()).figures(ANN, vp=3)
    position.state.machine.unlocked[1] = True
    position.state.machine.spaces[2] = Given("ordinary_11", BOB)
    gaining(position, MachineWorkshop())
    position.when(ANN, events.ChooseOrder(("base",))).rejected("DA-7.77")
    position.when(ANN, events.ChooseOrder((1, "base"))).figures(ANN, vp=6, steam=9)
