"""An import that is killed at any moment leaves a valid store, and a second run finishes the rest."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from events.store import schema
from events.store.event_store import EventStore
from projections.store.proof import prove, strays
from tests.support import toy_logs as toy

GAMES = 100


def games_in(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The tables without the time of the import, which differs between runs."""
    with EventStore(str(path), read_only=True) as store:
        for head in store.heads():
            assert store.read(head.game_id).verify() is None
        found = {}
        for table in schema.ROWS:
            left_out = "EXCLUDE imported_at" if "imported_at" in schema.ROWS[table].__struct_fields__ else ""
            found[table] = store.connection.execute(f"SELECT * {left_out} FROM {table} ORDER BY ALL").fetchall()
        return found


def check_whole(tables: dict[str, list[tuple[object, ...]]], reference: dict[str, list[tuple[object, ...]]]) -> int:
    """Check that every stored game has all of its rows, and return the number of games."""
    stored = {row[0] for row in tables["games"]}
    for table, rows in tables.items():
        key = schema.ROWS[table].__struct_fields__.index("game_id")
        assert rows == [row for row in reference[table] if row[key] in stored], table
    return len(stored)


def start(command: list[str], logs: Path, store: Path) -> "subprocess.Popen[bytes]":
    arguments = ["import", str(logs), "--db", str(store), "--jobs", "2"]
    return subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )


def wait_for_output(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdout is not None
    process.stdout.readline()


def wait_for_the_end_of_the_group(group: int) -> None:
    """The worker processes end by themselves when the writing process is gone."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("working processes are left behind")


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_killed_at_any_moment(tmp_path: Path, nim: str) -> None:
    command = toy.door(tmp_path)
    logs = tmp_path / "logs"
    logs.mkdir()
    for seed in range(GAMES):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    whole = tmp_path / "whole.duckdb"
    began = time.monotonic()
    assert start(command, logs, whole).wait() == 0
    lasted = time.monotonic() - began
    reference = games_in(whole)
    assert len(reference["games"]) == GAMES

    counts = []
    for moment in range(1, 6):
        store = tmp_path / f"killed-{moment}.duckdb"
        process = start(command, logs, store)
        if moment % 2:
            time.sleep(lasted * moment / 6)
        else:
            wait_for_output(process)  # the first chunk is stored
            time.sleep(0.02 * moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
        wait_for_the_end_of_the_group(process.pid)
        counts.append(check_whole(games_in(store), reference) if store.exists() else 0)
        if moment % 4 == 0:
            assert start(command, logs, store).wait() == 0
            assert games_in(store) == reference
    assert min(counts[1::2]) > 0
    assert min(counts) < GAMES


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_killed_again_and_again_the_import_still_ends(tmp_path: Path, nim: str) -> None:
    command = toy.door(tmp_path)
    logs = tmp_path / "logs"
    logs.mkdir()
    for seed in range(GAMES):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    store = tmp_path / "store.duckdb"
    for attempt in range(8):
        process = start(command, logs, store)
        time.sleep(0.4 + 0.1 * attempt)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if store.exists():
            games_in(store)
    assert start(command, logs, store).wait() == 0
    assert len(games_in(store)["games"]) == GAMES


def children(process: int) -> list[int]:
    """The worker processes of a process, without the one that only tracks resources."""
    with suppress(FileNotFoundError, ProcessLookupError):
        listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        return [int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    return []


def wait_for_workers(process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None and not children(process.pid):
        time.sleep(0.01)


def kill(process: "subprocess.Popen[bytes]", victim: str, rng: Random) -> None:
    """Kill the writing process, or one of its two workers."""
    with suppress(FileNotFoundError, ProcessLookupError):
        working = children(process.pid) if victim == "worker" else [process.pid]
        if working:
            os.kill(rng.choice(working), signal.SIGKILL)


def kill_often(folder: Path, victim: str, times: int) -> list[int]:
    """Kill imports into separate stores at random moments, and finish every other one. Returns the numbers of games.

    Stored games are whole, each proven from its records; a finished store equals that of an undisturbed import.
    """
    command, logs, rng = toy.door(folder), folder / "logs", Random(f"{victim} {times}")
    logs.mkdir()
    for seed in range(GAMES):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    whole, began = folder / "whole.duckdb", time.monotonic()
    assert start(command, logs, whole).wait() == 0
    lasted, reference, counts = time.monotonic() - began, games_in(whole), []
    for number in range(times):
        store = folder / f"{number}.duckdb"
        process = start(command, logs, store)
        if victim == "worker":
            wait_for_workers(process)
            time.sleep(rng.random() * lasted / 2)
        elif number % 3:
            wait_for_output(process)  # something is stored
            time.sleep(rng.random() * lasted / 3)
        else:
            time.sleep(rng.random() * lasted)
        kill(process, victim, rng)
        process.communicate()
        wait_for_the_end_of_the_group(process.pid)
        if not store.exists():
            counts.append(0)
            continue
        counts.append(check_whole(games_in(store), reference))
        if number % 2:
            assert start(command, logs, store).wait() == 0
            assert games_in(store) == reference
        with EventStore(str(store), read_only=True) as opened:
            assert not [proof for proof in prove(opened) if proof.wrong]
            assert strays(opened) == []
    return counts


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs lists of processes")
@pytest.mark.parametrize("victim", ["writer", "worker"])
def test_whoever_is_killed_nothing_is_lost_or_doubled(tmp_path: Path, nim: str, victim: str) -> None:
    counts = kill_often(tmp_path, victim, 5)
    assert len(counts) == 5
    assert min(counts) < GAMES


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize(
    ("number", "status", "whole_group"),
    [
        (signal.SIGINT, 130, True),
        *(
            pytest.param(*how, marks=pytest.mark.long)
            for how in ((signal.SIGTERM, 143, False), (signal.SIGINT, 130, False), (signal.SIGTERM, 143, True))
        ),
    ],
)
def test_interrupted(tmp_path: Path, nim: str, number: signal.Signals, status: int, whole_group: bool) -> None:
    """Ctrl-C and SIGTERM work at once; stored games are whole and reported; no process and no file is left behind."""
    command = toy.door(tmp_path)
    logs, temporary = tmp_path / "logs", tmp_path / "tmp"
    logs.mkdir()
    temporary.mkdir()
    for seed in range(GAMES):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 9}))
    store = tmp_path / "store.duckdb"
    process = subprocess.Popen(
        [*command, "import", str(logs), "--db", str(store), "--jobs", "2"],
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
    assert errors.endswith(b" of 100 logs; these are stored; run the same command again to continue\n")
    wait_for_the_end_of_the_group(process.pid)
    assert list(temporary.iterdir()) == []
    assert games_in(store)["games"]


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
