"""The phases before the turns (AN-6.1, AN-6.2, AN-6.3, AN-6.4, AN-6.5), and where the game stands (AN-4, AN-9)."""

import pytest

from engine.agenda import actors
from engine.games.anachrony.items import PoweringUp, Warping
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import asked, give, in_turn, set_up

KINDS = ("power_plant", "factory", "life_support", "lab")


def preparing(position):
    """The Preparation of the next Era."""
    position.state.agenda, position.state.due, position.state.phase = [], "preparation", "clean_up"
    return position.settled()


def test_only_what_is_awaited():
    """AN-6.1.1: another event, another player, an event after the end."""
    position = in_turn(2)
    position.when(0, events.MineTake("gold")).rejected("AN-6.1.1")
    position.when(1, events.Pass()).rejected("AN-6.1.1")
    position.when(None, events.Pass()).rejected("AN-6.1.1")
    position.when(None, events.DrawMineCard("mine_01")).rejected("AN-6.1.1")
    position.state.agenda, position.state.due, position.state.over = [], "", True
    position.when(0, events.Pass()).rejected("AN-6.1.1")


def test_the_newest_follow_up_first():
    """AN-6.1.2: of a Research Center's two Researches one is finished before the other begins."""
    position = in_turn(2)
    give(position, 0, neutronium=2, titanium=3, active={"engineer": 1}, tired={"scientist": 1})
    give(position, 0, breakthroughs=["shape_2/icon_1"])
    position.state.superprojects[0] = "neutronium_research_center"
    position.state.superprojects_left = [
        each for each in position.state.superprojects_left if each != "neutronium_research_center"
    ] + ["welfare_society"]
    position.when(0, events.PlaceWorker("construct_1", "engineer")).accepted()
    build = next(each for each in asked(position, 0) if isinstance(each, events.ConstructSuperproject))
    position.when(0, build).accepted()
    for icon in ("icon_2", "icon_3"):  # AN-7.7.15
        position.when(0, events.SetResearchDie("shape", "shape_1")).accepted()
        position.when(0, events.SetResearchDie("shape", "shape_1")).rejected("AN-6.1.1")
        position.when(None, events.RollResearchDie("icon", icon)).accepted()
    assert position.state.current == 1
    assert sum(position.state.players[0].breakthroughs) == 2


def test_a_single_value_is_executed():
    """AN-6.1.3: what has one value is not asked; what has none is skipped; the eight named are always asked."""
    position = give(in_turn(2), 0, active={"engineer": 1})
    position.state.mine_pool = ["gold", "gold"]
    position.when(0, events.PlaceWorker("mine_1", "engineer")).figures(0, gold=1, uranium=1)
    assert asked(position, 1) == [events.FreeAction("force_workers"), events.Pass()]
    position.when(1, events.Pass()).accepted()
    give(position, 0, powered=0, morale_step=1)
    assert asked(position, 0) == [events.Pass()]  # still asked


def test_a_new_era():
    """AN-6.2.1, AN-6.2.2, AN-6.2.4, AN-6.2.7: nobody has passed, pools are empty, the order from the banner."""
    position = in_turn(3, era=2)
    state = position.state
    state.first_player = 2
    for player in state.players:
        player.passed, player.fresh, player.active = True, [0, 1, 0, 0], [0, 1, 0, 0]
    preparing(position)
    assert (state.era, state.player_order, state.recruit_pool, state.mine_pool) == (3, [2, 0, 1], [0] * 4, [])
    assert not any(player.passed or any(player.fresh) for player in state.players)
    position.when(None, events.RevealSuperproject(3, state.superprojects_left[0])).rejected("AN-8.6")
    position.when(None, events.RevealSuperproject(4, state.superprojects_left[0])).accepted()


def test_the_last_era_reveals_no_superproject():
    """AN-6.2.2: in Era 7 nothing is revealed."""
    position = preparing(in_turn(2, era=6, after_impact=True))
    position.when(None, events.RevealBuilding("power_plant", position.state.unseen[0][0])).accepted()


def test_a_primary_stack_of_returned_tiles():
    """AN-6.2.3, AN-11.4.17: without unseen tiles the first returned one is visible, without any nothing."""
    position = in_turn(2, era=6, after_impact=True)
    state = position.state
    state.secondary[0] = [*state.unseen[0][1:], *state.secondary[0]]
    state.returned[0], state.unseen[0] = [state.unseen[0][0]], []
    first, top = state.returned[0][0], state.primary[0]
    preparing(position)
    assert (state.primary[0], state.secondary[0][0], state.returned[0]) == (first, top, [])
    position.when(None, events.RevealBuilding("factory", state.unseen[1][0])).accepted()


def test_pools():
    """AN-6.2.5, AN-6.2.6, AN-8.8, AN-8.9: the cards of the Era, each once; a bonus cube at each Mine."""
    position = preparing(in_turn(2, era=6, after_impact=True))
    state = position.state
    for row, kind in enumerate(KINDS):
        position.when(None, events.RevealBuilding(kind, state.unseen[row][0])).accepted()
    position.when(None, events.DrawRecruitCard("recruit_11")).rejected("AN-8.8")
    position.when(None, events.DrawRecruitCard("recruit_01")).then(recruit_pool=[1, 0, 1, 2])
    position.when(None, events.DrawMineCard("mine_99")).rejected("AN-8.9")
    position.when(None, events.DrawMineCard("mine_01")).then(mine_bonus=[True] * 3)


def test_no_paradox_in_the_first_era():
    """AN-6.3.1: the phase is skipped."""
    position = preparing(in_turn(2))
    assert position.state.due == "paradox"
    position = set_up(2).settled()
    assert (position.state.era, position.state.due) == (1, "power_up")


def rolling(era, *warped, **tokens):
    """The Paradox phase with these Warp tiles of seats 0, 1, ..."""
    position = in_turn(len(warped), era=era, after_impact=era > 4)
    for seat, tiles in enumerate(warped):
        give(position, seat, warped=tiles, paradox=tokens.get("paradox", 0))
    position.state.agenda, position.state.due, position.state.phase = [], "paradox", "preparation"
    return position.settled()


def test_tile_by_tile():
    """AN-6.3.2, AN-6.3.6: from left to right; tokens may exceed the capacity."""
    position = rolling(3, {"warp_gold": 2}, {"warp_gold": 1})
    position.when(None, events.RollParadox(0, 2, 1)).rejected("AN-8.10")
    position.when(None, events.RollParadox(1, 1, 3)).rejected("AN-8.10")
    position.when(None, events.RollParadox(1, 1, 2)).accepted()
    position.when(None, events.RollParadox(0, 2, 2)).accepted()
    position = rolling(2, {"warp_gold": 1}, {}, paradox=2)
    position.when(None, events.RollParadox(0, 1, 2)).entered(0, "paradox", -4, "anomaly")


def test_nobody_rolls_for_the_first_one():
    """AN-6.3.3, AN-6.3.4: a player with the most tiles but no room for tokens does not roll; nor does another."""
    position = rolling(3, {"warp_gold": 1, "warp_water": 2, "warp_uranium": 2}, {"warp_titanium": 2}, paradox=2)
    position.when(None, events.RollParadox(0, 1, 1)).figures(0, paradox=0)
    assert {type(event) for event in asked(position, 0)} == {events.AnomalyWarp}


def test_anomalies_after_the_last_tile():
    """AN-6.3.7: each player whose tokens reach the capacity, in player order."""
    position = rolling(2, {"warp_gold": 1}, {"warp_gold": 1}, paradox=2)
    position.when(None, events.RollParadox(0, 1, 1)).figures(0, paradox=3)
    position.when(None, events.RollParadox(1, 1, 1)).figures(0, paradox=0).figures(1, paradox=3)
    position.when(0, events.AnomalyWarp(None)).accepted()
    position.when(0, events.PlaceAnomaly("lab", 1)).figures(1, paradox=0)
    position.when(1, events.AnomalyWarp("warp_gold")).accepted()
    position.when(1, events.PlaceAnomaly("factory", 1)).accepted()
    assert position.settled().state.phase == "power_up"


def powering(position, *seats):
    position.state.phase, position.state.due = "power_up", "warp"
    position.state.agenda = [PoweringUp(seat) for seat in reversed(seats)]
    return position


def test_power_up_in_any_order():
    """AN-6.4.1: once each."""
    position = powering(in_turn(3), 0, 1, 2)
    for seat in (0, 1, 2):
        give(position, seat, powered=0)
    assert position.rules.turn(position.state).actors == (0, 1, 2)
    position.when(1, events.PowerUp(())).figures(1, water=6)
    position.when(1, events.PowerUp(())).rejected("AN-6.1.1")
    assert actors(position.rules.awaited(position.state)) == (0, 2)


def test_slots_and_payments():
    """AN-6.4.2, AN-6.4.6, AN-7.1.15: different slots, ways that the board knows, all of it affordable."""
    position = give(powering(in_turn(2, paths=("progress", "harmony"), board_side="b"), 0), 0, powered=0, gold=1)
    core, gold = events.Payment(energy_core=1), events.Payment(tug=("gold",))
    for wrong in (
        (events.PoweredSlot(1), events.PoweredSlot(1)),
        (events.PoweredSlot(7),),
        (events.PoweredSlot(4),),
        (events.PoweredSlot(1, gold),),
        (events.PoweredSlot(4, events.Payment(water=3)),),
    ):
        position.when(0, events.PowerUp(wrong)).rejected("AN-6.4.2")
    position.when(0, events.PowerUp((events.PoweredSlot(4, core),))).rejected("AN-7.1.15")
    both = (events.PoweredSlot(4, gold), events.PoweredSlot(6, gold))
    position.when(0, events.PowerUp(both)).rejected("AN-7.1.15")
    position.legal(events.PowerUp((events.PoweredSlot(6, gold),)), actor=0)
    position.when(0, events.PowerUp((events.PoweredSlot(6, gold), events.PoweredSlot(2)))).figures(
        0, gold=0, water=4, powered=2
    )


def test_no_more_slots_than_exosuits():
    """AN-6.4.2: as many as there are in the supply."""
    position = give(powering(in_turn(2), 0), 0, powered=5)
    position.state.players[0].suits, position.state.players[0].powered = ["purify"] * 5, 0
    position.when(0, events.PowerUp((events.PoweredSlot(1), events.PoweredSlot(2)))).rejected("AN-6.4.2")
    assert len(asked(position, 0)) == 1 + 3


def test_quirk_of_much_water():
    """AN-16.50 b: ten Water of empty slots become an Energy Core."""
    for quirks, glitch, water, cores in ((True, [], 2, 1), (True, [0], 0, 1), (True, [0, 1], 8, 0), (False, [], 12, 0)):
        position = in_turn(2, paths=("harmony", "dominance"), board_side="b", bga_quirks=quirks)
        give(powering(position, 0), 0, powered=0, glitch=glitch)
        position.when(0, events.PowerUp(())).figures(0, water=water, energy_core=cores)


def test_exchanges_of_others():
    """AN-7.8.4: only Captain Wolfe, only what he can pay, before his own Power Up."""
    position = powering(in_turn(2, paths=("harmony", "dominance")), 0, 1)
    give(position, 0, energy_core=1)
    position.when(0, events.HydrocoreExchange("to_water")).rejected("AN-7.8.4")
    position.when(1, events.HydrocoreExchange("to_gold")).rejected("AN-7.8.4")
    position.when(1, events.HydrocoreExchange("to_core")).rejected("AN-7.1.15")
    give(position, 1, powered=0, energy_core=1)
    position.when(1, events.HydrocoreExchange("to_water")).figures(1, water=2, energy_core=0)
    position.when(1, events.PowerUp(())).accepted()
    position.when(1, events.HydrocoreExchange("to_core")).rejected("AN-6.1.1")


def warping(position, *seats):
    state = position.state
    state.phase, state.due = "warp", "action"
    state.agenda = [Warping(seat) for seat in reversed(seats)]
    state.chosen = [None] * len(state.players)
    return position


def test_warp_choices():
    """AN-6.5.1, AN-7.10.3: none, one or two different tiles of the player's own supply; 46 at most."""
    position = warping(give(in_turn(2, era=2), 0, water=2), 0, 1)
    assert len(asked(position, 0)) == 46
    give(position, 0, warped={"warp_gold": 1})
    assert len(asked(position, 0)) == 1 + 8 + 28
    for wrong in (("warp_gold",), ("warp_water",) * 2, ("warp_water", "warp_uranium", "warp_titanium"), ("nonsense",)):
        position.when(0, events.ChooseWarp(wrong)).rejected("AN-6.5.1")
    position.when(0, events.ChooseWarp(("warp_water", "warp_uranium"))).accepted()
    position.when(0, events.ChooseWarp(())).rejected("AN-6.1.1")


@pytest.mark.parametrize(("water", "choices"), [(0, 1 + 6 + 15 + 3), (1, 1 + 9 + 36 - 3), (2, 46)])
def test_warp_choices_by_water(water, choices):
    """AN-6.5.4: as many tiles of Workers as there is Water for, with the two of the Water tile."""
    assert len(asked(warping(give(in_turn(2), 0, water=water), 0, 1), 0)) == choices


def test_warp_is_resolved_when_all_have_chosen():
    """AN-6.5.1, AN-6.5.2, AN-6.5.3: in secret, in any order; then in player order on the present tile."""
    position = warping(in_turn(2, era=3), 0, 1)
    position.state.player_order = [1, 0]
    position.when(0, events.ChooseWarp(("warp_uranium", "warp_gold"))).figures(0, gold=0)
    position.when(1, events.ChooseWarp(("warp_neutronium",))).figures(0, gold=1, uranium=1).figures(1, neutronium=1)
    assert [entry.seat for entry in position.entries] == [1, 0, 0]
    assert position.state.players[0].warped == [0, 3, 0, 3, 0, 0, 0, 0, 0]


def test_a_worker_by_warp():
    """AN-6.5.4, AN-6.5.6, AN-6.5.8: for a Water, also with Grand Reservoir; it may be placed in this Era."""
    position = warping(give(in_turn(2), 0, water=1, tiles={"lab_1": "grand_reservoir"}), 0)
    position.state.chosen[1] = ()
    position.when(0, events.ChooseWarp(("warp_engineer",))).figures(0, water=0, active_engineer=1)
    assert position.state.players[0].fresh == [0] * 4
    assert position.settled().state.phase == "action"
    position.legal(events.PlaceWorker("purify", "engineer"), actor=0)


@pytest.mark.parametrize(("powered", "supply", "gained"), [(6, 0, 0), (4, 2, 1)])
def test_an_exosuit_by_warp(powered, supply, gained):
    """AN-6.5.7: from the supply on a free slot; without one the tile stays on the Timeline all the same."""
    position = warping(give(in_turn(2), 0, powered=powered), 0)
    position.state.chosen[1] = ()
    position.when(0, events.ChooseWarp(("warp_exosuit",))).figures(
        0, powered=powered + gained, exosuits=supply - gained
    )
    assert position.state.players[0].warped[8] == 1


def test_where_the_game_stands():
    """AN-9.2, AN-9.3, AN-9.4, AN-9.5, AN-9.7: Era, phase, the turn of the Era and of the game."""
    position = set_up(2)
    turn = position.rules.turn(position.state)
    assert (turn.round, turn.phase, turn.index, turn.cycle) == (0, "setup", 0, 0)
    position = give(in_turn(2, era=3), 0, active={"engineer": 1})
    turn = position.rules.turn(position.state)
    assert (turn.round, turn.phase, turn.index, turn.cycle, turn.actors) == (3, "action", 1, 1, (0,))
    position.when(0, events.PlaceWorker("purify", "engineer")).accepted()
    turn = position.rules.turn(position.state)
    assert (turn.index, turn.cycle, turn.actors) == (2, 2, (1,))
    position.when(1, events.Pass()).accepted()
    position.when(0, events.Pass()).accepted()
    trial = position.fork()
    steps = list(iter(lambda: trial.rules.proceed(trial.state), None))
    assert [step.name for step in steps if step.ends_round] == ["era_end"]
    turn = position.rules.turn(position.settled().state)
    assert (position.state.turns, turn.round, turn.phase, turn.cycle) == (3, 4, "preparation", 0)
