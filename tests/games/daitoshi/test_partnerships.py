"""Partnerships (DA-6.20 to DA-6.24, DA-7.51, DA-7.74, DA-7.75) and the 18 cities (DA-7.50)."""

import pytest
from msgspec.structs import replace

from engine.games.daitoshi.catalogue import with_tiles
from engine.games.daitoshi.flow import settle
from engine.games.daitoshi.items import Act, UseBanner, Workers
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import Pick
from events.vocabulary.daitoshi.effects import (
    ActivateCity,
    Convert,
    Fame,
    Optional,
    Partnership,
    Price,
    Progress,
    Vp,
)
from tests.games.daitoshi.table import ANN, BOB, CITIES, CY, acting, built, gaining, in_turn, play, put, seat, table

COMMIT = events.CommitInventions(picks=(Pick("ordinary_04", 0),))
REFILL = events.MarketRefilled(quality="ordinary", tile="ordinary_05")


def holding(*cities, slice=1, options=None, in_play=CITIES, **figures):
    """Ann's banners are on these cities, at her action."""
    position = acting(table(options=options, cities=in_play), ANN, slice)
    for city in cities:
        position.state.placed[city] = [ANN]
    seat(position, ANN, banners=5 - len(cities), **figures)
    return position


def test_windows_before_and_after_a_hex():
    """DA-6.20, DA-6.21: each hex is an occurrence; declining closes the window."""
    position = in_turn(table(cities=("city_05", "city_06", "city_04", "city_10", "city_13")))
    for city in ("city_05", "city_06"):
        position.state.placed[city] = [ANN]
    seat(position, ANN, slice=3, banners=3)
    play(position, (ANN, events.MoveMagnate(1, "right")))
    position.when(ANN, events.UsePartnership("city_10")).rejected("DA-7.51", eligible=["city_05", "city_06"])
    play(position, (ANN, events.UsePartnership("city_05")))
    assert seat(position, ANN).underground_hexes == 0
    play(position, (ANN, events.DeclinePartnership()))
    assert seat(position, ANN).underground_hexes == 1
    position.legal(events.UsePartnership("city_06"), events.DeclinePartnership())
    play(position, (ANN, events.UsePartnership("city_06")))
    assert position.state.phase == "action"
    position.figures(ANN, banners=5, bus=4, building=2, purple_workers=2)


def test_windows_of_the_town_halls_hexes():
    """DA-6.21, DA-7.36: each of the two hexes has its own, in the order chosen, for cities of its type."""
    position = in_turn(table(cities=("city_07", "city_01", "city_04", "city_10", "city_13")))
    for city in ("city_07", "city_01"):
        position.state.placed[city] = [ANN]
    seat(position, ANN, banners=3)
    play(position, (ANN, events.MoveMagnate(4, "right")), (ANN, events.ChooseExploit("forest", "land")))
    for city, forest, river in (("city_01", 0, 0), ("city_01", 1, 0), ("city_07", 1, 0), ("city_07", 1, 1)):
        position.figures(ANN, forest_hexes=forest, river_hexes=river)
        offered = [event for _, event in position.rules.legal(position.state)]
        assert offered == [events.UsePartnership(city), events.DeclinePartnership()]
        play(position, (ANN, events.DeclinePartnership()))
    assert position.state.phase == "action"


def test_a_production_turn_waits_for_its_last_window():
    """DA-6.10, DA-6.13: when all have finished, the leader may still use a banner; then the token goes left."""
    position = in_turn(table(cities=("city_17", "city_18", "city_04", "city_10", "city_13")))
    position.state.placed["city_17"] = [ANN]
    seat(position, ANN, banners=4)
    play(position, (ANN, events.LeadProduction()), (ANN, events.DeclinePartnership()))
    play(position, *((number, events.FinishProduction()) for number in (ANN, BOB, CY)))
    position.legal(events.UsePartnership("city_17"), events.DeclinePartnership(), actor=ANN)
    assert (position.state.phase, seat(position, ANN).token) == ("production", "right")
    play(position, (ANN, events.DeclinePartnership()))
    assert (position.state.active, seat(position, ANN).token) == (BOB, "left")


def test_after_only():
    """DA-6.20: with the option no banner is used before."""
    position = holding("city_10", options={"partnership_timing": "after_only"})
    before = events.CommitInventions(picks=COMMIT.picks, before=("city_10",))
    position.when(ANN, before).rejected("DA-6.20")
    play(position, (ANN, COMMIT), (None, REFILL))
    position.legal(events.UsePartnership("city_10"))


def test_banners_before_an_action():
    """DA-6.22: different eligible cities with the action's condition; in their order."""
    position = holding("city_10", "city_06")
    for before in (("city_10", "city_10"), ("city_06",), ("city_15",), ("nowhere",)):
        told = events.CommitInventions(picks=COMMIT.picks, before=before)
        position.when(ANN, told).rejected("DA-6.22", eligible=["city_10"])
    told = events.CommitInventions(picks=COMMIT.picks, before=("city_10",))
    position.when(ANN, told).figures(ANN, steam=13, banners=4)


def test_two_banners_with_one_condition():
    """DA-11.28: both for one occurrence, in any order, before or after."""
    position = holding(
        "city_13", "city_14", slice=3, in_play=("city_13", "city_14", "city_04", "city_10", "city_06"), energy=2
    )
    for before, vp in ((("city_13", "city_14"), 4), (("city_14", "city_13"), 2)):
        told = events.Electrify(slice=1, ring="inner", before=before)
        trial = position.fork()
        trial.when(ANN, told).entered(ANN, "vp", vp)
    play(position, (ANN, events.Electrify(slice=1, ring="inner", before=("city_13",))))
    position.legal(events.UsePartnership("city_14"))


def test_no_empty_trigger():
    """DA-6.23: a banner is not used for an action that cannot follow."""
    position = holding("city_10", food=0, wealth=0)
    told = events.CommitInventions(picks=COMMIT.picks, before=("city_10",))
    position.when(ANN, told).rejected("DA-6.23")
    position.not_legal(told)
    assert position.state.placed["city_10"] == [ANN]


def test_a_banner_that_makes_an_action_possible():
    """DA-6.22, DA-7.2: bounds and default of the wealth are those after the effects."""
    cities = ("city_09", "city_15", "city_04", "city_10", "city_06")
    position = holding("city_09", in_play=cities, food=0, wealth=0)
    position.state.players[ANN].fame = 0
    player = seat(position, ANN)
    player.slots[1][0].tile = "ordinary_11"
    position.when(ANN, events.CommitInventions(picks=COMMIT.picks, before=("city_09",))).rejected("DA-6.23")
    rich = holding("city_10", food=1, wealth=1)
    told = [e for _, e in rich.rules.legal(rich.state) if getattr(e, "before", ()) == ("city_10",)]
    one = [e.pay_wealth for e in told if e.picks == COMMIT.picks]
    assert one == [None, 0, 1]


def test_answers_that_a_promise_leaves():
    """DA-6.23, DA-6.5: food must come from the river hex that the last step restores: then neither is asked."""
    in_play = ("city_09", "city_15", "city_04", "city_10", "city_06")
    position = holding("city_09", in_play=in_play, food=0, wealth=0, river_hexes=1, forest_hexes=1)
    put(position, ANN, 2, 1, "ordinary_11", marker=5)
    play(position, (ANN, replace(COMMIT, before=("city_09",))))
    position.when(ANN, events.ChooseSlot(None)).rejected("DA-6.23")
    for _ in range(2):
        position.legal(events.ChooseSlot(0, 1), events.ChooseSlot(2, 1)).not_legal(events.ChooseSlot(None))
        play(position, (ANN, events.ChooseSlot(0, 1)))
    position.figures(ANN, river_hexes=0, forest_hexes=1, food=1, steam=9, vp=1)
    assert seat(position, ANN).slots[2][0].marker == 6


@pytest.mark.parametrize("cities", [(), ("city_12",)])
def test_an_action_that_only_a_banner_makes_possible(cities):
    """DA-6.22, DA-7.41: it is not skipped by itself: the district's good pays what lacks of the cheapest expansion."""
    in_play = ("city_12", "city_15", "city_04", "city_10", "city_06")
    position = holding(*cities, slice=2, in_play=in_play, building=1, wealth=0, forest_hexes=1)
    player = seat(position, ANN)
    player.stack[-1:] = [Workers(ANN)]
    player.stack.insert(-1, Act(ANN))
    position.state.phase = "workers"
    seat(position, ANN, blue_workers=1)
    play(position, (ANN, events.EndWorkers()))
    expansions = [event for _, event in position.rules.legal(position.state) if isinstance(event, events.Expand)]
    assert {event.before for event in expansions} == ({cities} if cities else set())
    assert position.state.active == (ANN if cities else BOB)


def test_a_banner_goes_to_the_supply_first():
    """DA-6.24: so it may be placed again by the same effect, but not be used for this trade."""
    position = holding("city_15", slice=4, luxury=2, steam=9)
    trade = events.Trade(city="city_15", goods=2, before=("city_15",))
    position.when(ANN, trade).accepted()
    play(position, (ANN, events.ChooseCity("city_10")))
    assert position.state.placed["city_15"] == [ANN]
    assert position.state.active == BOB


def test_a_banner_placed_during_the_action():
    """DA-11.29: usable afterwards, except for trade."""
    position = holding(slice=1)
    gaining(position, Partnership("any"))
    play(position, (ANN, events.ChooseCity("city_10")), (ANN, COMMIT), (None, REFILL))
    position.legal(events.UsePartnership("city_10"))


def test_a_banner_comes_back_to_its_city():
    """DA-11.29: used before the action and placed again by its reward, it is usable afterwards."""
    position = holding("city_10", food=3, fame=2)
    position.state.market["brilliant"] = ["brilliant_19"]
    told = events.CommitInventions(picks=(Pick("brilliant_19", 1),), before=("city_10",))
    refill = events.MarketRefilled(quality="brilliant", tile="brilliant_02")
    play(position, (ANN, told), (ANN, events.ChooseCity("city_10")), (None, refill)).figures(ANN, steam=11, banners=4)
    play(position, (ANN, events.UsePartnership("city_10"))).figures(ANN, steam=15, banners=5)


def test_placing_banners():
    """DA-7.74: at most one per city, as long as there are any; `here` only in a trade or a city's effect (DA-7.60)."""
    position = holding("city_10", "city_15")
    gaining(position, Partnership("here")).figures(ANN, banners=3)
    gaining(position, Partnership("here"), city="city_10").figures(ANN, banners=3)
    gaining(position, Partnership("any"))
    position.when(ANN, events.ChooseCity("city_10")).rejected("DA-7.74")
    play(position, (ANN, events.ChooseCity("city_04")))
    position.state.placed["city_06"] = [BOB]
    gaining(position, Partnership("here"), city="city_06").figures(ANN, banners=1)
    assert position.state.placed["city_06"] == [ANN, BOB]
    seat(position, ANN, banners=0)
    gaining(position, Partnership("any"))
    assert not any(isinstance(event, events.ChooseCity) for _, event in position.rules.legal(position.state))


def test_activating_a_city():
    """DA-7.75, DA-11.27: without its condition, without a banner; a banner there stays."""
    position = holding("city_10")
    gaining(position, ActivateCity("here")).figures(ANN, steam=7)
    gaining(position, ActivateCity("here"), city="city_10").figures(ANN, steam=11)
    assert position.state.placed["city_10"] == [ANN]
    position.entered(ANN, "steam", 4, source="workshop/city_effect")
    gaining(position, ActivateCity("other"), city="city_15", chain=("city_15",))
    position.when(ANN, events.ChooseCity("city_15")).rejected("DA-7.75")
    play(position, (ANN, events.ChooseCity("city_10"))).figures(ANN, steam=15)


# DA-7.50: what each city does; the magnate is in slice 1 with a middle tile, the record holds river and mountain.
EFFECTS = [
    ("city_01", {"luxury": 2, "green_workers": 1, "forest_pilgrim": 1}),
    ("city_03", {"energy": 2, "yellow_workers": 1, "mountain_pilgrim": 1}),
    ("city_04", {"vp": 3}),
    ("city_05", {"building": 2, "purple_workers": 1, "underground_pilgrim": 1}),
    ("city_06", {"bus": 4, "food": 2, "steam": 8, "vp": 2}),
    ("city_07", {"food": 2, "blue_workers": 1, "river_pilgrim": 1}),
    ("city_08", {"vp": 9}),
    ("city_10", {"steam": 11}),
    ("city_13", {"reputation": 2}),
    ("city_14", {"vp": 2}),
]
ASKING = [
    ("city_02", events.ChooseInvention("brilliant_02"), {"vp": 3}),
    ("city_09", events.ChooseSlot(0, 1), {}),
    ("city_11", events.ChooseHex("mountain"), {"steam": 13, "mountain_hexes": 1}),
    ("city_12", events.ChooseWorkshop("middle"), {"vp": 2}),
    ("city_15", events.ChooseCity("city_10"), {"steam": 11}),
    ("city_16", events.ChooseHex("mountain"), {"steam": 9, "mountain_hexes": 0}),
    ("city_17", events.ChooseColour("green"), {"wealth": 2, "green_workers": 1}),
    ("city_18", events.ChooseTrack("river", 3), {"river_pilgrim": 3}),
]


def using(city):
    """Ann's banner on a city is used."""
    others = tuple(each for each in ("city_10", "city_13", "city_14", "city_08") if each != city)
    position = holding(city, in_play=(city, *others, "city_03", "city_04")[:5], river_hexes=1, mountain_hexes=1)
    built(position, 1, "middle", "middle_02")
    for hex in ("forest", "mountain", "underground"):
        position.state.tracks[hex][0] = 0
    position.state.market["brilliant"].append("brilliant_02")
    seat(position, ANN).stack.append(UseBanner(city))
    position.state.moving = [ANN]
    settle(position.entries, position.state)
    return position.figures(ANN, banners=5)


@pytest.mark.parametrize(("city", "figures"), EFFECTS)
def test_effects_of_cities(city, figures):
    """DA-7.50, DA-6.24: what happens at once."""
    using(city).figures(ANN, **figures)


@pytest.mark.parametrize(("city", "answer", "figures"), ASKING)
def test_effects_of_cities_that_ask(city, answer, figures):
    """DA-7.50: what is asked, and what the answer gives."""
    using(city).when(ANN, answer).figures(ANN, **figures)


def test_every_city_is_tested():
    """DA-7.50: all 18."""
    tested = {city for city, *_ in (*EFFECTS, *ASKING)}
    assert tested == set(table().state.catalogue.city)


def test_another_city_in_a_choice_may_take_what_the_action_needs():
    """DA-6.23, DA-7.75: also where an effect that may be declined activates it."""
    position = holding("city_10", in_play=("city_10", "city_06", "city_04", "city_13", "city_14"), food=1, wealth=0)
    catalogue = position.state.catalogue
    effects = {"city_10": (Optional((ActivateCity("other"),)),), "city_06": (Convert((Price("food", 1),), (Vp(4),)),)}
    cities = {city: replace(catalogue.city[city], effect=effect) for city, effect in effects.items()}
    position.state.learn(with_tiles(replace(catalogue, mode="declared"), {"city": list(cities.values())}))
    told = events.CommitInventions(picks=COMMIT.picks, before=("city_10",))
    play(position, (ANN, told), (ANN, events.ChooseOptional(True)))
    position.when(ANN, events.ChooseCity("city_06")).rejected("DA-6.23")
    position.not_legal(events.ChooseCity("city_06")).legal(events.ChooseCity("city_13"))
    play(position, (ANN, events.ChooseCity("city_13")), (None, REFILL)).figures(ANN, food=1, vp=1, reputation=2)


def circling(effect, **tables):
    """Ann's banner is on city_10, whose effect may lead to itself again, at her action."""
    position = holding("city_10", food=1)
    catalogue = replace(position.state.catalogue, mode="declared", **tables)
    changed = replace(catalogue.city["city_10"], effect=(effect,))
    position.state.learn(with_tiles(catalogue, {"city": [changed]}))
    assert position.state.catalogue.circular
    return position


def test_an_answer_where_effects_may_circle():
    """DA-6.3, DA-7.86: it is taken as usual, and the nesting of its effects is counted from zero."""
    catalogue = table().state.catalogue
    position = circling(Fame(), fame_track=replace(catalogue.fame_track, spaces=((Fame(),), (Fame(),))))
    put(position, ANN, 1, 1, "ordinary_11")
    put(position, ANN, 2, 1, "ordinary_12")
    gaining(position, Progress(1, "any"), depth=99)
    asked = [event for _, event in position.rules.legal(position.state)]
    assert len(asked) > 1
    play(position, (ANN, asked[0]))
    slot = seat(position, ANN).slots[asked[0].building][asked[0].floor - 1]
    assert slot.marker == 1


def test_banners_that_break_off_are_not_offered_and_stop_nothing_else():
    """DA-6.3, DA-6.23: effects nested too deep lead nowhere; everything else can be done."""
    catalogue = table().state.catalogue
    position = circling(Fame(), fame_track=replace(catalogue.fame_track, spaces=((Fame(),), (Fame(),))))
    before = events.CommitInventions(picks=COMMIT.picks, before=("city_10",))
    position.not_legal(before).legal(events.CommitInventions(picks=COMMIT.picks, pay_wealth=0))
    position.when(ANN, before).rejected("DA-6.3")
    play(position, (ANN, COMMIT), (None, REFILL))
    position.legal(events.DeclinePartnership()).not_legal(events.UsePartnership("city_10"))
