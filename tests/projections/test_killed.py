"""An import that is killed at any moment leaves a store that verifies, and a second run finishes the rest."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from events import schema
from events.store import EventStore
from tests import toy_logs as toy

GAMES = 100


def games_in(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The tables without what differs between runs: the time of the import."""
    with EventStore(str(path), read_only=True) as store:
        for head in store.heads():
            assert store.read(head.game_id).verify() is None
        found = {}
        for table in schema.ROWS:
            left_out = "EXCLUDE imported_at" if "imported_at" in schema.ROWS[table].__struct_fields__ else ""
            found[table] = store.connection.execute(f"SELECT * {left_out} FROM {table} ORDER BY ALL").fetchall()
        return found


def check_whole(tables: dict[str, list[tuple[object, ...]]], reference: dict[str, list[tuple[object, ...]]]) -> int:
    """Every game that is there is there with all of its rows; returns how many there are."""
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
    """The working processes end by themselves when the one that writes is gone."""
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
    for moment in range(1, 9):
        store = tmp_path / f"killed-{moment}.duckdb"
        process = start(command, logs, store)
        if moment % 2:
            time.sleep(lasted * moment / 9)
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


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_interrupted(tmp_path: Path, nim: str) -> None:
    """Ctrl-C: what is stored is whole, the exit code is 130, nothing is left running or lying about."""
    command = toy.door(tmp_path)
    logs = tmp_path / "logs"
    logs.mkdir()
    for seed in range(GAMES):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 9}))
    store = tmp_path / "store.duckdb"
    arguments = ["import", str(logs), "--db", str(store), "--jobs", "2"]
    process = subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors.decode()
    assert b"Traceback" not in errors
    wait_for_the_end_of_the_group(process.pid)
    assert games_in(store)["games"]
