"""Buildings, Superprojects, Anomalies, Supply (AN-7.5, AN-7.6, AN-7.7, AN-7.9.4)."""

import pytest

from engine.games.anachrony.components import WORKERS, Gain
from engine.games.anachrony.figures import GOODS
from engine.games.anachrony.items import Travelling, Turn
from engine.games.anachrony.queries import occupied_spots
from events.vocabulary import anachrony as events
from events.vocabulary.anachrony import FreeAction
from tests.games.anachrony.table import asked, give, in_turn, place, set_up


def again(position, seat=0):
    position.state.agenda, position.state.current = [Turn(seat)], seat
    return position


TABLES = set_up(2).state.tables
PLAIN = [
    tile
    for tile in TABLES.tiles.values()
    if tile.mode == "worker"
    and all(isinstance(op, Gain) and "tug" not in op.give for op in tile.effects)
    and "tug" not in tile.cost
]


@pytest.mark.parametrize("tile", PLAIN, ids=lambda tile: tile.id)
def test_tiles_that_give_amounts(tile):
    """AN-7.6.1, AN-7.6.11, AN-7.7.1, AN-6.7.5: the cost is paid, all is gained, the Worker returns as printed."""
    worker = next(name for number, name in enumerate(WORKERS) if tile.types & 1 << number)
    spot = {0: "power_plant_1", 1: "factory_1", 2: "life_support_1", 3: "lab_1", -1: "lab_1"}[tile.row]
    position = give(in_turn(2), 0, **dict.fromkeys(GOODS, 5), powered=3, active={worker: 1}, tiles={spot: tile.id})
    before = dict(position.rules.figures(position.state, 0))
    place(position, tile.id, worker).accepted()
    after = dict(position.rules.figures(position.state, 0))
    changed = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    expected = {f"active_{worker}": -1}
    names = {"vp": "vp_tokens", "powered_exosuit": "powered", "morale": "morale_step", "genius": "active_genius"}
    for what, number in tile.cost.items():
        expected[what] = expected.get(what, 0) - number
    for what, number in tile.effects[0].give.items():
        expected[names.get(what, what)] = expected.get(names.get(what, what), 0) + number
        if what == "powered_exosuit":
            expected["exosuits"] = -number
    assert changed == {name: number for name, number in expected.items() if number}
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted().settled()
    gained = after[f"active_{worker}"]
    column = {"motivated": (1, 0), "tired": (0, 1), "dies": (0, 0)}[tile.retrieve]
    position.figures(0, **{f"active_{worker}": gained + column[0], f"tired_{worker}": column[1]})


@pytest.mark.parametrize(
    ("tile", "water"), [("ls_301", 3), ("ls_302", 3), ("ls_315", 8), ("ls_303", 0)], ids=lambda value: str(value)
)
def test_water_when_built(tile, water):
    """AN-7.3.8, AN-7.6.13: the immediate effects of Life Supports."""
    position = give(in_turn(2), 0, titanium=2, active={"engineer": 1})
    position.state.primary = ["", "", tile, ""]
    place(position, "construct_1", "engineer").accepted().figures(0, water=water)


@pytest.mark.parametrize(
    ("tile", "spot", "happened"),
    [
        ("fa_203", "factory_1", [(0, ("gold",)), (0, ("uranium",)), (0, ("titanium",))]),
        ("fa_210", "factory_1", [(0, ("titanium", "gold", "gold")), (1, ())]),
        ("la_409", "lab_1", [(0, ()), (1, ())]),
    ],
)
def test_gains_of_choice(tile, spot, happened):
    """AN-7.6.10, AN-7.1.14: one of the gains, units in any mix."""
    worker = "administrator" if tile == "la_409" else "engineer"
    position = give(in_turn(2), 0, water=3, active={worker: 1}, tiles={spot: tile})
    place(position, tile, worker).accepted()
    position.when(0, events.ChooseGain(2)).rejected("AN-7.6.10")
    position.when(0, events.ChooseGain(-1)).rejected("AN-7.6.10")
    position.when(0, events.ChooseGain(0, ("gold",) * 4)).rejected("AN-7.1.14")
    for index, units in happened:
        position.fork().when(0, events.ChooseGain(index, units)).accepted()
        position.legal(events.ChooseGain(index, units), actor=0)


def test_plant_114():
    """AN-7.6.7: two journeys from the present Era, each with a retrieval; the second may be none."""
    tiles = {"power_plant_1": "pp_114"}
    position = give(in_turn(2, era=5, after_impact=True), 0, water=1, gold=1, uranium=1, active={"scientist": 1})
    give(position, 0, tiles=tiles, warped={"warp_gold": 2, "warp_uranium": 4})
    place(position, "pp_114", "scientist").figures(0, water=0)
    position.when(0, events.TimeTravel(None)).rejected("AN-7.6.3")
    position.when(0, events.TimeTravel(2)).accepted()
    position.when(0, events.RetrieveWarp("warp_uranium")).rejected("AN-7.6.4")
    position.when(0, events.RetrieveWarp("warp_gold")).accepted()
    position.fork().when(0, events.TimeTravel(None)).figures(0, focus=2)
    position.when(0, events.TimeTravel(4)).accepted()
    position.when(0, events.RetrieveWarp("warp_uranium")).figures(0, time_travel_step=2, focus=4)
    assert not any(isinstance(item, Travelling) for item in position.state.agenda)
    free = give(in_turn(2, era=5, after_impact=True, plant_114_water=0), 0, active={"scientist": 1}, tiles=tiles)
    place(free, "pp_114", "scientist").accepted()


@pytest.mark.parametrize(("plant", "vp"), [("pp_107", 1), ("pp_109", 2), ("pp_115", 1)])
def test_plants_with_points(plant, vp):
    """AN-7.6.8: also when no tile is retrieved, after the journey."""
    position = give(in_turn(2, era=5, after_impact=True), 0, uranium=1, gold=1, neutronium=1, active={"scientist": 1})
    give(position, 0, tiles={"power_plant_1": plant})
    place(position, plant, "scientist").figures(0, vp_tokens=0)
    position.when(0, events.TimeTravel(3)).figures(0, vp_tokens=vp)


def test_repaying_with_an_exosuit():
    """AN-7.6.4: a powered Exosuit to the supply, from a normal slot first; 2 Water; at step 8 no further step."""
    position = in_turn(2, era=5, paths=("harmony", "dominance"), after_impact=True)
    give(position, 0, active={"engineer": 1}, powered=1, powered_glitch=1, tiles={"power_plant_1": "pp_105"})
    give(position, 0, time_travel_step=8, warped={"warp_exosuit": 3, "warp_water": 3}, exosuits=4)
    place(position, "pp_105", "engineer").accepted()
    position.when(0, events.TimeTravel(3)).accepted()  # AN-11.4.6
    position.when(0, events.RetrieveWarp("warp_exosuit")).figures(
        0, powered=0, powered_glitch=1, exosuits=5, time_travel_step=8
    )


def test_plant_112_without_units():
    """AN-7.6.6: with the option none, if the labs give a range; one point all the same."""
    position = give(in_turn(2, era=5, after_impact=True, variable_plant_min=0), 0, active={"engineer": 1})
    give(position, 0, tiles={"power_plant_1": "pp_112"})
    place(position, "pp_112", "engineer", events.Payment()).rejected("AN-7.6.6")
    give(position, 0, tiles={"lab_1": "la_401"})
    place(position, "pp_112", "engineer", events.Payment()).figures(0, vp_tokens=1, focus=4)


def test_units_of_plant_112_and_the_reservoir():
    """AN-7.1.7, AN-7.6.6: the range is as stated, and one Water less is paid."""
    tiles = {"power_plant_1": "pp_112", "lab_1": "grand_reservoir"}
    position = give(in_turn(2, era=4), 0, water=1, active={"engineer": 1}, tiles=tiles)
    narrow = give(in_turn(2, era=4, reservoir_scope="placement"), 0, water=1, active={"engineer": 1}, tiles=tiles)
    place(narrow, "pp_112", "engineer", events.Payment(water=2)).rejected("AN-7.1.15")
    place(position, "pp_112", "engineer", events.Payment(water=3)).rejected("AN-7.1.15")
    place(position, "pp_112", "engineer", events.Payment(water=2)).figures(0, water=0)
    assert [each.era for each in asked(position, 0)] == [2, 3]


def test_tiles_that_come_back_unpaid():
    """AN-7.6.9: by Lab 407 and Plant 111, including the present Era, without a step."""
    position = give(in_turn(2, era=3), 0, active={"scientist": 1}, tiles={"lab_1": "la_407"})
    give(position, 0, warped={"warp_gold": 3, "warp_engineer": 1})
    place(position, "la_407", "scientist").accepted()
    position.when(0, events.ReturnWarp("warp_water")).rejected("AN-7.6.9")
    position.when(0, events.ReturnWarp("warp_gold")).figures(0, time_travel_step=0, gold=0)
    assert position.state.current == 1
    built = give(
        in_turn(2, era=3), 0, neutronium=1, titanium=1, water=1, active={"engineer": 1}, warped={"warp_gold": 3}
    )
    built.state.primary = ["pp_111", "", "", ""]
    place(built, "construct_1", "engineer").accepted()
    built.when(None, events.RevealBuilding("power_plant", "pp_102")).accepted()
    built.when(0, events.ReturnWarp("warp_gold")).accepted()


@pytest.mark.parametrize("option", ["on_build", "scientist_action"])
def test_lab_404(option):
    """AN-7.6.12: a token returns when it is built, or by a Scientist."""
    position = give(in_turn(2, lab_404=option), 0, uranium=1, titanium=2, water=1, paradox=2, active={"scientist": 2})
    position.state.primary = ["", "", "", "la_404"]
    place(position, "construct_1", "scientist").figures(0, paradox=1 if option == "on_build" else 2)
    position.when(None, events.RevealBuilding("lab", "la_402")).accepted()
    outcome = place(again(position), "la_404", "scientist")
    outcome.rejected("AN-7.1.2") if option == "on_build" else outcome.figures(0, paradox=1)


def test_lab_408():
    """AN-7.6.11, AN-6.7.5: wakes all, without Morale or Water; an Administrator is motivated."""
    for worker, column in (("administrator", "active"), ("engineer", "tired"), ("genius", "active")):
        position = give(in_turn(2), 0, active={worker: 1}, tired={"scientist": 2}, tiles={"lab_1": "la_408"})
        place(position, "la_408", worker).figures(0, active_scientist=2, morale_step=4)
        position.when(1, events.Pass()).accepted()
        position.when(0, events.Pass()).accepted().settled().figures(0, **{f"{column}_{worker}": 1})


def test_supply():
    """AN-7.5.1, AN-7.5.4: any Worker; he himself is not woken; AN-6.7.4: an Administrator is motivated."""
    for worker, column in (("administrator", "active"), ("engineer", "tired")):
        position = give(in_turn(2), 0, water=5, active={worker: 1}, tired={"scientist": 1})
        place(position, "supply", worker).accepted()
        place(position, "supply", worker, seat=1).rejected("AN-7.1.5")
        position.when(1, events.Pass()).accepted()
        position.when(0, events.Pass()).accepted().settled().figures(0, active_scientist=1, **{f"{column}_{worker}": 1})


def test_force_workers_at_the_lowest_step():
    """AN-7.5.6, AN-7.5.5: one Worker is named there, none above; without any it is not allowed."""
    position = give(in_turn(2), 0, morale_step=1, active={"engineer": 1})
    position.when(0, FreeAction("force_workers")).rejected("AN-7.0")
    position.when(0, FreeAction("force_workers", lost_worker="scientist")).rejected("AN-7.5.6")
    position.fork().when(0, FreeAction("force_workers", lost_worker="engineer")).figures(0, active_engineer=0)
    give(position, 0, morale_step=2)
    position.when(0, FreeAction("force_workers", lost_worker="engineer")).rejected("AN-7.5.6")
    give(position, 0, morale_step=1, active={})
    position.when(0, FreeAction("force_workers")).rejected("AN-7.5.6")


def test_anomalies_as_spaces():
    """AN-7.6.14, AN-11.4.14: each is a separate space; two units or a Neutronium."""
    position = give(in_turn(2), 0, water=4, gold=1, titanium=1, neutronium=1, active={"engineer": 2})
    give(position, 0, anomalies=["lab_1", "factory_1"])
    place(position, "anomaly_lab_1", "engineer", events.Payment(tug=("gold",))).rejected("AN-7.1.14")
    place(position, "anomaly_lab_1", "engineer").rejected("AN-7.0")
    place(position, "anomaly_lab_1", "engineer", events.Payment(tug=("gold", "titanium"))).figures(0, gold=0, water=2)
    place(again(position), "anomaly_factory_1", "engineer", events.Payment(neutronium=1)).figures(
        0, neutronium=0, water=0
    )
    assert position.state.players[0].anomalies == []


@pytest.mark.parametrize(
    ("quirks", "goods", "ways"),
    [
        (False, {"gold": 1, "titanium": 1, "neutronium": 1}, [{"tug": ("titanium", "gold")}, {"neutronium": 1}]),
        (False, {"gold": 1}, []),
        (True, {"gold": 1, "neutronium": 1}, [{"neutronium": 1}, {"neutronium": 1, "tug": ("gold",)}]),
        (True, {"gold": 1}, []),
    ],
)
def test_the_ways_to_pay_for_an_anomaly(quirks, goods, ways):
    """AN-7.6.14, AN-7.2.1, AN-16.50 n: those that are affordable are offered; the platform knows one more."""
    position = give(in_turn(2, bga_quirks=quirks), 0, water=2, active={"engineer": 1}, anomalies=["lab_1"], **goods)
    offered = [event for event in asked(position, 0) if isinstance(event, events.PlaceWorker)]
    paid = {event.payment for event in offered if event.space == "anomaly_lab_1"}
    assert paid == {events.Payment(**way) for way in ways}


def test_grand_reservoir_and_an_anomaly():
    """AN-7.1.7, AN-7.7.4: its placement cost is one Water less."""
    position = give(in_turn(2), 0, water=1, neutronium=1, active={"engineer": 1}, anomalies=["lab_3"])
    give(position, 0, tiles={"lab_1": "grand_reservoir"})
    place(position, "anomaly_lab_3", "engineer", events.Payment(neutronium=1)).figures(0, water=0)


def free(tile, spot="lab_1", **what):
    return give(
        in_turn(2, era=what.pop("era", 5), after_impact=True, **what.pop("options", {})), 0, tiles={spot: tile}, **what
    )


def test_uranium_cores():
    """AN-7.7.6, AN-7.1.10: a powered Exosuit, if there is room."""
    free("uranium_cores", powered=3).when(0, FreeAction("uranium_cores")).figures(0, powered=4, exosuits=2)
    free("uranium_cores", powered=6).when(0, FreeAction("uranium_cores")).rejected("AN-7.1.6")


def test_particle_collider():
    """AN-7.7.7: one exchange of its line, in either direction."""
    position = free("particle_collider", gold=2, neutronium=1, water=3)
    position.when(0, FreeAction("particle_collider")).accepted()
    position.when(0, events.TradeGoods("water_core", "a_to_b")).rejected("AN-7.4.5")
    position.fork().when(0, events.TradeGoods("neutronium_tug", "b_to_a", ("gold", "gold"))).figures(
        0, gold=0, neutronium=2
    )
    position.when(0, events.TradeGoods("neutronium_tug", "a_to_b", ("gold", "uranium"))).figures(0, gold=3, uranium=1)
    free("particle_collider", gold=1).when(0, FreeAction("particle_collider")).rejected("AN-7.1.6")


@pytest.mark.parametrize("retrieves", [False, True])
def test_temporal_tourism(retrieves):
    """AN-7.7.8, AN-7.6.2: range 3, labs do not add; a tile is retrieved by the option alone."""
    options = {"temporal_tourism_retrieve": retrieves}
    position = free("temporal_tourism", gold=1, warped={"warp_gold": 3}, options=options)
    give(position, 0, tiles={"lab_3": "la_402"})
    position.when(0, FreeAction("temporal_tourism")).accepted()
    assert [each.era for each in asked(position, 0)] == [2, 3, 4]
    position.when(0, events.TimeTravel(3)).figures(0, focus=3)
    if retrieves:
        position.when(0, events.RetrieveWarp("warp_gold")).figures(0, time_travel_step=1, gold=0)
    position.legal(events.Pass(), actor=0)


def test_outback_conditioner():
    """AN-7.7.9, AN-7.1.6: an action that need not be full, for two Water; the Worker comes back Tired."""
    position = free("outback_conditioner", water=2, active={"scientist": 1})
    position.state.primary[2] = "ls_303"
    place(position.fork(), "outback_conditioner", "administrator").rejected("AN-7.1.5")
    give(position, 0, titanium=2)
    place(position, "outback_conditioner", "scientist").figures(0, water=0)
    position.when(0, events.CopyCapitalAction("recruit")).rejected("AN-7.7.9")
    position.when(0, events.CopyCapitalAction("research")).accepted()
    position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_1")).accepted()


def test_exocrawler():
    """AN-7.7.11, AN-11.4.7: opens a placement on the main board, by all its rules; the turn goes on."""
    position = free("exocrawler", active={"engineer": 1, "scientist": 1})
    give(position, 0, tiles={"factory_1": "fa_201"})
    position.when(0, FreeAction("exocrawler")).accepted()
    place(position, "fa_201", "engineer").rejected("AN-7.7.11")
    position.when(0, events.Decline()).rejected("AN-16.50")
    place(position, "purify", "engineer").figures(0, water=3)
    place(position, "purify", "scientist").figures(0, water=7)
    assert position.state.current == 1
    free("exocrawler", powered=0, active={"engineer": 1}).when(0, FreeAction("exocrawler")).rejected("AN-7.1.6")


def test_dark_matter_converter():
    """AN-7.7.12, AN-7.1.8, AN-7.10.4: a Worker is lost, then one of three gains."""
    position = free("dark_matter_converter", active={"engineer": 1}, tired={"engineer": 1, "scientist": 1})
    space = "dark_matter_converter"
    position.when(0, FreeAction(space)).rejected("AN-7.0")
    position.when(0, FreeAction(space, worker="genius")).rejected("AN-7.1.8")
    position.when(0, FreeAction(space, worker="scientist", worker_column="active")).rejected("AN-7.1.8")
    offered = [(e.worker, e.worker_column) for e in asked(position, 0) if getattr(e, "space", "") == space]
    assert offered == [("engineer", "active"), ("engineer", "tired"), ("scientist", None)]
    position.fork().when(0, FreeAction(space, worker="engineer", worker_column="active")).figures(0, active_engineer=0)
    spelt = {
        FreeAction(space, worker=worker, worker_column=told): FreeAction(space, worker=worker, worker_column=plain)
        for worker, told, plain in (
            ("engineer", None, "tired"), ("engineer", "active", "active"),
            ("scientist", "tired", None), ("scientist", "active", "active"), ("nonsense", "tired", "tired"),
        )
    }  # fmt: skip
    assert {event: position.rules.plain(position.state, 0, event) for event in spelt} == spelt
    position.when(0, FreeAction(space, worker="engineer")).figures(0, tired_engineer=0, active_engineer=1)
    position.when(0, events.ChooseGain(0)).figures(0, active_genius=1)
    place(position, "purify", "genius").accepted()


@pytest.mark.parametrize("option", ["tired_type", "placed_type"])
def test_cloning_vat(option):
    """AN-7.7.18: one more of a Tired type, Active; or of the placed type, Tired."""
    position = free(
        "cloning_vat", active={"engineer": 1}, tired={"scientist": 1, "genius": 1}, options={"cloning_vat": option}
    )
    place(position, "cloning_vat", "engineer").accepted()
    if option == "placed_type":
        position.figures(0, tired_engineer=1)
        return
    position.when(0, events.CloneWorker("engineer")).rejected("AN-7.7.18")
    position.when(0, events.CloneWorker("nonsense")).rejected("AN-7.7.18")
    position.when(0, events.CloneWorker("genius")).figures(0, active_genius=1, tired_genius=1)
    position.when(0, events.CloneWorker("genius")).rejected("AN-6.1.1")
    first = free("cloning_vat", active={"scientist": 1}, tired={"engineer": 1, "genius": 1})
    place(first, "cloning_vat", "scientist").accepted()
    first.when(0, events.CloneWorker("engineer")).figures(0, active_engineer=1, tired_engineer=1)
    nobody = free("cloning_vat", active={"engineer": 1})
    place(nobody, "cloning_vat", "engineer").rejected("AN-7.1.6")


def copying(scope="board", **what):
    """A Genius on Quantum Chameleon; the other player has these tiles."""
    position = in_turn(2, era=4, chameleon_scope=scope, cloning_vat="placed_type", board_side=what.pop("side", "a"))
    others = what.pop("others", {"factory_1": "fa_213", "power_plant_1": "pp_113", "lab_1": "cloning_vat"})
    give(position, 1, tiles=others)
    give(position, 0, **{"active": {"genius": 1}, "tiles": {"lab_1": "quantum_chameleon"}, **what})
    return place(position, "quantum_chameleon", "genius")


def test_spaces_that_can_be_copied():
    """AN-7.7.17: Worker spaces of tiles of any player, also taken; no Free Action, no Anomaly, no Chameleon."""
    position = copying(gold=2, tiles={"lab_1": "quantum_chameleon", "life_support_1": "ls_301", "factory_1": "fa_201"})
    position.accepted()
    position = position._position
    for owner, space in ((0, "ls_301"), (0, "quantum_chameleon"), (1, "fa_201"), (5, "fa_213"), (1, "anomaly_lab_1")):
        position.when(0, events.CopyWorkerSpace(owner, space)).rejected("AN-7.7.17")
    position.when(0, events.CopyWorkerSpace(1, "fa_213")).rejected("AN-7.0")
    position.when(0, events.CopyWorkerSpace(1, "fa_213", events.Payment(tug=("titanium",) * 2))).rejected("AN-7.1.15")
    position.fork().when(0, events.CopyWorkerSpace(1, "pp_113", events.Payment(tug=("gold",)))).figures(
        0, gold=1, focus=3
    )
    position.fork().when(0, events.CopyWorkerSpace(1, "cloning_vat")).figures(0, tired_genius=1)  # AN-11.4.13
    position.fork().when(0, events.CopyWorkerSpace(0, "fa_201")).figures(0, titanium=2)
    position.when(0, events.CopyWorkerSpace(1, "fa_213", events.Payment(tug=("gold", "gold")))).figures(
        0, energy_core=2
    )


def test_a_copy_that_is_not_executable():
    """AN-7.1.6: an effect that nothing can be done with is not copied."""
    position = copying(others={"lab_1": "la_407", "factory_1": "fa_201", "factory_2": "fa_204"}).accepted()
    position.when(0, events.CopyWorkerSpace(1, "la_407")).rejected("AN-7.1.6")
    assert [each.space for each in asked(position, 0)] == ["fa_201", "fa_204"]
    copying(others={"lab_1": "la_407"}).rejected("AN-7.1.6")


@pytest.mark.parametrize("scope", ["board", "tiles"])
def test_copying_supply(scope):
    """AN-7.7.17, AN-6.7.4: by the player's own Morale and Water; the Genius returns by the rule of the copied board."""
    others = {"factory_1": "fa_201", "factory_2": "fa_204"}
    position = copying(scope, water=5, side="b", tired={"engineer": 1}, others=others).accepted()
    if scope == "tiles":
        position.when(0, events.CopyWorkerSpace(1, "supply")).rejected("AN-7.7.17")
        return
    position.when(0, events.CopyWorkerSpace(1, "supply")).figures(0, water=0, active_engineer=1, morale_step=6)
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted().settled().figures(0, tired_genius=1)  # Progress on side B


def test_a_copied_space_that_kills():
    """AN-7.7.17: also `dies` is the rule of the copied space."""
    position = copying(others={"lab_1": "la_415", "factory_1": "fa_204"}).accepted()
    position.when(0, events.CopyWorkerSpace(1, "la_415")).figures(0, water=2, vp_tokens=2)
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted().settled().figures(0, tired_genius=0, active_genius=0)


def anomaly_of(position, seat=0):
    """An Anomaly of a seat by its Lab 414."""
    position.when(seat, FreeAction("la_414")).accepted()
    return position


def test_no_anomaly_left():
    """AN-11.4.3: no tile is placed, the tokens are returned."""
    position = give(in_turn(2, era=2), 0, paradox=2, tiles={"lab_1": "la_414"})
    give(
        position,
        1,
        anomalies=[f"{row}_{n}" for row in ("factory", "lab", "power_plant", "life_support") for n in (1, 2, 3)],
    )
    anomaly_of(position).figures(0, paradox=0).legal(events.Pass(), actor=0)


FULL = {
    **{f"power_plant_{n}": f"pp_10{n}" for n in (1, 2, 3)},
    **{f"factory_{n}": f"fa_20{n}" for n in (1, 2, 3)},
    **{f"life_support_{n}": f"ls_30{n + 2}" for n in (1, 2, 3)},
    "lab_1": "la_414",
}


def test_all_spots_occupied():
    """AN-7.1.12, AN-7.7.19: on one of the player's uncovered buildings, not a Superproject; otherwise nothing."""
    position = give(in_turn(2, era=2), 0, paradox=2, tiles={**FULL, "lab_2": "exocrawler"}, anomalies=["factory_1"])
    anomaly_of(position)
    position.when(0, events.PlaceAnomaly("lab", 2)).rejected("AN-7.1.12")
    position.when(0, events.PlaceAnomaly("factory", 1)).rejected("AN-7.1.12")
    position.when(0, events.PlaceAnomaly("nonsense", 1)).rejected("AN-7.1.12")
    position.when(0, events.PlaceAnomaly("factory", 4)).rejected("AN-7.1.12")
    position.when(0, events.PlaceAnomaly("factory", 2)).accepted()
    assert position.state.players[0].anomalies == [3, 4]


def test_which_tile_comes_back():
    """AN-7.1.12 (b): one of the player's tiles on the Timeline, or none."""
    position = give(in_turn(2, era=2), 0, paradox=2, tiles={"lab_1": "la_414"}, warped={"warp_gold": 1})
    anomaly_of(position)
    position.when(0, events.AnomalyWarp("warp_water")).rejected("AN-7.1.12")
    position.when(0, events.AnomalyWarp(None)).accepted()


def test_harmony_loses_a_building():
    """AN-7.9.4, AN-6.7.6: under its stack, the Worker set aside, the marker back; none takes the Anomaly."""
    position = in_turn(2, era=2, paths=("harmony", "dominance"), board_side="b")
    tiles = {"lab_1": "la_414", "factory_1": "fa_201", "life_support_1": "ls_301", "power_plant_1": "exocrawler"}
    give(position, 0, paradox=2, tiles=tiles, active={"engineer": 1})
    place(position, "fa_201", "engineer").accepted()
    again(position).when(0, FreeAction("ls_301")).accepted()
    anomaly_of(position)
    position.when(0, events.AnomalyOrBuilding("exocrawler")).rejected("AN-7.9.4")
    position.fork().when(0, events.AnomalyOrBuilding(None)).accepted().legal(events.PlaceAnomaly("factory", 2))
    lost = position.fork().when(0, events.AnomalyOrBuilding("ls_301")).accepted()
    assert lost.state.players[0].markers == ["la_414"]
    position.when(0, events.AnomalyOrBuilding("fa_201")).accepted()
    player, state = position.state.players[0], position.state
    assert (player.spots[3], state.returned[1], player.busy, player.set_aside) == ("", ["fa_201"], [], [0, 1, 0, 0])
    assert not player.anomalies
    position.when(0, events.Pass()).accepted()
    position.when(1, events.Pass()).accepted().settled().figures(0, tired_engineer=1)


def test_a_covered_building_that_is_lost():
    """AN-7.9.4: its Anomaly stays, as a separate space on a spot that is not empty (AN-7.6.14, AN-4.4.2)."""
    position = in_turn(2, era=2, paths=("harmony", "dominance"), board_side="b")
    give(position, 0, paradox=2, tiles={"lab_1": "la_414", "factory_1": "fa_201"}, anomalies=["factory_1"])
    give(position, 0, active={"engineer": 1}, water=2, neutronium=1)
    anomaly_of(position).when(0, events.AnomalyOrBuilding("fa_201")).accepted()
    player = position.state.players[0]
    assert (player.anomalies, occupied_spots(player)) == ([3], 2)
    place(position, "anomaly_factory_1", "engineer", events.Payment(neutronium=1)).figures(0, water=0, neutronium=0)
    assert occupied_spots(player) == 1


def test_a_lost_building_on_an_empty_stack():
    """AN-7.9.4: it becomes the visible top."""
    position = in_turn(2, era=2, paths=("harmony", "dominance"), board_side="b")
    give(position, 0, paradox=2, tiles={"lab_1": "la_414", "factory_1": "fa_202"})
    state = position.state
    state.secondary[1], state.unseen[1], state.primary[1] = [*state.unseen[1], state.primary[1]], [], ""
    anomaly_of(position).when(0, events.AnomalyOrBuilding("fa_202")).accepted()
    assert (state.primary[1], state.returned[1]) == ("fa_202", [])


def test_capacity_that_drops():
    """AN-11.4.4: nothing happens until the next token."""
    position = give(in_turn(2, era=2), 0, paradox=3, tiles={"lab_1": "la_405"}, anomalies=["lab_1"])
    position.when(0, events.Pass()).figures(0, paradox=3)
