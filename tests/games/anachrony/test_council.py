"""The World Council, Mine, Trade and Evacuation, and whom they concern (AN-7.3, AN-7.4)."""

from collections import Counter

import pytest

from engine.games.anachrony.items import Turn
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import RICH, asked, collapsing, give, in_turn, place


def council(space, worker, **what):
    position = in_turn(2, era=5, after_impact=True, seat=1)
    position.state.face_down = ["construct_1", "construct_2", "research_1", "research_2"]
    spaces = ("construct_1", "construct_2", "research_1", "research_2", "recruit_1", "recruit_2")
    collapsing(position, **dict.fromkeys(spaces, "cc_recruit_wake"))
    give(position, 1, **{**RICH, "active": {worker: 1}, **what})
    return place(position, space, worker, seat=1).accepted()


def test_copies():
    """AN-7.3.20, AN-7.3.21, AN-11.4.11: a full action that the Worker may do; declined on the left space alone."""
    position = council("council_right", "scientist")
    position.when(1, events.CopyCapitalAction("recruit")).rejected("AN-7.3.20")
    position.when(1, events.CopyCapitalAction("nonsense")).rejected("AN-7.3.20")
    position.when(1, events.Decline()).rejected("AN-7.3.21")
    position.when(1, events.CopyCapitalAction("research")).accepted()
    position.when(1, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(1, events.SetSecondDie(None)).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    assert position.state.current == 0
    left = council("council_left", "scientist").figures(1, water=7)
    left.when(1, events.Decline()).accepted()
    assert left.state.first_player == 1


def test_the_banner():
    """AN-7.3.19, AN-11.4.10: at once; for the First Player nothing changes."""
    position = give(in_turn(2), 0, water=2, active={"engineer": 1})
    place(position, "council_left", "engineer").then(first_player=0)
    assert position.state.player_order == [0, 1]


@pytest.mark.parametrize("space", ["council_left", "evacuation", "purify"])
def test_who_comes_back_tired(space):
    """AN-7.3.22, AN-7.4.11, AN-6.7.3."""
    position = in_turn(2, era=5, after_impact=True)
    give(position, 0, water=2, active={"engineer": 1}, tiles={f"power_plant_{n}": f"pp_10{n}" for n in (1, 2, 3)})
    place(position, space, "engineer").accepted()
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted().settled().figures(0, tired_engineer=1)


def test_cubes():
    """AN-7.4.1, AN-7.4.2, AN-7.7.13: only cubes of the pool; one more unit only with the Tectonic Drill."""
    position = give(in_turn(2), 0, active={"engineer": 1})
    place(position, "mine_3", "engineer").accepted()
    position.when(0, events.MineTake("neutronium")).rejected("AN-7.4.1")
    position.when(0, events.MineTake("gold", "gold")).rejected("AN-7.4.2")
    drilling = give(position, 0, tiles={"lab_1": "tectonic_drill"})
    drilling.when(0, events.MineTake("gold")).rejected("AN-7.0")
    drilling.when(0, events.MineTake("gold", "neutronium")).rejected("AN-7.4.2")
    drilling.when(0, events.MineTake("gold", "gold")).figures(0, gold=2, titanium=1)


def test_trades():
    """AN-7.4.5, AN-7.1.14, AN-7.1.15: a line, a direction and a number of units, as far as they can be afforded."""
    position = give(in_turn(2), 0, titanium=1, gold=1, neutronium=1, active={"engineer": 1})
    place(position, "trade", "engineer").accepted()
    position.when(0, events.Decline()).rejected("AN-7.4.6")
    offered = Counter(f"{event.line} {event.direction}" for event in asked(position, 0))
    pairs = {"neutronium_tug a_to_b": 6, "neutronium_tug b_to_a": 1, "tug_water a_to_b": 1}
    assert offered == {"core_neutronium b_to_a": 1, **pairs}
    position.when(0, events.TradeGoods("nonsense", "a_to_b")).rejected("AN-7.4.5")
    position.when(0, events.TradeGoods("tug_water", "forth", ("gold", "titanium"))).rejected("AN-7.4.5")
    position.when(0, events.TradeGoods("tug_water", "a_to_b", ("gold",))).rejected("AN-7.1.14")
    position.when(0, events.TradeGoods("tug_water", "a_to_b", ("gold", "gold"))).rejected("AN-7.1.15")
    position.when(0, events.TradeGoods("water_core", "a_to_b")).rejected("AN-7.1.15")
    position.fork().when(0, events.TradeGoods("neutronium_tug", "a_to_b", ("gold", "gold"))).figures(
        0, gold=3, neutronium=0
    )
    position.when(0, events.TradeGoods("tug_water", "a_to_b", ("gold", "titanium"))).figures(
        0, gold=0, titanium=0, water=3
    )
    position.entered(0, "gold", -1, "trade")


def test_a_second_trade_may_be_declined():
    """AN-7.4.6: by an Administrator; never more than two."""
    position = give(in_turn(2), 0, water=9, active={"administrator": 1})
    place(position, "trade", "administrator").accepted()
    position.when(0, events.TradeGoods("water_core", "a_to_b")).accepted()
    position.fork().when(0, events.Decline()).figures(0, energy_core=1)
    position.when(0, events.TradeGoods("water_core", "a_to_b")).figures(0, energy_core=2, water=3)
    assert position.state.current == 1


def test_who_may_evacuate():
    """AN-7.4.7, AN-7.4.8, AN-4.4.5: once, with a marker, and the condition met."""
    position = in_turn(2, era=5, after_impact=True)
    give(position, 0, active={"engineer": 2})
    place(position, "evacuation", "engineer").rejected("AN-7.4.8")
    give(position, 0, tiles={f"power_plant_{n}": f"pp_10{n}" for n in (1, 2, 3)})
    crowded = give(position.fork(), 0, markers=[f"tile_{number}" for number in range(7)])
    place(crowded, "evacuation", "engineer").rejected("AN-7.4.7", markers=0)
    position.legal(events.PlaceWorker("evacuation", "engineer"))
    early = position.fork().but(after_impact=False)
    early.not_legal(events.PlaceWorker("evacuation", "engineer"))
    place(early, "evacuation", "engineer").rejected("AN-7.1.2", after_impact=False)
    place(position, "evacuation", "engineer").figures(0, vp_tokens=3)
    position.state.agenda, position.state.current = [Turn(0)], 0
    place(position, "evacuation", "engineer").rejected("AN-7.4.7")


def test_the_last_marker_is_spent_once():
    """AN-7.4.7, AN-7.1.9: the marker of the Exocrawler is not there for the Evacuation that it would open."""
    tiles = {f"power_plant_{n}": f"pp_10{n}" for n in (1, 2, 3)} | {"lab_1": "exocrawler"}
    position = give(in_turn(2, era=5, after_impact=True), 0, active={"engineer": 1}, tiles=tiles)
    give(position, 0, markers=[f"tile_{number}" for number in range(6)])
    evacuation = events.PlaceWorker("evacuation", "engineer")
    position.legal(evacuation).when(0, events.FreeAction("exocrawler")).not_legal(evacuation)
    place(position, "evacuation", "engineer").rejected("AN-7.4.7", markers=0)
    place(position, "purify", "engineer").figures(0, water=3)


@pytest.mark.parametrize(("option", "allowed"), [(True, True), (False, False)])
def test_natures_resurgence(option, allowed):
    """AN-7.4.10, AN-4.4.2: Anomalies among the six spots, and among the buildings of the sets, by options."""
    options = {"nature_counts_anomalies": option, "nature_pairs_anomalies": not option}
    position = in_turn(2, era=5, after_impact=True, paths=("harmony", "salvation"), sides="ba", **options)
    tiles = {"power_plant_1": "pp_101", "lab_1": "exocrawler", "factory_1": "fa_201"}
    give(position, 0, active={"administrator": 5}, tiles=tiles, anomalies=["life_support_1", "factory_2"])
    outcome = place(position.fork(), "evacuation", "administrator")
    outcome.figures(0, vp_tokens=2 + 2 * 3) if allowed else outcome.rejected("AN-7.4.8")
    give(position, 0, tiles={"lab_3": "la_402", "power_plant_2": "pp_102"})
    sets = 4 if option else 5
    place(position, "evacuation", "administrator").figures(0, vp_tokens=2 + 3 * sets)


def test_workers_wherever_they_are():
    """AN-4.4.3, AN-7.4.10: Active, Tired, busy and set aside, by their own type."""
    position = in_turn(2, era=5, after_impact=True, paths=("dominance", "salvation"), sides="ba")
    give(
        position, 0, morale_step=7, active={"engineer": 1, "genius": 1}, tired={"scientist": 2}, set_aside=[0, 1, 0, 0]
    )
    place(position, "evacuation", "engineer").figures(0, vp_tokens=3 + 5)


@pytest.mark.parametrize("space", ["anomaly_factory_4", "anomaly_moon_1", "anomaly_factory"])
def test_an_anomaly_that_cannot_be(space):
    """AN-7.6.14: no spot has this name."""
    position = give(in_turn(2), active={"engineer": 1}, anomalies=["factory_1"])
    place(position, space, "engineer").rejected("AN-7.1.2")
