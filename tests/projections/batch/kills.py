"""Imports by several processes, of which the writing one or a worker is killed at random moments.

    python -m tests.projections.batch.kills [--kills 20] [--games 100] [--seed 1] [writer] [worker]

prints how many games each killed import had stored. Stored games are whole, each proven from its records, and a second
run finishes the rest; the first that is not so ends the program with an AssertionError.
"""

import argparse
import os
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from events.store import schema
from events.store.event_store import EventStore
from projections.store.proof import prove, strays
from tests.support import TOY, install
from tests.support import toy_logs as toy

WRITER, WORKER = "writer", "worker"
Tables = dict[str, list[tuple[object, ...]]]


class Scene(NamedTuple):
    """A folder with logs, the command, and what an undisturbed import of them stored, in how many seconds."""

    folder: Path
    logs: Path
    command: list[str]
    reference: Tables
    lasted: float

    def start(self, store: Path) -> "subprocess.Popen[bytes]":
        """Begin an import into a store."""
        return start(self.command, self.logs, store)


def prepared(folder: Path, games: int) -> Scene:
    """A scene of so many games."""
    command, logs = toy.door(folder, toy.FEW_AT_ONCE), folder / "logs"
    logs.mkdir()
    for seed in range(games):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 5}))
    whole, began = folder / "whole.duckdb", time.monotonic()
    assert start(command, logs, whole).wait() == 0
    lasted, reference = time.monotonic() - began, games_in(whole)
    assert len(reference["games"]) == games
    return Scene(folder, logs, command, reference, lasted)


def start(command: list[str], logs: Path, store: Path) -> "subprocess.Popen[bytes]":
    """Begin an import by two workers, in a process group of its own."""
    arguments = ["import", str(logs), "--db", str(store), "--jobs", "2"]
    return subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )


def wait_for_output(process: "subprocess.Popen[bytes]") -> None:
    """Wait for a line: the first transaction is over."""
    assert process.stdout is not None
    process.stdout.readline()


def wait_for_the_end_of_the_group(group: int) -> None:
    """The worker processes end by themselves when the writing process is gone."""
    for _ in range(400):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.025)
    raise AssertionError("working processes are left behind")


def games_in(path: Path) -> Tables:
    """The tables without the time of the import, which differs between runs; the chains of all games hold."""
    with EventStore(str(path), read_only=True) as store:
        for head in store.heads():
            assert store.read(head.game_id).verify() is None
        found = {}
        for table in schema.ROWS:
            left_out = "EXCLUDE imported_at" if "imported_at" in schema.ROWS[table].__struct_fields__ else ""
            found[table] = store.connection.execute(f"SELECT * {left_out} FROM {table} ORDER BY ALL").fetchall()
        return found


def check_whole(tables: Tables, reference: Tables) -> int:
    """Check that every stored game has all of its rows, and return the number of games."""
    stored = {row[0] for row in tables["games"]}
    for table, rows in tables.items():
        key = schema.ROWS[table].__struct_fields__.index("game_id")
        assert rows == [row for row in reference[table] if row[key] in stored], table
    return len(stored)


def children(process: int) -> list[int]:
    """The worker processes of a process, without the one that only tracks resources."""
    with suppress(FileNotFoundError, ProcessLookupError):
        listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        return [int(child) for child in listed if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    return []


def _wait_for_workers(process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None and not children(process.pid):
        time.sleep(0.01)


def _kill(process: "subprocess.Popen[bytes]", victim: str, rng: Random) -> None:
    """Kill the writing process, or one of its two workers."""
    with suppress(FileNotFoundError, ProcessLookupError):
        working = children(process.pid) if victim == WORKER else [process.pid]
        if working:
            os.kill(rng.choice(working), signal.SIGKILL)


def _killed(scene: Scene, victim: str, number: int, rng: Random) -> Path:
    """The store of an import that was killed; every other time only when something is stored."""
    store = scene.folder / f"{victim}-{number}.duckdb"
    process = scene.start(store)
    if victim == WORKER:
        _wait_for_workers(process)
        time.sleep(rng.random() * scene.lasted / 2)
    elif number % 2 == 0:
        wait_for_output(process)
        time.sleep(rng.random() * scene.lasted / 6)
    else:
        time.sleep(rng.random() * scene.lasted)
    _kill(process, victim, rng)
    process.communicate()
    wait_for_the_end_of_the_group(process.pid)
    return store


def kill_often(scene: Scene, victim: str, times: int, seed: int) -> list[int]:
    """Kill imports into separate stores, and finish every other one. Returns the numbers of games they had stored."""
    rng, counts = Random(f"{victim} {seed}"), []
    for number in range(times):
        store = _killed(scene, victim, number, rng)
        counts.append(check_whole(games_in(store), scene.reference) if store.exists() else 0)
        assert counts[-1] or victim == WORKER or number % 2, "what was reported as stored is not there"
        if number % 2 == 0:
            assert scene.start(store).wait() == 0
            assert games_in(store) == scene.reference
        if store.exists():
            with EventStore(str(store), read_only=True) as opened:
                assert not [proof for proof in prove(opened) if proof.wrong]
                assert strays(opened) == []
    return counts


def main() -> None:
    """Print what was stored at each kill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("victims", nargs="*", metavar="VICTIM", help=f"{WRITER}, {WORKER} (default: both)")
    given = parser.parse_args()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="kills-") as folder:
        install(patch, TOY)
        scene = prepared(Path(folder), given.games)
        for victim in given.victims or (WRITER, WORKER):
            print(f"{victim}: {kill_often(scene, victim, given.kills, given.seed)} games stored of {given.games}")


if __name__ == "__main__":
    main()
