"""The recorded tables of Board Game Arena: read, compared at every record, with the platform's own result."""

import json
from pathlib import Path

import pytest

from engine.intake import examine
from engine.replay import replay
from engine.rules import ruleset
from events import files
from tests.support import LOGS
from tests.support.recorded import needs_recorded

FOLDER = LOGS / "anachrony"
TABLES = sorted(path.name for path in (FOLDER / "bga-tables").glob("*"))

pytestmark = needs_recorded("anachrony/bga-tables")


@pytest.fixture(scope="module")
def expected():
    """What the platform says of each table."""
    return json.loads((FOLDER / "expected.json").read_text())


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if n % 8 == 0 else [pytest.mark.long]) for n, name in enumerate(TABLES)]
)
def test_a_recorded_table(name, expected):
    """AN-16.42, AN-16.46, AN-16.47, AN-16.50, AN-16.51, AN-16.77: valid, with the same final scores, also as a copy."""
    report = examine(files.read(str(Path(FOLDER) / "bga-tables" / name)))
    assert (report.verdict, report.problem, report.replay.discrepancies) == ("valid", None, [])
    told = expected[f"bga-tables/{name}"]
    seats = report.replay.header.seats
    assert {seats[each.seat].player: each.vp for each in report.standings} == told["final"]
    assert report.replay.header.options["board_side"] == "ab"[told["options"]["100"] - 1]
    assert report.replay.checked > 400
    native = replay(ruleset("anachrony"), report.game_log())
    assert (native.verdict, native.standings) == ("valid", report.standings)
