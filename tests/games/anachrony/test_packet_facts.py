"""What packets leave open (AN-16.45, AN-16.70), and undos of which they do not tell all (AN-16.46)."""

import json

import pytest

from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings import bga_anachrony as reading
from engine.games.anachrony.readings._bga_facts import _breakthroughs
from engine.games.anachrony.readings._bga_options import shown_options
from engine.games.anachrony.readings._bga_undo import InForce, in_force_by_rule
from engine.games.anachrony.writings.bga_anachrony import write
from engine.intake import examine
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.snapshot import state_bytes
from events.files import Blob
from events.notations.bga_anachrony import parse
from events.vocabulary import anachrony as events
from projections.screen.verdict_line import verdict_lines
from projections.verdict import verdict_on
from tests.games.anachrony.packets import Packets, events_of, examined, table, table_log
from tests.games.anachrony.test_packet_examples import BOB, CYD, VP, at_table, give, read_on, vp

CARDS = frozenset(ruleset("anachrony").start(table_log("packets-1").header).tables.endgame_cards)


def without(answer, *types, sides=True):
    """An archive answer without entries of some types, and without side facts if so told."""
    for packet in answer["data"]["logs"]:
        packet["data"] = [entry for entry in packet["data"] if entry["type"] not in types]
    if not sides:
        del answer["gamedatas"]
    return answer


def written(name, states=True):
    """The archive answer of a self-played game."""
    return json.loads(write(table_log(name), states))


def assumed(report):
    """The facts that the header says are open, by what they are."""
    return {fact.what: fact for fact in report.replay.header.assumed}


def test_facts_of_the_setup_that_nothing_depends_on():
    """AN-16.70, AN-16.71: what stands in is said: in which record, for which values; side facts tell it."""
    answer = without(written("packets-1"), sides=False)
    report = examined(answer)
    facts = assumed(report)
    assert report.verdict == "valid"
    assert {"the Superproject of Era 1", "the first lab"} & set(facts)
    for fact in facts.values():
        event = str(report.replay.played[fact.seq - 1][1])
        assert all(part in event for part in fact.value.replace("/", " ").split())
        assert set(fact.value.split()) <= set(fact.among)
    first = next(verdict_lines(verdict_on(report)))
    assert f", with {len(facts)} facts open" in first
    assert replay(ruleset("anachrony"), report.game_log()).verdict == "valid"
    assert assumed(examined(written("packets-1"))) == {}


def spoilt(answer):
    """The same with a counter that differs late in the game."""
    counters = [each for packet in answer["data"]["logs"] for each in packet["data"] if each["type"] == "counter"]
    counters[len(counters) * 3 // 4]["args"]["nb"] += 1
    return answer


def cut(answer):
    """The same up to the middle of the game."""
    packets = answer["data"]["logs"]
    del packets[len(packets) // 2 :]
    return answer


def whole(answer):
    """The same."""
    return answer


@pytest.mark.parametrize("change", [whole, spoilt, cut])
@pytest.mark.parametrize("name", ["packets-0", "packets-1"])
def test_a_table_that_is_watched_is_read_the_same(name, change):
    """AN-16.42, AN-16.71: whoever watches sees the records of the game that is read without anybody watching."""
    watched = []
    text = json.dumps(change(without(written(name), sides=False)))
    blob = Blob("table.json", text.encode())
    reports = [
        examine(blob, prepare=prepare)
        for prepare in (None, lambda game: game.on_record.append(lambda *played: watched.append(played)))
    ]
    told = [
        (verdict_on(report), game.log(), game.entered, state_bytes(game.state), game.discrepancies)
        for report in reports
        for game in [report.replay]
    ]
    assert told[0] == told[1]
    assert len(watched) >= reports[1].replay.seq > 0


def test_a_document_is_read_twice():
    """What the reading found before is not changed by whoever reads it."""
    document = parse(json.dumps(written("packets-0")))
    header = reading.header(document)
    games = [Replay(ruleset("anachrony"), header) for _ in range(2)]
    for game in games:
        reading.read(document, game)
        game.finish()
    first, second = games
    assert (first.log(), first.standings) == (second.log(), second.standings)
    assert state_bytes(first.state) == state_bytes(second.state)


@pytest.mark.parametrize("name", ["res_11", "res_11_7", "res_11_12", "res_11_", "vp_11_1", "warp_11"])
def test_a_counter_of_nothing_is_not_read(name):
    """AN-16.51: a table with a counter that is no figure is unreadable."""
    answer = written("packets-0")
    players = [each["id"] for each in answer["data"]["players"]]
    counters = [each for packet in answer["data"]["logs"] for each in packet["data"] if each["type"] == "counter"]
    counters[5]["args"]["id"] = name.replace("11", str(players[0]))
    report = examined(answer)
    assert report.verdict == "unreadable"
    assert "a counter" in str(report.problem)


def test_a_side_that_is_no_text_says_nothing():
    """AN-16.40: the side of the boards is then open, as if it were not stated."""
    answer = written("packets-0")
    del answer["table"]
    answer["gamedatas"]["side"] = ["a"]
    assert examined(answer).verdict == "valid"


def test_a_fact_on_which_the_result_depends():
    """AN-16.70, AN-16.71: without `finalscore` nobody knows who wins the Endgame cards: incomplete, by name."""
    answer = without(written("packets-1"), "finalscore", sides=False)
    report = examined(answer)
    assert report.verdict == "incomplete"
    assert "the 5 Endgame Condition cards" in str(report.problem)
    answer["gamedatas"] = written("packets-1")["gamedatas"]
    assert examined(answer).verdict == "valid"


def test_cards_that_nobody_can_have():
    """AN-16.71, AN-16.47: points that no five cards give are differences, without a traceback."""
    answer = without(written("packets-1"), sides=False)
    told = [e["args"] for packet in answer["data"]["logs"] for e in packet["data"] if e["type"] == "finalscore"]
    for each in told:
        if int(each["j"]) == 12:
            each["score"] = 2
    report = examined(answer)
    assert (report.verdict, report.problem) == ("discrepant", None)
    assert {each.recorded for each in report.replay.discrepancies if each.figure in CARDS} >= {2}


def test_a_lost_spot():
    """AN-16.32, AN-16.45: an Anomaly without its row lies where all that follows fits; else it is `ambiguous`, once."""
    for name in ("packets-0", "packets-1", "packets-2", "packets-3"):
        answer = written(name)
        laid = [e for packet in answer["data"]["logs"] for e in packet["data"] if e["type"] == "newanomaly"]
        for entry in laid:
            entry["args"]["anomaly"] = None
        report = examined(answer)
        assert report.verdict == "valid"
        places = [
            n for n, (_, event, _) in enumerate(report.replay.played, 1) if isinstance(event, events.PlaceAnomaly)
        ]
        doubts = [fact for fact in report.replay.header.assumed if fact.what == "ambiguous: the spot of an Anomaly"]
        assert len({fact.seq for fact in doubts}) == len(doubts)
        assert {fact.seq for fact in doubts} <= set(places)
        assert all(len(fact.among) > 1 and fact.value in fact.among for fact in doubts)


def chameleon():
    """Bob's Genius on Quantum Chameleon, with own Life Supports of equal effect."""
    position = give(at_table(BOB), BOB, active={"genius": 1, "scientist": 2, "administrator": 2})
    give(position, BOB, tiles={"factory_1": "quantum_chameleon", "life_support_2": "ls_305"})
    return give(position, CYD, tiles={"life_support_1": "ls_306"})


def test_the_copied_space():
    """AN-16.45, AN-7.7.17: of spaces with equal entries the own one before those of others."""
    packets = Packets().move("worker_40", "phsuperproject17").gain("Bob", 300000, water=3).ask("Bob", "Confirm")
    packets.note("Cyd", "passes").ask("Ann", "Pass")
    happened, _ = read_on(chameleon(), packets, workers=[(40, BOB, "genius")])
    assert happened[:2] == [
        (BOB, events.PlaceWorker("quantum_chameleon", "genius")),
        (BOB, events.CopyWorkerSpace(BOB, "ls_305")),
    ]


def test_undos_without_state_entries():
    """AN-16.46: what was taken back is there or gone already, of a pass or of a placement: what fits tells which."""
    made = table().note("Ann").place(15, 13, "purifystack").gain("Ann", 300000, water=11).end()
    made.add("undoRestorePoint").end().note("Ann", "passes").end().add("undoRestorePoint").end()
    made.note("Ann").place(14, 13, "phmine_1").end().add("remove", id="mineres_1").add("remove", id="mineres_6")
    made.gain("Ann", 1100, gold=3, uranium=1).end().add("undoRestorePoint").end().note("Bob", "passes").end()
    made.note("Cyd", "passes").end().note("Ann", "passes").end()
    for packet in made.packets:
        packet["data"] = [entry for entry in packet["data"] if entry["type"] != "gameStateChange"]
    happened = made.events()
    assert (0, events.PlaceWorker("mine_1", "scientist")) in happened
    assert [event for actor, event in happened if actor == 0][-1] == events.Pass()
    assert not [event for _, event in happened if event == events.PlaceWorker("purify", "engineer")]


def test_goods_below_zero():
    """AN-16.50 i: Caratacus returns a token with one Water: -1 is shown, and there is none."""
    made = Packets().add("newpath", path={"id": "4", "player_id": "11", "path": "1", "location": "phleader1"})
    made.ask("Ann", "leader11", "leader12", "Undo").pay("Ann", 10000000200000, water=-1).ask("Ann", "Pass")
    happened, game = read_on(give(at_table(0), 0, water=1, paradox=1), made)
    assert happened == [(0, events.FreeAction("leader", mode="return"))]
    assert (game.state.players[0].water, game.state.players[0].paradox) == (0, 0)


def test_the_tile_under_exosuit_9():
    """AN-16.50 j: Bob has that suit; its tile gives Ann points for a Research on Outback Conditioner."""
    position = at_table(BOB, era=5, after_impact=True)
    position.state.collapsing.update(research_1="cc_research_vp", research_2="cc_research_extra")
    give(position, 0, water=2, tiles={"lab_1": "outback_conditioner"})
    made = Packets().place(8, 9, "phresearch_1").ask("Bob", "shape1", "icon1", "Undo")
    made.note("Bob", "set and rolls", dice="shape1", dice2="icon1").move("breakthrough_31", "breakthroughs_12")
    vp(made, "Bob", 2).note("Bob", "gains", cost=str(2 * VP)).ask("Cyd", "Pass").note("Cyd").ask("Cyd", "Confirm")
    made.ask("Ann", "Pass").note("Ann", "uses", superproject_name="Outback conditioner")
    made.pay("Ann", 200000, water=0).move("worker_14", "phsuperproject9")
    made.ask("Ann", "capitalaction_research", "Undo").ask("Ann", "shape1", "icon1", "Undo")
    made.note("Ann", "set and rolls", dice="shape2", dice2="icon1").move("breakthrough_36", "breakthroughs_11")
    vp(made, "Ann", 2).note("Ann", "gains", cost=str(2 * VP)).ask("Bob", "Pass")
    happened, game = read_on(position, made)
    assert (0, events.CopyCapitalAction("research", "cc_research_vp")) in happened
    assert (game.state.players[0].vp_tokens, game.discrepancies) == (2, [])


def taken_back(made):
    """The numbers of the packets that an undo after the last one takes back, by the rule for logs without prompts."""
    made.add("undoRestorePoint").end()
    blocks = in_force_by_rule(parse(json.dumps(made.packets))).blocks
    left = {entry.packet for block in blocks for entry in block.entries}
    return [number for number in range(1, len(made.packets)) if number not in left]


def test_where_a_request_began_without_state_entries():
    """AN-16.46: exchanges stand between slots, a gained Exosuit is no slot, and an ability can end an Era."""
    made = Packets().note().end().pay("Cyd", 200000).gain("Cyd", 1000000).end()
    made.move("exosuit_2", "phpower4_13").end().pay("Cyd", 1000000).gain("Cyd", 200000).end()
    made.move("exosuit_3", "phpower5_13").end()
    assert taken_back(made) == [3, 4, 5]
    made = Packets().note("Ann", "passes").end().place(15, 13, "phrecruit_1").end()
    made.move("worker_57", "awake_11").move("exosuit_14", "phpower1_11").gain("Ann", 10**11).end()
    assert taken_back(made) == [2, 3]
    setup = Packets().add("chooseleader", player_id="11", player_name="Ann", path=1, leadernb=1, leader="")
    setup.add("newturn", turn=1, superproject=None, mineres={}, workers={}).note().end()
    assert taken_back(setup) == []
    made = Packets().note("Ann", "passes").note().end().pay("Ann", 200000).gain("Ann", 10**8)
    made.add("newturn", turn=2, superproject=None, mineres={}, workers={}).note().note().end()
    made.move("vortex_25", "vortexs_11").end()
    assert taken_back(made) == [2, 3]


def test_an_ability_taken_back_without_state_entries():
    """AN-16.46: Cornella's Research in Clean Up is taken back from its payment on; what came before it stays."""
    made = Packets().note("Ann", "passes").end().note(log="6. Clean Up phase").end()
    made.pay("Cyd", 200000).gain("Cyd", 10**8).end().pay("Bob", 300000).end()
    assert taken_back(made) == [4]


def test_a_cube_without_an_era():
    """AN-16.49: a cube is taken of a Mine pool that no Era has shown: unreadable, not an error of the program."""
    report = Packets().add("chooseleader", player_id="11", player_name="Ann", path=1, leadernb=1, leader="")
    report.add("chooseleader", player_id="12", player_name="Bob", path=2, leadernb=1, leader="")
    assert report.add("remove", id="mineres_1").read().verdict == "unreadable"


def test_an_undo_without_mark():
    """AN-16.46: a head that is repeated was taken back; the header says that the log does not."""
    log = table_log("packets-0")
    answer = json.loads(write(log, False))
    packets = answer["data"]["logs"]
    heads = [
        n
        for n, packet in enumerate(packets)
        if any("phpurify" in str(e) or "purifystack" in str(e) for e in packet["data"])
    ]
    number = heads[len(heads) // 2]
    again = json.loads(json.dumps(packets[number]))
    for entry in again["data"]:
        entry["uid"] += "-again"
    again["packet_id"] = packets[number]["packet_id"]
    packets.insert(number, again)
    for place, packet in enumerate(packets, 1):
        packet["packet_id"] = str(place)
    report = examined(answer)
    assert report.verdict == "valid"
    assert events_of(report.game_log()) == events_of(log)
    fact = assumed(report)["what became of the request before"]
    assert (fact.value, fact.among) == ("an undo", ())


def test_the_first_breakthrough_by_numbers():
    """AN-16.71, AN-16.14: a copy is skipped, or paid and never taken: the one with which Progress began."""

    def kinds(*moved, vp=None):
        traces = [t.BreakthroughTaken(number=n, seat=0) if n > 0 else t.BreakthroughPaid(number=-n) for n in moved]
        scored = [t.Scored(seat=0, columns={6: vp})] if vp is not None else []
        return _breakthroughs([*traces, *scored], 0, "11", [])

    assert kinds(-40) == (9,)
    assert kinds(25) == (9,)
    assert kinds(40, 10) == (9,)
    assert kinds(31, 36, vp=2 + 1) == tuple(range(10))
    assert kinds(31, 36, vp=2 + 1 + 2) == tuple(range(10, 15))


def shown(made):
    """The options that packets made by hand show."""
    return shown_options(InForce(parse(json.dumps(made.end().packets)).blocks, []).entries)


def test_options_that_a_log_shows():
    """AN-16.41: of a newer program: what is paid at Plant 114, for the second die, for a Lab, and more."""
    assert shown(Packets().note("Bob", nb=114).pay("Bob", 100000).move("worker_8", "phbuilding114")) == {
        "plant_114_water": 1
    }
    assert shown(Packets().note("Bob", nb=114).move("worker_8", "phbuilding114")) == {"plant_114_water": 0}
    die = Packets().note("Bob", "set", dice="icon4").end().pay("Bob", 100000)
    assert shown(die.note("Bob", "set", dice="icon4", dice2="shape1")) == {"second_die_water": 1}
    for code, value in ((220010, "text"), (222100, "code")):
        built = Packets().add("chooseleader", player_id="11", path=1, leadernb=1)
        built.move("building_50", "phbuilding43_11", building_type=410).end()
        assert shown(built.pay("Ann", code)) == {"salvation_b_lab3": value}
    assert shown(Packets().move("worker_8", "phbuilding404")) == {"lab_404": "scientist_action"}
    lab = Packets().move("building_50", "phbuilding41_12", building_type=404).pay("Bob", 10**13)
    assert shown(lab) == {"lab_404": "on_build"}
    for column, value in (("awake", "tired_type"), ("sleeping", "placed_type")):
        vat = Packets().move("worker_8", "phsuperproject18")
        row = {"id": 60, "player_id": 12, "type": 4, "location": f"{column}_12"}
        assert shown(vat.add("newworker", worker=row)) == {"cloning_vat": value}
    game = table().note("Ann", nb=114).pay("Ann", 100000).move("worker_14", "phbuilding114").end()
    assert game.read().replay.header.options["plant_114_water"] == 1
    assert table().read().replay.header.options == {"preset": "bga", "board_side": "a", "path_assignment": "given"}
