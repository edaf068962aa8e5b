"""Leaders, Clean Up, the Impact, deviations of the Board Game Arena program (AN-6.7, AN-7.8, AN-11.2, AN-16.50)."""

import pytest

from engine.games.anachrony.items import ResourceFound, Turn
from engine.games.anachrony.scoring import categories
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import asked, collapsing, give, in_clean_up, in_turn, place, top


def passed(position):
    """All have passed; up to the first question of Clean Up, or the next Era."""
    while position.state.agenda:
        position.when(position.state.current, events.Pass()).accepted()
    return position.settled()


def led_by(path, leader, **kwargs):
    others = [each for each in ("salvation", "harmony", "progress", "dominance") if each != path]
    return in_turn(kwargs.pop("players", 2), paths=(path, *others), leaders={path: leader}, **kwargs)


def test_haulani():
    """AN-7.8.1, AN-11.4.7: a Worker space of the player's own board; the turn then goes on."""
    position = led_by("harmony", "patriarch_haulani")
    give(position, 0, active={"engineer": 2}, tiles={"factory_1": "fa_201", "life_support_1": "ls_301"})
    position.when(0, events.FreeAction("leader")).accepted()
    place(position, "purify", "engineer").rejected("AN-7.8.1")
    place(position, "ls_301", "engineer").rejected("AN-7.1.2")
    position.when(0, events.Pass()).rejected("AN-6.1.1")
    place(position, "fa_201", "engineer").figures(0, titanium=2)
    position.when(0, events.FreeAction("leader")).rejected("AN-7.1.9")
    place(position, "purify", "engineer").accepted()
    assert position.state.current == 1
    nowhere = give(led_by("harmony", "patriarch_haulani"), 0, active={"engineer": 1})
    nowhere.when(0, events.FreeAction("leader")).rejected("AN-7.1.6")


def test_valerian_first():
    """AN-7.8.7: an empty suit on the main board; it counts as a Scientist; nothing else works without a Worker."""
    position = led_by("progress", "patron_valerian")
    give(position, 0, active={"engineer": 1}, tiles={"factory_1": "fa_201"})
    place(position, "purify", None).rejected("AN-7.8.7")
    position.when(0, events.FreeAction("leader")).accepted()
    place(position, "purify", "engineer").rejected("AN-7.8.7")
    place(position, "fa_201", None).rejected("AN-7.8.7")
    place(position, "recruit_1", None).rejected("AN-7.1.3")
    place(position, "research_1", None).accepted()
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    assert position.state.players[0].suits == ["research_1"]
    passed(position).figures(0, exosuits=6)
    give(led_by("progress", "patron_valerian"), 0, powered=0).when(0, events.FreeAction("leader")).rejected("AN-7.1.6")


def test_valerian_essential():
    """AN-7.8.8, AN-4.4.7: his Scientists may stand anywhere with every bonus; they do not pay or count as Geniuses."""
    position = led_by("progress", "patron_valerian", leader_edition="essential")
    give(position, 0, active={"scientist": 2}, tiles={"life_support_1": "ls_307"})
    position.when(0, events.FreeAction("leader")).rejected("AN-7.1.2")
    place(position.fork(), "ls_307", "scientist").figures(0, water=5)
    place(position, "recruit_1", "scientist").accepted()
    position.when(0, events.RecruitWorker("genius", "engineer")).accepted()
    position.state.agenda, position.state.current = [Turn(0)], 0
    place(position, "mine_1", "scientist").accepted()
    position.when(0, events.MineTake("gold")).accepted()
    passed(position).figures(0, active_scientist=1, tired_scientist=1)  # the mine motivates, Recruit does not


def test_wolfe_and_amena():
    """AN-7.8.12, AN-6.7.13, AN-6.7.9: the slots of Amena stay open at the Impact; those of Harmony B too few."""
    position = passed(in_turn(4, era=4, board_side="b"))
    for action in ("construct", "recruit", "research"):
        tiles = [name for name, row in position.state.tables.collapsing.items() if row.action == action]
        position.when(None, events.RevealCollapsing(action, (tiles[0], tiles[0], tiles[1]))).rejected("AN-8.12")
        position.when(None, events.RevealCollapsing(action, tuple(tiles[:2]))).rejected("AN-8.12")
        position.when(None, events.RevealCollapsing(action, tuple(tiles[:3]))).accepted()  # AN-5.11
    assert [player.glitch for player in position.state.players] == [[], [2, 3], [2, 3, 5], [2, 3]]


def test_caratacus():
    """AN-7.8.11: Water and a token, or two Water for a token."""
    position = give(led_by("salvation", "shepherd_caratacus", era=2), 0, paradox=1)
    position.when(0, events.FreeAction("leader")).rejected("AN-7.0")
    position.when(0, events.FreeAction("leader", mode="other")).rejected("AN-7.8.11")
    position.when(0, events.FreeAction("leader", mode="return")).rejected("AN-7.8.11")
    position.fork().when(0, events.FreeAction("leader", mode="gain")).figures(0, water=2, paradox=2)
    give(position, 0, water=2, tiles={"lab_1": "grand_reservoir"})
    position.fork().when(0, events.FreeAction("leader", mode="return")).figures(0, water=0, paradox=0)
    give(position, 0, paradox=0)
    position.when(0, events.FreeAction("leader", mode="return")).rejected("AN-7.8.11")
    full = give(led_by("salvation", "shepherd_caratacus", era=2), 0, paradox=2)
    full.when(0, events.FreeAction("leader", mode="gain")).figures(0, paradox=0).legal(events.PlaceAnomaly("lab", 1))


def test_zaida():
    """AN-7.8.2, AN-7.8.13: two Water for a Worker of the pool; asked only if there is a choice."""
    position = give(led_by("harmony", "matriarch_zaida"), 0, water=2)
    position.state.recruit_pool = [0, 1, 0, 0]
    poor = passed(give(position.fork(), 0, water=1))
    assert poor.state.phase == "preparation"
    position = passed(position)
    position.when(0, events.CleanUpAbility(worker="scientist")).rejected("AN-7.8.2")
    position.when(0, events.CleanUpAbility(use=True)).rejected("AN-7.0")
    position.fork().when(0, events.CleanUpAbility()).figures(0, water=2)
    position.when(0, events.CleanUpAbility(worker="engineer")).then(recruit_pool=[0, 0, 0, 0]).figures(
        0, active_engineer=1
    )


def test_samira_first():
    """AN-7.8.5, AN-7.8.14: cubes of the left column; a second one only with the first, for two Water."""
    position = give(led_by("dominance", "treasure_hunter_samira"), 0, water=1)
    position.state.mine_pool = ["gold", "gold", "neutronium"]
    position = passed(position)
    position.when(0, events.CleanUpAbility(second="gold")).rejected("AN-7.8.5")
    position.when(0, events.CleanUpAbility(first="titanium")).rejected("AN-7.8.5")
    position.when(0, events.CleanUpAbility(first="gold", second="gold")).rejected("AN-7.8.5")
    position.when(0, events.CleanUpAbility(first="gold")).figures(0, gold=1, water=1).then(
        mine_pool=["gold", "neutronium"]
    )


def test_samira_essential():
    """AN-7.8.6, AN-8.13: a random one, then one for two Water."""
    position = give(led_by("dominance", "treasure_hunter_samira", leader_edition="essential"), 0, water=2)
    position = passed(position)
    position.when(None, events.RandomResource(1, "gold")).rejected("AN-8.13")
    position.when(None, events.RandomResource(0, "neutronium")).rejected("AN-8.13")
    position.when(None, events.RandomResource(0, "uranium")).figures(0, uranium=1)
    position.not_legal(events.RandomResource(0, "uranium"))
    assert not any(isinstance(item, ResourceFound) for item in position.state.agenda)
    position.when(0, events.CleanUpAbility(second="neutronium")).rejected("AN-7.8.6")
    position.when(0, events.CleanUpAbility(second="titanium")).figures(0, titanium=1, water=0)


def test_cornella_essential():
    """AN-7.8.10: three Water for a Research without a Worker, no less."""
    poor = in_clean_up(give(led_by("progress", "librarian_cornella", leader_edition="essential"), 0, water=2), 0)
    poor.when(0, events.CleanUpAbility(use=True)).rejected("AN-7.8.10")
    position = passed(give(led_by("progress", "librarian_cornella", leader_edition="essential"), 0, water=3))
    position.when(0, events.CleanUpAbility()).rejected("AN-7.0")
    position.fork().when(0, events.CleanUpAbility(use=False)).figures(0, water=3)
    position.when(0, events.CleanUpAbility(use=True)).figures(0, water=0)
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).entered(0, "breakthroughs", 1, "shape_2/icon_2")
    assert position.settled().state.phase == "preparation"


def test_abilities_in_any_order():
    """AN-6.7.1, AN-11.4.1: in player order or another."""
    leaders = {"harmony": "matriarch_zaida", "dominance": "treasure_hunter_samira"}
    position = in_turn(2, paths=("harmony", "dominance"), leaders=leaders)
    position = passed(give(position, 0, water=2))
    assert position.rules.turn(position.state).actors == (0, 1)
    position.fork().when(0, events.CleanUpAbility()).accepted()
    position.when(1, events.CleanUpAbility()).accepted()
    position.when(0, events.CleanUpAbility()).accepted()


def test_a_worker_gained_in_clean_up_repays():
    """AN-11.4.12: he is in the Active column when Warp tiles are repaid."""
    position = give(led_by("harmony", "matriarch_zaida", era=7, after_impact=True), 0, water=2)
    give(position, 0, warped={"warp_engineer": 3})
    position.state.recruit_pool = [0, 1, 0, 0]
    position = passed(position)
    position.when(0, events.CleanUpAbility(worker="engineer")).accepted().settled().figures(0, active_engineer=0)
    assert position.state.over
    assert not any(position.state.players[0].warped)


def test_where_workers_go():
    """AN-6.7.2, AN-6.7.3, AN-6.7.7, AN-6.7.8, AN-7.4.3: Engineers of the mine are motivated; the rest returns."""
    position = give(in_turn(2), 0, active={"engineer": 1, "scientist": 1}, tired={"genius": 1}, morale_step=3)
    place(position, "mine_1", "engineer").accepted().when(0, events.MineTake("gold")).accepted()
    position.when(1, events.Pass()).accepted()
    give(position, 0, tiles={"life_support_1": "ls_301", "life_support_2": "ls_310"})
    position.when(0, events.FreeAction("ls_301")).accepted()
    place(position, "ls_310", "scientist").accepted()
    position.when(0, events.Pass()).accepted().settled()
    position.figures(0, active_engineer=1, tired_scientist=0, active_scientist=0, tired_genius=1, exosuits=6)
    assert (position.state.players[0].markers, position.state.players[0].suits) == ([], [])


def test_progress_on_side_b():
    """AN-6.7.5, AN-7.9.1: Scientists on one's own Plants, Factories, Labs are motivated unless the space has `dies`."""
    position = in_turn(2, era=2, paths=("progress", "harmony"), board_side="b")
    tiles = {"factory_1": "fa_205", "lab_1": "la_415", "life_support_1": "ls_309", "lab_2": "la_413"}
    give(position, 0, water=1, neutronium=1, active={"scientist": 3, "genius": 1, "engineer": 1}, tiles=tiles)
    for space, worker in (
        ("fa_205", "scientist"),
        ("la_415", "scientist"),
        ("ls_309", "scientist"),
        ("la_413", "genius"),
    ):
        place(position, space, worker).accepted()
        position.state.agenda, position.state.current = [Turn(0)], 0
    passed(position).figures(0, active_scientist=1, tired_scientist=1, active_genius=1)


def test_scientists_on_the_lab_of_progress():
    """AN-6.7.5: both rules hold on Lab 408: an Administrator by its own, a Scientist by the board."""
    for side, scientist in (("b", "active_scientist"), ("a", "tired_scientist")):
        position = in_turn(2, era=2, paths=("progress", "harmony"), board_side=side)
        give(position, 0, active={"scientist": 1}, tiles={"lab_1": "la_408"})
        place(position, "la_408", "scientist").accepted()
        passed(position).figures(0, **{scientist: 1})


def test_the_end_of_an_era():
    """AN-6.7.15, AN-6.7.14: unused Exosuits return, the Focus is on the next Era; the game goes on."""
    position = give(in_turn(2, era=5, after_impact=True), 1, powered=3, focus=2)
    collapsing(position, construct_1="cc_construct_extra", construct_2="cc_construct_tug")
    position.state.face_down = ["construct_1"]
    passed(position).figures(1, exosuits=6, powered=0, focus=6)
    assert not position.state.over


@pytest.mark.parametrize("era", [6, 7])
def test_the_last_era(era):
    """AN-6.7.14, AN-6.7.15: the game ends after Era 7; unused Exosuits stay to repay."""
    position = give(in_turn(2, era=era, after_impact=True), 0, powered=3, warped={"warp_exosuit": 1})
    collapsing(position, construct_1="cc_construct_extra")
    passed(position)
    assert (position.state.over, position.state.end) == ((True, "era_7") if era == 7 else (False, ""))
    position.figures(0, powered=2 if era == 7 else 0)


def test_placement_costs_after_the_impact():
    """AN-6.7.11, AN-6.7.12, AN-7.2.3: none on the Capital hexes; the Council as before."""
    position = give(in_turn(2, era=5, after_impact=True), 0, active={"scientist": 1})
    place(position.fork(), "research_2", "scientist").accepted()
    place(position, "council_left", "scientist").rejected("AN-7.1.15")


# ---- deviations of the program


def test_quirk_valerian_on_supply():
    """AN-11.2.1: a Scientist of Valerian returns Tired from Supply."""
    for quirks in (False, True):
        position = led_by("progress", "patron_valerian", leader_edition="essential", bga_quirks=quirks)
        give(position, 0, water=9, active={"scientist": 1})
        place(position, "supply", "scientist").accepted()
        position.when(1, events.Pass()).accepted()
        position.when(0, events.Pass()).accepted().settled().figures(0, tired_scientist=int(quirks))


def test_quirk_chameleon():
    """AN-11.2.2: the Genius on Quantum Chameleon always returns Tired."""
    position = give(in_turn(2, bga_quirks=True), 0, active={"genius": 1}, tiles={"lab_1": "quantum_chameleon"})
    give(position, 1, tiles={"factory_1": "fa_201"})
    place(position, "quantum_chameleon", "genius").accepted()
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted().settled().figures(0, tired_genius=1)


def test_quirk_anomaly_on_column_3():
    """AN-11.2.3: with all spots occupied a building in column 3, if one is not covered there."""
    tiles = {f"{kind}_{n}": f"{short}_{100 * row + n}" for row, (kind, short) in enumerate(KINDS, 1) for n in (1, 2, 3)}
    tiles["lab_1"] = "la_414"
    position = give(in_turn(2, era=2, bga_quirks=True), 0, paradox=2, tiles=tiles)
    position.when(0, events.FreeAction("la_414")).accepted()
    assert [(each.row, each.column) for each in asked(position, 0)] == [(kind, 3) for kind, _ in KINDS]


KINDS = (("power_plant", "pp"), ("factory", "fa"), ("life_support", "ls"), ("lab", "la"))


def test_quirk_caratacus():
    """AN-11.2.5, AN-16.50 i: `return` needs neither a token of the player's nor two Water; what is there is paid."""
    for water, paradox in ((2, 0), (1, 1), (0, 1), (0, 0)):
        position = give(led_by("salvation", "shepherd_caratacus", bga_quirks=True), 0, water=water, paradox=paradox)
        position.when(0, events.FreeAction("leader", mode="return")).figures(0, water=0, paradox=0)


def test_quirk_tile_of_another_suit():
    """AN-16.50 j, AN-11.4.11: Exosuit 9 is one of the first player of two; its tile serves Outback Conditioner."""
    for quirks in (False, True):
        position = in_turn(2, era=5, bga_quirks=quirks)
        give(position, 0, water=2, titanium=9, active={"scientist": 1}, suits=["recruit_1"])
        give(top(position, "ls_303"), 0, tiles={"lab_1": "outback_conditioner"})
        collapsing(position, recruit_1="cc_recruit_morale", construct_1="cc_construct_extra")
        position.when(0, events.PlaceWorker("outback_conditioner", "scientist")).accepted()
        if quirks:
            position.when(0, events.CopyCapitalAction("research", "cc_construct_extra")).rejected("AN-11.4.11")
            position.when(0, events.CopyCapitalAction("research", "cc_recruit_morale")).accepted()
            position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
            position.when(None, events.RollResearchDie("icon", "icon_1")).figures(0, morale_step=5)
        else:
            position.when(0, events.CopyCapitalAction("research", "cc_recruit_morale")).rejected("AN-11.4.11")


def test_quirk_genius_of_progress():
    """AN-11.2.6: on side B a Genius on a Lab is not motivated."""
    for quirks in (False, True):
        position = in_turn(2, era=2, paths=("progress", "harmony"), board_side="b", bga_quirks=quirks)
        give(position, 0, active={"genius": 1}, tiles={"lab_1": "la_413"})
        place(position, "la_413", "genius").accepted()
        position.when(1, events.Pass()).accepted()
        position.when(0, events.Pass()).accepted().settled().figures(0, tired_genius=int(quirks))


@pytest.mark.parametrize("last", [0, 1])
def test_quirk_who_win_platform_order_last(last):
    """AN-16.50 a: an owner's rules depend on who was asked last, for everybody's Workers."""
    leaders = {"harmony": "patriarch_haulani"}
    position = in_turn(
        2, era=2, seat=1, paths=("progress", "harmony"), leaders=leaders, board_side="b", bga_quirks=True
    )
    give(position, 1, active={"scientist": 1, "administrator": 1}, water=9, tiles={"lab_1": "la_413"})
    for space, worker in (("la_413", "scientist"), ("supply", "administrator")):
        place(position, space, worker, seat=1).accepted()
        position.state.agenda, position.state.current = [Turn(1)], 1
    for seat in (1 - last, last):
        position.state.agenda, position.state.current = [Turn(seat)], seat
        position.when(seat, events.Pass()).accepted()
    is_progress = last == 0
    position.settled().figures(1, active_scientist=int(is_progress), tired_administrator=int(is_progress))


def test_quirk_evacuation_below_zero():
    """AN-16.50 c: not limited below."""
    for quirks, vp in ((False, 0), (True, -1)):
        position = led_by("harmony", "matriarch_zaida", era=5, after_impact=True, bga_quirks=quirks)
        position.state.evacuated, position.state.players[1].evacuated = [1], 1
        tiles = {f"life_support_{n}": f"ls_30{n}" for n in (1, 2, 3)}
        give(position, 0, active={"engineer": 1}, tiles=tiles)
        place(position, "evacuation", "engineer").figures(0, vp_tokens=vp)


def test_quirk_research():
    """AN-16.50 d, e: a question mark of another roll is not available; a tile that is gone may be named."""
    position = give(in_turn(2, bga_quirks=True), 0, active={"scientist": 1})
    give(position, 1, breakthroughs=["shape_2/icon_3"] * 3)
    place(position, "research_1", "scientist").accepted()
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "question")).accepted()
    position.when(0, events.ChooseIcon("icon_3")).accepted()
    position.when(0, events.ChooseReroll("icon")).accepted()
    position.when(None, events.RollResearchDie("icon", "question")).accepted()
    position.when(0, events.ChooseIcon("icon_1")).rejected("AN-6.1.1")
    position.when(0, events.ChooseReroll("shape")).accepted()
    position.when(None, events.RollResearchDie("shape", "shape_1")).accepted()
    position.when(0, events.ChooseReroll("icon")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_1")).entered(0, "breakthroughs", 1, "shape_1/icon_1")


def test_quirk_building_points():
    """AN-16.50 f: the row's tiles are counted, not the column."""
    position = give(in_turn(2, era=5, after_impact=True, bga_quirks=True), 0, titanium=2, active={"scientist": 1})
    give(position, 0, tiles={"life_support_2": "ls_303"}, anomalies=["life_support_2", "life_support_3"])
    top(collapsing(position, construct_1="cc_construct_building_vp"), "ls_304")
    place(position, "construct_1", "scientist").accepted()
    build = [each for each in asked(position, 0) if getattr(each, "stack", "") == "life_support"]
    position.when(0, build[0]) if build else None
    position.when(None, events.RevealBuilding("life_support", "ls_306")).accepted().figures(0, vp_tokens=4)


def test_quirk_covered_building():
    """AN-16.50 g: it keeps its space."""
    position = give(in_turn(2, bga_quirks=True), 0, active={"engineer": 1})
    give(position, 0, tiles={"factory_1": "fa_201"}, anomalies=["factory_1"])
    place(position, "fa_201", "engineer").figures(0, titanium=2)


def test_quirk_nested_placements():
    """AN-16.50 h: Haulani and the Exocrawler may be left again, also without any possible placement."""
    position = give(led_by("harmony", "patriarch_haulani", bga_quirks=True), 0, active={"engineer": 1})
    give(position, 0, tiles={"factory_1": "fa_201"})
    position.when(0, events.FreeAction("leader")).accepted()
    position.when(0, events.Decline()).accepted().legal(events.Pass(), actor=0)
    empty = led_by("harmony", "patriarch_haulani", bga_quirks=True)
    empty.when(0, events.FreeAction("leader")).accepted().legal(events.Pass(), actor=0)


def test_quirk_council():
    """AN-16.50 m: a Scientist of Valerian cannot copy Recruit."""
    for quirks in (False, True):
        position = led_by("progress", "patron_valerian", leader_edition="essential", bga_quirks=quirks)
        give(position, 0, water=1, active={"scientist": 1})
        position.state.players[1].suits = ["recruit_1", "recruit_2"]
        outcome = place(position, "council_right", "scientist")
        outcome.rejected("AN-7.1.6") if quirks else outcome.legal(events.RecruitWorker("engineer"), actor=0)


# ---- scoring


def points(position, seat=0):
    return categories(position.state, position.state.players[seat])


def test_categories():
    """AN-10.3.1, AN-10.3.2, AN-10.3.4, AN-10.3.7, AN-10.3.9, AN-10.3.11, AN-16.52: even covered tiles."""
    tiles = {"lab_1": "la_406", "power_plant_1": "pp_101", "factory_1": "archive_of_the_eras"}
    position = give(in_turn(2), 0, tiles=tiles, anomalies=["lab_1", "life_support_1"], time_travel_step=5, vp_tokens=4)
    assert points(position) == {
        "buildings": 2 + 4,
        "superprojects": 5 + 5,
        "anomalies": -6,
        "time_travel": 10,
        "morale": 0,
        "breakthroughs": 0,
        "vp_tokens": 4,
        "warp_tiles": 0,
    }


@pytest.mark.parametrize(
    ("card", "what"),
    [
        ("eg_workers", {"tired": {"engineer": 3}}),
        ("eg_water", {"water": 2}),
        ("eg_breakthroughs", {"breakthroughs": ["shape_1/icon_1"] * 2}),
        ("eg_occupied_spots", {"anomalies": ["lab_1"]}),
        ("eg_morale", {"morale_step": 5}),
        ("eg_time_travel_range", {"tiles": {"power_plant_1": "pp_113"}}),
        ("eg_superprojects", {"tiles": {"lab_1": "exocrawler"}}),
        ("eg_time_travel_track", {"time_travel_step": 1}),
    ],
)
def test_endgame_conditions(card, what):
    """AN-10.3.10, AN-10.4.1, AN-10.4.2, AN-10.4.3, AN-10.4.4, AN-10.4.5, AN-10.4.6, AN-10.4.7, AN-10.4.8, AN-12.8."""
    position = in_turn(2, era=7, after_impact=True)
    position.state.endgame_cards = [card]
    give(position, 0, **what)
    passed(position).entered(0, "vp", 3, "endgame_conditions")
    assert not [e for e in position.entries if e.seat == 1 and e.source == "endgame_conditions"]


def test_a_condition_that_nobody_meets():
    """AN-11.4.5: with all at 0 everybody wins it."""
    position = in_turn(2, era=7, after_impact=True)
    position.state.endgame_cards = ["eg_superprojects"]
    passed(position).entered(0, "vp", 3, "endgame_conditions").entered(1, "vp", 3, "endgame_conditions")


def test_lab_406_and_archive_stand_with_their_tiles():
    """AN-10.3.12, AN-7.7.2: endgame effects in the category of their tile."""
    position = give(in_turn(2), 0, tiles={"lab_1": "la_406"}, anomalies=["lab_2"])
    assert (points(position)["buildings"], points(position)["anomalies"]) == (4, -3)


def test_the_strongest_range():
    """AN-10.4.6: Temporal Tourism counts 3 without labs."""
    position = in_turn(2, era=7, after_impact=True)
    position.state.endgame_cards = ["eg_time_travel_range"]
    give(position, 0, tiles={"lab_1": "la_402", "factory_1": "temporal_tourism"})
    give(position, 1, tiles={"power_plant_1": "pp_105"})
    passed(position).entered(0, "vp", 3, "endgame_conditions").entered(1, "vp", 3, "endgame_conditions")


def test_ranks():
    """AN-10.5.1: points, Water, resources; else the same rank."""
    position = in_turn(4, era=7, after_impact=True)
    position.state.endgame_cards = []
    for seat, (water, gold) in enumerate(((1, 0), (0, 3), (0, 3), (2, 0))):
        give(position, seat, water=water, gold=gold, morale_step=4)
        position.state.players[seat].breakthroughs = [0] * 15
    passed(position)
    ranks = {each.seat: each.rank for each in position.rules.standings(position.state)}
    assert ranks == {3: 1, 0: 2, 1: 3, 2: 3}


def test_samira_in_clean_up():
    """AN-6.7.1: a player who has decided is not asked again."""
    position = in_clean_up(led_by("dominance", "treasure_hunter_samira"), 0)
    position.when(0, events.CleanUpAbility()).accepted()
    position.when(0, events.CleanUpAbility()).rejected("AN-6.1.1")


def test_parameters_of_other_leaders():
    """AN-7.0, AN-7.8: only those of the leader; Cornella's states whether it is used."""
    for leader, path, wrong in (
        ("matriarch_zaida", "harmony", events.CleanUpAbility(first="gold")),
        ("treasure_hunter_samira", "dominance", events.CleanUpAbility(first="gold")),
        ("librarian_cornella", "progress", events.CleanUpAbility(worker="engineer", use=True)),
        ("librarian_cornella", "progress", events.CleanUpAbility()),
    ):
        others = (path, *(each for each in ("salvation", "progress") if each != path))
        position = in_turn(2, paths=others, leaders={path: leader}, leader_edition="essential")
        in_clean_up(give(position, 0, water=5), 0).when(0, wrong).rejected("AN-7.0")
