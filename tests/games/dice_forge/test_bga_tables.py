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


@pytest.mark.long
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
