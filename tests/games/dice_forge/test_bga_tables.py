"""Tables played with the program of Board Game Arena: read, compared, changed. They are not part of the project."""

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from events.files import find
from tests.games.dice_forge.packets import examined
from tests.support import LOGS
from tests.support.recorded import missing

FOLDER = LOGS / "dice-forge"


@cache
def tables():
    """The names of the recorded tables; a test over them is skipped where there are none."""
    return find([str(FOLDER / "bga-tables")]) if (FOLDER / "bga-tables").is_dir() else []


@pytest.fixture
def names():
    """The recorded tables."""
    if not tables():
        pytest.skip(missing("dice-forge/bga-tables"))
    return tables()


def answer_of(name):
    """The archive's answer in a file."""
    return json.loads(gzip.decompress(Path(name).read_bytes()))


@pytest.mark.long
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


OF_THE_ORDER = [
    "face_waits_for_shield",
    "satyrs_in_any_order",
    "strict_order_kept",
    "conflict_overlooked",
    "ship_before_reward",
    "ship_before_reward_beside_token",
    "rewards_after_answers",
]
"""The quirks that change no figure, but which answers can be given: without them a table may be illegal."""


def _quirk_changed(record):
    """Whether a quirk changed a figure with a record: shards paid twice beyond the limit change none."""
    sources = {entry.source for entry in record.entries if entry.figure == "quirk"}
    paid = any(
        e.source == "composite_paid_twice" and not e.figure.startswith(("quirk", "lost_")) for e in record.entries
    )
    return bool(sources - {"composite_paid_twice"}) or paid


@pytest.mark.long
def test_recorded_tables_without_quirks(names):
    """DF-12.20 to DF-12.38: where a quirk changed a figure, the rules and the platform part there; else nowhere."""
    parted = 0
    for name in names:
        answer = answer_of(name)
        replay = examined(answer).replay
        first = next((record for record in replay.entered if _quirk_changed(record)), None)
        plain = examined(answer, table={"quirks": OF_THE_ORDER})
        assert plain.verdict == ("valid" if first is None else "discrepant"), name
        if first is not None:
            parted += 1
            packet, quirks = replay.played[first.seq - 1][2], {e.source for e in first.entries if e.figure == "quirk"}
            # What is shown again is printed in the packet before its answer; a boar's second reward comes later.
            found = plain.replay.discrepancies[0].line - packet
            assert found in (-1, 0, 1) or (found > 0 and "boar_paid_again" in quirks), name
    assert parted
