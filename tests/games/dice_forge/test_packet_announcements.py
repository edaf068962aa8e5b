"""DF-16.51, DF-16.52: faces by their numbers, and what is announced beside what happens; on tables that are written."""

import json
from functools import cache

import pytest

from engine.games.dice_forge.readings._bga_rows import with_hidden_laps
from engine.games.dice_forge.writings.bga_diceforge import write
from events.notations.bga_diceforge import Row
from tests.games.dice_forge.packets import Packets, examined, table_log

PLAIN = ("G1", "G1")
ANN = {"player_id": "11", "player_name": "Ann"}


@cache
def text_of(seed):
    """A self-played table with all cards, as an archive answer."""
    return write(table_log(seed, "sensible", "random"))


def with_type(kind, seeds=20):
    """A table that tells a type at least twice: its answer, and the places of these."""
    for n in range(seeds):
        answer = json.loads(text_of(f"announced-{n}"))
        places = [(p, e) for p in answer["data"]["logs"] for e in p["data"] if e["type"] == kind]
        if len(places) > 1:
            return answer, places
    raise AssertionError(f"no table with {kind}")


@pytest.mark.parametrize(
    "kind",
    [
        "notifMovePawn",
        "notifOusting",
        "notifUseScepter",
        "notifAddReinforcement",
        "notifAddToken",
        "notifHammerVP",
        "notifBeginPlayerTurn",
        "notifBeginTurn",
        "notifEndTurn",
        "notifEndScoring",
        "notifSecondActionPass",
    ],
)
def test_an_announcement_left_out(kind):
    """DF-16.52: is missed in its packet; a table that never tells the type is not asked for it."""
    answer, places = with_type(kind)
    packet, entry = places[-1]
    packet["data"].remove(entry)
    report = examined(answer)
    assert report.verdict == "discrepant"
    found = report.replay.discrepancies
    assert found[0].line == int(packet["packet_id"])
    assert kind == "notifHammerVP" or (kind, 0, 1) in [(d.figure, d.recorded, d.computed) for d in found]
    if kind in ("notifMovePawn", "notifUseScepter", "notifOusting", "notifBeginTurn", "notifEndTurn"):
        for packet in answer["data"]["logs"]:
            packet["data"] = [entry for entry in packet["data"] if entry["type"] != kind]
        assert examined(answer).verdict == "valid"


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("notifMovePawn", "island", 99),
        ("notifHammerVP", "hammer_phase", 3),
        ("notifBeginTurn", "turn", 99),
        ("notifEndTurn", "turn", 99),
        ("notifExploitBuy", "ressources", "9 [FS]"),
        ("notifSecondAction", "ressources", "1 [FS]"),
    ],
)
def test_an_announcement_of_something_else(kind, key, value):
    """DF-16.52: is a difference at its packet, prices as well."""
    answer, places = with_type(kind)
    packet, entry = places[0]
    entry["args"][key] = value
    report = examined(answer)
    assert report.verdict == "discrepant"
    assert report.replay.discrepancies[0].line == int(packet["packet_id"])


def test_an_announcement_of_what_did_not_happen():
    """DF-16.52: told once more than it happened."""
    answer, places = with_type("notifAddReinforcement")
    packet, entry = places[0]
    packet["data"].append({**entry, "uid": "again"})
    found = examined(answer).replay.discrepancies
    assert [(d.line, d.recorded, d.computed) for d in found] == [(int(packet["packet_id"]), 2, 1)]


def test_counters_left_out():
    """DF-16.52: a packet that tells of figures ends with counters."""
    answer, _ = with_type("notifSideForged")
    packet = next(p for p in answer["data"]["logs"] if any(e["type"] == "notifSideForged" for e in p["data"]))
    packet["data"] = [entry for entry in packet["data"] if entry["type"] != "updateCounters"]
    found = examined(answer).replay.discrepancies[0]
    assert (found.line, found.figure) == (int(packet["packet_id"]), "updateCounters")


def test_nothing_is_missed_of_a_table_that_somebody_left():
    """DF-16.52, DF-16.48: what the platform announces of those who have left is not known."""
    answer, places = with_type("notifMovePawn")
    packet, entry = places[-1]
    packet["data"].remove(entry)
    args = {"player_id": "11", "player_status": "zombie"}
    packet["data"].insert(0, {"uid": "left", "type": "playerstatus", "log": "", "args": args})
    found = examined(answer).replay.discrepancies
    assert not [d for d in found if d.figure == "notifMovePawn"]


@pytest.mark.parametrize("key", ["dice_number", "old_side_type", "old_side"])
def test_a_face_in_another_place(key):
    """DF-16.51: by its number it was on the other die, was another, or was not there; found before it is rolled."""
    answer, places = with_type("notifSideForged")
    packet, entry = next(
        (p, e) for p, e in places if e["args"]["old_side_type"] == "G1" and e["args"]["old_side"] > 100
    )
    args = entry["args"]
    other = {"dice_number": "12"["21".index(args["dice_number"])], "old_side_type": "G3", "old_side": 500}
    args[key] = other[key]
    report = examined(answer)
    assert report.verdict != "valid"
    number = args["old_side"]
    first = [d for d in report.replay.discrepancies if d.figure == f"face {number} there"]
    broke = report.replay.broke
    assert (first and first[0].line == int(packet["packet_id"])) or (broke and broke.line == int(packet["packet_id"]))


def test_a_face_that_was_forged_on_another_die():
    """DF-16.51: what was forged on die 1 is not replaced on die 2, nor twice; without numbers nothing is said."""
    side = {"side_type": "G3", "old_side_type": "G1"}
    for numbers, expected in (
        (((1, 0, "1"), (2, 1, "2")), [2]),
        (((1, 0, "1"), (2, 1, "1")), [2]),  # it is no G1
        (((1, 81, "1"), (2, 81, "1")), [2]),
        (((1, 81, "1"), (1, 82, "1")), [2]),
        (((0, 0, "1"), (0, 0, "2")), []),
    ):
        made = Packets().rolls(PLAIN, PLAIN, PLAIN)
        for new, old, die in numbers:
            made.move().note("notifSideForged", **ANN, **side, side=new, old_side=old, dice_number=die)
        report = made.read()
        assert [d.line - 1 for d in report.replay.discrepancies if d.figure.startswith("face")] == expected


@pytest.mark.parametrize(
    ("type_", "args"),
    [
        ("notifExploitBuy", {"player_id": "11", "player_name": "Ben", "card_type": "chest"}),
        ("notifOusting", {"player_name": "Ann", "ousted_player": "000002", "ousted_player_name": "Ben"}),
        ("notifAddReinforcement", {**ANN, "card_name": "The Elder", "power": "doe"}),
        ("notifBlessing", {**ANN, "dice1": "FS1", "gold": 1, "ressources": "1 [G]"}),
        ("notifBlessing", {**ANN, "gold": 1}),
    ],
)
def test_contradictions(type_, args):
    """DF-16.49: a name, a colour, a card, dice shown again, amounts without the text that goes with all others."""
    made = Packets()
    made.note("notifBlessing", **ANN, roll=1, dice1="G1", dice2="V2", gold=1, vp=2, ressources="1 [G] 2 [VP]")
    report = made.move().note(type_, **args).read()
    assert (report.verdict, report.problem.line) == ("unreadable", 2)


def test_the_order_of_seats_is_that_of_most_rounds():
    """DF-16.40: a turn of the first round that is not told does not turn the table round."""
    answer, places = with_type("notifBeginPlayerTurn")
    packet, entry = places[0]
    seats = examined(json.loads(json.dumps(answer))).replay.header.seats
    packet["data"].remove(entry)
    report = examined(answer)
    assert report.replay.header.seats == seats
    assert report.replay.discrepancies[0].line == int(packet["packet_id"])


def without_rolls(answer):
    """As older versions tell it: no roll is announced."""
    for packet in answer["data"]["logs"]:
        entries = zip(packet["data"], [*packet["data"][1:], None], strict=True)
        packet["data"] = [e for e, after in entries if not (after and _is_roll(after) and _names_faces(e))]


def without_moves(answer):
    """Nobody's request is numbered."""
    for packet in answer["data"]["logs"]:
        packet["move_id"] = None


def without_texts(answer):
    """Amounts and prices are told by numbers only."""
    for packet in answer["data"]["logs"]:
        for entry in packet["data"]:
            if "player_id" in entry["args"] and entry["type"] not in ("notifHammerVP", "notifEndScoring"):
                entry["args"].pop("ressources", None)


def in_other_colors(answer):
    """The players have other colours than they had at the table."""
    for number, player in enumerate(answer["data"]["players"]):
        player["color"] = f"00000{number}"


def _is_roll(entry):
    return entry["type"] == "notifBlessing" and entry["args"].get("roll")


def _names_faces(entry):
    return entry["type"] == "notifMessage" and "sides_rolled" in entry["args"]


@pytest.mark.parametrize("change", [without_rolls, without_moves, without_texts, in_other_colors])
@pytest.mark.parametrize("seed", range(4))
def test_tables_that_tell_less(change, seed):
    """DF-16.46, DF-16.49, DF-16.52, DF-16.80: what a table never tells is not missed."""
    answer = json.loads(text_of(f"announced-{seed}"))
    change(answer)
    report = examined(answer)
    assert (report.verdict, report.problem, report.replay.discrepancies) == ("valid", None, [])


@pytest.mark.parametrize(("type_", "key"), [("notifBlessing", "gold"), ("updateCounters", "goldcount_p11")])
def test_a_number_beyond_all_bounds(type_, key):
    """DF-16.3: is refused at its packet."""
    made = Packets().move().note(type_, player_name="Ann", **{key: "HUGE"})
    answer = {"status": 1, "data": {"logs": made.packets, "players": made.players}}
    report = examined(json.dumps(answer).replace('"HUGE"', "1e9999"))
    assert (report.verdict, report.problem.line) == ("unreadable", 2)


def test_counters_that_tell_nothing():
    """DF-16.45: a packet of empty counters only is one of a silent request."""
    report = Packets().move().note("updateCounters").read()
    assert (report.verdict, report.replay.checked) == ("incomplete", 0)


def test_laps_of_a_player_who_is_no_text():
    """DF-16.20: they are compared as they stand, and rejected where they are read."""
    lap = {"player_id": ["11"], "hammer_phase": 1}
    told = Row(1, None, 0, "a", "notifHammerVP", lap)
    gains = Row(1, None, 0, "b", "notifBlessing", {"notifHammer": [[lap, lap | {"hammer_phase": 2}]]})
    assert [row.args.get("hammer_phase") for row in with_hidden_laps([told, gains])] == [1, None, 2]
