"""Tables played with the program of Board Game Arena: read, compared, changed. They are not part of the project."""

import gzip
import json
from functools import cache
from pathlib import Path
from random import Random

import pytest

from events.files import find
from tests.games.dice_forge.packets import examined
from tests.support import LOGS

FOLDER = LOGS / "dice-forge"
FACES = ("G1", "G3", "G4", "FS1", "FS2", "MS1", "MS2", "V2", "V3", "G2MS1", "V1FS1", "1Gor1FSor1MS", "ship", "mirror")
CARDS = ("hammer", "chest", "doe", "satyres", "passeur", "claw", "typhon", "ancient", "grass", "minotaure", "triton")
CHANGES = 200


@cache
def tables():
    """The names of the recorded tables; a test over them is skipped where there are none."""
    return find([str(FOLDER / "bga-tables")]) if (FOLDER / "bga-tables").is_dir() else []


@pytest.fixture
def names():
    """The recorded tables."""
    if not tables():
        pytest.skip(f"no recorded tables in {FOLDER}: name the folder of logs in ANYTURN_LOGS")
    return tables()


def answer_of(name):
    """The archive's answer in a file."""
    return json.loads(gzip.decompress(Path(name).read_bytes()))


def test_recorded_tables_are_valid(names):
    """DF-16.40 to DF-16.47: the scores of the platform, and every counter it prints."""
    expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    found = {}
    for name in names:
        report = examined(answer_of(name))
        assert (report.verdict, report.problem) == ("valid", None), name
        replay = report.replay
        assert replay.checked > 20 * len(replay.header.seats), name
        assert len(replay.header.expected) == len(replay.header.seats), name
        found[name] = {replay.header.seats[s.seat].player: s.vp for s in replay.standings}
    assert found == {name: expected[f"bga-tables/{Path(name).name}"]["final"] for name in names}


def test_recorded_tables_without_quirks(names):
    """DF-12.20 to DF-12.23: where a quirk changed a figure, the rules and the platform part there; else nowhere."""
    parted = 0
    for name in names:
        answer = answer_of(name)
        replay = examined(answer).replay
        entered = [(record.seq, entry) for record in replay.entered for entry in record.entries]
        quirks = [(replay.played[seq - 1][2], e.source) for seq, e in entered if e.figure == "quirk"]
        plain = examined(answer, table={"quirks": []})
        parted += bool(quirks)
        if not quirks:
            assert plain.verdict == "valid", name
            continue
        first, quirk = quirks[0]
        # A boar that is due again is paid in the next packet only.
        assert plain.verdict == "discrepant", name
        assert plain.replay.discrepancies[0].line - (quirk == "boar_paid_again") == first, (name, quirk)
    assert parted


@pytest.mark.long
def test_a_change_is_found_at_its_packet(names):
    """DF-16.45, DF-16.49: a counter, a face, a purchase, an amount; unless nothing that is printed depends on it."""
    rng = Random("changes")
    silent = []
    for _ in range(CHANGES):
        name = rng.choice(names)
        answer = answer_of(name)
        packet, what = _changed(answer, rng)
        report = examined(answer)
        lines = [d.line for d in report.replay.discrepancies] if report.replay else []
        lines += [report.replay.broke.line] if report.replay and report.replay.broke else []
        lines += [report.problem.line] if hasattr(report.problem, "line") else []
        if f"in packet {packet} " not in f"{report.problem} " and (not lines or min(lines) != packet):
            silent.append((Path(name).name, packet, what, report.verdict))
    # A face forged on the other die, or in the place of another, costs and counts the same: it shows when it is rolled.
    assert [change for change in silent if change[2][0] not in ("dice_number", "old_side_type")] == []


def _changed(answer, rng):
    """Change one thing; its packet, and what it was."""
    rows = [(int(p["packet_id"]), e) for p in answer["data"]["logs"] for e in p["data"]]
    kind = rng.choice(("updateCounters", "notifBlessing", "notifSideForged", "notifExploitBuy"))
    packet, entry = rng.choice([(p, e) for p, e in rows if e["type"] == kind and _can_change(e)])
    args = entry["args"]
    if kind == "updateCounters":
        key = rng.choice([key for key, counter in args.items() if counter["counter_value"] is not None])
        args[key]["counter_value"] = str(int(args[key]["counter_value"]) + rng.choice((-1, 1, 2, 3)))
    elif kind == "notifBlessing":
        key = rng.choice([key for key in ("dice1", "dice2") if key in args])
        args[key] = rng.choice([face for face in FACES if face != args[key]])
    elif kind == "notifSideForged":
        key = rng.choice(("side_type", "old_side_type", "dice_number"))
        values = ("1", "2") if key == "dice_number" else FACES
        args[key] = rng.choice([value for value in values if value != args[key]])
    else:
        key = "card_type"
        args[key] = rng.choice([card for card in CARDS if card != args[key]])
    return packet, (key, args[key])


def _can_change(entry):
    return entry["type"] != "notifBlessing" or (entry["args"].get("roll") and "sides_rolled" not in entry["args"])
