"""The worked examples of section AN-13: setup, Preparation, Paradox and Anomalies, Power Up, Warp (1 to 19)."""

import pytest

from engine.games.anachrony.items import PoweringUp, Warping
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import asked, give, in_turn, set_up


def paradox_phase(position, era=4):
    """The beginning of the Paradox phase of an Era."""
    state = position.state
    state.era, state.phase, state.due, state.agenda = era, "preparation", "paradox", []
    return position.settled()


def two_on_a_tile(tokens=0, **options):
    """Tile 1: A two Warp tiles, B one; tile 2: one each; tile 3 empty."""
    position = in_turn(2, era=4, **options)
    give(position, 0, warped={"warp_gold": 1, "warp_water": 1, "warp_uranium": 2}, paradox=tokens)
    give(position, 1, warped={"warp_gold": 1, "warp_uranium": 2})
    return paradox_phase(position)


def test_1_water_by_turn_order():
    """Worked example 1, AN-5.9: 0, 1, 2, 2 more Water in player order, or 0, 1, 1, 2."""
    paths = ("salvation", "harmony", "progress", "dominance")
    for water, extra in (("0122", [4, 7, 5, 5]), ("0112", [4, 7, 4, 5])):
        position = set_up(4, paths=paths, turn_order_water=water)
        assert [player.water for player in position.state.players] == extra


def test_2_the_stacks_in_the_preparation():
    """Worked example 2, AN-6.2.3: the visible top moves onto the secondary stack, the next one becomes visible."""
    position = set_up(2).settled()
    state = position.state
    state.primary[3], state.secondary[3] = "la_410", ["la_404"]
    state.unseen[3] = [f"la_{number}" for number in range(401, 416) if number not in (404, 410)]
    position.when(None, events.RevealSuperproject(2, "exocrawler")).accepted()
    for kind, tile in (("power_plant", "pp_102"), ("factory", "fa_202"), ("life_support", "ls_302")):
        position.when(None, events.RevealBuilding(kind, tile)).accepted()
    position.when(None, events.RevealBuilding("lab", "la_401")).accepted()
    assert (state.primary[3], state.secondary[3], len(state.unseen[3])) == ("la_401", ["la_410", "la_404"], 12)


@pytest.mark.parametrize(("after", "first"), [(True, "neutronium"), (False, "gold")])
def test_3_the_topmost_cube_after_the_impact(after, first):
    """Worked example 3, AN-6.2.6: after the Impact the first cube is Neutronium."""
    position = in_turn(2, era=4)
    position.state.agenda, position.state.due, position.state.after_impact = [], "preparation", after
    position.settled()
    for event in (
        *((events.RevealSuperproject(6, position.state.superprojects_left[0]),)),
        *(events.RevealBuilding(kind, position.state.unseen[row][0]) for row, kind in enumerate(KINDS)),
        events.DrawRecruitCard("recruit_01") if "recruit_01" in position.state.recruit_cards_left else None,
        events.DrawMineCard("mine_10"),
    ):
        position.when(None, event).accepted()
    assert position.state.mine_pool == [first, "uranium", "titanium", "titanium", "titanium"]


KINDS = ("power_plant", "factory", "life_support", "lab")


def test_4_who_rolls():
    """Worked example 4, AN-6.3.3: the player with the most tiles on an Era rolls, or all tied players in order."""
    position = two_on_a_tile()
    position.when(None, events.RollParadox(0, 1, 1)).accepted()
    position.when(None, events.RollParadox(0, 2, 0)).accepted()
    position.when(None, events.RollParadox(1, 2, 2)).accepted()
    position.figures(0, paradox=1).figures(1, paradox=2)
    assert position.settled().state.phase == "power_up"


def test_5_no_roll_at_the_capacity():
    """Worked example 5, AN-6.3.4: a player without room for tokens does not roll."""
    position = two_on_a_tile(tokens=2)
    position.when(None, events.RollParadox(0, 1, 1)).accepted().figures(0, paradox=3)
    position.when(None, events.RollParadox(0, 2, 1)).rejected("AN-8.10")
    position.when(None, events.RollParadox(1, 2, 0)).accepted()


def test_6_an_anomaly():
    """Worked example 6, AN-7.1.12: all tokens go back, a tile comes back without a step, the Anomaly lies on a spot."""
    position = in_turn(2, era=2)
    give(position, 0, paradox=2, warped={"warp_gold": 1})
    paradox_phase(position, era=2)
    position.when(None, events.RollParadox(0, 1, 2)).accepted().figures(0, paradox=0)
    position.when(0, events.AnomalyWarp("warp_gold")).accepted()
    position.when(0, events.PlaceAnomaly("lab", 1)).accepted()
    player = position.state.players[0]
    assert (player.anomalies, player.time_travel_step, any(player.warped)) == ([9], 0, False)


def test_7_without_die():
    """Worked example 7, AN-6.3.5: the variant gives one token each time, without events."""
    position = two_on_a_tile(paradox_mode="fixed_one")
    position.figures(0, paradox=2).figures(1, paradox=1)
    assert position.state.phase == "power_up"


def test_8_more_capacity():
    """Worked example 8, AN-4.4.1, AN-7.9.2, AN-7.6.13: Progress on side B with Lab 405 holds four tokens."""
    position = in_turn(2, era=2, paths=("progress", "harmony"), board_side="b")
    give(position, 0, paradox=3, warped={"warp_gold": 1}, tiles={"lab_1": "la_405"})
    paradox_phase(position, era=2)
    position.when(None, events.RollParadox(0, 1, 1)).accepted().figures(0, paradox=4)
    assert position.settled().state.phase == "power_up"


@pytest.mark.parametrize("side", ["a", "b"])
def test_9_the_leftmost_column(side):
    """Worked example 9, AN-7.1.12, AN-7.9.5: the leftmost column with an empty spot; Salvation on side B any spot."""
    position = in_turn(2, era=2, board_side=side)
    give(position, 0, paradox=2, warped={"warp_gold": 1}, tiles={"power_plant_1": "pp_102", "factory_1": "fa_202"})
    paradox_phase(position, era=2)
    position.when(None, events.RollParadox(0, 1, 1)).accepted()
    position.when(0, events.AnomalyWarp(None)).accepted()
    outcome = position.when(0, events.PlaceAnomaly("power_plant", 2))
    if side == "a":
        position = outcome.rejected("AN-7.1.12")
        assert asked(position, 0) == [events.PlaceAnomaly("life_support", 1), events.PlaceAnomaly("lab", 1)]
    else:
        outcome.accepted()


def test_10_lab_414():
    """Worked example 10, AN-7.6.11: points, the third token, an Anomaly at once; the turn goes on."""
    position = give(in_turn(2, era=2), 0, paradox=2, tiles={"lab_1": "la_414"})
    position.when(0, events.FreeAction("la_414")).accepted().figures(0, vp_tokens=2, paradox=0)
    position.when(0, events.PlaceAnomaly("factory", 1)).accepted()
    position.legal(events.Pass(), actor=0)


def test_11_removing_an_anomaly():
    """Worked example 11, AN-7.6.14: Water and goods, the Worker is lost at once, other tiles do not shift."""
    position = in_turn(2, era=2)
    give(position, 0, water=2, neutronium=1, active={"engineer": 1}, anomalies=["lab_1"], tiles={"lab_2": "la_402"})
    position.when(0, events.PlaceWorker("anomaly_lab_1", "engineer", events.Payment(neutronium=1))).accepted()
    position.figures(0, water=0, neutronium=0, active_engineer=0, tired_engineer=0)
    player = position.state.players[0]
    assert (player.anomalies, player.busy, player.spots[9], player.spots[10]) == ([], [], "", "la_402")
    assert position.state.anomaly_supply == 12


def powering_up(position, seat=0, **what):
    """The Power Up of a seat, all Exosuits in the supply."""
    position.state.phase, position.state.due, position.state.agenda = "power_up", "warp", [PoweringUp(seat)]
    return give(position, seat, powered=0, **what)


def slots(*numbers):
    return events.PowerUp(tuple(events.PoweredSlot(number) for number in numbers))


def test_12_side_a():
    """Worked example 12, AN-6.4.3, AN-6.4.4: slots 4 and 5 cost Energy Cores, an empty slot gives Water."""
    position = powering_up(in_turn(2), energy_core=3)
    position.when(0, slots(1, 2, 3, 4, 5)).figures(0, energy_core=1, water=1, powered=5, exosuits=1)


def test_13_water_of_empty_slots():
    """Worked example 13, AN-6.4.4: two each for Harmony, none for Dominance, on side B."""
    position = powering_up(in_turn(2, paths=("harmony", "dominance"), board_side="b"))
    position.when(0, slots(1, 2, 3)).figures(0, water=6)
    position = powering_up(in_turn(2, paths=("dominance", "harmony"), board_side="b"))
    position.when(0, slots(1, 2)).figures(0, water=0, powered=2)


def test_14_covered_slots():
    """Worked example 14, AN-6.4.2: covered slots take no Exosuit and give no Water."""
    position = powering_up(in_turn(2, paths=("progress", "harmony"), after_impact=True, era=5), energy_core=1)
    position.fork().when(0, slots(1, 4)).figures(0, energy_core=0, water=2)
    position.when(0, slots(2)).rejected("AN-6.4.2")


def test_15_a_slot_for_goods():
    """Worked example 15, AN-6.4.2: Salvation on side B pays slot 2 with a unit of the player's choice."""
    position = powering_up(in_turn(2, board_side="b"), gold=1)
    chosen = (events.PoweredSlot(1), events.PoweredSlot(5), events.PoweredSlot(2, events.Payment(tug=("gold",))))
    position.when(0, events.PowerUp(chosen)).figures(0, gold=0, water=3)


def test_16_captain_wolfe():
    """Worked example 16, AN-7.8.4, AN-6.4.5: exchanges before his own Power Up."""
    position = powering_up(in_turn(2, paths=("dominance", "harmony")), water=5, energy_core=1)
    position.when(0, events.HydrocoreExchange("to_core")).accepted()
    position.when(0, events.HydrocoreExchange("to_core")).figures(0, water=1, energy_core=3)
    position.when(0, slots(1, 2, 3, 4, 5, 6)).figures(0, water=1, energy_core=0)


def warping(position, seat=0, **what):
    """The Warp phase, all others have chosen nothing."""
    state = position.state
    state.phase, state.due, state.agenda = "warp", "action", [Warping(seat)]
    state.chosen = [None if each == seat else () for each in range(len(state.players))]
    return give(position, seat, **what)


def test_17_water_before_workers():
    """Worked example 17, AN-6.5.5: Water is gained before a Worker tile is paid."""
    position = warping(in_turn(2, era=2), water=0)
    position.when(0, events.ChooseWarp(("warp_water", "warp_engineer"))).figures(0, water=1, active_engineer=1)
    assert sorted(position.state.players[0].warped)[-2:] == [2, 2]


def test_18_workers_that_cannot_be_paid():
    """Worked example 18, AN-6.5.4: two Workers need two Water."""
    position = warping(in_turn(2), water=1)
    position.when(0, events.ChooseWarp(("warp_engineer", "warp_scientist"))).rejected("AN-6.5.4")


@pytest.mark.parametrize("on_glitch", [True, False])
def test_19_an_exosuit_on_a_covered_slot(on_glitch):
    """Worked example 19, AN-6.5.7: a warped Exosuit stands on a covered slot; with the option it does not."""
    position = in_turn(2, era=5, paths=("progress", "harmony"), after_impact=True, warp_suit_on_glitch=on_glitch)
    warping(position, powered=4)
    position.when(0, events.ChooseWarp(("warp_exosuit",))).figures(
        0, powered=4, powered_glitch=int(on_glitch), exosuits=2 - on_glitch
    )
    assert 5 in position.state.players[0].warped
