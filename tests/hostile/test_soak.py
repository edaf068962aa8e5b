"""A short run of the soak, and spoiled command lines: nothing is wrong."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile import commands
from tests.support import PROJECT


@pytest.mark.long
def test_a_short_soak() -> None:
    """Every kind of attack has a turn, however long that takes; `python -m tests.hostile.soak` takes ten minutes."""
    command = [sys.executable, "-m", "tests.hostile.soak", "--seconds", "1", "--seed", "32"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    table = re.findall(r"^(\w[\w ]+?) +([\d,]+) +([\d,]+)$", done.stdout, re.M)
    assert len(table) >= 6
    assert all(int(times.replace(",", "")) and wrong == "0" for _, times, wrong in table)


@pytest.mark.long
def test_spoiled_command_lines() -> None:
    """In a process of its own, so that its peak memory is that of the inputs."""
    command = [sys.executable, "-m", "tests.hostile.commands", "0", "270"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r'"mebibytes": (\d+)', done.stdout)[0]) < 300


def test_some_spoiled_command_lines(nim: str, tmp_path: Path) -> None:
    """In the quick suite; of every kind a few, with more than one exit status."""
    found, whole = commands.run(0, 3 * len(commands.KINDS), [*commands.KINDS], tmp_path)
    assert found == []
    assert len({each.split()[1] for each in whole["statuses"]}) > 2


def test_what_others_left_behind_is_no_fault(nim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong in a process after many inputs is tried again in a process of its own, which alone counts."""
    monkeypatch.setattr(commands, "peak_memory", iter(range(commands.MEBIBYTES, commands.MEBIBYTES + 4)).__next__)
    monkeypatch.setattr(commands, "alone", lambda kind, number: ["301 MiB"] if number == 1 else [])
    found, _ = commands.run(0, 3, ["option"], tmp_path)
    assert found == [{"kind": "option", "number": 1, "wrong": ["301 MiB"]}]


def test_a_fault_is_seen(nim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure of the program counts; otherwise the run could not fail."""

    def failing(*_: object) -> object:
        raise ZeroDivisionError("a fault")

    from projections.store import witnesses

    monkeypatch.setattr(witnesses, "misfits", failing)
    monkeypatch.setattr(witnesses, "read", lambda file: [])
    found, _ = commands.run(0, 1, ["witness"], tmp_path)
    assert "itself failed" in found[0]["wrong"][0]
