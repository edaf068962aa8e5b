"""The worked examples of section AN-13: Construct, Recruit, Research, World Council, other actions (20 to 40)."""

import pytest

from events.vocabulary import anachrony as events
from tests.games.anachrony.table import above_focus, asked, collapsing, give, in_turn, place, top


def test_20_placement_costs():
    """Worked example 20, AN-7.2.3, AN-7.1.2: space 2 costs a Water; space 3 is there with four players only."""
    position = give(in_turn(3), 0, water=1, titanium=3, active={"engineer": 1})
    top(position, "ls_303")
    place(position.fork(), "construct_2", "engineer").accepted().figures(0, water=0)
    place(position, "construct_3", "engineer").rejected("AN-7.1.2")


def test_21_the_engineer():
    """Worked example 21, AN-7.3.3, AN-7.3.4: an Engineer saves a Titanium; AN-7.1.6: else nothing is built."""
    position = give(in_turn(2), 0, neutronium=1, titanium=1, water=1, active={"engineer": 1, "scientist": 1})
    position.state.primary = ["pp_101", "", "", ""]
    place(position.fork(), "construct_1", "scientist").rejected("AN-7.1.6")
    position = place(position, "construct_1", "engineer").accepted()
    position.figures(0, neutronium=0, titanium=0, water=0)  # the one thing that can be built is built
    assert position.state.players[0].spots[0] == "pp_101"


def test_22_units_to_save():
    """Worked example 22, AN-7.3.4, AN-7.7.5: the tile and the Anti-Gravity Field each save a chosen unit."""
    position = in_turn(2, era=5, after_impact=True)
    tiles = {"factory_1": "fa_201", "factory_2": "fa_202", "lab_1": "anti_gravity_field"}
    give(position, 0, titanium=2, gold=2, water=2, active={"genius": 1}, tiles=tiles)
    top(collapsing(position, construct_1="cc_construct_tug"), "fa_203")
    place(position, "construct_1", "genius").accepted()
    build = events.ConstructBuilding("factory", "primary", ("gold", "gold"))
    position.fork().when(0, build).figures(0, titanium=1, gold=2, water=0)
    build = events.ConstructBuilding("factory", "primary", ("titanium", "gold"))
    position.when(0, build).figures(0, titanium=2, gold=1, water=0)


def test_23_a_superproject():
    """Worked example 23, AN-7.3.7, AN-7.1.8: goods, two Breakthroughs of the pair, a Worker, Tired first."""
    position = in_turn(2)
    tiles = ["shape_2/icon_5", "shape_3/icon_1"]
    give(position, 0, titanium=4, active={"genius": 1, "engineer": 1}, tired={"engineer": 1}, breakthroughs=tiles)
    above_focus(position, 0, "anti_gravity_field")
    build = events.ConstructSuperproject("factory", 1, breakthroughs=tuple(tiles))
    with_one = place(position.fork(), "construct_1", "genius").accepted().when(0, build).accepted()
    with_one.figures(0, titanium=1, active_engineer=1, tired_engineer=0)
    player = with_one.state.players[0]
    assert (player.spots[3], player.spots[4], sum(player.breakthroughs)) == ("anti_gravity_field",) * 2 + (0,)
    give(position, 0, active={"engineer": 1}, tired={})
    top(position, "ls_303", "secondary")  # something else can be built
    position = place(position, "construct_1", "engineer").accepted()
    position.when(0, build).rejected("AN-7.1.8")


@pytest.mark.parametrize(("paths", "side"), [(("salvation", "harmony"), "a"), (("dominance", "harmony"), "b")])
def test_24_spots_of_a_superproject(paths, side):
    """Worked example 24, AN-7.3.6, AN-7.9.3: spots 1 and 2 of a row first; Dominance on side B any two."""
    position = in_turn(2, paths=paths, board_side=side)
    give(position, 0, titanium=5, uranium=5, active={"genius": 1}, breakthroughs=["shape_2/icon_2"])
    give(position, 0, tiles={"power_plant_1": "pp_102"})
    above_focus(position, 0, "exocrawler")
    place(position, "construct_1", "genius").accepted()
    outcome = position.when(0, events.ConstructSuperproject("power_plant", 2, breakthroughs=("shape_2/icon_2",)))
    outcome.accepted() if side == "b" else outcome.rejected("AN-7.3.6")


def test_25_points_by_column():
    """Worked example 25, AN-7.3.24: a building on column 2 gives two points."""
    position = in_turn(2, era=5, after_impact=True)
    give(position, 0, titanium=2, uranium=1, water=1, active={"scientist": 1}, tiles={"life_support_1": "ls_303"})
    top(collapsing(position, construct_1="cc_construct_building_vp"), "ls_304")
    place(position, "construct_1", "scientist").accepted()
    position.when(0, events.ConstructBuilding("life_support", "primary")).accepted()
    position.when(None, events.RevealBuilding("life_support", "ls_306")).accepted()
    assert position.state.players[0].spots[7] == "ls_304"
    position.figures(0, vp_tokens=2)


@pytest.mark.parametrize(
    ("space", "scope", "paid"),
    [("construct_2", "total", 1), ("construct_1", "total", 0), ("construct_1", "placement", 1)],
)
def test_26_grand_reservoir(space, scope, paid):
    """Worked example 26, AN-7.1.7: one Water less for the whole action, or for the placement alone."""
    position = in_turn(2, reservoir_scope=scope)
    tiles = {"lab_1": "grand_reservoir", "life_support_1": "ls_303"}
    give(position, 0, uranium=1, titanium=2, water=4, active={"scientist": 1}, tiles=tiles)
    position.state.primary = ["", "", "ls_304", ""]
    place(position, space, "scientist").accepted().figures(0, water=4 - paid)


def test_27_recruiting():
    """Worked example 27, AN-7.3.9, AN-7.3.10, AN-7.3.11: a Genius by an Administrator; the bonus of a Scientist."""
    position = give(in_turn(2), 0, active={"engineer": 1})
    position.state.recruit_pool = [1, 0, 1, 2]
    place(position, "recruit_1", "engineer").accepted()
    position.when(0, events.RecruitWorker("genius", "engineer")).rejected("AN-7.3.10")
    position.when(0, events.RecruitWorker("engineer")).rejected("AN-7.3.9")
    position.when(0, events.RecruitWorker("scientist")).figures(0, active_scientist=1, water=2)


def test_28_the_bonus_twice():
    """Worked example 28, AN-7.3.23: with the tile a Genius has two bonuses."""
    position = give(in_turn(2, era=5, after_impact=True), 0, active={"administrator": 1})
    collapsing(position, recruit_1="cc_recruit_bonus")
    place(position, "recruit_1", "administrator").accepted()
    position.when(0, events.RecruitWorker("genius", "engineer", "administrator"))
    position.figures(0, active_genius=1, energy_core=1, vp_tokens=1)


def test_29_the_question_mark():
    """Worked example 29, AN-7.3.16: the icon is chosen."""
    position = give(in_turn(2), 0, active={"scientist": 1})
    place(position, "research_1", "scientist").accepted()
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "question")).accepted()
    position.when(0, events.ChooseIcon("icon_3")).entered(0, "breakthroughs", 1, "shape_2/icon_3")


def test_30_a_tile_that_is_gone():
    """Worked example 30, AN-7.3.17: a die of the player's choice is rolled again."""
    position = give(in_turn(2), 0, active={"scientist": 1})
    give(position, 1, breakthroughs=["shape_2/icon_3"] * 3)
    place(position, "research_1", "scientist").accepted()
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_3")).accepted()
    position.when(0, events.ChooseReroll("icon")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_1")).entered(0, "breakthroughs", 1, "shape_2/icon_1")


def test_31_the_second_die():
    """Worked example 31, AN-7.3.14: for a Water with Lab 411; without it the die is rolled."""
    position = give(in_turn(2), 0, active={"scientist": 1}, water=3, tiles={"lab_1": "la_411"})
    place(position, "research_1", "scientist").accepted()
    position.when(0, events.SetResearchDie("icon", "icon_4")).accepted()
    position.fork().when(0, events.SetSecondDie("shape_1")).entered(0, "breakthroughs", 1, "shape_1/icon_4").figures(
        0, water=2
    )
    position.when(0, events.SetSecondDie(None)).figures(0, water=3)
    position.when(None, events.RollResearchDie("shape", "shape_1")).accepted()


def test_32_the_world_council():
    """Worked example 32, AN-7.3.19, AN-7.3.20, AN-7.3.21: no Construct by an Administrator; no copy."""
    position = give(in_turn(2, seat=1), 1, active={"administrator": 1, "engineer": 1}, water=2, titanium=2)
    position.state.players[0].suits = ["construct_1", "construct_2"]
    position.state.players[0].powered = 4
    top(position, "ls_303")
    place(position, "council_right", "administrator", seat=1).rejected("AN-7.1.6")
    left = place(position.fork(), "council_left", "administrator", seat=1).accepted().figures(1, water=0)
    assert left.state.first_player == 1
    right = place(position, "council_right", "engineer", seat=1).accepted().figures(1, water=1)
    assert right.state.players[1].spots[6] == "ls_303"  # the only copy, and the only building


def test_33_a_copy_without_tile():
    """Worked example 33, AN-7.3.20, AN-4.4.6: face-down tiles fill an action; a copy has no tile bonus."""
    position = give(in_turn(2, era=5, after_impact=True), 0, active={"scientist": 1}, water=1)
    collapsing(position, research_1="cc_research_vp", research_2="cc_research_extra")
    position.state.face_down = ["research_1", "research_2"]
    place(position, "council_right", "scientist").accepted()
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_1")).figures(0, vp_tokens=0)
    assert position.state.current == 1


def test_34_mining():
    """Worked example 34, AN-7.4.1, AN-7.4.2, AN-7.4.3: a cube and the bonus; with the Drill, one more unit."""
    position = give(in_turn(2), 0, active={"engineer": 1})
    drilling = give(position.fork(), 0, tiles={"lab_1": "tectonic_drill"})
    place(position, "mine_2", "engineer").accepted().when(0, events.MineTake("uranium")).figures(0, uranium=1, gold=1)
    assert position.state.mine_pool == ["gold", "uranium", "uranium", "titanium"]
    place(drilling, "mine_2", "engineer").accepted()
    drilling.when(0, events.MineTake("uranium", "titanium")).figures(0, uranium=1, gold=1, titanium=1)


@pytest.mark.parametrize(("worker", "water"), [("scientist", 4), ("genius", 4), ("engineer", 3)])
def test_35_purifying(worker, water):
    """Worked example 35, AN-7.4.4: a Scientist, or a Worker that counts as one, gains one more Water."""
    position = give(in_turn(2), 0, active={worker: 1})
    place(position, "purify", worker).accepted().figures(0, water=water)


def test_35_purifying_with_an_empty_suit():
    """Worked example 35, AN-7.8.7: the empty suit of Valerian counts as a Scientist."""
    position = in_turn(2, paths=("progress", "harmony"), leaders={"progress": "patron_valerian"})
    position.when(0, events.FreeAction("leader")).accepted()
    place(position, "purify", None).accepted().figures(0, water=4, powered=5)


def test_36_trading():
    """Worked example 36, AN-7.4.5, AN-7.4.6: an Administrator trades twice, others once."""
    position = give(in_turn(2), 0, active={"administrator": 1, "engineer": 1}, water=3)
    engineer = place(position.fork(), "trade", "engineer").accepted()
    engineer.when(0, events.TradeGoods("water_core", "a_to_b")).figures(0, energy_core=1)
    assert engineer.state.current == 1
    place(position, "trade", "administrator").accepted()
    position.when(0, events.TradeGoods("water_core", "a_to_b")).accepted()
    position.when(0, events.TradeGoods("core_neutronium", "a_to_b")).figures(0, water=0, energy_core=0, neutronium=1)


@pytest.mark.parametrize(
    ("tiles", "paid"),
    [
        ({}, 5),
        ({"life_support_1": "ls_311"}, 3),
        ({"life_support_1": "ls_311", "lab_1": "grand_reservoir"}, 2),
        ({"life_support_1": "ls_311", "life_support_2": "ls_312"}, 0),
    ],
)
def test_37_supply(tiles, paid):
    """Worked example 37, AN-7.5.2, AN-7.5.3: Water by the Morale, halved by Life Supports; Morale rises."""
    position = give(in_turn(2), 0, water=8, active={"engineer": 1}, tiles=tiles)
    place(position, "supply", "engineer").accepted().figures(0, water=8 - paid, morale_step=5)


@pytest.mark.parametrize(("paths", "side", "paid", "vp"), [("salvation", "a", 7, 2), ("harmony", "b", 8, 3)])
def test_37_supply_at_the_highest_step(paths, side, paid, vp):
    """Worked example 37, AN-7.1.11: at the last step points instead."""
    other = "dominance"
    position = give(
        in_turn(2, paths=(paths, other), board_side=side), 0, water=8, morale_step=7, active={"engineer": 1}
    )
    place(position, "supply", "engineer").accepted().figures(0, water=8 - paid, morale_step=7, vp_tokens=vp)


@pytest.mark.parametrize("waking", ["next_turn", "immediate"])
def test_38_workers_that_wake(waking):
    """Worked example 38, AN-7.1.13, AN-7.1.5, AN-7.5.5: woken Workers cannot be placed in this turn."""
    position = in_turn(2, waking=waking)
    give(position, 0, morale_step=3, tired={"engineer": 1, "scientist": 1}, active={"administrator": 1})
    position.when(0, events.FreeAction("force_workers")).figures(0, morale_step=2, active_engineer=1)
    if waking == "immediate":
        place(position, "purify", "engineer").accepted()
        return
    place(position, "purify", "engineer").rejected("AN-7.1.5")
    place(position, "purify", "administrator").accepted()
    position.when(1, events.Pass()).accepted()
    place(position, "purify", "engineer").accepted()


def test_39_the_lowest_step():
    """Worked example 39, AN-7.5.6, AN-7.7.10: at step 1 a Worker is lost, not with Synthetic Endorphins."""
    position = give(in_turn(2), 0, morale_step=1, tired={"scientist": 1})
    enduring = give(position.fork(), 0, tiles={"lab_1": "synthetic_endorphins"})
    position.when(0, events.FreeAction("force_workers", lost_worker="scientist")).figures(
        0, morale_step=1, active_scientist=0
    )
    enduring.when(0, events.FreeAction("force_workers")).figures(0, morale_step=1, active_scientist=1)


def test_40_markers():
    """Worked example 40, AN-7.1.9, AN-4.4.5: seven markers for Free Actions; six after the Evacuation."""
    position = give(in_turn(2), 0, morale_step=3, markers=[f"tile_{number}" for number in range(6)])
    give(position, 0, tiles={"life_support_1": "ls_301"})
    gone = give(position.fork(), 0, evacuated=1)
    position.when(0, events.FreeAction("force_workers")).accepted()
    position.when(0, events.FreeAction("ls_301")).rejected("AN-7.1.9")
    gone.when(0, events.FreeAction("force_workers")).rejected("AN-7.1.9")
    assert events.FreeAction("ls_301") not in asked(position, 0)
