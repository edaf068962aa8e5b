"""While one process imports, others can read stored games, but no other process can write."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.store import database
from events.store.database import StoreUnusable
from events.store.event_store import EventStore
from events.store.writer_lock import Writer
from projections.batch import importing
from projections.store.query import ask
from tests.support import toy_logs as toy

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs locks of POSIX")

HOLD = """
import sys
from events.store.event_store import EventStore
store = EventStore(sys.argv[1])
if sys.argv[2] == "let in":
    store.let_in()
print("held", flush=True)
input()
if sys.argv[2] == "close":
    store.close()
    print("closed", flush=True)
    input()
"""


def holder(path: Path, how: str) -> "subprocess.Popen[bytes]":
    """A process that writes the store at `path`."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), how], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def games(path: Path) -> int:
    ((_, ((number,),)),) = ask(str(path), "SELECT count(*) FROM games")
    return int(number)


@pytest.mark.parametrize(("soon", "stored"), [(60.0, [8, 8, 8, 8, 9]), (0.0, [4, 4, 8, 8, 9])], ids=["fast", "slow"])
def test_between_two_transactions_others_read(
    tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch, soon: float, stored: list[int]
) -> None:
    """They see everything reported as stored: several chunks at once, or fewer if that takes long."""
    for name, value in {"CHUNK": 2, "TOGETHER": 4, "SOON": soon, "OPEN": soon}.items():
        monkeypatch.setattr(importing, name, value)
    logs, path = [], tmp_path / "s.duckdb"
    for seed in range(9):
        logs.append(str(tmp_path / f"{seed}.jsonl"))
        Path(logs[-1]).write_bytes(toy.native(seed, 2, {}))
    reported, seen = 0, []
    with EventStore(str(path)) as store:
        for chunk in importing.import_files(store, logs, 1):
            reported += len(chunk)
            seen.append(games(path))
            assert seen[-1] >= reported
    assert reported == 9
    assert seen == stored


@pytest.mark.parametrize("how", ["let in", "keep"])
def test_a_second_writer_is_refused_and_the_first_is_named(tmp_path: Path, how: str) -> None:
    path = tmp_path / "s.duckdb"
    process = holder(path, how)
    try:
        with pytest.raises(StoreUnusable, match=f"in use by process {process.pid} "):
            EventStore(str(path))
        if how == "let in":
            assert games(path) == 0
    finally:
        process.kill()
        process.communicate()
    with EventStore(str(path)):  # the lock ended with its process
        assert (tmp_path / ".s.duckdb.writer").read_text() == f"{os.getpid()}\n"
    assert [file.name for file in tmp_path.iterdir()] == ["s.duckdb"]


def test_a_reader_waits_for_a_writer_but_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.duckdb"
    process = holder(path, "close")
    assert process.stdin is not None
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with pytest.raises(StoreUnusable, match=f"in use by process {process.pid} "):
        games(path)
    monkeypatch.setattr(database, "PATIENCE", 60.0)
    process.stdin.write(b"\n")
    process.stdin.flush()
    assert games(path) == 0
    process.communicate(b"\n")


def test_a_writer_waits_for_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.duckdb"
    with EventStore(str(path)) as store:
        store.let_in()
        hold = f"import duckdb; c = duckdb.connect({str(path)!r}, read_only=True); print(flush=True); input()"
        reader = subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert reader.stdout is not None
        reader.stdout.readline()
        monkeypatch.setattr(database, "LONG_PATIENCE", 0.1)
        with pytest.raises(StoreUnusable, match=f"in use by process {reader.pid} "):
            store.heads()
        monkeypatch.setattr(database, "LONG_PATIENCE", 60.0)
        reader.communicate(b"\n")
        assert store.heads() == []


def test_nobody_is_let_in_inside_a_transaction(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with EventStore(str(path)) as store, store.transaction("import"):
        before = store.connection
        store.let_in()
        assert store.connection is before


def test_a_lock_that_is_being_removed_is_not_taken(tmp_path: Path) -> None:
    """If two processes want it, one has it, whatever state its file is in at that moment, and then the other."""
    store = str(tmp_path / "s.duckdb")
    first = Writer(store)
    assert first.shares
    assert Writer(store).holder == os.getpid()
    (tmp_path / ".s.duckdb.writer").unlink()  # as when a process releases it
    second = Writer(store)
    assert second.shares
    first.end()
    second.end()


@pytest.mark.long
def test_commands_answer_during_an_import(tmp_path: Path, nim: str) -> None:
    """`games`, `stats` and `query` end with 0, and what they report only grows."""
    command, logs, path = toy.door(tmp_path, toy.FEW_AT_ONCE), tmp_path / "logs", tmp_path / "s.duckdb"
    logs.mkdir()
    for seed in range(150):
        (logs / f"{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 12, "rounds": 9}))
    db = ["--db", str(path)]
    importer = subprocess.Popen(
        [*command, "import", str(logs), *db, "--jobs", "1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert importer.stdout is not None
    importer.stdout.readline()
    seen, second = [], 0
    questions = [["query", "SELECT count(*) AS n FROM games", "--json"], ["games"], ["stats", "seats"]]
    while importer.poll() is None and len(seen) < 3:
        for question in questions:
            answer = subprocess.run([*command, *question, *db], capture_output=True, check=False)
            assert answer.returncode == 0, answer.stderr.decode()
            if "--json" in question:
                seen.append(int(answer.stdout.split(b":")[1].strip(b"} \n")))
        if not second and importer.poll() is None:
            second = subprocess.run([*command, "import", str(logs), *db], capture_output=True, check=False).returncode
            assert second == 3 or importer.poll() is not None
    importer.communicate()
    assert importer.returncode == 0
    assert seen == sorted(seen)
    assert seen[0] >= 16
    assert games(path) == 150
