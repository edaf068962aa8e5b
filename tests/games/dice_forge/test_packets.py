"""Section 16: games as packets of Board Game Arena, written and read."""

import json
import os
import subprocess
import sys

import pytest
from msgspec.structs import replace

from engine.games.dice_forge.options import QUIRKS
from engine.games.dice_forge.readings._bga_amounts import answers_of, answers_with
from engine.games.dice_forge.writings.bga_diceforge import write
from engine.intake import examine
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.files import Blob
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.native import write as native
from events.log.record import Record
from events.notations import bga_diceforge, sniff
from events.vocabulary import dice_forge as ev
from projections.game.position import log_json
from projections.store.trace import watched
from projections.verdict import verdict_on
from tests.games.dice_forge.packets import PLATFORM, Packets, events_of, examined, table_log
from tests.support import PROJECT

PLAIN = ("G1", "G1")
SHOWN = ("G1", "V2")


@pytest.mark.parametrize(
    ("seed", "policy"),
    [
        pytest.param(f"packets-{n}", policy, marks=[] if n < 8 else [pytest.mark.long])
        for n in range(250)
        for policy in ("random", "sensible")
    ],
)
def test_what_is_written_is_read(seed, policy):
    """DF-16.40 to DF-16.47, DF-16.70, DF-16.71: the same records, no difference of any counter."""
    log = table_log(seed, policy)
    report = examined(write(log))
    assert (report.verdict, report.problem) == ("valid", None)
    assert events_of(report.game_log()) == events_of(log)
    assert report.replay.checked > 100


def test_answers_in_another_order():
    """DF-16.21, DF-12.20: a second face answered before another player's first is written where it is asked for."""
    log = table_log("packets-71", "random", "advanced")
    first, second = log.records[183:185]
    assert (first.actor, first.event.die, second.actor, second.event.die) == (2, 2, 1, 2)
    swapped = [replace(second, seq=first.seq), replace(first, seq=second.seq)]
    text = write(GameLog(log.header, [*log.records[:183], *swapped, *log.records[185:]]))
    report = examined(text)
    assert (report.verdict, report.replay.discrepancies) == ("valid", [])
    assert events_of(report.game_log()) == events_of(log)


def test_export_from_the_command_line(tmp_path):
    """DF-16.40: `export --notation bga_diceforge` of a stored game is read back with the same records."""

    def anyturn(*arguments):
        command = [sys.executable, "-m", "cli", *arguments]
        env = os.environ | {"PYTHONPATH": str(PROJECT), "ANYTURN_DB": str(tmp_path / "s.duckdb")}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True, text=True).stdout

    log = table_log("command line", "sensible", "advanced")
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(native(log)))
    stored = json.loads(anyturn("import", "game.jsonl", "--json"))
    anyturn("export", stored["game_id"], "--notation", "bga_diceforge", "--out", "table.json")
    assert json.loads(anyturn("validate", "table.json", "--json"))["verdict"] == "valid"
    assert events_of(examined((tmp_path / "table.json").read_text()).game_log()) == events_of(log)


def contents_of(row):
    """A row without the spelling of its counters."""
    return row.packet, row.move, row.time, row.uid, row.type, row.args, row.counters()


def test_forms_of_the_same_packets():
    """DF-16.1 to DF-16.4: archive answer, bare list, replay page, rows; any order, some twice; no numbers."""
    answer = json.loads(write(table_log("forms", "sensible", "basic")))
    packets = answer["data"]["logs"]
    rows = [
        {
            "gamelog_packet_id": packet["packet_id"],
            "gamelog_move_id": packet["move_id"],
            "gamelog_time": packet["time"],
            "gamelog_notification": json.dumps(packet["data"]),
            "cancel": 0,
        }
        for packet in packets
    ]
    cancelled = rows[5] | {"gamelog_packet_id": "99999", "cancel": 1}
    expected = [contents_of(row) for row in bga_diceforge.parse(json.dumps(answer)).rows]
    unnumbered = [{key: value for key, value in packet.items() if key != "packet_id"} for packet in packets]
    for form in (packets, {"data": packets}, packets[::-1] + packets[:7], [*rows, cancelled], unnumbered):
        text = json.dumps(form)
        assert sniff(text) == "bga_diceforge"
        assert [contents_of(row) for row in bga_diceforge.parse(text).rows] == expected
    assert examined(json.dumps(packets)).verdict == "valid"


def test_a_notification_in_two_packets():
    """DF-16.2, DF-16.3: it counts where it was sent first, in whatever order the packets lie in the file."""
    first = {"packet_id": "9", "data": [{"uid": "a", "type": "notifLastTurn"}]}
    again = {"packet_id": "10", "data": [{"uid": "b", "type": "notifEndTurn"}, {"uid": "a", "type": "notifLastTurn"}]}
    for packets in ([first, again], [again, first]):
        rows = bga_diceforge.parse(json.dumps(packets)).rows
        assert [(row.packet, row.uid) for row in rows] == [(9, "a"), (10, "b")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[1]", "a packet"),
        ("{", "JSON"),
        ('{"data": {}}', "no packets"),
        ('[{"packet_id": "x", "data": []}]', "'x'"),
        ('[{"packet_id": "1"}]', "no packet_id or no data"),
        ('[{"packet_id": "1", "data": [{"args": 3}]}]', "no notification"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_what_is_no_packet(text, found):
    """DF-16.2, DF-16.3: one line says what was found."""
    with pytest.raises(Unreadable) as problem:
        bga_diceforge.parse(text)
    assert found in str(problem.value)
    assert len(str(problem.value).splitlines()) == 1


def test_the_beginning_of_a_table():
    """The example of section 16: EX-3 with a forge."""
    made = Packets()
    for seat, (name, faces) in enumerate((("Ann", ("FS1", "V2")), ("Ben", PLAIN), ("Cay", ("G1", "MS1")))):
        made.note("notifMessage", player_name=name, sides_rolled=",".join(faces)).rolls(faces, first=seat)
    made.counters(goldcount_p11=3, firecount_p11=1, player_score_11=2, goldcount_p12=4, mooncount_p13=1)
    side = {"side_type": "G4", "dice_number": "1", "old_side_type": "G1", "ressources": "3 [G]"}
    made.move().note("notifSideForged", player_id="11", player_name="Ann", **side)
    made.note("notifBeginPlayerTurn", player_name="Ben", player_id="12")
    made.note("notifMessage", player_name="Ben", sides_rolled="G1,G1").rolls(PLAIN, first=1)
    made.counters(goldcount_p11=0, goldcount_p12=6)
    assert made.events() == [
        (None, ev.DiceRolled(0, {"1": "sun_1", "2": "glory_2"}, "turn")),
        (None, ev.DiceRolled(1, {"1": "gold_1", "2": "gold_1"}, "turn")),
        (None, ev.DiceRolled(2, {"1": "gold_1", "2": "moon_1"}, "turn")),
        (0, ev.ForgeFace("gold_4", 1, "gold_1")),
        (None, ev.DiceRolled(1, {"1": "gold_1", "2": "gold_1"}, "turn")),
    ]
    report = made.read()
    assert report.replay.header.played_at == "2021-01-01"
    assert report.replay.checked == 7


def test_a_counter_that_differs():
    """DF-16.45, DF-12.6, DF-8.20: the difference is noted at its packet, and the platform's figure put in."""
    made = Packets().rolls(("FS1", "V2"), PLAIN, PLAIN).counters(goldcount_p11=5)
    report = made.read()
    assert report.verdict == "discrepant"
    found = report.replay.discrepancies
    assert [(d.line, d.seat, d.figure, d.recorded, d.computed) for d in found] == [(1, 0, "gold", 5, 3)]
    assert report.replay.state.players[0].gold == 5
    log = report.game_log()
    (told,) = verdict_on(report).interventions
    assert (told["seq"], told["event"]["kind"], told["event"]["gold"]) == (4, "platform_adjustment", 2)
    assert [record["who"] for record in log_json(log, watched(log))] == ["chance"] * 3 + ["an intervention"]


@pytest.mark.parametrize("told", [13, -1])
def test_a_counter_that_cannot_be(told):
    """DF-16.45, DF-4.3: more than fits, or less than nothing, is a difference as well, but is not put in."""
    made = Packets().rolls(("FS1", "V2"), PLAIN, PLAIN).counters(goldcount_p11=told, firecount_p11=3)
    report = made.read()
    assert report.verdict == "discrepant"
    found = [(d.figure, d.recorded, d.computed) for d in report.replay.discrepancies]
    assert found == [("gold", told, 3), ("sun", 3, 1)]
    assert (report.replay.state.players[0].gold, report.replay.state.players[0].sun) == (3, 3)


@pytest.mark.parametrize(
    ("type_", "args", "verdict"),
    [
        ("notifBlessing", {"gold": 5}, "incomplete"),
        ("notifSideForged", {"side_type": "G3", "dice_number": 1, "old_side_type": "G1"}, "illegal"),
        ("notifUseCerberusToken", {}, "illegal"),
    ],
)
def test_a_roll_missing(type_, args, verdict):
    """DF-6.24, DF-8.2, DF-16.42: before the last roll nothing is open; amounts mean nothing, a decision is early."""
    made = Packets().rolls(SHOWN, SHOWN).move().note(type_, player_id="11", player_name="Ann", **args)
    report = made.read()
    assert report.verdict == verdict
    if verdict == "illegal":
        assert (report.replay.broke.violation.clause, report.replay.broke.line) == ("DF-8.2", 2)


def test_a_packet_missing():
    """DF-16.41, DF-8.2: what comes after it breaks a clause, at its packet."""
    answer = json.loads(write(table_log("missing", "sensible", "basic")))
    packets = answer["data"]["logs"]
    forging = next(n for n, p in enumerate(packets) if any(e["type"] == "notifExploitBuy" for e in p["data"]))
    for packet in packets[: forging + 1]:
        packet["data"] = [entry for entry in packet["data"] if not entry["args"] or not dict(entry["args"]).get("roll")]
    report = examined(answer)
    assert report.verdict == "illegal"
    assert report.replay.broke.violation.clause == "DF-8.2"
    assert report.replay.broke.line <= forging + 1


def test_packets_missing_at_the_end():
    """DF-9.6: the game is incomplete."""
    answer = json.loads(write(table_log("end", "sensible", "advanced")))
    del answer["data"]["logs"][40:]
    assert examined(answer).verdict == "incomplete"


def test_packets_in_the_wrong_order():
    """DF-7.1, DF-16.41: a decision before its time is found at its packet."""
    made = Packets().rolls(SHOWN, SHOWN, SHOWN)
    made.move().note("notifExploitBuy", player_id="12", player_name="Ben", card_type="chest", card_pos="M2")
    report = made.read()
    assert (report.verdict, report.replay.broke.line) == ("illegal", 2)
    assert report.replay.broke.violation.clause == "DF-7.1"
    made = Packets().rolls(SHOWN, PLAIN).rolls(PLAIN, first=1)
    assert made.read().verdict == "illegal"


def test_unknown_notifications():
    """DF-16.60, DF-16.7: an unknown notification stops the import with packet and uid; what is no notif is skipped."""
    made = Packets().rolls(SHOWN, SHOWN, SHOWN).note("wakeupPlayers").move().note("notifNovelty", player_id="11")
    report = made.read()
    assert report.verdict == "unreadable"
    assert str(report.problem) == (
        "table:2: found the notification notifNovelty at uid 2-0, expected one of the base game"
    )


@pytest.mark.parametrize(
    ("type_", "args"),
    [
        *[
            (type_, {})
            for type_ in (
                *("notifCelestialRoll", "notifMazeMove", "notifMazeTreasure", "notifTitanMove", "notifMemorySetup"),
                *("notifRemoveMemoryToken", "notifAddTokenScepter", "notifCompanion"),
                *("notifUseCompanion", "twinUpdate", "notifEndScoringTitan", "notifEffect"),
            )
        ],
        ("notifBlessing", {"player_id": "11", "roll": 1, "scepter": 1}),
        ("notifUseScepter", {"player_id": "11", "moonshard": "1", "fireshard": "0"}),
        ("gameStateChange", {"id": 27}),
        ("notifExploitBuy", {"player_id": "11", "card_type": "pegasus"}),
        ("notifEndScoring", {"player_id": "11", "card_type": "wheel"}),
        ("notifDraft", {"player_name": "Ann", "exploitName": "pegasus", "slot": "M4"}),
        ("notifDraft", {"player_name": "Ann", "exploitName": "satyres", "slot": "M9"}),
        ("notifBlessing", {"player_id": "11", "roll": 1, "dice1": "G1", "dice2": "sunGolem"}),
        ("notifSideForged", {"player_id": "11", "side_type": "moonGolem", "old_side_type": "G1"}),
        ("notifMessage", {"player_name": "Ann", "old_side_type": "mirror", "side_type": "chaosShield"}),
    ],
)
def test_out_of_scope(type_, args):
    """DF-16.12, DF-16.50, DF-1.3: the expansion and later promos are refused at their packet, nothing is replayed."""
    report = Packets().rolls(SHOWN).move().note(type_, **args).read()
    assert report.verdict == "unsupported"
    assert "packet 2" in str(report.problem)
    assert report.replay is None


@pytest.mark.parametrize("options", [{"100": {"value": "7"}}, {"102": "2"}, {"105": 1}])
def test_table_options_out_of_scope(options):
    """DF-16.40: table options that are not of the base game."""
    assert Packets(**options).rolls(SHOWN).read().verdict == "unsupported"


def test_table_options():
    """DF-16.40, DF-16.10: card set, promos, tie-break; without them, what was bought tells the set."""
    report = Packets(**{"100": {"value": "99"}, "101": "0", "103": "1", "104": "0"}).rolls(SHOWN).read()
    assert report.replay.header.options == {
        "dialect": "bga",
        "quirks": list(QUIRKS),
        "platform_events": True,
        "card_set": "advanced",
        "promo_cards": False,
        "tie_breaker": "bga",
    }
    made = Packets().rolls(SHOWN)
    assert made.read().replay.header.options["card_set"] == "basic"
    made.note("notifExploitBuy", player_id="11", card_type="bear", card_pos="M3")
    assert made.read().replay.header.options["card_set"] == "advanced"
    made.note("notifExploitBuy", player_id="11", card_type="owl", card_pos="F3")
    options = made.read().replay.header.options
    assert (options["card_set"], options["groups"]) == ("custom", {"m3": "great_bear", "s3": "guardians_owl"})


def test_the_stack_of_later_versions():
    """DF-16.80, DF-5.9: who left the stack first tells which it is, or the cards listed when it was drafted."""
    made = Packets().rolls(SHOWN)
    for card, stack in (("hydra", None), ("harpy", None)):
        made.note("notifExploitBuy", player_id="11", card_type=card, card_pos="M8")
        assert made.read().replay.header.options.get("monster_stack") == stack
    made = Packets().rolls(SHOWN).note("notifExploitBuy", player_id="11", card_type="harpy", card_pos="M8")
    made.note("notifExploitBuy", player_id="11", card_type="shadowgoddess", card_pos="M8")
    assert made.read().replay.header.options["monster_stack"] == "harpy_first"
    for cards, stack in ((["hydra", "harpy"], None), (["harpy", "chimera"], "harpy_first"), ([], None)):
        listed = [{"type": card} for card in cards]
        made = Packets().note(
            "notifDraft", exploit_type="Hydra", exploitName="hydraPromo", exploit=listed, slot="M8", player_name="Ann"
        )
        assert made.read().replay.header.options.get("monster_stack") == stack


def test_the_result():
    """DF-16.47: the score the table states is compared."""
    answer = json.loads(write(table_log("result", "sensible", "basic")))
    answer["table"]["result"]["player"][0]["score"] = "1"
    report = examined(answer)
    assert (report.verdict, [d.recorded for d in report.replay.discrepancies]) == ("discrepant", [1])
    answer = json.loads(write(table_log("result", "sensible", "basic")))
    scored = [e for p in answer["data"]["logs"] for e in p["data"] if e["type"] == "notifEndScoring"]
    scored[0]["args"]["vp"] += 1
    assert examined(answer).verdict == "discrepant"


def test_the_result_of_the_last_state():
    """DF-16.8: without the table's answer, the scores that the last state tells are those expected."""
    answer = json.loads(write(table_log("last state", "sensible", "basic")))
    scores = {line["player_id"]: line["score"] for line in answer["table"].pop("result")["player"]}
    args = {"result": [{"id": player, "name": "", "score": score} for player, score in scores.items()]}
    last = {"uid": "last", "type": "gameStateChange", "log": "", "args": {"id": 99, "name": "gameEnd", "args": args}}
    answer["data"]["logs"][-1]["data"].append(last)
    report = examined(answer)
    assert report.verdict == "valid"
    assert sorted(map(str, report.replay.header.expected.values())) == sorted(scores.values())
    args["result"][0]["score"] = "1"
    assert examined(answer).verdict == "discrepant"


@pytest.mark.parametrize(
    ("option", "value", "matters"),
    [
        ("simultaneous_order", "sequential", True),
        ("conversion", "unit", False),
        ("hammer_rule", "bga_legacy", False),
        ("triton_auto", False, False),
    ],
)
def test_options_that_packets_cannot_express(option, value, matters):
    """Refused where something in the game depends on them, omitted where nothing does."""
    rules = ruleset("dice_forge")
    stated = PLATFORM | {"card_set": "basic", option: value}
    log = selfplay_log(rules, "unit-1", 3, stated, "random")
    platform = {name: each for name, each in log.header.options.items() if name != option}
    plain = GameLog(replace(log.header, options=platform), log.records)
    one, other = (replay(rules, each) for each in (log, plain))
    assert (other.broke is not None or one.entered != other.entered) == matters
    if matters:
        with pytest.raises(Unreadable, match=f"option {option} = {value}, on which .* to write bga_diceforge"):
            write(log)
    else:
        assert write(log) == write(plain)
        report = examine(Blob("x.json", write(log).encode()))
        assert (report.verdict, option in report.replay.header.options) == ("valid", False)


def test_the_dialect_alone_says_nothing():
    """DF-1.5: it changes defaults only; what these change is weighed."""
    log = table_log("none", "random", "basic")
    stated = {**PLATFORM, **log.header.options, "quirks": []}
    log, printed = (
        GameLog(replace(log.header, options={**stated, "dialect": dialect}), log.records)
        for dialect in ("bga", "printed")
    )
    assert json.loads(write(printed)) == json.loads(write(log))


def test_events_that_packets_cannot_express():
    log = table_log("none", "random", "basic")
    left = GameLog(log.header, [*log.records[:20], Record(21, None, ev.PlayerQuit(0))])
    with pytest.raises(Unreadable, match="the event player_quit, expected an event that bga_diceforge can express"):
        write(left)


def test_answers_with_so_much_gold_on_the_hammer():
    """Only those that can be meant are made: of all answers those with this gold, in their order."""
    found = 0
    for seed in ("answers-1", "answers-2", "answers-3"):
        log = table_log(seed, "sensible")
        game = Replay(ruleset("dice_forge"), log.header)
        for record in log.records:
            game.settle()
            for seat in range(len(log.header.seats)):
                every = list(answers_of(game.state, seat))
                for gold in range(-1, 8):
                    chosen = [answer for answer in every if getattr(answer, "to_hammer", 0) == gold]
                    assert list(answers_with(game.state, seat, gold)) == chosen
                    found += bool(chosen and gold)
            game.play(record.actor, record.event)
    assert found > 5
