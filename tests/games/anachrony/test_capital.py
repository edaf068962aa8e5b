"""Capital Actions, the World Council, Collapsing Capital tiles, Mine, Trade, Evacuation (AN-7.3, AN-7.4)."""

from itertools import combinations

import pytest

from engine.games.anachrony.construct import Rights, discounts
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import RICH, above_focus, asked, collapsing, give, in_turn, place, top


def constructing(worker="engineer", *, tile="", era=5, **what):
    """A Construct Action of seat 0, by a Worker on construct_1."""
    position = in_turn(2, era=era, after_impact=era > 4)
    give(position, 0, **{**RICH, "active": {worker: 1}, **what})
    if tile:
        collapsing(position, construct_1=tile)
    return place(position, "construct_1", worker).accepted()


def test_piles_and_rows():
    """AN-7.3.1, AN-7.3.2, AN-7.3.3: the top of a pile, on the leftmost empty spot; then the next top is revealed."""
    position = constructing(tiles={"factory_2": "fa_202"}, anomalies=["factory_1"])
    position.when(0, events.ConstructBuilding("nonsense", "primary")).rejected("AN-7.3.2")
    position.when(0, events.ConstructBuilding("factory", "secondary")).rejected("AN-7.3.2")
    top_tile = position.state.primary[1]
    position.when(0, events.ConstructBuilding("factory", "primary")).accepted()
    assert position.state.players[0].spots[5] == top_tile
    position.when(None, events.RevealBuilding("factory", "fa_203")).accepted()
    assert position.state.primary[1] == "fa_203"
    full = constructing(tiles={f"lab_{number}": f"la_40{number + 1}" for number in (1, 2, 3)})
    full.when(0, events.ConstructBuilding("lab", "primary")).rejected("AN-7.3.2")


def test_from_the_secondary_stack():
    """AN-7.3.2: nothing is revealed after a tile of the secondary stack."""
    position = in_turn(2, era=5, after_impact=True)
    give(position, 0, **RICH, active={"engineer": 1})
    top(top(position, "ls_303", "secondary"), "ls_304", "secondary")
    place(position, "construct_1", "engineer").accepted()
    position.when(0, events.ConstructBuilding("life_support", "secondary")).accepted()
    assert (position.state.players[0].spots[6], position.state.secondary[2]) == ("ls_304", ["ls_303"])
    assert position.state.current == 1


def test_reductions():
    """AN-7.3.4: Neutronium by the tile; a list of units that fits the cost, left out where it is the only one."""
    position = constructing(tile="cc_construct_neutronium")
    position.when(0, events.ConstructBuilding("power_plant", "primary")).figures(0, neutronium=9, titanium=8, water=8)
    position = constructing("scientist", tile="cc_construct_tug", tiles={"factory_1": "fa_202"})
    build = events.ConstructBuilding("factory", "primary")
    position.when(0, build).rejected("AN-7.3.4")
    for wrong in ((), ("uranium",), ("gold", "gold"), ("neutronium",)):
        position.when(0, events.ConstructBuilding("factory", "primary", wrong)).rejected("AN-7.3.4")
    position.when(0, events.ConstructBuilding("factory", "primary", ("gold",))).figures(0, gold=9, titanium=7, water=7)
    only = constructing("scientist", tile="cc_construct_tug")
    only.when(0, events.ConstructBuilding("life_support", "primary")).figures(0, titanium=8)


def test_what_cannot_be_paid():
    """AN-7.1.15: all costs together."""
    position = constructing("scientist", titanium=2, gold=0)
    position.when(0, events.ConstructBuilding("factory", "primary")).rejected("AN-7.1.15")
    position.when(0, events.ConstructBuilding("life_support", "primary")).accepted()


def test_the_superproject_of_the_focus():
    """AN-7.3.5, AN-11.4.9: only the one above the Focus, once."""
    position = constructing(era=2, breakthroughs=["shape_2/icon_2"])
    build = events.ConstructSuperproject("lab", 1, breakthroughs=("shape_2/icon_2",))
    position.state.superprojects[1] = ""
    position.when(0, build).rejected("AN-7.3.5")
    position = constructing(era=2, breakthroughs=["shape_2/icon_2"])
    above_focus(position, 0, "exocrawler")
    position.fork().when(0, build).accepted()
    position.state.built_by[1] = 1
    position.when(0, build).rejected("AN-7.3.5")


@pytest.mark.parametrize("row", ["lab", "nonsense"])
def test_rows_of_a_superproject(row):
    """AN-7.3.6: two empty spots, 1 and 2 of a row before 2 and 3 of any."""
    position = constructing(era=2, breakthroughs=["shape_2/icon_2"], tiles={"lab_1": "la_402"})
    above_focus(position, 0, "exocrawler")
    for column in (1, 2, 3):
        build = events.ConstructSuperproject(row, column, breakthroughs=("shape_2/icon_2",))
        position.when(0, build).rejected("AN-7.3.6")
    for other in ("power_plant_1", "factory_1", "life_support_1"):
        give(position, 0, anomalies=[other]) if other == "factory_1" else None
    give(position, 0, tiles={"power_plant_1": "pp_101", "life_support_1": "ls_302"})
    position.legal(events.ConstructSuperproject("lab", 2, breakthroughs=("shape_2/icon_2",)))


def test_breakthroughs_of_a_superproject():
    """AN-7.3.7, AN-7.10.3: the exact one, or one of each shape of the pair; back to the supply."""
    held = ["shape_2/icon_2", "shape_1/icon_1", "shape_3/icon_5", "shape_3/icon_4"]
    position = constructing(era=2, breakthroughs=held)
    above_focus(position, 0, "exocrawler")
    for wrong in ((), ("shape_1/icon_1",), ("shape_3/icon_5", "shape_3/icon_4"), ("shape_1/icon_2", "shape_3/icon_5")):
        position.when(0, events.ConstructSuperproject("lab", 1, breakthroughs=wrong)).rejected("AN-7.3.7")
    offered = {each.breakthroughs for each in asked(position, 0) if isinstance(each, events.ConstructSuperproject)}
    assert len(offered) == 3
    pair = ("shape_3/icon_5", "shape_1/icon_1")
    position.when(0, events.ConstructSuperproject("lab", 1, breakthroughs=pair)).accepted()
    assert sum(position.state.breakthrough_supply) == 45 - 1 - 2  # one is of Progress


def test_a_pair_of_one_shape():
    """AN-7.3.7: two tiles of shape 1; the same one only if there are two of it."""
    for held, number in (
        (["shape_1/icon_1"], 0),
        (["shape_1/icon_1"] * 2, 1),
        (["shape_1/icon_1", "shape_1/icon_2"], 1),
    ):
        position = constructing("engineer", era=2, active={"engineer": 1, "scientist": 1}, breakthroughs=held)
        above_focus(position, 0, "the_ultimate_plan")
        offered = {each.breakthroughs for each in asked(position, 0) if isinstance(each, events.ConstructSuperproject)}
        assert len(offered) == number


@pytest.mark.parametrize(("told", "left"), [(None, "active"), ("tired", "active"), ("active", "tired")])
def test_the_column_of_the_worker_that_is_paid(told, left):
    """AN-7.1.8, AN-7.10.4, AN-11.4.2: as stated, else Tired first; a column without such a Worker is refused."""
    workers = {"active": {"engineer": 1, "scientist": 1}, "tired": {"scientist": 1}}
    position = constructing(era=2, breakthroughs=["shape_1/icon_5"], **workers)
    above_focus(position, 0, "synthetic_endorphins")
    build = events.ConstructSuperproject("lab", 1, breakthroughs=("shape_1/icon_5",), worker_column=told)
    position.fork().when(0, build).figures(
        0, active_scientist=int(left == "active"), tired_scientist=int(left == "tired")
    )
    give(position, 0, tired={})
    if told == "tired":
        position.when(0, build).rejected("AN-7.1.8")


def test_points_for_a_superproject():
    """AN-7.3.24, AN-7.3.8, AN-7.7.3: after its effects on build; a building has none of them."""
    position = constructing(tile="cc_construct_superproject_vp", breakthroughs=["shape_3/icon_4"])
    give(position, 0, warped={"warp_gold": 2, "warp_water": 3, "warp_uranium": 5, "warp_titanium": 5})
    above_focus(position, 0, "continuum_stabilizer")
    position.when(0, events.ConstructSuperproject("lab", 1, breakthroughs=("shape_3/icon_4",))).figures(0, vp_tokens=0)
    for tile in ("warp_gold", "warp_titanium"):
        position.when(0, events.ReturnWarp("warp_neutronium")).rejected("AN-7.6.9")
        position.when(0, events.ReturnWarp(tile)).figures(0, vp_tokens=0)
    position.when(0, events.ReturnWarp(None)).figures(0, vp_tokens=2, time_travel_step=0)
    assert position.state.current == 1


def test_an_extra_construct():
    """AN-7.3.25: after the first one, with the same Worker, without the tile; it may be declined, the first not."""
    position = constructing(tile="cc_construct_extra")
    position.when(0, events.Decline()).rejected("AN-7.3.25")
    position.when(0, events.ConstructBuilding("life_support", "primary")).figures(0, titanium=8)
    position.when(None, events.RevealBuilding("life_support", "ls_302")).accepted()
    position.fork().when(0, events.Decline()).accepted()
    position.when(0, events.ConstructBuilding("life_support", "primary")).figures(0, titanium=7, water=11)


def test_an_extra_action_that_is_not_executable():
    """AN-7.3.25: it is skipped."""
    position = constructing(tile="cc_construct_extra", titanium=1, gold=1)
    position.when(0, events.ConstructBuilding("life_support", "primary")).accepted()
    position.when(None, events.RevealBuilding("life_support", "ls_302")).accepted()
    assert position.state.current == 1


def recruiting(tile, worker="administrator", **what):
    position = give(in_turn(2, era=5, after_impact=True), 0, **{"active": {worker: 1}, **what})
    return place(collapsing(position, recruit_1=tile), "recruit_1", worker).accepted()


def test_bonuses():
    """AN-7.3.11, AN-7.3.23: a bonus is chosen for a Genius alone, a second one with the tile alone."""
    position = recruiting("cc_recruit_morale")
    position.when(0, events.RecruitWorker("engineer", "engineer")).rejected("AN-7.3.11")
    position.when(0, events.RecruitWorker("genius")).rejected("AN-7.0")
    position.when(0, events.RecruitWorker("genius", "genius")).rejected("AN-7.3.11")
    position.when(0, events.RecruitWorker("genius", "engineer", "engineer")).rejected("AN-7.3.23")
    position.when(0, events.RecruitWorker("administrator")).figures(0, vp_tokens=1, morale_step=5)
    again = recruiting("cc_recruit_bonus")
    again.when(0, events.RecruitWorker("genius", "engineer")).rejected("AN-7.0")
    again.when(0, events.RecruitWorker("scientist")).figures(0, water=4)


def test_recruited_workers():
    """AN-7.3.12, AN-7.3.23, AN-7.1.13: Active and not fresh, as those that the tile wakes."""
    position = recruiting("cc_recruit_wake", tired={"engineer": 2})
    position.when(0, events.RecruitWorker("engineer")).figures(0, active_engineer=3, energy_core=1)
    assert position.state.players[0].fresh == [0] * 4


def test_an_extra_recruit():
    """AN-7.3.25, AN-7.3.10: the restrictions of the Worker hold again."""
    position = recruiting("cc_recruit_extra", worker="engineer")
    position.when(0, events.RecruitWorker("scientist")).accepted()
    position.when(0, events.RecruitWorker("genius", "engineer")).rejected("AN-7.3.10")
    position.when(0, events.Decline()).figures(0, active_scientist=1)


def researching(tile="", worker="scientist", players=2, **what):
    era = 5 if tile else 1
    kwargs = {key: what.pop(key) for key in ("paths", "leaders", "leader_edition", "bga_quirks") if key in what}
    position = give(in_turn(players, era=era, after_impact=bool(tile), **kwargs), 0, **{"active": {worker: 1}, **what})
    if tile:
        collapsing(position, research_1=tile)
    return place(position, "research_1", worker).accepted()


def test_setting_a_die():
    """AN-7.3.13, AN-7.3.15, AN-8.11: a shape or an icon, never the question mark; the other die is rolled."""
    position = researching()
    assert len(asked(position, 0)) == 8
    for die, face in (("icon", "question"), ("shape", "icon_1"), ("colour", "shape_1")):
        position.when(0, events.SetResearchDie(die, face)).rejected("AN-7.3.13")
    position.when(0, events.SetResearchDie("icon", "icon_5")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_1")).rejected("AN-8.11")
    position.when(None, events.RollResearchDie("shape", "question")).rejected("AN-8.11")
    position.when(None, events.RollResearchDie("shape", "shape_3")).entered(
        0, "breakthroughs", 1, "shape_3/icon_5"
    )  # AN-7.3.18


def test_icons_that_are_left():
    """AN-7.3.16, AN-7.3.17: after a question mark only icons that are available; without any another roll."""
    position = researching()
    give(position, 1, breakthroughs=["shape_2/icon_3"] * 3)
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    gone = position.fork()
    position.when(None, events.RollResearchDie("icon", "question")).accepted()
    position.when(0, events.ChooseIcon("icon_3")).rejected("AN-7.3.16")
    position.when(0, events.ChooseIcon("icon_4")).accepted()
    held = [f"shape_2/icon_{icon}" for icon in (1, 2, 4, 5) for _ in range(3)]
    give(gone, 1, breakthroughs=held).when(None, events.RollResearchDie("icon", "question")).accepted()
    gone.when(0, events.ChooseReroll("colour")).rejected("AN-7.3.17")
    gone.when(0, events.ChooseReroll("shape")).accepted()
    gone.when(None, events.RollResearchDie("shape", "shape_1")).accepted()
    gone.when(0, events.ChooseIcon("icon_1")).entered(0, "breakthroughs", 1, "shape_1/icon_1")
    gone.when(0, events.ChooseReroll("shape")).rejected("AN-6.1.1")


def test_the_second_die_of_the_tile():
    """AN-7.3.14: free, only faces of available tiles; the cheapest right is used."""
    position = researching("cc_research_second_die", water=1, tiles={"lab_1": "la_411"})
    give(position, 1, breakthroughs=["shape_2/icon_3"] * 3)
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(0, events.SetSecondDie("icon_3")).rejected("AN-7.3.14")
    position.when(0, events.SetSecondDie("shape_1")).rejected("AN-7.3.14")
    position.when(0, events.SetSecondDie("icon_2")).figures(0, water=1).entered(0, "breakthroughs", 1, "shape_2/icon_2")


def test_the_second_die_of_cornella():
    """AN-7.8.9: in the first edition for a Water, without any discount."""
    kwargs = {"paths": ("progress", "harmony"), "tiles": {"lab_1": "grand_reservoir"}}
    position = researching(water=1, **kwargs)
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(0, events.SetSecondDie("icon_2")).figures(0, water=0)
    later = researching(water=1, leader_edition="essential", **kwargs)
    later.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    later.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    dry = researching(water=0, **kwargs)
    dry.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    dry.when(None, events.RollResearchDie("icon", "icon_2")).accepted()


def test_tokens_that_go_back():
    """AN-7.3.23: none to two of those there are."""
    position = researching("cc_research_paradox", paradox=2)
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    for count in (-1, 3):
        position.when(0, events.ReturnParadox(count)).rejected("AN-7.3.23")
    assert asked(position, 0) == [events.ReturnParadox(0), events.ReturnParadox(1), events.ReturnParadox(2)]
    position.when(0, events.ReturnParadox(1)).figures(0, paradox=1)


def test_points_of_the_research_tile():
    """AN-7.3.23: two points."""
    position = researching("cc_research_vp")
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).figures(0, vp_tokens=2)


def test_a_superproject_after_research():
    """AN-7.3.26: limited to a Superproject; a Genius saves a Titanium; it may be declined."""
    position = researching("cc_research_superproject", worker="genius", **RICH, breakthroughs=["shape_2/icon_2"])
    above_focus(position, 0, "exocrawler")
    position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    position.when(0, events.ConstructBuilding("lab", "primary")).rejected("AN-7.3.26")
    position.fork().when(0, events.Decline()).accepted()
    position.when(0, events.ConstructSuperproject("lab", 1, breakthroughs=("shape_2/icon_2",))).figures(0, titanium=7)


def test_an_extra_research_without_breakthroughs():
    """AN-7.3.25, AN-7.1.6: skipped, as the first one took the last Breakthrough."""
    position = researching("cc_research_extra")
    position.state.breakthrough_supply = [0, 0, 1] + [0] * 12
    position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(None, events.RollResearchDie("icon", "question")).accepted()  # one icon: chosen by itself
    assert (position.state.players[0].breakthroughs[2], position.state.current) == (1, 1)


def test_an_extra_research():
    """AN-7.3.25: once more, without the tile."""
    position = researching("cc_research_extra")
    position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    position.fork().when(0, events.Decline()).accepted()
    position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    assert position.state.current == 1


def test_rights_lapse_only_on_a_unit_that_is_not_to_be_paid():
    """AN-16.50 k: none is lost while each unit has a cost left; two rights on the only Titanium lose one."""
    cost = {"titanium": 1, "uranium": 1, "gold": 2}
    assert list(discounts(cost, Rights(1, True))) == [("titanium",), ("uranium",), ("gold",)]
    assert set(discounts(cost, Rights(2, True))) - set(discounts(cost, Rights(2, False))) == {
        ("titanium",),
        ("uranium",),
    }


def test_what_the_units_leave_must_be_paid():
    """AN-7.1.15, AN-7.3.4: a list that fits the cost, if the rest of the cost cannot be paid."""
    position = constructing("scientist", tile="cc_construct_tug", tiles={"factory_1": "fa_202"})
    give(position, 0, gold=0)
    position.when(0, events.ConstructBuilding("factory", "primary", ("titanium",))).rejected("AN-7.1.15")
    odd = events.ConstructBuilding("nonsense", "primary", ("gold",))
    assert position.rules.plain(position.state, 0, odd) == odd


def test_a_free_action_as_it_is_spelt():
    """AN-7.10.4: one without a Worker stays what it is."""
    position = in_turn(2)
    flow = events.FreeAction("force_workers")
    assert position.rules.plain(position.state, 0, flow) == flow


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("may_lapse", [False, True])
def test_which_units_may_be_saved(number, may_lapse):
    """AN-7.3.4, AN-16.50 k: as many of the cost as there are rights, fewer where rights may lapse; each list once."""
    held = ("titanium", "gold", "gold")
    sizes = range(0 if may_lapse else number, number + 1)
    lists = list(discounts({"titanium": 1, "uranium": 0, "gold": 2}, Rights(number, may_lapse)))
    assert len(set(lists)) == len(lists)
    assert set(lists) == {choice for size in sizes for choice in combinations(held, size)}
