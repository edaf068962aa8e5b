"""A fault of the program on one log: that log is unreadable, with its place, and work on the others continues."""

from pathlib import Path
from typing import Any

import pytest

from events.store.event_store import EventStore
from projections.batch import work
from projections.batch.importing import import_files
from projections.batch.validating import validate
from tests.support import toy_logs as toy

FAILING = ["examine_all", "prepare", "verdict_on", "rows"]


@pytest.fixture
def logs(tmp_path: Path, nim: str) -> list[str]:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(toy.text(ord(name)))
    return [str(tmp_path / f"{name}.txt") for name in "abc"]


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str, at: int) -> None:
    """Let a function of the work fail on the log `at` (counted from 0)."""
    usual, calls = getattr(work, name), iter(range(99))

    def failing(*arguments: Any) -> Any:
        if next(calls) == at:
            raise ZeroDivisionError("a fault")
        return usual(*arguments)

    monkeypatch.setattr(work, name, failing)


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
