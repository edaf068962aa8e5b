"""A fault of the program on one log: that log is unreadable, with its place, and work on the others continues."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from events.store.event_store import EventStore
from projections.batch import work
from projections.batch.importing import import_files
from projections.batch.validating import validate
from projections.pictures.sheet import seat_name
from projections.store import rows
from tests.support import PROJECT
from tests.support import toy_logs as toy

FAILING = ["examine_all", "prepare", "verdict_on", "rows"]


@pytest.fixture
def logs(tmp_path: Path, nim: str) -> list[str]:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(toy.text(ord(name)))
    return [str(tmp_path / f"{name}.txt") for name in "abc"]


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str, at: int) -> None:
    """Let a function of the work fail on the log `at` (counted from 0)."""
    module = rows if name == "rows" else work
    usual, calls = getattr(module, name), iter(range(99))

    def failing(*arguments: Any) -> Any:
        if next(calls) == at:
            raise ZeroDivisionError("a fault")
        return usual(*arguments)

    monkeypatch.setattr(module, name, failing)


@pytest.mark.parametrize("function", FAILING)
def test_the_others_are_stored(logs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    fail_once(monkeypatch, function, 1)
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        (found,) = import_files(store, logs, 1)
        assert [(one.status, one.verdict) for one in found] == [
            ("new", "valid"),
            ("left out", "unreadable"),
            ("new", "valid"),
        ]
        assert len(store.heads()) == 2
    problem = found[1].details.problem or ""
    assert problem.startswith(f"{logs[1]}: anyturn failed on this log (ZeroDivisionError: a fault, at test_faults.py:")


@pytest.mark.parametrize("function", ["examine_all", "verdict_on"])
def test_the_trace_is_shown_where_it_is_asked_for(
    logs: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], function: str
) -> None:
    for debug in ("", "1"):
        monkeypatch.setenv("ANYTURN_DEBUG", debug)
        with monkeypatch.context() as patched:
            fail_once(patched, function, 0)
            (found,) = validate(logs[:2], 1)
        assert [one.verdict for one in found] == ["unreadable", "valid"]
        assert ("ZeroDivisionError: a fault" in capfd.readouterr().err) == bool(debug)


def test_a_seat_that_does_not_exist_ends_no_run(tmp_path: Path) -> None:
    """AN-8.1: an event about seat -3 is rejected and put into words, and the next log is judged."""
    header = {"game": "anachrony", "ruleset": "1", "options": {}, "seats": [{"player": "Ann"}, {"player": "Ben"}]}
    for name, seat in (("a", -3), ("b", 1)):
        first = {"seq": 1, "actor": None, "event": {"kind": "first_player", "player": seat}}
        (tmp_path / f"{name}.jsonl").write_text(f"{json.dumps(header)}\n{json.dumps(first)}\n")
    command = [sys.executable, str(PROJECT / "cli.py"), "validate", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "recorded: chance: no seat (-3) is First Player" in done.stdout
    assert f"{tmp_path / 'b.jsonl'}" in done.stdout
    assert done.stderr.startswith("2 logs: ")
    assert seat_name(("Ann", "Ben"), -1) == "no seat (-1)"
