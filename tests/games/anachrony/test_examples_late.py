"""The worked examples of section AN-13: Time Travel, Evacuation, Impact, the end, AN-10 and AN-10.4 (41 to 62)."""

import pytest

from engine.games.anachrony.items import Turn
from engine.games.anachrony.scoring import categories, measured
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import asked, collapsing, give, in_clean_up, in_turn, place


def eras(position, seat=0):
    return [event.era for event in asked(position, seat)]


def again(position, seat=0):
    """Another turn of the seat."""
    position.state.agenda, position.state.current = [Turn(seat)], seat
    return position


def test_41_the_impact_tile_does_not_count():
    """Worked example 41, AN-7.6.3: from Era 6 with range 2: Eras 4 and 5."""
    position = give(in_turn(2, era=6, after_impact=True), 0, active={"engineer": 1}, tiles={"power_plant_1": "pp_102"})
    place(position, "pp_102", "engineer").accepted()
    assert eras(position) == [4, 5]
    position.when(0, events.TimeTravel(6)).rejected("AN-7.6.3")
    position.when(0, events.TimeTravel(3)).rejected("AN-7.6.3")


def test_42_ranges_and_repayment():
    """Worked example 42, AN-7.6.2, AN-7.6.4, AN-7.6.5: labs reach further, always from the present Era."""
    position = in_turn(2, era=5, after_impact=True)
    tiles = {"power_plant_1": "pp_105", "power_plant_2": "pp_101", "lab_1": "la_401"}
    give(position, 0, gold=2, active={"engineer": 2}, tiles=tiles, warped={"warp_gold": 2})
    place(position, "pp_105", "engineer").accepted()
    assert eras(position) == [1, 2, 3, 4]
    position.when(0, events.TimeTravel(2)).accepted()
    position.when(0, events.RetrieveWarp("warp_gold")).figures(0, gold=1, time_travel_step=1, focus=2)
    place(again(position), "pp_101", "engineer").accepted()
    assert eras(position) == [3, 4]
    position.when(0, events.TimeTravel(2)).rejected("AN-7.6.3")


def test_43_a_step_for_each_tile():
    """Worked example 43, AN-7.6.5: two plants, two tiles, two steps."""
    position = in_turn(2, era=4)
    tiles = {"power_plant_1": "pp_105", "power_plant_2": "pp_106"}
    give(position, 0, gold=1, water=2, active={"engineer": 2}, tiles=tiles, warped={"warp_gold": 2, "warp_water": 2})
    for plant, tile in (("pp_105", "warp_gold"), ("pp_106", "warp_water")):
        place(again(position), plant, "engineer").accepted()
        position.when(0, events.TimeTravel(2)).accepted()
        position.when(0, events.RetrieveWarp(tile)).accepted()
    position.figures(0, time_travel_step=2, gold=0, water=0)


def test_44_who_repays_a_worker():
    """Worked example 44, AN-7.6.4, AN-7.1.8: neither a Genius nor a Tired Worker repays an Engineer."""
    position = in_turn(2, era=2)
    give(position, 0, active={"genius": 1, "scientist": 1}, tired={"engineer": 1}, warped={"warp_engineer": 1})
    give(position, 0, tiles={"power_plant_1": "pp_101"})
    place(position, "pp_101", "scientist").accepted()  # Era 1 is the only one, nothing can be repaid
    position.figures(0, focus=1, time_travel_step=0)
    assert position.state.current == 1


def payments(position, space):
    """The ways to pay for a space that are offered to seat 0."""
    offered = (event for event in asked(position, 0) if isinstance(event, events.PlaceWorker))
    return {event.payment for event in offered if event.space == space}


def test_45_plant_112():
    """Worked example 45, AN-7.6.6: as far as Water is paid; one point."""
    position = give(in_turn(2, era=4), 0, water=2, active={"engineer": 1}, tiles={"power_plant_1": "pp_112"})
    place(position, "pp_112", "engineer", payment=events.Payment(water=0)).rejected("AN-7.6.6")
    assert payments(position, "pp_112") == {events.Payment(water=1), events.Payment(water=2)}
    further = give(position.fork(), 0, tiles={"lab_1": "la_402"})
    place(position, "pp_112", "engineer", payment=events.Payment(water=2)).accepted()
    assert eras(position) == [2, 3]
    position.when(0, events.TimeTravel(2)).figures(0, vp_tokens=1, water=0)
    place(further, "pp_112", "engineer", payment=events.Payment(water=2)).accepted()
    assert eras(further) == [1, 2, 3]


@pytest.mark.parametrize("era", [4, 3])
def test_46_plant_113(era):
    """Worked example 46, AN-7.6.6: a point for each unit."""
    units = events.Payment(tug=("titanium", "titanium", "gold"))
    goods = {"titanium": 2, "gold": 1, "active": {"engineer": 1}, "tiles": {"power_plant_1": "pp_113"}}
    position = give(in_turn(2, era=era), 0, **goods)
    assert {len(payment.tug) for payment in payments(position, "pp_113")} == {1, 2, 3}
    assert len(payments(position, "pp_113")) == 5
    place(position, "pp_113", "engineer", payment=units).accepted()
    assert eras(position) == list(range(1, era))
    position.when(0, events.TimeTravel(1)).figures(0, vp_tokens=3, titanium=0, gold=0)
    limited = give(in_turn(2, era=era, variable_plant_max="era"), 0, **goods)
    outcome = place(limited, "pp_113", "engineer", payment=units)
    outcome.accepted() if era == 4 else outcome.rejected("AN-7.6.6")


@pytest.mark.parametrize(("plant", "back"), [("pp_109", "tired_genius"), ("pp_108", "active_genius")])
def test_47_quantum_chameleon(plant, back):
    """Worked example 47, AN-7.7.17: another's Plant with the player's own labs; the Genius returns by its rule."""
    position = in_turn(2, era=4)
    give(position, 0, neutronium=1, active={"genius": 1}, tiles={"lab_1": "quantum_chameleon"})
    give(position, 1, tiles={"power_plant_1": plant, "factory_1": "fa_201"})
    place(position, "quantum_chameleon", "genius").accepted()
    position.when(0, events.CopyWorkerSpace(1, plant)).accepted()
    position.when(0, events.TimeTravel(2)).figures(
        0, neutronium=int(plant == "pp_108"), vp_tokens=2 * (plant == "pp_109")
    )
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted().settled().figures(0, **{back: 1})


def evacuating(players, slot, path, side="a", **what):
    """The Evacuation of seat 0 as the slot-th."""
    paths = (path, *(each for each in ("salvation", "harmony", "progress", "dominance") if each != path))
    position = in_turn(players, era=5, after_impact=True, paths=paths, sides=side + "aaa")
    position.state.evacuated = list(range(1, slot))
    for seat in range(1, slot):
        position.state.players[seat].evacuated = seat
    give(position, 0, **{"active": {"administrator": 1}, **what})
    return place(position, "evacuation", "administrator")


PLANTS = {"power_plant_1": "pp_102", "power_plant_2": "pp_103", "power_plant_3": "pp_104"}


@pytest.mark.parametrize(("slot", "neutronium", "vp"), [(2, 5, 18), (3, 5, 15), (1, 10, 30), (3, 10, 30)])
def test_48_slots_and_the_limit(slot, neutronium, vp):
    """Worked example 48, AN-7.4.10: the last slot costs three points; 30 at most."""
    evacuating(3, slot, "salvation", tiles=PLANTS, neutronium=neutronium).figures(0, vp_tokens=vp)


def test_49_sets():
    """Worked example 49, AN-7.4.10: the least of the parts makes the number of sets."""
    evacuating(3, 1, "salvation", "b", anomalies=["lab_1", "factory_1"], time_travel_step=5, uranium=5).figures(
        0, vp_tokens=14
    )
    tiles = {f"life_support_{number}": f"ls_30{number + 2}" for number in (1, 2, 3)}
    evacuating(
        3, 1, "harmony", active={"administrator": 1, "genius": 1}, tired={"genius": 1}, gold=3, tiles=tiles
    ).figures(0, vp_tokens=8)
    labs = {f"lab_{number}": f"la_40{number + 1}" for number in (1, 2, 3)}
    evacuating(
        3,
        1,
        "progress",
        active={"administrator": 1, "scientist": 5},
        tiles=labs,
        breakthroughs=["shape_1/icon_2", "shape_2/icon_2"],
    ).figures(0, vp_tokens=14)


def test_50_rescue_pods():
    """Worked example 50, AN-7.4.9, AN-7.7.14: the condition counts as met."""
    workers = {"administrator": 4, "engineer": 3}
    evacuating(3, 1, "dominance", "b", active=workers).rejected("AN-7.4.8")
    evacuating(3, 1, "dominance", "b", active=workers, tiles={"lab_1": "rescue_pods"}).figures(0, vp_tokens=10)


def test_51_the_impact():
    """Worked example 51, AN-6.7.10, AN-6.7.11, AN-6.7.13: tiles on spaces 1 and 2, covered slots, no placement cost."""
    position = in_turn(3, era=4)
    for seat in (0, 1, 2):
        position.when(seat, events.Pass()).accepted()
    position.settled()
    for action in ("construct", "recruit", "research"):
        extra, other = f"cc_{action}_extra", {"construct": "tug", "recruit": "wake", "research": "vp"}[action]
        position.when(None, events.RevealCollapsing(action, (extra, f"cc_{action}_{other}"))).accepted()
    assert position.state.collapsing["recruit_2"] == "cc_recruit_wake"
    assert [player.glitch for player in position.state.players] == [[], [2, 3], [2, 3]]
    assert position.state.after_impact
    again(position.settled())
    give(position, 0, active={"engineer": 1}, powered=1)
    position.state.phase, position.state.recruit_pool = "action", [1, 0, 0, 1]
    place(position, "recruit_2", "engineer").accepted().figures(0, water=0)


def test_52_the_capital_collapses():
    """Worked example 52, AN-6.7.7, AN-6.7.14: when all tiles are face down the game ends."""
    position = in_turn(3, era=5, after_impact=True)
    spaces = [f"{action}_{number}" for action in ("construct", "recruit", "research") for number in (1, 2)]
    collapsing(position, **dict.fromkeys(spaces, "cc_recruit_wake"))
    for seat, player in enumerate(position.state.players):
        player.suits, player.powered, player.exosuits = spaces[2 * seat : 2 * seat + 2], 0, 4
    for seat in (0, 1, 2):
        position.when(seat, events.Pass()).accepted()
    state = position.settled().state
    assert (state.over, state.end, state.era, len(state.face_down)) == (True, "capital_collapsed", 5, 6)


def test_53_samira():
    """Worked example 53, AN-7.8.5: a cube, and one more for two Water, never Neutronium."""
    leaders = {"dominance": "treasure_hunter_samira"}
    position = in_turn(2, paths=("dominance", "harmony"), leaders=leaders)
    position.state.mine_pool = ["neutronium", "titanium", "uranium"]
    in_clean_up(give(position, 0, water=2), 0)
    position.when(0, events.CleanUpAbility(first="neutronium")).rejected("AN-7.8.5")
    position.when(0, events.CleanUpAbility(first="titanium", second="uranium")).figures(
        0, titanium=1, uranium=1, water=0
    )


def test_54_zaida():
    """Worked example 54, AN-7.8.2, AN-7.8.3: a Worker left in the pool, or one printed on the card."""
    position = give(in_turn(2, paths=("harmony", "dominance")), 0, water=2)
    position.state.recruit_pool = [0, 0, 0, 1]
    in_clean_up(position, 0).when(0, events.CleanUpAbility(worker="scientist")).figures(0, water=0, active_scientist=1)
    position = give(in_turn(2, paths=("harmony", "dominance"), leader_edition="essential"), 0, water=2)
    position.state.recruit_card, position.state.recruit_pool = "recruit_10", [0, 0, 0, 0]
    workers = [event.worker for event in asked(in_clean_up(position, 0), 0)]
    assert workers == [None, "engineer", "genius"]
    position.when(0, events.CleanUpAbility(worker="scientist")).rejected("AN-7.8.3")


def scored(position, category, seat=0):
    return categories(position.state, position.state.players[seat])[category]


def test_55_breakthroughs():
    """Worked example 55, AN-10.3.6: one each, two for each set of the shapes."""
    held = ["shape_1/icon_1", "shape_1/icon_2", "shape_1/icon_3", "shape_2/icon_1", "shape_2/icon_2", "shape_3/icon_1"]
    assert scored(give(in_turn(2), 0, breakthroughs=held), "breakthroughs") == 8


def test_56_lab_406():
    """Worked example 56, AN-10.3.1, AN-10.3.3: Anomalies cost three, Lab 406 gives two back for each."""
    position = give(in_turn(2), 0, anomalies=["factory_1", "life_support_1"], tiles={"lab_1": "la_406"})
    assert (scored(position, "anomalies"), scored(position, "buildings")) == (-6, 2 + 4)


def test_57_morale():
    """Worked example 57, AN-10.3.5, AN-7.7.10: Synthetic Endorphins make it no less than 0."""
    position = give(in_turn(2), 0, morale_step=2)
    assert scored(position, "morale") == -4
    give(position, 0, tiles={"lab_1": "synthetic_endorphins"})
    assert scored(position, "morale") == 0
    assert scored(give(position, 0, morale_step=6), "morale") == 4


def test_58_the_ultimate_plan():
    """Worked example 58, AN-7.7.16, AN-10.3.2: three points for each of the player's Superprojects."""
    tiles = {"lab_1": "the_ultimate_plan", "factory_1": "exocrawler"}
    assert scored(give(in_turn(2, era=3), 0, tiles=tiles), "superprojects") == 15


def scoring(position):
    """The game ends with this Era."""
    state = position.state
    state.era, state.phase, state.due, state.agenda = 7, "clean_up", "scoring", []
    return position.settled()


def test_59_ties_win_too():
    """Worked example 59, AN-10.4.2: all players with the most win it."""
    position = in_turn(3, era=7, after_impact=True)
    position.state.endgame_cards = ["eg_water"]
    for seat, water in enumerate((4, 4, 1)):
        give(position, seat, water=water)
    scoring(position)
    won = [
        [e.delta for e in position.entries if (e.seat, e.source) == (seat, "endgame_conditions")] for seat in range(3)
    ]
    assert won == [[3], [3], []]


@pytest.mark.parametrize(("option", "value"), [("strongest", 6), ("sum", 7)])
def test_60_the_range(option, value):
    """Worked example 60, AN-10.4.6: the strongest Plant with its labs, or the sum of all."""
    tiles = {"power_plant_1": "pp_101", "power_plant_2": "pp_105", "lab_1": "la_401", "lab_2": "la_402"}
    position = give(in_turn(2, endgame_range=option), 0, tiles=tiles)
    assert measured(position.state, position.state.players[0], "time_travel_range") == value


def test_61_repayment():
    """Worked example 61, AN-10.2.1, AN-10.2.2, AN-10.3.8: what can be paid must be; other tiles cost two points."""
    position = in_turn(2, era=7, after_impact=True)
    give(position, 0, water=1, titanium=2, tired={"scientist": 1})
    give(position, 0, warped={"warp_water": 1, "warp_titanium": 2, "warp_scientist": 3})
    scoring(position).figures(0, titanium=1, water=1, time_travel_step=0)
    position.entered(0, "vp", -4, "warp_tiles")


def test_62_a_whole_score():
    """Worked example 62, AN-10.3, AN-10.5.1: the sum of all categories; ties by Water, then cubes."""
    position = in_turn(2, era=7, after_impact=True, sides="ab")
    position.state.endgame_cards = ["eg_breakthroughs", "eg_superprojects"]
    tiles = {"power_plant_1": "pp_101", "factory_1": "fa_204", "life_support_1": "ls_307", "lab_2": "exocrawler"}
    held = ["shape_1/icon_1", "shape_2/icon_1", "shape_3/icon_1"]
    give(position, 0, tiles=tiles, anomalies=["lab_1"], time_travel_step=3, morale_step=5, breakthroughs=held)
    give(position, 0, vp_tokens=14, warped={"warp_gold": 6})
    give(position, 1, vp_tokens=43, breakthroughs=[], water=1)
    position.state.players[1].breakthroughs = [0] * 15
    position.state.breakthrough_supply[0] = 2
    scoring(position).figures(0, vp=43).figures(1, vp=43)
    standings = position.rules.standings(position.state)
    assert [(each.seat, each.rank) for each in standings] == [(1, 1), (0, 2)]
