"""Section AN-16: games as packets of Board Game Arena, written and read."""

import gc
import json
from random import Random

import pytest
from msgspec.structs import replace

import engine.writing
from engine.games.anachrony import items
from engine.games.anachrony.council import stray_tiles
from engine.games.anachrony.writings import bga_anachrony as writing
from engine.games.anachrony.writings._bga_order import in_platform_order
from engine.games.anachrony.writings.bga_anachrony import write
from engine.intake import examine
from engine.replay import Replay, replay
from engine.rules import ruleset
from events.files import Blob
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.notations import bga_anachrony, sniff
from events.vocabulary import anachrony as events
from tests.games.anachrony.packets import answer, events_of, examined, is_open, table, table_log
from tests.games.anachrony.table import header


def serves_another(log):
    """AN-16.50 j: whether an action is copied where a tile under another Exosuit could serve it."""
    game = Replay(ruleset("anachrony"), log.header)
    for record in log.records:
        if isinstance(record.event, events.CopyCapitalAction):
            game.settle()
            if any(stray_tiles(game.state, game.state.players[game.state.agenda[-1].seat])):
                return True
        game.play(record.actor, record.event)
    return False


@pytest.mark.parametrize(
    ("seed", "states"),
    [
        pytest.param(f"packets-{n}", states, marks=[] if n < 5 else [pytest.mark.long])
        for n in range(250)
        for states in (True, False)
    ],
)
def test_what_is_written_is_read(seed, states):
    """AN-16.42, AN-16.43, AN-16.53, AN-16.74: the same records, no difference of any figure."""
    log = table_log(seed)
    if serves_another(log):
        with pytest.raises(Unreadable, match=r"AN-16\.50 j"):
            write(log, states)
        return
    report = examined(write(log, states))
    assert (report.verdict, report.problem) == ("valid", None)
    if not is_open(log, states):
        assert events_of(report.game_log()) == events_of(log)
    assert {each.seat: each.vp for each in report.standings} == report.replay.header.expected
    assert report.replay.checked > 300
    native = replay(ruleset("anachrony"), report.game_log())
    assert (native.verdict, native.standings) == ("valid", report.replay.standings)


@pytest.mark.parametrize("seed", ["packets-0", "packets-1", "packets-3"])
def test_who_watches_sees_all_and_changes_nothing(seed):
    """What the search has played is played again for observers only, and comes to the same."""
    told = json.loads(write(table_log(seed), False))
    del told["gamedatas"]
    blob, seen = Blob("table.json", json.dumps(told).encode()), []

    def watch(game):
        game.on_record.append(lambda game, actor, event: seen.append((actor, event)))

    report, watched = examine(blob), examine(blob, prepare=watch)
    for name in ("state", "header", "played", "entered", "checked", "discrepancies", "seq", "settled", "steps_done"):
        assert getattr(report.replay, name) == getattr(watched.replay, name), name
    assert report.game_log() == watched.game_log()
    assert [(actor, event) for actor, event, _ in report.replay.played] == seen


def test_a_table_is_freed_at_once():
    """Ways that were given up hold nothing in a cycle, which would stay until the next collection."""
    text = write(table_log("packets-1"), False)
    examined(text)  # what is loaded and kept once
    gc.collect()
    gc.disable()
    try:
        examined(text)
        assert gc.collect() < 100
    finally:
        gc.enable()


def test_without_side_facts():
    """AN-16.9, AN-16.40, AN-16.70, AN-16.72, AN-16.76: what is missing is inferred, or something stands in for it."""
    answer = json.loads(write(table_log("packets-1")))
    del answer["gamedatas"], answer["table"]
    assert examined(answer).verdict == "valid"


@pytest.mark.parametrize("slot", [0, 7])
def test_a_slot_that_the_board_lacks(slot):
    """AN-16.33, AN-16.42: powering it is reported; 0 does not count from the end."""
    answer = json.loads(write(table_log("packets-1")))
    entries = [entry for packet in answer["data"]["logs"] for entry in packet["data"] if entry["type"] == "move"]
    suit = next(entry for entry in entries if str(entry["args"].get("parent", "")).startswith("phpower"))
    suit["args"]["parent"] = f"phpower{slot}_{suit['args']['parent'].partition('_')[2]}"
    assert examined(answer).verdict == "illegal"


def test_one_slot_powered_twice():
    """AN-16.33, AN-16.42: two Exosuits of a Power Up on the same slot are reported, whatever was paid for each."""
    answer = json.loads(write(table_log("packets-1")))
    entries = [entry for packet in answer["data"]["logs"] for entry in packet["data"] if entry["type"] == "move"]
    slots = [entry for entry in entries if str(entry["args"].get("parent", "")).startswith("phpower")]
    players = [entry["args"]["parent"].partition("_")[2] for entry in slots]
    first = next(n for n in range(len(slots) - 4) if len(set(players[n : n + 5])) == 1)
    for entry in slots[first + 1 : first + 5]:
        entry["args"]["parent"] = slots[first]["args"]["parent"]
    assert examined(answer).verdict == "illegal"


def prompts(text):
    """What is asked at the end of each block."""
    blocks = bga_anachrony.parse(text).blocks
    return [each and (each.state, each.player, [*each.keys]) for each in (block.prompt for block in blocks)]


def test_forms_of_the_same_packets():
    """AN-16.1 to AN-16.6: archive answer, bare list, database rows; any order, some twice; private ones are skipped.

    Also AN-16.2, AN-16.3, AN-16.4.
    """
    answer = json.loads(write(table_log("packets-2")))
    packets = answer["data"]["logs"]
    rows = [
        {"gamelog_packet_id": each["packet_id"], "gamelog_notification": json.dumps(each["data"]), "cancel": 0}
        for each in packets
    ]
    cancelled = rows[5] | {"gamelog_packet_id": "99999", "cancel": 1}
    private = {"channel": "/player/p11", "packet_id": "3", "data": [{"uid": "p", "type": "secret", "args": []}]}
    expected = prompts(json.dumps(answer))
    for form in (packets, {"data": packets}, packets[::-1] + packets[:7], [*rows, cancelled], [*packets, private]):
        text = json.dumps(form)
        assert sniff(text) == "bga_anachrony"
        assert prompts(text) == expected
    with pytest.raises(Unreadable, match="a message history"):
        bga_anachrony.parse(json.dumps([packets[0] | {"packet_type": "history"}]))


def test_an_unknown_notification():
    """AN-16.49, AN-16.7, AN-16.20: it stops the import, with type, packet and uid."""
    report = table().add("newtile").end().read()
    assert report.verdict == "unreadable"
    assert "newtile" in str(report.problem)
    assert "uid u" in str(report.problem)


@pytest.mark.parametrize(
    ("type_", "args", "found"),
    [
        ("move", {"mobile": "dice_3", "parent": "awake_11"}, "'dice_3'"),
        ("move", {"mobile": "worker_15", "parent": "phmoon_1"}, "'phmoon_1'"),
        ("move", {"mobile": "worker_99", "parent": "awake_11"}, "worker_99"),
        ("counter", {"id": "res_11_9", "nb": 1}, "'res_11_9'"),
        ("counter", {"id": "res_99_1", "nb": 1}, "'res_99_1'"),
        ("note", {"player_id": "11", "player_name": "Ann", "cost": "7"}, "'7'"),
        ("revealbuilding", {"building": {"id": 3, "category": 1, "type": 116}}, "116"),
    ],
)
def test_what_is_not_understood(type_, args, found):
    """AN-16.49, AN-16.10, AN-16.11, AN-16.12, AN-16.13, AN-16.15: a piece, place or number that there is not."""
    report = table().add(type_, **args).end().read()
    assert report.verdict == "unreadable"
    assert found in str(report.problem)


def test_one_player():
    """AN-16.15, AN-1.3: no table of the rules."""
    packets = [{"packet_id": "1", "data": table().packets[0]["data"][:1]}]
    report = examined(packets)
    assert (report.verdict, report.problem.clause) == ("illegal", "AN-1.3")


def test_a_missing_packet():
    """AN-16.42: found where the entries do not fit any more."""
    log = table_log("packets-3")
    answer = json.loads(write(log))
    packets = answer["data"]["logs"]
    gone = packets.pop(next(n for n, each in enumerate(packets) if "'parent': 'phmine" in str(each["data"])))
    report = examined(answer)
    assert report.verdict in ("illegal", "discrepant")
    broke = report.replay.broke
    first = min([d.line for d in report.replay.discrepancies] + ([broke.line] if broke else []))
    assert abs(first - int(gone["packet_id"])) <= 2


def test_entries_that_fit_no_event():
    """AN-16.42: illegal at their packet, with what nothing answers."""
    report = table().note("Bob", "passes").ask("Cyd", "Pass").note("Cyd", "passes").ask("Ann", "Pass").read()
    assert report.verdict == "illegal"
    broke = report.replay.broke
    assert (broke.violation.clause, broke.line) == ("AN-16.42", len(table().packets) + 1)


def test_packets_missing_at_the_end():
    """AN-16.42: the game is incomplete."""
    answer = json.loads(write(table_log("packets-4")))
    del answer["data"]["logs"][60:]
    assert examined(answer).verdict == "incomplete"


@pytest.mark.parametrize(
    ("type_", "args"),
    [
        ("tableInfosChanged", {"reload_reason": "playerQuitGame", "who_quits": "11"}),
        ("skipTurnOfPlayer", {"zombie": 1}),
        ("playerConcedeGame", {"player_id": "11"}),
        ("tableDecision", {"decision_type": "abandon"}),
    ],
)
def test_a_player_who_leaves(type_, args):
    """AN-16.48: the import ends there; the game is incomplete."""
    made = table().note("Ann", "passes").ask("Bob", "Pass").add(type_, **args).note("Bob", "passes").ask("Cyd", "Pass")
    assert made.read().verdict == "incomplete"
    assert made.events() == [(0, events.Pass())]


def test_a_figure_that_differs():
    """AN-16.51: a discrepancy at its packet, once."""
    made = table().note("Ann").place(15, 13, "purifystack").gain("Ann", 300000, water=12).ask("Bob", "Pass")
    made.note("Bob", "passes").ask("Cyd", "Pass")
    report = made.read()
    assert [(d.seat, d.figure, d.recorded, d.computed) for d in report.replay.discrepancies] == [(0, "water", 12, 11)]
    assert report.verdict == "discrepant"


def test_a_score_that_differs():
    """AN-16.52: the provisional score is compared, too."""
    made = table().note("Ann").place(15, 13, "purifystack").gain("Ann", 300000, water=11)
    made.add("counterid", id="player_score_11", nb=7).ask("Bob", "Pass").note("Bob", "passes").ask("Cyd", "Pass")
    found = [(d.seat, d.figure, d.recorded, d.computed) for d in made.read().replay.discrepancies]
    assert found == [(0, "score", 7, 0)]


def as_it_comes(seed, policy="sensible"):
    """A self-played game of seat 1 first, in which Power Up, Warp and Clean Up are answered in any order."""
    rules, rng = ruleset("anachrony"), Random(f"any order {seed}")
    drawn = {"preset": "bga", "board_side": rng.choice("ab"), "path_assignment": rng.choice(("given", "choice"))}
    game = Replay(rules, header(rng.randint(2, 4), **drawn))
    while rules.standings(game.state) is None:
        awaited = rules.awaited(game.state)
        together = isinstance(awaited[0], items.PoweringUp | items.Warping | items.Ability | items.ResourceFound)
        game.play(*answer(rules, game.state, rng.choice(awaited) if together else awaited[0], rng, policy))
        game.settle()
    return game.log()


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 60))])
def test_what_may_come_in_any_order_is_told_in_that_of_the_platform(seed):
    """AN-16.33, AN-16.36, AN-16.43: as recorded tables show: by player order, and in Clean Up by seat."""
    log = as_it_comes(seed, "random" if seed % 2 else "sensible")
    asked = GameLog(log.header, in_platform_order(ruleset("anachrony"), log))
    assert asked.records != log.records
    assert sorted(map(str, asked.records)) == sorted(map(str, log.records))
    if figures_at_the_end(asked) != figures_at_the_end(log):  # AN-16.50 a: the last who was asked counts
        with pytest.raises(Unreadable, match=r"reads back differently|in the platform's order"):
            engine.writing.write(log, "bga_anachrony")
        return
    read = examined(engine.writing.write(log, "bga_anachrony")).game_log()
    if not is_open(log, True):
        assert events_of(read) == events_of(asked)


def figures_at_the_end(log):
    """Every figure of every seat; None if a clause is broken before."""
    game = replay(ruleset("anachrony"), log)
    return None if game.broke else [game.rules.figures(game.state, seat) for seat in range(len(log.header.seats))]


def test_a_text_that_reads_back_otherwise_is_not_given_out(monkeypatch):
    """AN-16.53: writing in the order of the log, where the platform prompts in another order, gives another game."""
    log = as_it_comes(0)
    monkeypatch.setattr(writing, "in_platform_order", lambda rules, log: log.records)
    assert examined(write(log)).verdict != "valid"
    with pytest.raises(
        Unreadable, match=r"a game that reads back differently \(record \d+, [^:]+: \w+ recorded"
    ) as refused:
        engine.writing.write(log, "bga_anachrony")
    assert "unchanged from bga_anachrony" in str(refused.value)


def test_what_packets_cannot_express():
    """AN-16.53, AN-16.78: other options, a first player who is not the first seat, fewer tokens than possible."""
    with pytest.raises(Unreadable, match=r"the option \w+ = .+, expected .+ to write bga_anachrony"):
        write(table_log("packets-5", preset="seed"))
    log = table_log("packets-5")
    first = next(n for n, record in enumerate(log.records) if isinstance(record.event, events.FirstPlayer))
    another = replace(log.records[first], event=events.FirstPlayer(1))
    with pytest.raises(Unreadable, match="seat 2 as first player, expected seat 1"):
        write(GameLog(log.header, [*log.records[:first], another]))


def test_times_do_not_order_entries():
    """AN-16.54: only the number of a packet does."""
    answer = json.loads(write(table_log("packets-0")))
    before = events_of(examined(answer).game_log())
    for packet in answer["data"]["logs"]:
        packet["time"], packet["move_id"] = "1600000000", None
    assert events_of(examined(answer).game_log()) == before
