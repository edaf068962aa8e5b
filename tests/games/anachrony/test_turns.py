"""Turns, placements and Free Actions in general (AN-6.6, AN-7.1, AN-7.2, AN-7.10)."""

import pytest

from engine.games.anachrony.agenda import on_top
from engine.games.anachrony.items import PoweringUp, Turn
from engine.intake import examine
from events.files import Blob
from events.vocabulary import anachrony as events
from projections.verdict import plain_event
from tests.games.anachrony.table import above_focus, asked, collapsing, give, in_turn, place, top


def test_turns_again_and_again():
    """AN-6.6.1, AN-6.6.3, AN-6.6.4, AN-6.6.6, AN-9.5: in order, without those who have passed, until all have."""
    position = in_turn(3)
    for seat in (0, 1, 2):
        give(position, seat, active={"engineer": 2})
    place(position, "purify", "engineer").accepted()
    position.when(0, events.FreeAction("force_workers")).rejected("AN-6.1.1")
    position.when(1, events.Pass()).accepted()
    place(position, "purify", "engineer", seat=2).accepted()
    place(position, "purify", "engineer").accepted()
    place(position, "purify", "engineer", seat=2).accepted()
    position.when(0, events.Pass()).accepted()
    assert position.state.current == 2
    position.when(2, events.Pass()).accepted()
    assert (position.state.agenda, position.state.due, position.state.turns) == ([], "clean_up", 7)


def test_free_actions_before_the_placement():
    """AN-6.6.2, AN-11.4.15, AN-7.2.5: any number of them, then a placement or a pass; never after it."""
    position = give(in_turn(2), 0, morale_step=3, tiles={"life_support_1": "ls_301", "life_support_2": "ls_303"})
    for space, water in (("ls_301", 1), ("ls_303", 3)):
        position.when(0, events.FreeAction(space)).figures(0, water=water)
    position.when(0, events.FreeAction("ls_301")).rejected("AN-7.1.9")
    position.when(0, events.Pass()).accepted()
    position.when(0, events.FreeAction("force_workers")).rejected("AN-6.1.1")


def test_a_pass_is_always_asked():
    """AN-6.6.5, AN-7.10.1: also where it is the only decision."""
    position = give(in_turn(2), 0, powered=0, morale_step=1)
    assert asked(position, 0) == [events.Pass()]
    position.state.agenda[-1] = Turn(0)
    position.when(0, events.Pass()).accepted()


def test_fresh_workers_at_the_end_of_the_turn():
    """AN-6.6.7, AN-11.4.16: woken Workers may be placed from the next turn on."""
    position = give(in_turn(2), 0, morale_step=3, tired={"engineer": 1})
    position.when(0, events.FreeAction("force_workers")).accepted()
    assert asked(position, 0) == [events.Pass()]
    assert position.state.players[0].fresh == [0, 1, 0, 0]
    position.when(0, events.Pass()).accepted()
    assert position.state.players[0].fresh == [0] * 4


def test_the_first_clause_that_fails():
    """AN-7.1.1: space, Worker, Exosuit, cost, effect, in this order."""
    position = give(in_turn(2), 0, active={"administrator": 1}, powered=0)
    place(position, "construct_3", "administrator").rejected("AN-7.1.2")
    place(position, "construct_2", "administrator").rejected("AN-7.1.3")
    place(position, "construct_2", "engineer").rejected("AN-7.1.5")
    give(position, 0, active={"engineer": 1})
    place(position, "construct_2", "engineer").rejected("AN-7.1.4")
    give(position, 0, powered=1)
    place(position, "construct_2", "engineer").rejected("AN-7.1.15")
    give(position, 0, water=1)
    place(position, "construct_2", "engineer").rejected("AN-7.1.6")


@pytest.mark.parametrize("space", ["nonsense", "pp_101", "anomaly_lab_1", "anomaly_lab_9", "evacuation", "leader"])
def test_spaces_that_are_not_there(space):
    """AN-7.1.2: before the Impact no Evacuation; only the player's own tiles; a Free Action is not a Worker space."""
    position = give(in_turn(2), 0, active={"engineer": 1})
    give(position, 1, tiles={"power_plant_1": "pp_101"})
    give(position, 0, anomalies=["power_plant_2"])
    place(position, space, "engineer").rejected("AN-7.1.2")
    assert space not in {event.space for event in asked(position, 0) if isinstance(event, events.PlaceWorker)}


def test_spaces_that_are_taken():
    """AN-7.1.2: a hex with an Exosuit or a face-down tile, a Worker space with a Worker; a pool never."""
    position = in_turn(2, era=5, after_impact=True)
    give(position, 0, active={"scientist": 4}, tiles={"factory_1": "fa_201", "life_support_1": "ls_303"})
    position.state.face_down = ["research_1"]
    for space in ("fa_201", "purify", "mine_1"):
        place(position, space, "scientist").accepted()
        position.when(0, asked(position, 0)[0]) if space == "mine_1" else None
        position.state.agenda, position.state.current = [Turn(0)], 0
    place(position, "fa_201", "scientist").rejected("AN-7.1.2")
    place(position, "mine_1", "scientist").rejected("AN-7.1.2")
    place(position, "research_1", "scientist").rejected("AN-7.1.2")
    place(position, "ls_303", "scientist").rejected("AN-7.1.2")
    place(position, "purify", "scientist").accepted()


def test_a_genius_is_every_worker():
    """AN-7.1.3, AN-4.4.7: a Genius may stand where any Worker may; others only where their type is asked for."""
    tiles = {"factory_1": "fa_212", "life_support_1": "ls_307", "lab_1": "la_415"}
    position = give(in_turn(2), 0, active=dict.fromkeys(("administrator", "engineer", "genius", "scientist"), 1))
    give(position, 0, tiles=tiles)
    for space, type_ in (("fa_212", "engineer"), ("ls_307", "administrator"), ("la_415", "scientist")):
        for worker in ("administrator", "engineer", "genius", "scientist"):
            outcome = place(position.fork(), space, worker)
            outcome.accepted() if worker in (type_, "genius") else outcome.rejected("AN-7.1.3")


def test_exosuits():
    """AN-7.1.4, AN-7.2.2: a normal one first; none on the player board."""
    position = in_turn(2, era=5, paths=("harmony", "dominance"), after_impact=True)
    give(position, 0, active={"engineer": 3}, powered=1, powered_glitch=1, tiles={"factory_1": "fa_201"})
    position.state.players[0].exosuits = 4
    place(position.fork(), "fa_201", "engineer").figures(0, powered=1, powered_glitch=1)
    place(position, "purify", "engineer").figures(0, powered=0, powered_glitch=1)
    assert [each.space for each in position.state.players[0].busy] == position.state.players[0].suits == ["purify"]


def test_payments_where_there_is_a_choice():
    """AN-7.2.1, AN-7.1.14, AN-7.10.3: stated there, and only there; the exact number of units; equal lists once."""
    position = give(in_turn(2), 0, titanium=2, gold=1, active={"engineer": 1})
    give(position, 0, tiles={"factory_1": "fa_213", "factory_2": "fa_201"})
    place(position, "fa_213", "engineer").rejected("AN-7.0")
    place(position, "fa_213", "engineer", events.Payment(neutronium=1)).rejected("AN-7.2.1")
    place(position, "fa_201", "engineer", events.Payment(tug=("gold",))).rejected("AN-7.2.1")
    place(position, "fa_213", "engineer", events.Payment(tug=("gold",))).rejected("AN-7.1.14")
    place(position, "fa_213", "engineer", events.Payment(tug=("gold", "neutronium"))).rejected("AN-7.1.14")
    place(position, "fa_213", "engineer", events.Payment(tug=("uranium", "gold"))).rejected("AN-7.1.15")
    offered = [each.payment.tug for each in asked(position, 0) if getattr(each, "space", "") == "fa_213"]
    assert offered == [("titanium", "titanium"), ("titanium", "gold")]
    place(position, "fa_213", "engineer", events.Payment(tug=("gold", "titanium"))).figures(
        0, titanium=1, energy_core=2
    )


def test_unknown_workers_and_parameters():
    """AN-7.0: unknown Worker types, and parameters of other spaces."""
    position = give(in_turn(2), 0, active={"engineer": 1}, tiles={"life_support_1": "ls_301"})
    give(position, 0, morale_step=3)
    position.when(0, events.FreeAction("ls_301", worker="engineer")).rejected("AN-7.0")
    position.when(0, events.FreeAction("force_workers", mode="gain")).rejected("AN-7.0")
    position.when(0, events.FreeAction("force_workers")).accepted()


@pytest.mark.parametrize(
    ("record", "verdict"),
    [
        ('{"seq":2,"actor":null,"event":{"kind":"first_player","player":0,"colour":"red"}}', "illegal"),
        ('{"seq":2,"actor":null,"event":{"kind":"first_player"}}', "illegal"),
        ('{"seq":2,"actor":null,"event":{"kind":"first_player","player":"Ann"}}', "illegal"),
        ('{"seq":2,"actor":0,"event":{"kind":"power_up","slots":[{"pay":{}}]}}', "illegal"),
        ('{"seq":2,"actor":null,"event":{"kind":"nonsense"}}', "unreadable"),
        ('{"seq":2,"actor":null,"event":{"player":0}}', "unreadable"),
        ('{"seq":2,"actor":null,"event":{"kind":"first_player","player":0},"colour":"red"}', "unreadable"),
        ('{"seq":2,"actor":"Ann","event":{"kind":"first_player"}}', "unreadable"),
        ('{"seq":3,"actor":null,"event":{"kind":"first_player","player":0}}', "unreadable"),
    ],
)
def test_records_with_other_parameters(record, verdict):
    """AN-7.0: unknown, missing and wrong parameters of a known event; the records before it stand."""
    head = b'{"game":"anachrony","seats":[{},{}]}\n{"seq":1,"actor":null,"event":{"kind":"first_player","player":1}}\n'
    seen = []
    watch = lambda game: game.on_record.append(lambda game, actor, event: seen.append(game.seq))  # noqa: E731
    report = examine(Blob("x", head + record.encode() + b'\n{"seq":3}'), prepare=watch)
    assert report.verdict == verdict
    if verdict == "illegal":
        broke = report.replay.broke
        assert (broke.violation.clause, broke.seq, broke.line, report.replay.seq) == ("AN-7.0", 2, 3, 1)
        assert seen == [0, 1]
        assert report.game_log().records == report.replay.log().records
        assert plain_event(broke.event)["kind"] in record


def test_parameters_that_are_missing():
    """AN-7.0: what a decision needs where it stands: payments, modes, Workers, bonuses, units of the Tectonic Drill."""
    workers = {"engineer": 2, "administrator": 1}
    position = give(in_turn(2, leaders={"salvation": "shepherd_caratacus"}), 0, active=workers, titanium=2, water=2)
    give(position, 0, tiles={"factory_1": "fa_213", "life_support_1": "dark_matter_converter"}, morale_step=1)
    place(position, "fa_213", "engineer").rejected("AN-7.0", missing="payment")
    position.when(0, events.FreeAction("leader")).rejected("AN-7.0", missing="mode")
    position.when(0, events.FreeAction("force_workers")).rejected("AN-7.0", missing="lost_worker")
    position.when(0, events.FreeAction("dark_matter_converter")).rejected("AN-7.0", missing="worker")
    give(position, 0, tiles={"lab_1": "tectonic_drill"})
    mining = place(position.fork(), "mine_1", "engineer").accepted()
    mining.when(0, events.MineTake("gold")).rejected("AN-7.0", missing="drill")
    place(collapsing(position, recruit_1="cc_recruit_bonus"), "recruit_1", "administrator").accepted()
    position.when(0, events.RecruitWorker("genius")).rejected("AN-7.0", missing="bonus")
    position.when(0, events.RecruitWorker("genius", "engineer")).rejected("AN-7.0", missing="bonus2")


def test_a_worker_that_is_none():
    """AN-7.0: an unknown type of Worker."""
    position = give(in_turn(2), 0, active={"engineer": 1})
    place(position, "purify", "nonsense").rejected("AN-7.0")


def test_executable_effects():
    """AN-7.1.6, AN-7.6.8: Time Travel in Era 1, no tile to return, no token, no room for an Exosuit."""
    tiles = {"power_plant_1": "pp_101", "lab_1": "la_407", "lab_2": "la_403"}
    position = give(in_turn(2), 0, energy_core=1, active={"scientist": 1}, tiles=tiles)
    for space in ("pp_101", "la_407", "la_403", "trade"):
        if space == "trade":
            give(position, 0, energy_core=0)
        place(position, space, "scientist").rejected("AN-7.1.6")


def test_recruiting_and_research_need_something():
    """AN-7.1.6, AN-7.3.10: a Worker that may be recruited; a Breakthrough in the supply."""
    position = give(in_turn(2), 0, active={"engineer": 1, "scientist": 1})
    position.state.recruit_pool = [0, 0, 1, 0]
    place(position, "recruit_1", "engineer").rejected("AN-7.1.6")
    position.state.players[1].breakthroughs = [3] * 15
    position.state.breakthrough_supply = [0] * 15
    place(position, "research_1", "scientist").rejected("AN-7.1.6")


def test_idle_actions():
    """AN-7.1.6: with the option some spaces may be used without effect, and the first trade declined."""
    tiles = {"lab_1": "la_407", "lab_2": "la_403", "factory_1": "particle_collider"}
    position = give(in_turn(2, idle_actions=True), 0, energy_core=1, active={"scientist": 1}, tiles=tiles)
    for space in ("la_407", "la_403", "trade"):
        idle = place(position.fork(), space, "scientist").accepted()
        if space == "trade":
            idle.when(0, events.Decline()).figures(0, energy_core=1)
        assert idle.state.current == 1
    position.when(0, events.FreeAction("particle_collider")).accepted()
    position.state.players[1].suits = ["construct_1", "construct_2"]
    give(position, 0, water=1, active={"administrator": 1})
    place(position, "council_right", "administrator").figures(0, water=0)


def test_looking_ahead():
    """AN-7.10.5, AN-7.1.8: the acting Worker does not pay for the Superproject that he builds."""
    position = give(in_turn(2), 0, titanium=4, active={"engineer": 1}, breakthroughs=["shape_1/icon_1"])
    above_focus(position, 0, "anti_gravity_field")
    position.state.primary = [""] * 4
    place(position, "construct_1", "engineer").rejected("AN-7.1.6")
    give(position, 0, tired={"engineer": 1})
    place(position, "construct_1", "engineer").accepted()


def test_equal_values_once():
    """AN-7.10.2: equal Workers and equal cubes are one value."""
    position = give(in_turn(2), 0, active={"engineer": 3})
    spaces = [(each.space, each.worker) for each in asked(position, 0) if isinstance(each, events.PlaceWorker)]
    assert len(set(spaces)) == len(spaces)
    place(position, "mine_1", "engineer").accepted()
    assert asked(position, 0) == [events.MineTake("gold"), events.MineTake("uranium"), events.MineTake("titanium")]


def test_covered_tiles():
    """AN-7.1.17, AN-4.4.4, AN-11.4.8: no space, no Free Action, no passive effect; the Worker on it returns."""
    position = in_turn(2, era=2)
    tiles = {"power_plant_1": "pp_101", "life_support_1": "ls_301", "lab_1": "la_401"}
    give(position, 0, active={"engineer": 1}, tiles=tiles, anomalies=list(tiles))
    place(position, "pp_101", "engineer").rejected("AN-7.1.2")
    position.when(0, events.FreeAction("ls_301")).rejected("AN-7.1.2")
    assert events.PlaceWorker("pp_101", "engineer") not in asked(position, 0)
    open_ = give(in_turn(2, era=4), 0, active={"engineer": 1}, tiles=tiles, anomalies=["lab_1"])
    place(open_, "pp_101", "engineer").figures(0, focus=3)  # range 1, without Lab 401


def test_points_are_tokens():
    """AN-7.1.16: points gained during play."""
    position = give(in_turn(2), 0, active={"engineer": 1}, tiles={"lab_1": "la_413"})
    place(position, "la_413", "engineer").figures(0, vp_tokens=1, vp=0, water=1)


def test_a_powered_exosuit_as_a_bonus():
    """AN-7.1.10, AN-7.3.23: without room nothing is gained."""
    for powered, gained in ((5, 1), (6, 0)):
        position = give(in_turn(2, era=5, after_impact=True), 0, powered=powered, active={"engineer": 1})
        collapsing(position, recruit_1="cc_recruit_exosuit")
        place(position, "recruit_1", "engineer").accepted()
        position.when(0, events.RecruitWorker("engineer")).figures(0, powered=powered - 1 + gained)


def test_free_action_spaces():
    """AN-7.2.4, AN-7.1.2: own tiles with a Free Action, Supply on Dominance's side B, no leader without one."""
    position = give(in_turn(2, paths=("dominance", "harmony"), board_side="b"), 0, water=4, tired={"engineer": 1})
    position.when(0, events.FreeAction("leader")).rejected("AN-7.1.2")
    position.when(0, events.FreeAction("pp_101")).rejected("AN-7.1.2")
    give(position, 0, active={"engineer": 1})
    place(position, "supply", "engineer").rejected("AN-7.1.2")  # AN-7.5.1
    position.when(0, events.FreeAction("supply")).figures(0, water=0, active_engineer=2, morale_step=5)
    other = give(in_turn(2), 0, water=5)
    other.when(0, events.FreeAction("supply")).rejected("AN-7.1.2")


def test_a_free_action_that_costs():
    """AN-7.2.5, AN-7.1.15: the cost of Factory 215."""
    position = give(in_turn(2), 0, tiles={"factory_1": "fa_215"})
    position.when(0, events.FreeAction("fa_215")).rejected("AN-7.1.15")
    give(position, 0, water=1)
    position.when(0, events.FreeAction("fa_215")).figures(0, water=0)
    position.when(0, events.ChooseGain(0, ("uranium",))).figures(0, uranium=1)
    position.legal(events.Pass(), actor=0)


def test_a_discount_for_each_action():
    """AN-7.1.7: a Free Action and the placement after it are two actions."""
    position = give(in_turn(2), 0, water=1, active={"scientist": 1})
    give(position, 0, tiles={"factory_1": "fa_215", "lab_1": "grand_reservoir"})
    position.when(0, events.FreeAction("fa_215")).figures(0, water=1)
    position.when(0, events.ChooseGain(0, ("gold",))).accepted()
    place(position, "research_2", "scientist").figures(0, water=1)
    top(position, "ls_303")


def test_what_may_be_answered_in_any_order():
    """AN-6.1.1: the newest item alone, unless it is one of those that wait side by side."""
    side_by_side = [PoweringUp(1), PoweringUp(0)]
    assert list(on_top([Turn(2), *side_by_side])) == [PoweringUp(0), PoweringUp(1)]
    assert list(on_top(side_by_side)) == [PoweringUp(0), PoweringUp(1)]
    assert list(on_top([*side_by_side, Turn(2)])) == [Turn(2)]
    assert list(on_top([Turn(1), Turn(2)])) == [Turn(2)]
    assert list(on_top([])) == []


def test_a_placement_as_it_is_spelt():
    """AN-7.10.3: the units in order, on one's own spaces and on those that are copied."""
    position = in_turn(2)
    told, plain = events.Payment(water=1, tug=("gold", "titanium")), events.Payment(water=1, tug=("titanium", "gold"))
    for payment, spelt in ((told, plain), (events.Payment(water=2), events.Payment(water=2)), (None, None)):
        for of in (
            lambda paid: events.PlaceWorker("pp_113", "genius", paid),
            lambda paid: events.CopyWorkerSpace(1, "x", paid),
        ):
            assert position.rules.plain(position.state, 0, of(payment)) == of(spelt)


def test_a_note_before_a_record_with_other_parameters_is_kept():
    """AN-7.0: the log ends before the record; what stands in it, a note among it, is kept with its numbers."""
    lines = (
        b'{"game":"anachrony","seats":[{},{}]}',
        b'{"seq":1,"actor":null,"event":{"kind":"note","text":"a remark"}}',
        b'{"seq":2,"actor":null,"event":{"kind":"first_player","player":1}}',
        b'{"seq":3,"actor":null,"event":{"kind":"first_player","player":0,"why":1}}',
    )
    report = examine(Blob("x", b"\n".join(lines)))
    broke = report.replay.broke
    assert (report.verdict, broke.violation.clause, broke.seq, broke.line) == ("illegal", "AN-7.0", 3, 4)
    assert [record.seq for record in report.game_log().records] == [1, 2]
