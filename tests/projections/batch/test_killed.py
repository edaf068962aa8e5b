"""An import that is killed at any moment leaves a valid store, and a second run finishes the rest."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.projections.batch import kills
from tests.projections.batch.kills import WORKER, WRITER, Scene, wait_for_output, wait_for_the_end_of_the_group
from tests.support import TOY, install
from tests.support import toy_logs as toy

GAMES = 40
MANY = 100
"""Logs of which an import has not done all when its first transaction is over."""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Logs, and what an import of them stores."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        yield kills.prepared(tmp_path_factory.mktemp("killed"), GAMES)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs lists of processes")
@pytest.mark.parametrize(("victim", "times"), [(WRITER, 2), (WORKER, 2)])
def test_whoever_is_killed_nothing_is_lost_or_doubled(scene: Scene, nim: str, victim: str, times: int) -> None:
    """Few kills here; `python -m tests.projections.batch.kills` makes twenty of each, of more games."""
    assert len(kills.kill_often(scene, victim, times, 1)) == times


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_killed_again_and_again_the_import_still_ends(scene: Scene, nim: str) -> None:
    store = scene.folder / "again.duckdb"
    for attempt in range(3):
        process = scene.start(store)
        time.sleep(scene.lasted * (0.3 + 0.2 * attempt))
        process.send_signal(signal.SIGKILL)
        process.wait()
        if store.exists():
            kills.check_whole(kills.games_in(store), scene.reference)
    assert scene.start(store).wait() == 0
    assert kills.games_in(store) == scene.reference


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize(
    ("number", "status", "whole_group"),
    [
        (signal.SIGINT, 130, True),
        (signal.SIGTERM, 143, False),
        (signal.SIGTERM, 143, True),
    ],
)
def test_interrupted(tmp_path: Path, nim: str, number: signal.Signals, status: int, whole_group: bool) -> None:
    """Ctrl-C and SIGTERM work at once; stored games are whole and reported; no process and no file is left behind."""
    logs, temporary, store = tmp_path / "logs", tmp_path / "tmp", tmp_path / "store.duckdb"
    logs.mkdir()
    temporary.mkdir()
    for seed in range(MANY):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 9}))
    process = subprocess.Popen(
        [*toy.door(tmp_path, toy.FEW_AT_ONCE), "import", str(logs), "--db", str(store), "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    wait_for_output(process)
    (os.killpg if whole_group else os.kill)(process.pid, number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == status, errors.decode()
    assert errors.startswith(b"interrupted after ")
    assert errors.endswith(f" of {MANY} logs; these are stored; run the same command again to continue\n".encode())
    wait_for_the_end_of_the_group(process.pid)
    assert list(temporary.iterdir()) == []
    assert kills.games_in(store)["games"]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_what_a_killed_process_leaves_is_swept_by_the_next(tmp_path: Path, nim: str) -> None:
    command = toy.door(tmp_path)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    own = temporary / "anyturn-demo"  # not a folder of the program, only similarly named
    own.mkdir()
    log = tmp_path / "log.jsonl"
    log.write_bytes(toy.native(1, 2, {"dice": 12, "rounds": 9}))
    env = {**os.environ, "TMPDIR": str(temporary)}
    using = "from events.files.temporary import temporary_folder\nwith temporary_folder():\n print(flush=True); input()"
    killed, alive = (
        subprocess.Popen([sys.executable, "-c", using], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        for _ in range(2)
    )
    for process in (killed, alive):
        wait_for_output(process)
    assert len(list(temporary.iterdir())) == 3
    killed.kill()
    killed.wait()
    subprocess.run([*command, "import", str(log), "--db", str(tmp_path / "store.duckdb")], env=env, check=True)
    assert own in temporary.iterdir()
    assert len(list(temporary.iterdir())) == 2  # including that of the living process
    alive.communicate(b"\n")
    assert list(temporary.iterdir()) == [own]
