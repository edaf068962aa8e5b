"""Section 16G: the worked examples as requests that are read in the position of the example, every figure compared."""

import json

import pytest

from engine.games.anachrony.readings._bga_branch import Branch, take
from engine.games.anachrony.readings._bga_entries import traces_of
from engine.games.anachrony.readings._bga_facts import Facts
from engine.games.anachrony.readings._bga_pieces import AWAKE, POWERED, Counter
from engine.games.anachrony.readings._bga_search import _search
from engine.games.anachrony.readings._bga_tracer import Tracer
from engine.games.anachrony.writings.bga_anachrony import write
from engine.replay import Replay
from engine.rules import ruleset
from engine.snapshot import fork
from events.notations import bga_anachrony
from events.vocabulary import anachrony as events
from tests.games.anachrony.packets import Packets, examined, table_log
from tests.games.anachrony.table import SPOTS, above_focus, collapsing, give, header, in_turn, put, top

PATHS = ("salvation", "progress", "harmony")
LEADERS = {"salvation": "shepherd_caratacus", "progress": "patron_valerian", "harmony": "patriarch_haulani"}
ANN, BOB, CYD = range(3)
VP, PARADOX = 10**12, 10**13


def at_table(seat, era=3, paths=PATHS, leaders=LEADERS, **options):
    """A turn of a seat at the table of 16G, everybody with the Workers of the setup and six powered Exosuits."""
    position = in_turn(3, era=era, seat=seat, paths=paths, leaders=leaders, preset="bga", **options)
    give(position, ANN, active={"scientist": 3, "engineer": 1}, tired={"administrator": 1})
    give(position, BOB, active={"scientist": 2, "administrator": 2}, tired={"engineer": 1})
    give(position, CYD, active={"scientist": 2, "engineer": 2}, tired={"genius": 1})
    return position


def read_on(position, made, phase=5, paths=PATHS, buildings=(), pool=(), workers=()):
    """What packets are read as from a position on: the events, and the game that they were played in."""
    rules, blocks = ruleset("anachrony"), bga_anachrony.parse(json.dumps(made.end().packets)).blocks
    tracer = Tracer(["11", "12", "13"], list(paths), position.state.tables)
    tracer.phase = phase
    tracer.pieces.buildings.update(buildings)
    for number, kind in pool:
        tracer.pieces.add_worker(number, Counter(-1, kind, "pool"))
    tracer.pieces.cubes = [*position.state.mine_pool, "uranium", "gold", "titanium"]
    for number, seat, kind in workers:
        tracer.pieces.add_worker(number, Counter(seat, kind, AWAKE))
    for suit in tracer.pieces.suits.values():
        tracer.pieces.move(suit, suit.seat, POWERED)
    prompts = [block.prompt for block in blocks]
    facts = Facts(list(paths), False, [], "", [("a", "b")] * 3, [()] * 3, ids=["11", "12", "13"], prompts=prompts)
    branch, astray = _search(Branch(rules, fork(position.state), traces_of(tracer, blocks), facts), False)
    assert astray is None, astray.why
    game = Replay(rules, header(3, preset="bga"))
    game.state, game.settled = fork(position.state), False
    for row in branch.script:
        take(row, game)
    assert game.discrepancies == []
    assert not branch.differed
    return [(actor, event) for actor, event, _ in game.played], game


def vp(made, name, nb):
    """VP tokens as they are told."""
    return made.add("counter", id={"Ann": "vp_11", "Bob": "vp_12", "Cyd": "vp_13"}[name], nb=nb)


def rolling(**tokens):
    """Era 4 before the Paradox phase: on tile 1 two tiles of Ann and one of Bob, on tile 2 one of each."""
    position = at_table(ANN, 4)
    position.state.agenda, position.state.phase, position.state.due = [], "preparation", "paradox"
    give(position, ANN, warped={"warp_uranium": 1, "warp_gold": 1, "warp_water": 2}, **tokens)
    return give(position, BOB, warped={"warp_uranium": 1, "warp_gold": 2})


def test_paradox_dice_by_tile():
    """AN-16.83, AN-16.35, AN-16.43: told player by player, rolled tile by tile."""
    made = Packets().note(log="2. Paradox phase").note("Ann", "rolls", paradox="1,0")
    made.add("setparadox", player_id="11", nb=1).note("Ann", "gains", cost=str(PARADOX))
    made.note("Bob", "rolls", paradox="2").add("setparadox", player_id="12", nb=2)
    made.note("Bob", "gains", cost=str(2 * PARADOX))
    happened, game = read_on(rolling(), made, phase=1)
    assert happened == [
        (None, events.RollParadox(ANN, 1, 1)),
        (None, events.RollParadox(ANN, 2, 0)),
        (None, events.RollParadox(BOB, 2, 2)),
    ]
    assert [player.paradox for player in game.state.players] == [1, 2, 0]


def test_an_anomaly_between_the_dice():
    """AN-16.84: what is told at once follows all rolls: the Warp tile that comes back, the spot."""
    made = Packets().note(log="2. Paradox phase").note("Ann", "rolls", paradox="1")
    made.add("setparadox", player_id="11", nb=3).note("Ann", "gains", cost=str(PARADOX))
    made.add("setparadox", player_id="11", player_name="Ann", nb=0).end().move("vortex_20", "vortexs_11")
    made.add("newanomaly", player_id="11", anomaly={"id": 61, "player_id": 11, "category": 4, "location": 1}).end()
    made.note("Bob", "rolls", paradox="2").add("setparadox", player_id="12", nb=2)
    made.note("Bob", "gains", cost=str(2 * PARADOX))
    happened, game = read_on(rolling(paradox=2), made, phase=1)
    rolls = [(None, events.RollParadox(ANN, 1, 1)), (None, events.RollParadox(BOB, 2, 2))]
    assert happened == [*rolls, (ANN, events.AnomalyWarp("warp_uranium")), (ANN, events.PlaceAnomaly("lab", 1))]
    assert (game.state.players[ANN].paradox, game.state.players[ANN].anomalies) == (0, [SPOTS["lab_1"]])


def test_a_discount_that_the_payment_tells():
    """AN-16.87, AN-16.32: Anti-Gravity Field and an Engineer's discount, read from the code that was paid."""
    position = give(at_table(BOB), BOB, titanium=1, uranium=1, gold=2, water=3)
    give(position, BOB, tiles={"factory_1": "fa_201", "factory_2": "fa_202", "lab_1": "anti_gravity_field"})
    top(position, "fa_207")
    made = Packets().pay("Bob", 100000, water=2).place(8, 7, "phconstruct_2").ask("Bob", "building_18", "Undo")
    made.move("building_18", "phbuilding23_12", player_id="12", player_name="Bob", building_type=207)
    made.add("revealbuilding", building={"id": 19, "category": 2, "type": 212, "location": 1}).end()
    made.pay("Bob", 210100, titanium=0, gold=1, water=0).ask("Ann", "Pass")
    happened, _ = read_on(position, made)
    assert happened == [
        (BOB, events.PlaceWorker("construct_2", "scientist")),
        (BOB, events.ConstructBuilding("factory", "primary", ("gold",))),
        (None, events.RevealBuilding("factory", "fa_212")),
    ]


def test_a_superproject_in_its_position():
    """AN-16.88: goods, the Worker of the Active column, two Breakthroughs of a pair."""
    position = give(at_table(CYD), CYD, titanium=3, breakthroughs=("shape_2/icon_5", "shape_3/icon_1"))
    above_focus(position, CYD, "anti_gravity_field")
    position.state.players[CYD].tired = [0, 1, 0, 0]
    made = Packets().place(5, 1, "phconstruct_1").ask("Cyd", "superproject_3", "Undo")
    named = {"player_id": "13", "player_name": "Cyd", "superproject_name": "Anti-gravity field"}
    made.move("superproject_3", "phbuilding21_13", **named).pay("Cyd", 100030000, titanium=0)
    made.ask("Cyd", "worker_1", "worker_4", "Undo").add("remove", id="worker_4").end()
    made.move("breakthrough_10", "hidden").move("breakthrough_26", "hidden").ask("Cyd", "Confirm", "Undo")
    happened, game = read_on(position, made)
    pair = ("shape_2/icon_5", "shape_3/icon_1")
    assert happened[1:] == [(CYD, events.ConstructSuperproject("factory", 1, None, pair, "active"))]
    assert game.state.players[CYD].active == [0, 0, 0, 2]


def test_an_extra_construct_before_the_research_of_a_superproject():
    """AN-16.43, AN-7.3.25: in the log the extra action comes first, by the rules what the Superproject opened."""
    position = collapsing(at_table(CYD, 5, after_impact=True), construct_1="cc_construct_extra")
    give(position, CYD, neutronium=2, titanium=3, breakthroughs=("shape_2/icon_1",))
    top(above_focus(position, CYD, "neutronium_research_center"), "ls_303", "secondary")
    named = {"player_id": "13", "player_name": "Cyd"}
    made = Packets().place(5, 1, "phconstruct_1").ask("Cyd", "superproject_5", "Undo")
    made.move("superproject_5", "phbuilding41_13", **named, superproject_name="Neutronium research center")
    made.pay("Cyd", 10000020020, neutronium=0, titanium=1).ask("Cyd", "worker_2", "worker_3", "Undo")
    made.add("remove", id="worker_2").end().move("breakthrough_36", "hidden").ask("Cyd", "building_33", "Skip", "Undo")
    made.move("building_33", "phbuilding31_13", **named, building_type=303).pay("Cyd", 10000, titanium=0)
    made.ask("Cyd", "shape1", "icon1").note("Cyd", "set ${dice} and rolls ${dice2}", dice="icon2", dice2="shape1")
    made.move("breakthrough_32", "breakthroughs_13").ask("Cyd", "shape1", "icon1")
    made.note("Cyd", "set ${dice} and rolls ${dice2}", dice="shape1", dice2="icon6").ask("Cyd", "icon1", "icon2")
    made.note("Cyd", "set ${dice} and ${dice2}", dice="shape1", dice2="icon1")
    made.move("breakthrough_31", "breakthroughs_13").ask("Ann", "Pass")
    happened, game = read_on(position, made)
    assert happened[2:] == [
        (CYD, events.SetResearchDie("icon", "icon_2")),
        (None, events.RollResearchDie("shape", "shape_1")),
        (CYD, events.SetResearchDie("shape", "shape_1")),
        (None, events.RollResearchDie("icon", "question")),
        (CYD, events.ChooseIcon("icon_1")),
        (CYD, events.ConstructBuilding("life_support", "secondary")),
    ]
    assert game.state.players[CYD].breakthroughs[:2] == [1, 1]


def test_a_genius_with_two_bonuses():
    """AN-16.89, AN-16.32: on the tile that gives the bonus again, two gains are `bonus` and `bonus2`."""
    position = collapsing(at_table(BOB, 5, after_impact=True), recruit_1="cc_recruit_bonus")
    made = Packets().place(10, 7, "phrecruit_1").ask("Bob", "worker_57", "Undo")
    made.move("worker_57", "awake_12", player_id="12", player_name="Bob", worker_name=3).ask("Bob", "res200000")
    made.gain("Bob", 1000000, energy_core=1).ask("Bob", "res200000")
    vp(made, "Bob", 1).note("Bob", "gains", cost=str(VP)).ask("Bob", "Confirm", "Undo")
    happened, game = read_on(position, made, pool=[(57, "genius")])
    assert happened == [
        (BOB, events.PlaceWorker("recruit_1", "administrator")),
        (BOB, events.RecruitWorker("genius", "engineer", "administrator")),
    ]
    assert (game.state.players[BOB].energy_core, game.state.players[BOB].vp_tokens) == (1, 1)


def test_dice_that_are_rolled_again_and_set():
    """AN-16.90: a tile that is gone is rolled for again; with Lab 411 the second die is set."""
    position = at_table(BOB)
    position.state.breakthrough_supply[7] = 0
    made = Packets().place(8, 7, "phresearch_1").ask("Bob", "shape1", "icon1")
    made.note("Bob", "set ${dice} and rolls ${dice2}", dice="shape2", dice2="icon3").add("text").ask("Bob", "shape2")
    made.note("Bob", "rerolls ${dice}", dice="icon1").move("breakthrough_36", "breakthroughs_12").ask("Cyd", "Pass")
    happened, game = read_on(position, made)
    assert happened[1:] == [
        (BOB, events.SetResearchDie("shape", "shape_2")),
        (None, events.RollResearchDie("icon", "icon_3")),
        (BOB, events.ChooseReroll("icon")),
        (None, events.RollResearchDie("icon", "icon_1")),
    ]
    assert game.state.players[BOB].breakthroughs[5] == 1
    position = give(at_table(BOB), BOB, tiles={"lab_1": "la_411"})
    for words, last in (("and", events.SetSecondDie("shape_1")), ("and rolls", events.SetSecondDie(None))):
        made = Packets().place(8, 7, "phresearch_1").ask("Bob", "shape1", "icon1")
        made.note("Bob", "set ${dice}", dice="icon4").ask("Bob", "shape1", "Skip", "Undo")
        made.note("Bob", f"set ${{dice}} {words} ${{dice2}}", dice="icon4", dice2="shape1")
        made.move("breakthrough_34", "breakthroughs_12").ask("Bob", "Confirm")
        happened, _ = read_on(position, made)
        assert happened[1:3] == [(BOB, events.SetResearchDie("icon", "icon_4")), (BOB, last)]


def test_a_journey_in_its_position():
    """AN-16.91: the Era, the tile, the Worker that is paid for it, the step."""
    position = give(at_table(ANN, 5, after_impact=True), ANN, warped={"warp_engineer": 2}, time_travel_step=2)
    put(position, ANN, "power_plant_1", "pp_105")
    made = Packets().move("worker_14", "phbuilding105").ask("Ann", "chronology2", "Undo")
    made.move("path_11", "chronologyTokens2").ask("Ann", "vortex_25", "Skip", "Undo")
    made.pay("Ann", 100000000).move("vortex_25", "vortexs_11").move("temporal_11", "temporal_11_4").note("Ann").end()
    made.add("remove", id="worker_15").ask("Ann", "Confirm", "Undo")
    happened, game = read_on(position, made)
    assert happened == [
        (ANN, events.PlaceWorker("pp_105", "scientist")),
        (ANN, events.TimeTravel(2)),
        (ANN, events.RetrieveWarp("warp_engineer")),
    ]
    assert (game.state.players[ANN].time_travel_step, game.state.players[ANN].focus) == (3, 2)


def built_on_a_tile(stated):
    """Plant 111 on the tile that gives points for a building, with the VP tokens that the packets state."""
    position = collapsing(at_table(ANN, 5, after_impact=True), construct_1="cc_construct_building_vp")
    give(position, ANN, warped={"warp_engineer": 2, "warp_gold": 3}, titanium=2, neutronium=2, water=2, gold=2)
    top(position, "pp_111", "secondary")
    named = {"player_id": "11", "player_name": "Ann", "building_type": 111}
    made = Packets().place(15, 13, "phconstruct_1").ask("Ann", "building_8", "Undo")
    made.move("building_8", "phbuilding11_11", **named)
    vp(made, "Ann", stated).note("Ann", "gains", cost=str(VP))
    made.pay("Ann", 110010, vp=stated, neutronium=1, titanium=1, water=1).ask("Ann", "vortex_25", "Skip")
    made.move("vortex_25", "vortexs_11").ask("Ann", "Confirm", "Undo")
    return read_on(position, made)


def test_points_of_a_tile_before_a_warp_tile_comes_back():
    """AN-16.43, AN-7.3.24: in the log the points come first, by the rules the Warp tile; the points are compared."""
    happened, game = built_on_a_tile(1)
    assert happened == [
        (ANN, events.PlaceWorker("construct_1", "engineer")),
        (ANN, events.ConstructBuilding("power_plant", "secondary")),
        (ANN, events.ReturnWarp("warp_engineer")),
    ]
    assert game.state.players[ANN].vp_tokens == 1
    with pytest.raises(AssertionError, match="vp_tokens"):
        built_on_a_tile(2)


def researched_on_a_tile(stated):
    """Neutronium Research Center on the tile that gives points for it, with the VP tokens that the packets state."""
    position = collapsing(at_table(CYD, 5, after_impact=True), construct_1="cc_construct_superproject_vp")
    give(position, CYD, neutronium=2, titanium=2, breakthroughs=("shape_2/icon_1",))
    above_focus(position, CYD, "neutronium_research_center")
    named = {"player_id": "13", "player_name": "Cyd", "superproject_name": "Neutronium research center"}
    made = Packets().place(5, 1, "phconstruct_1").ask("Cyd", "superproject_5", "Undo")
    vp(made.move("superproject_5", "phbuilding41_13", **named), "Cyd", stated).note("Cyd", "gains", cost=str(2 * VP))
    made.pay("Cyd", 10000020020, vp=stated, neutronium=0, titanium=0).ask("Cyd", "worker_2", "worker_3", "Undo")
    made.add("remove", id="worker_2").end().move("breakthrough_36", "hidden").ask("Cyd", "shape1", "icon1")
    for icon in (2, 1):
        made.note("Cyd", "set ${dice} and rolls ${dice2}", dice=f"icon{icon}", dice2="shape1")
        made.move(f"breakthrough_{30 + icon}", "breakthroughs_13").ask("Cyd", "shape1", "icon1")
    return read_on(position, made)


def test_points_of_a_tile_before_the_research_of_a_superproject():
    """AN-16.43, AN-7.3.24: in the log the points come first, by the rules the Research; the points are compared."""
    happened, game = researched_on_a_tile(2)
    research = [
        step
        for icon in ("icon_2", "icon_1")
        for step in ((CYD, events.SetResearchDie("icon", icon)), (None, events.RollResearchDie("shape", "shape_1")))
    ]
    assert happened[2:] == research
    assert game.state.players[CYD].vp_tokens == 2
    with pytest.raises(AssertionError, match="vp_tokens"):
        researched_on_a_tile(3)


def only_journey(stated, era):
    """Plant 115 in Era 2, with the VP tokens and the Focus that the packets state."""
    position = give(at_table(ANN, 2), ANN, warped={"warp_titanium": 1}, titanium=2, gold=1)
    give(position, ANN, tiles={"power_plant_1": "pp_115"})
    made = Packets().move("path_11", "chronologyTokens2").ask("Ann", "Pass")
    made.note("Ann", nb=115).pay("Ann", 100, gold=0).move("worker_14", "phbuilding115")
    vp(made, "Ann", stated).note("Ann", "gains", cost=str(VP)).ask("Ann", "chronology1", "Undo")
    made.move("path_11", f"chronologyTokens{era}").ask("Ann", "vortex_21", "Skip", "Undo")
    made.pay("Ann", 10000, vp=stated, titanium=1).move("vortex_21", "vortexs_11")
    made.move("temporal_11", "temporal_11_2").note("Ann").ask("Ann", "Confirm", "Undo")
    return read_on(position, made)


def test_points_of_a_plant_before_the_only_journey():
    """AN-16.43, AN-6.1.3: the Focus moves with the placement, in the log after the points; both are compared."""
    happened, game = only_journey(1, 1)
    assert happened == [
        (ANN, events.PlaceWorker("pp_115", "scientist")),
        (ANN, events.RetrieveWarp("warp_titanium")),
    ]
    assert (game.state.players[ANN].vp_tokens, game.state.players[ANN].focus) == (1, 1)
    with pytest.raises(AssertionError, match="vp_tokens"):
        only_journey(2, 1)
    with pytest.raises(AssertionError, match="focus"):
        only_journey(1, 2)


def test_two_journeys_of_which_one_has_no_choice():
    """AN-7.6.7, AN-16.32, AN-6.1.3: Plant 114 in Era 2: the first Focus that is told is no event, a second one is."""
    position = give(at_table(ANN, 2), ANN, tiles={"power_plant_1": "pp_114"})
    head = (ANN, events.PlaceWorker("pp_114", "scientist"))
    for journeys, second in ((1, None), (2, 1)):
        made = Packets().move("worker_14", "phbuilding114").ask("Ann", "chronology1", "Undo")
        for _ in range(journeys):
            made.move("path_11", "chronologyTokens1").ask("Ann", "chronology1", "Skip", "Undo")
        made.note("Bob", "passes").ask("Cyd", "Pass")
        happened, _ = read_on(position, made)
        assert happened == [head, (ANN, events.TimeTravel(second)), (BOB, events.Pass())]


def test_a_copy_that_nothing_names():
    """AN-16.92, AN-16.44: World Council, left: what is built tells the copy; without it, the copy was declined."""
    position = give(at_table(CYD), CYD, water=3, titanium=3)
    give(position, ANN, suits=["construct_1", "construct_2"], powered=4, exosuits=0)
    top(top(position, "ls_303"), "ls_305", "secondary")
    made = Packets().note("Cyd").pay("Cyd", 200000, water=1).place(5, 1, "phcouncil_1").add("remove", id="path_1")
    made.add("newpath", path={"id": 9, "player_id": "13", "location": "phfirstplayer"}).ask("Cyd", "capitalaction_1")
    made.ask("Cyd", "building_33", "Undo")
    head, built = (
        [(CYD, events.PlaceWorker("council_left", "engineer"))],
        [(CYD, events.CopyCapitalAction("construct"))],
    )
    declined = Packets()
    declined.packets, declined.uid = list(made.packets), made.uid
    declined.note("Ann", "passes").ask("Bob", "Pass")
    made.move("building_33", "phbuilding31_13", player_id="13", player_name="Cyd", building_type=303)
    made.add("revealbuilding", building={"id": 34, "category": 3, "type": 304, "location": 1})
    made.pay("Cyd", 10000, titanium=2).ask("Ann", "Pass")
    found, _ = read_on(position, made)
    last = [
        (CYD, events.ConstructBuilding("life_support", "primary")),
        (None, events.RevealBuilding("life_support", "ls_304")),
    ]
    assert found == head + built + last
    assert read_on(position, declined)[0][:2] == [*head, (CYD, events.Decline())]


def test_units_of_a_plant():
    """AN-16.94: three requests are one payment; points by units."""
    position = give(at_table(BOB, 4), BOB, titanium=2, gold=1, tiles={"power_plant_1": "pp_113"})
    made = Packets().move("worker_8", "phbuilding113").ask("Bob", "res10000", "Undo")
    made.pay("Bob", 10000, titanium=1).ask("Bob", "res10000", "Undo").pay("Bob", 10000, titanium=0).ask("Bob", "res100")
    made.pay("Bob", 100, gold=0).ask("Bob", "Travel", "Undo").move("path_12", "chronologyTokens1")
    vp(made, "Bob", 3).note("Bob", "gains", cost=str(3 * VP)).ask("Bob", "Confirm", "Undo")
    happened, _ = read_on(position, made)
    payment = events.Payment(tug=("titanium", "titanium", "gold"))
    assert happened == [(BOB, events.PlaceWorker("pp_113", "scientist", payment)), (BOB, events.TimeTravel(1))]


def test_a_building_lost_for_an_anomaly():
    """AN-16.97, AN-16.32: Harmony on side B: the building goes to its stack, its marker is free again."""
    position = at_table(CYD, board_side="b")
    give(position, CYD, tiles={"life_support_1": "ls_303", "lab_1": "la_414"}, markers=["ls_303"], paradox=2)
    made = Packets().note("Cyd").add("newpath", path={"id": 71, "player_id": "13", "location": "phbuilding414"})
    vp(made, "Cyd", 2).add("setparadox", player_id="13", nb=3).note("Cyd", "gains", cost=str(2 * VP + PARADOX))
    made.add("setparadox", player_id="13", player_name="Cyd", nb=0).ask("Cyd", "building_33", "Skip")
    made.add("remove", id="path_70").move("building_33", "phbuilding31_null", position="first").ask("Cyd", "Pass")
    happened, game = read_on(position, made, buildings={33: "ls_303"})
    assert happened == [(CYD, events.FreeAction("la_414")), (CYD, events.AnomalyOrBuilding("ls_303"))]
    assert game.state.players[CYD].markers == ["la_414"]
    assert game.state.returned[2] == ["ls_303"]


def test_the_last_to_evacuate():
    """AN-16.98: three points less, then those of the condition and of the sets; they need no event."""
    tiles = {"power_plant_1": "pp_101", "power_plant_2": "pp_102", "power_plant_3": "pp_103"}
    position = give(at_table(ANN, 5, after_impact=True), ANN, neutronium=5, vp_tokens=14, tiles=tiles)
    position.state.evacuated = [BOB, CYD]
    made = Packets().note("Ann").place(15, 13, "evacuationstack")
    made.add("newpath", path={"id": 9, "player_id": "11", "location": "phevacuate3"}).pay("Ann", 3 * VP, vp=11)
    vp(made, "Ann", 14).note("Ann", "gains", cost=str(3 * VP))
    vp(made, "Ann", 29).note("Ann", "gains", nb=15).ask("Ann", "Confirm", "Undo")
    happened, game = read_on(position, made)
    assert happened == [(ANN, events.PlaceWorker("evacuation", "engineer"))]
    assert (game.state.players[ANN].vp_tokens, game.state.players[ANN].evacuated) == (29, 3)


def test_the_tiles_of_the_impact():
    """AN-16.99, AN-16.36: in the order of the rules, with the covered slots."""
    position = at_table(ANN, 4)
    position.state.agenda, position.state.due = [], "clean_up"
    places = {"phresearch_1": 13, "phresearch_2": 11, "phconstruct_1": 25, "phconstruct_2": 21, "phrecruit_1": 32}
    rows = (places | {"phrecruit_2": 34, "phpower2_13": 0}).items()
    made = Packets().note(log="6. Clean Up phase")
    made.add("impact", blocked={n: {"id": n, "type": k, "location": place} for n, (place, k) in enumerate(rows, 1)})
    happened, game = read_on(position, made.note("Ann", "a note that ends nothing", nb=200), phase=5)
    assert happened == [
        (None, events.RevealCollapsing("construct", ("cc_construct_building_vp", "cc_construct_extra"))),
        (None, events.RevealCollapsing("recruit", ("cc_recruit_exosuit", "cc_recruit_bonus"))),
        (None, events.RevealCollapsing("research", ("cc_research_second_die", "cc_research_vp"))),
    ]
    assert game.state.players[CYD].glitch == [2, 3]


def test_samira():
    """AN-16.100, AN-16.36: what she finds, and the cube she pays for; with Water but no second part, she declined."""
    paths, leaders = ("salvation", "progress", "dominance"), {**LEADERS, "dominance": "treasure_hunter_samira"}
    position = give(at_table(ANN, 3, paths, leaders), CYD, water=2, active={"scientist": 2, "engineer": 2})
    position.state.agenda, position.state.due = [], "clean_up"
    found = [(None, events.RandomResource(CYD, "uranium"))]
    made = Packets().note(log="6. Clean Up phase").gain("Cyd", 1000, uranium=1).ask("Cyd", "res100", "res10000", "Skip")
    declined = Packets()
    declined.packets, declined.uid = list(made.packets), made.uid
    made.pay("Cyd", 200000, water=0).gain("Cyd", 10000, titanium=1)
    happened, _ = read_on(position, made, paths=paths)
    assert happened == [*found, (CYD, events.CleanUpAbility(second="titanium"))]
    for suit in range(1, 7):
        declined.move(f"exosuit_{suit}", "hidden13")
    assert read_on(position, declined, paths=paths)[0] == [*found, (CYD, events.CleanUpAbility())]
    give(position, CYD, water=1)
    poor = Packets().note(log="6. Clean Up phase").gain("Cyd", 1000, uranium=1)
    assert read_on(position, poor, paths=paths)[0] == found


def test_a_final_score_that_differs():
    """AN-16.101, AN-16.47: every column is compared, at its packet."""
    answer = json.loads(write(table_log("packets-0")))
    packet = answer["data"]["logs"][-1]
    told = [entry["args"] for entry in packet["data"] if entry["type"] == "finalscore"]
    (column,) = (args for args in told if (args["i"], args["j"]) == (0, 4))
    assert examined(answer).verdict == "valid"
    column["score"] += 2
    report = examined(answer)
    last = len(report.replay.header.seats) - 1
    (found,) = report.replay.discrepancies
    assert (report.verdict, found.seat, found.figure, found.line) == (
        "discrepant",
        last,
        "time_travel",
        int(packet["packet_id"]),
    )
