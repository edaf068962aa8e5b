"""2,000 corrupted inputs of every kind: none crashes the program; each is reported with its place, within limits."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from events.store.event_store import Part
from projections.batch import work
from tests.hostile import mutations
from tests.hostile.judge import inputs, judged, run
from tests.hostile.samples import FACTS_BESIDE, KINDS
from tests.support import PROJECT

INPUTS = 2000
MEBIBYTES = 300
SHARES = {"bga_terra_mystica": 8, "bga_anachrony": 8, "bga_diceforge": 4, "snellman_json": 4, FACTS_BESIDE: 4}
"""The number of parts into which the inputs of a kind are split, so two processes share them and none takes long."""


def shares() -> list[tuple[str, int, int]]:
    """Kinds with the first and the last of the inputs to judge."""
    found = []
    for kind in KINDS:
        size = (500 if kind == FACTS_BESIDE else INPUTS) // (parts := SHARES.get(kind, 2))
        found += [(kind, part * size, (part + 1) * size) for part in range(parts)]
    return found


@pytest.mark.long
@pytest.mark.parametrize(("kind", "first", "last"), shares())
def test_no_input_surprises(kind: str, first: int, last: int) -> None:
    """This runs in a separate process, so that its peak memory is that of the inputs."""
    command = [sys.executable, "-m", "tests.hostile.judge", kind, str(first), str(last)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *wrong, whole = map(json.loads, done.stdout.splitlines())
    assert wrong == []
    assert whole["inputs"] == last - first
    assert whole["mebibytes"] < MEBIBYTES
    assert len(whole["verdicts"]) > 1, "spoiled inputs that all come to the same test little"


@pytest.mark.parametrize("kind", ["native-gaia", "snellman_counters", "facts.csv", "catalogue-gaia"])
def test_some_of_them(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This is in the quick suite, so that a change that breaks the corpus is noticed at once."""
    monkeypatch.setattr(Part, "write", lambda part: None)
    for _, data, notation in inputs(kind, 0, 20):
        assert judged(kind, data, notation, tmp_path).wrong == []


@pytest.mark.parametrize("digits", [999, 4300])
def test_a_number_of_any_length_is_spoiled(digits: int) -> None:
    """None becomes one that cannot be written or read as JSON: numbers have at most 4,300 digits."""
    value = 10**digits - 1
    for seed in range(20):
        assert json.loads(json.dumps(mutations._near(value, Random(seed)))) != value


def test_the_judge_sees_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure of the program is not reported as a verdict; otherwise the corpus could not fail."""

    def failing(*_: object) -> object:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(Part, "write", Part.write)  # undoes the judge's replacement
    monkeypatch.setattr(work, "examine_all", failing)
    *wrong, whole = run("snellman_counters", 0, 3)
    assert [each["number"] for each in wrong] == [0, 1, 2]
    assert "ZeroDivisionError: a fault" in wrong[0]["wrong"][0]
    assert whole["verdicts"] == {"unreadable": 3}
