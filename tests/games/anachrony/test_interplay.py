"""Clauses that meet in one action: the effect of one on another (AN-4.4, AN-6.7, AN-7)."""

from engine.games.anachrony.clean_up import fate_of
from engine.games.anachrony.queries import is_full, occupied_spots
from engine.games.anachrony.scoring import categories
from engine.games.anachrony.state import Busy
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import SPOTS, above_focus, asked, collapsing, give, in_clean_up, in_turn, set_up, top


def offered(position, seat, *kinds):
    """What may be answered now, of some kinds."""
    return [event for event in asked(position, seat) if isinstance(event, kinds)]


def test_each_nested_placement_saves_water_of_its_own():
    """AN-7.1.7: an action nested in a Free Action is a separate action, and so is the turn's own placement."""
    position = give(in_turn(2), 0, water=1, active={"engineer": 2}, tiles={"lab_1": "exocrawler"})
    give(position, 0, tiles={"factory_1": "grand_reservoir"}, titanium=5, uranium=1, gold=1)
    top(position, "ls_303")
    position.when(0, events.FreeAction("exocrawler")).accepted()
    position.when(0, events.PlaceWorker("construct_2", "engineer")).accepted()
    assert position.state.players[0].water == 1
    position = give(in_turn(2, paths=("dominance", "salvation"), board_side="b"), 0, water=5, active={"engineer": 1})
    give(position, 0, tiles={"factory_1": "grand_reservoir", "lab_1": "la_410"}, titanium=9)
    position.when(0, events.FreeAction("supply")).accepted()
    position.figures(0, water=5 - 4 + 1)


def test_the_reservoir_does_not_pay_for_itself():
    """AN-7.3.8, AN-7.1.7: its passive effect counts from now on, so an extra Construct of the same action has it."""
    position = give(in_turn(2, era=5, after_impact=True), 0, active={"scientist": 1}, uranium=3, titanium=9, water=3)
    give(position, 0, tired={"engineer": 1}, breakthroughs=["shape_3/icon_3"], tiles={"life_support_1": "ls_303"})
    collapsing(above_focus(position, 0, "grand_reservoir"), construct_1="cc_construct_extra")
    top(position, "fa_204")
    position.when(0, events.PlaceWorker("construct_1", "scientist")).accepted()
    built = events.ConstructSuperproject("power_plant", 1, None, ("shape_3/icon_3",), None)
    position.when(0, built).accepted()
    position.figures(0, water=1)
    position.when(0, events.ConstructBuilding("life_support", "primary")).accepted()
    position.figures(0, water=1)


def test_return_rules_of_copied_spaces():
    """AN-7.7.17, AN-6.7.4, AN-6.7.5: the Genius returns as on the space, on the board on which it was copied."""
    paths = ("progress", "harmony", "salvation")
    position = in_turn(3, paths=paths, board_side="b")
    state, progress = position.state, position.state.players[0]
    fates = {
        ("supply", 0): "tired",
        ("supply", 1): "motivated",
        ("ls_310", 1): "dies",
        ("ls_305", 1): "motivated",
        ("fa_205", 1): "tired",
        ("fa_205", 0): "motivated",
    }
    for (space, owner), fate in fates.items():
        assert fate_of(state, progress, Busy("quantum_chameleon", "genius", space, owner)) == fate, (space, owner)


def test_supply_that_is_copied():
    """AN-7.7.17, AN-7.5.2: at the cost of the acting player's track; Dominance B has no such Worker space to copy."""
    position = in_turn(2, paths=("dominance", "salvation"), board_side="b")
    give(position, 0, water=4, active={"genius": 1}, tired={"engineer": 1}, tiles={"lab_1": "quantum_chameleon"})
    give(position, 1, tiles={"life_support_1": "ls_305"})
    position.when(0, events.PlaceWorker("quantum_chameleon", "genius")).accepted()
    copies = {(event.owner, event.space) for event in offered(position, 0, events.CopyWorkerSpace)}
    assert copies == {(1, "supply"), (1, "ls_305")}
    position.when(0, events.CopyWorkerSpace(1, "supply")).accepted()
    position.figures(0, water=0, morale_step=5, active_engineer=1)


def test_an_anomaly_on_a_full_board():
    """AN-7.1.12, AN-7.1.17, AN-7.6.14, AN-10.3.9: a covered building has nothing but its points, until it is sealed."""
    names = ("pp_101", "pp_102", "pp_103", "fa_201", "fa_202", "fa_203", "ls_305", "ls_306", "ls_307")
    position = give(in_turn(2), 0, tiles=dict(zip(SPOTS, names, strict=False)), paradox=2, water=2, neutronium=1)
    give(position, 0, tiles={"lab_1": "la_414", "lab_2": "exocrawler"}, active={"engineer": 2})
    before = categories(position.state, position.state.players[0])["buildings"]
    position.when(0, events.FreeAction("la_414")).accepted()
    places = offered(position, 0, events.PlaceAnomaly)
    assert len(places) == 10  # not the Superproject
    position.when(0, events.PlaceAnomaly("factory", 1)).accepted()
    player = position.state.players[0]
    assert (occupied_spots(player), categories(position.state, player)["buildings"]) == (12, before)
    position.when(0, events.PlaceWorker("fa_201", "engineer")).rejected("AN-7.1.2")
    position.when(0, events.PlaceWorker("anomaly_factory_1", "engineer", events.Payment(neutronium=1))).accepted()
    assert position.state.anomaly_supply == 12
    position.when(1, events.Pass()).accepted()
    position.when(0, events.PlaceWorker("fa_201", "engineer")).accepted().figures(0, titanium=2)


def test_on_build_comes_before_the_extra_action():
    """AN-7.3.25, AN-7.6.9, AN-7.3.3: the new top, then the Warp tile, then the second Construct."""
    position = give(in_turn(2, era=5, after_impact=True), 0, active={"scientist": 1}, neutronium=1, titanium=9, water=9)
    give(position, 0, warped={"warp_gold": 2, "warp_water": 3})
    collapsing(top(position, "pp_111"), construct_1="cc_construct_extra")
    position.when(0, events.PlaceWorker("construct_1", "scientist")).accepted()
    position.when(0, events.ConstructBuilding("power_plant", "primary")).accepted()
    position.when(None, events.RevealBuilding("power_plant", "pp_102")).accepted()
    position.when(0, events.ReturnWarp("warp_gold")).accepted()
    assert offered(position, 0, events.ConstructBuilding, events.Decline)


def test_a_noble_scientist_builds_after_research():
    """AN-7.3.26, AN-7.8.8: a Scientist of Valerian gives the Engineer's discount, as a Genius would."""
    position = in_turn(2, era=5, after_impact=True, paths=("progress", "salvation"), leader_edition="essential")
    position.state.players[0].leader = "patron_valerian"
    give(position, 0, active={"scientist": 1, "engineer": 1}, titanium=3, breakthroughs=["shape_1/icon_1"])
    collapsing(above_focus(position, 0, "anti_gravity_field"), research_1="cc_research_superproject")
    position.when(0, events.PlaceWorker("research_1", "scientist")).accepted()
    position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_2")).accepted()
    assert offered(position, 0, events.ConstructSuperproject)
    assert not offered(position, 0, events.ConstructBuilding)
    assert events.Decline() in asked(position, 0)


def test_fresh_workers_pay_first():
    """AN-7.1.8, AN-7.1.13: a woken Worker may be lost, and then it is the fresh one that is gone."""
    position = give(in_turn(2), 0, active={"engineer": 1}, tired={"engineer": 1}, morale_step=4)
    give(position, 0, tiles={"lab_1": "dark_matter_converter"})
    position.when(0, events.FreeAction("force_workers")).accepted()
    assert position.state.players[0].fresh == [0, 1, 0, 0]
    position.when(0, events.FreeAction("dark_matter_converter", worker="engineer")).accepted()
    position.when(0, events.ChooseGain(2)).accepted()
    assert (position.state.players[0].fresh, position.state.players[0].energy_core) == ([0, 0, 0, 0], 1)
    position.when(0, events.PlaceWorker("purify", "engineer")).accepted()


def test_a_worker_on_a_building_that_is_lost():
    """AN-7.9.4, AN-6.7.6, AN-4.4.3: set aside, still counted, and Tired in Clean Up regardless of the space."""
    position = in_turn(2, paths=("harmony", "salvation"), board_side="b")
    give(position, 0, paradox=2, active={"engineer": 1}, tiles={"life_support_1": "ls_305", "lab_1": "la_414"})
    position.when(0, events.PlaceWorker("ls_305", "engineer")).accepted()
    position.when(1, events.Pass()).accepted()
    position.when(0, events.FreeAction("la_414")).accepted()
    position.when(0, events.AnomalyOrBuilding("ls_305")).accepted()
    player = position.state.players[0]
    assert (player.busy, player.set_aside[1], player.spots[SPOTS["life_support_1"]]) == ([], 1, "")
    position.when(0, events.Pass()).accepted()
    position.settled().when(0, events.CleanUpAbility()).accepted()
    position.settled().figures(0, tired_engineer=1, active_engineer=0)


def test_two_research_actions_with_one_tile_left():
    """AN-7.7.15: the second one that cannot be executed is skipped."""
    position = give(in_turn(2), 0, active={"engineer": 1}, tired={"scientist": 1}, neutronium=2, titanium=3)
    give(position, 0, breakthroughs=["shape_2/icon_1"])
    above_focus(position, 0, "neutronium_research_center")
    position.when(0, events.PlaceWorker("construct_1", "engineer")).accepted()
    position.state.breakthrough_supply[:] = [0] * 15  # except for the one that is paid
    project = offered(position, 0, events.ConstructSuperproject)
    position.when(0, project[0]).accepted()
    position.when(0, events.SetResearchDie("shape", "shape_2")).accepted()
    position.when(None, events.RollResearchDie("icon", "icon_1")).accepted()
    assert position.state.players[0].breakthroughs[5] == 1
    assert position.state.agenda[-1].seat == 1


def test_no_exchange_with_the_water_of_the_same_power_up():
    """AN-7.8.4, AN-6.1.1: Captain Wolfe exchanges only before his own Power Up, even if others have not done theirs."""
    position = set_up(2, paths=("dominance", "salvation"))
    position.settled()
    for event in (
        events.RevealSuperproject(2, "cloning_vat"),
        events.RevealBuilding("power_plant", "pp_102"),
        events.RevealBuilding("factory", "fa_202"),
        events.RevealBuilding("life_support", "ls_306"),
        events.RevealBuilding("lab", "la_402"),
        events.DrawRecruitCard("recruit_01"),
        events.DrawMineCard("mine_01"),
    ):
        position.when(None, event).accepted()
        position.settled()
    position.when(0, events.HydrocoreExchange("to_core")).accepted()
    position.when(0, events.PowerUp((events.PoweredSlot(1),))).accepted()
    position.when(0, events.HydrocoreExchange("to_core")).rejected("AN-6.1.1")
    position.when(1, events.HydrocoreExchange("to_core")).rejected("AN-7.8.4")


def test_zaida_by_edition():
    """AN-7.8.2, AN-7.8.3: what is left in the pool, or what the card printed; never the bonus."""
    for edition, workers in (("first", ["engineer"]), ("essential", ["engineer", "genius"])):
        position = in_turn(2, paths=("harmony", "salvation"), leader_edition=edition)
        position.state.recruit_card, position.state.recruit_pool = "recruit_10", [0, 1, 0, 0]
        give(in_clean_up(position, 0), 0, water=2)
        found = [event.worker for event in offered(position, 0, events.CleanUpAbility) if event.worker]
        assert found == workers
        position.when(0, events.CleanUpAbility(worker="engineer")).accepted().figures(0, water=0, active_engineer=1)


def test_what_makes_an_action_full():
    """AN-4.4.6, AN-7.3.20: Exosuits and face-down tiles fill; spaces that the players' number lacks do not count."""
    position = in_turn(3, era=5, after_impact=True)
    position.state.face_down = ["construct_1"]
    assert not is_full(position.state, "construct")
    give(position, 2, suits=["construct_2"], powered=5, exosuits=0)
    assert is_full(position.state, "construct")
    four = in_turn(4, era=5, after_impact=True)
    four.state.face_down = ["construct_1", "construct_2"]
    assert not is_full(four.state, "construct")


def test_an_empty_suit():
    """AN-7.8.7, AN-7.1.3: it counts as a Scientist: it may research, not recruit; the Exosuit alone returns."""
    position = in_turn(2, paths=("progress", "salvation"))
    position.state.players[0].leader = "patron_valerian"
    position.when(0, events.FreeAction("leader")).accepted()
    position.when(0, events.PlaceWorker("recruit_1", None)).rejected("AN-7.1.3")
    position.when(0, events.PlaceWorker("supply", None)).rejected("AN-7.8.7")
    position.when(0, events.PlaceWorker("purify", None)).accepted().figures(0, water=4, powered=5)
    assert (position.state.players[0].busy, position.state.current) == ([], 0)


def test_a_halved_supply():
    """AN-7.5.2: halved by one, rounded up; free with both; then the Reservoir, never below nothing."""
    one = {"life_support_1": "ls_311", "factory_1": "grand_reservoir"}
    for tiles, morale, water in (
        (one, 5, 2),
        ({"life_support_1": "ls_312"}, 5, 3),
        ({**one, "life_support_2": "ls_312"}, 5, 0),
    ):
        position = give(in_turn(2), 0, water=9, active={"engineer": 1}, morale_step=morale, tiles=tiles)
        position.when(0, events.PlaceWorker("supply", "engineer")).accepted().figures(0, water=9 - water)


def test_the_third_lab_of_salvation():
    """AN-11.3, AN-7.9: by the board's text or by the program's charges; on side A always the latter."""
    text, code = {"neutronium": 1, "titanium": 2, "water": 2}, {"uranium": 2, "titanium": 2, "gold": 1, "water": 2}
    for options, cost in (
        ({"board_side": "b"}, text),
        ({"board_side": "b", "salvation_b_lab3": "code"}, code),
        ({"board_side": "a", "salvation_b_lab3": "text"}, code),
    ):
        position = give(in_turn(2, paths=("salvation", "progress"), **options), 0, active={"scientist": 1}, **cost)
        give(position, 0, tiles={"lab_1": "la_412", "lab_2": "la_413"})
        top(position, "la_415")
        position.when(0, events.PlaceWorker("construct_1", "scientist")).accepted()
        if position.state.agenda[-1].seat is not None:  # another row could be built as well
            position.when(0, events.ConstructBuilding("lab", "primary")).accepted()
        assert all(getattr(position.state.players[0], what) == 0 for what in cost)
        assert position.state.players[0].spots[SPOTS["lab_3"]] == "la_415"
