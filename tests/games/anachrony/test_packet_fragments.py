"""Section 16G: the worked examples, as packets made by hand."""

import json

from engine.games.anachrony.options import preset
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_entries import traces_of
from engine.games.anachrony.readings._bga_tracer import Tracer
from engine.games.anachrony.setup import start
from events.notations import bga_anachrony
from events.vocabulary import anachrony as events
from tests.games.anachrony.packets import Packets, table
from tests.games.anachrony.table import header


def traces(made):
    """The traces of packets at the table of 16G."""
    tables = start(header(3, preset="bga")).tables
    tracer = Tracer(["11", "12", "13"], ["salvation", "progress", "harmony"], tables)
    tracer.phase = 5
    return traces_of(tracer, bga_anachrony.parse(json.dumps(made.end().packets)).blocks)


def test_a_full_block():
    """AN-16.80, AN-16.31, AN-16.32, AN-16.51, AN-16.75: a Mine action; the Worker's type by its number."""
    made = table().note("Ann").place(15, 13, "phmine_2").ask("Ann", "Undo", "mineres_1", "mineres_2")
    made.add("remove", id="mineres_2").add("remove", id="mineres_7").gain("Ann", 1100, gold=3, uranium=1)
    assert made.events() == [(0, events.PlaceWorker("mine_2", "engineer")), (0, events.MineTake("uranium"))]
    report = made.read()
    assert (report.verdict, report.replay.discrepancies) == ("incomplete", [])
    assert report.replay.state.players[0].gold == 3


def test_the_setup():
    """AN-16.81, AN-16.30, AN-16.40, AN-16.71: dealt Paths; what is not told stands in."""
    report = table().read()
    assert report.replay.header.options == {"preset": "bga", "board_side": "a", "path_assignment": "given"}
    found = [(actor, event) for actor, event, _ in report.replay.played]
    assert found[0] == (None, events.FirstPlayer(0))
    paths = [event.path for _, event in found if isinstance(event, events.AssignPath)]
    assert paths == ["salvation", "progress", "harmony"]
    leaders = [event for _, event in found if isinstance(event, events.ChooseLeader)]
    assert [event.leader for event in leaders] == ["shepherd_caratacus", "patron_valerian", "patriarch_haulani"]
    kinds = [type(event) for _, event in found]
    assert kinds.index(events.StartingBreakthrough) == kinds.index(events.AssignPathSide) + 2
    sides = [fact.what for fact in report.replay.header.assumed if "Path board" in fact.what]
    assert sides == [f"the side of the Path board of seat {seat}" for seat in (1, 2, 3)]


def test_the_preparation():
    """AN-16.82, AN-16.34, AN-16.73: Superproject, tops and cards, in the order of the rules."""
    found = [event for _, event, _ in table().read().replay.played]
    first = found.index(events.RevealSuperproject(2, "temporal_tourism"))
    tops = [("power_plant", "pp_105"), ("factory", "fa_203"), ("life_support", "ls_311"), ("lab", "la_402")]
    assert found[first + 1 : first + 5] == [events.RevealBuilding(*top) for top in tops]
    assert found[first + 5 : first + 7] == [events.DrawRecruitCard("recruit_01"), events.DrawMineCard("mine_01")]


def test_power_up():
    """AN-16.85, AN-16.33: slots and their costs, together one event; the Water of the empty ones."""
    found = [event for _, event, _ in table().read().replay.played if isinstance(event, events.PowerUp)]
    assert found[0] == events.PowerUp((events.PoweredSlot(1), events.PoweredSlot(4)))


def test_warp():
    """AN-16.86, AN-16.33: nobody chose a tile."""
    found = [event for _, event, _ in table().read().replay.played if isinstance(event, events.ChooseWarp)]
    assert found == [events.ChooseWarp(())] * 3


def test_trade_with_and_without_a_second_one():
    """AN-16.93, AN-16.44: two pairs of PAY and GAIN; without the second an Administrator declined."""
    made = table().note("Ann").place(15, 13, "tradestack").ask("Ann", "res300000", "Skip", "Undo")
    made.pay("Ann", 300000, water=5).gain("Ann", 1000000, energy_core=3).ask("Ann", "Confirm", "Undo").ask(
        "Bob", "Pass"
    )
    made.note("Bob").place(10, 7, "tradestack").ask("Bob", "res300000", "Skip", "Undo")
    made.pay("Bob", 300000, water=5).gain("Bob", 1000000, energy_core=4).ask("Bob", "res300000", "Skip")
    made.ask("Bob", "Confirm").ask("Cyd", "Pass").note("Cyd", "passes")
    assert made.read().replay.discrepancies == []
    assert made.events() == [
        (0, events.PlaceWorker("trade", "engineer")),
        (0, events.TradeGoods("water_core", "a_to_b")),
        (1, events.PlaceWorker("trade", "administrator")),
        (1, events.TradeGoods("water_core", "a_to_b")),
        (1, events.Decline()),
        (2, events.Pass()),
    ]


def test_haulani_who_leaves_the_placement():
    """AN-16.95, AN-16.50: a marker, and then the turn as usual: the placement was left by `Skip`."""
    made = table().note("Ann", "passes").ask("Bob", "Pass").note("Bob", "passes").ask("Cyd", "Pass")
    made.note("Cyd").add("newpath", path={"id": 2, "player_id": "13", "location": "phleader3"})
    made.ask("Cyd", "Pass").note("Cyd").place(5, 1, "purifystack").gain("Cyd", 300000, water=14)
    assert made.events(events.Pass) == [
        (2, events.FreeAction("leader")),
        (2, events.Decline()),
        (2, events.PlaceWorker("purify", "engineer")),
    ]


def test_an_undo():
    """AN-16.96, AN-16.46, AN-16.8: what was taken back never reaches the rules, with state entries and without."""
    made = table().note("Ann").place(15, 13, "purifystack").gain("Ann", 300000, water=11).ask("Ann", "Confirm", "Undo")
    made.add("undoRestorePoint").ask("Ann", "Pass").note("Ann", "passes").ask("Bob", "Pass")
    assert made.events() == [(0, events.Pass())]
    for packet in made.packets:
        packet["data"] = [entry for entry in packet["data"] if entry["type"] != "gameStateChange"]
    assert made.events() == [(0, events.Pass())]


def test_an_undo_of_which_the_mark_is_left():
    """AN-16.46: rows that are gone already take nothing with them."""
    made = table().add("undoRestorePoint").ask("Ann", "Pass").note("Ann", "passes").ask("Bob", "Pass")
    assert made.events() == [(0, events.Pass())]


def test_dice():
    """AN-16.90, AN-16.21: set and rolled, rolled again, set one after the other."""
    made = Packets().note("Bob", "set ${dice} and rolls ${dice2}", dice="shape2", dice2="icon3").add("text").end()
    made.note("Bob", "rerolls ${dice}", dice="icon1").move("breakthrough_36", "breakthroughs_12").end()
    made.note("Bob", "set ${dice}", dice="icon4").end().note(
        "Bob", "set ${dice} and ${dice2}", dice="icon4", dice2="shape1"
    )
    found = [(each.first, each.second, each.rolled) for each in traces(made) if isinstance(each, t.Dice)]
    rolled, again, set_first, both = found
    assert rolled == ("shape_2", "icon_3", True)
    assert again[:2] == ("icon_1", "")
    assert set_first == ("icon_4", "", False)
    assert both == ("icon_4", "shape_1", False)


def test_a_superproject_with_what_is_paid_for_it():
    """AN-16.88, AN-16.22, AN-16.14: the spot, the column of the Worker, the Breakthroughs by their numbers."""
    made = Packets().move("superproject_3", "phbuilding21_13", player_id="13", superproject_name="Anti-gravity field")
    made.pay("Cyd", 100030000).end().add("remove", id="worker_4").end()
    made.move("breakthrough_10", "hidden").move("breakthrough_26", "hidden")
    built, paid, lost, first, second = traces(made)
    assert (built.seat, built.tile, built.row, built.column) == (2, "anti_gravity_field", "factory", 1)
    assert paid.amounts == {"titanium": 3, "engineer": 1}
    assert (lost.worker, lost.column) == ("engineer", "active")
    assert (first.number, second.number) == (10, 26)


def test_a_journey():
    """AN-16.91: the Era, the tile that is repaid, the step; the Worker is gone at last."""
    made = Packets().note("Ann").move("worker_14", "phbuilding105").end().move("path_11", "chronologyTokens2").end()
    made.pay("Ann", 100000000).move("vortex_25", "vortexs_11").move("temporal_11", "temporal_11_4").note("Ann").end()
    made.add("remove", id="worker_15")
    placed, focused, paid, back, lost = (each for each in traces(made) if not isinstance(each, t.Figures))
    assert (placed.space, placed.worker, focused.era) == ("pp_105", "scientist", 2)
    assert (paid.amounts, back.tile) == ({"engineer": 1}, "warp_engineer")
    assert ((0, "time_travel_step"), 3) in [seen for each in traces(made) for seen in each.seen.items()]
    assert lost.worker == "engineer"


def test_units_one_by_one():
    """AN-16.94, AN-16.23: each unit is a PAY; the points a GAIN."""
    made = Packets().pay("Bob", 10000).end().pay("Bob", 10000).end().pay("Bob", 100).end()
    made.move("path_12", "chronologyTokens1").add("counter", id="vp_12", nb=3).note(
        "Bob", "gains", cost="3000000000000"
    )
    found = traces(made)
    assert [each.amounts for each in found if isinstance(each, t.Paid)] == [{"titanium": 1}] * 2 + [{"gold": 1}]
    assert [each.amounts for each in found if isinstance(each, t.Gained)] == [{"vp": 3}]


def test_a_building_that_is_lost():
    """AN-16.97: it goes to its pile, the marker is free again."""
    made = Packets().move("building_33", "phbuilding31_13", player_id="13", building_type="303").end()
    made.add("setparadox", player_id="13", player_name="Cyd", nb=0).end()
    made.add("remove", id="path_70").move("building_33", "phbuilding31_null", position="first")
    lost = traces(made)[-1]
    assert (type(lost), lost.tile) == (t.BuildingLost, "ls_303")


def test_the_impact():
    """AN-16.99, AN-16.36: the tiles of each action, the first on space 1; covered slots are computed."""
    places = {"phresearch_1": 13, "phresearch_2": 11, "phconstruct_1": 25, "phconstruct_2": 21, "phrecruit_1": 32}
    rows = [(place, kind) for place, kind in (places | {"phrecruit_2": 34, "phpower2_13": 0}).items()]
    made = Packets().add("impact", blocked={n: {"id": n, "type": k, "location": p} for n, (p, k) in enumerate(rows, 1)})
    (impact,) = traces(made)
    assert impact.tiles == {
        "research": ("cc_research_second_die", "cc_research_vp"),
        "construct": ("cc_construct_building_vp", "cc_construct_extra"),
        "recruit": ("cc_recruit_exosuit", "cc_recruit_bonus"),
    }


def test_paradox_dice():
    """AN-16.83, AN-16.84, AN-16.35: a list of numbers; a GAIN of tokens is no payment."""
    made = Packets().note("Ann", "rolls", paradox="1,0").add("setparadox", player_id="11", nb=1)
    made.note("Ann", "gains", cost=str(10**13)).note("Bob", "rolls", paradox="")
    first, gained, second = traces(made)
    assert (first.results, second.results) == ((1, 0), ())
    assert (type(gained), gained.amounts) == (t.Gained, {"paradox": 1})


def test_the_final_scores():
    """AN-16.101, AN-16.47, AN-16.37: the players from the last seat to the first."""
    made = Packets().add("note").add("finalscore", i=0, j=0, score="Cyd").add("finalscore", i=0, j=1, score="9")
    made.add("finalscore", i=1, j=15, score=43)
    scored = [(each.seat, each.columns) for each in traces(made) if isinstance(each, t.Scored)]
    assert scored == [(2, {1: 9}), (1, {15: 43})]


def test_every_option_of_the_platform_is_fixed():
    """AN-16.41: a log fixes all options but the side and the dealing of Paths."""
    assert preset("bga")["bga_quirks"] is True
