"""Folders in which commands run."""

from pathlib import Path

import pytest

from tests.support import toy_logs as toy
from tests.support.forking import Forking
from tests.support.running import Run, runs


@pytest.fixture
def run(tmp_path: Path, nim: str, forked: Forking) -> Run:
    """Runs `anyturn` in a separate folder, with some logs under logs/."""
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "a.txt").write_text(toy.text(1))
    (logs / "b.txt").write_text(toy.text(2, ("ann:red", "ben:blue", "cid:green")))
    (logs / "c.jsonl").write_bytes(toy.native(3, 2, {"dice": 3}))

    return runs(tmp_path, forked)


@pytest.fixture
def stored(run: Run) -> Run:
    assert run("import", "logs").code == 0
    return run


@pytest.fixture
def begun(tmp_path: Path, nim: str, forked: Forking) -> Run:
    """Runs `anyturn` in a folder with a toy game begun in game.jsonl."""
    run = runs(tmp_path, forked)
    assert (
        run("new", "nim", "--player", "Ann", "--player", "Bob", "--option", "rounds=1", "--log", "game.jsonl").code == 0
    )
    return run
