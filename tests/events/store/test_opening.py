"""Opening a store: one clear line for whatever prevents it."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from events.store.database import ROW_GROUP, StoreUnusable, connect
from events.store.event_store import EventStore


def refusal(path: Path, *, read_only: bool = False) -> str:
    with pytest.raises(StoreUnusable) as refused:
        EventStore(str(path), read_only=read_only)
    message = str(refused.value)
    assert "\n" not in message
    assert str(path) in message
    return message


@pytest.mark.parametrize("read_only", [True, False])
def test_a_locked_store_names_the_process(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "s.duckdb"
    EventStore(str(path)).close()
    hold = f"import duckdb; c = duckdb.connect({str(path)!r}); print('held', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        message = refusal(path, read_only=read_only)
        holder.communicate(b"\n")
    assert f"in use by process {holder.pid}" in message
    assert "wait" in message
    EventStore(str(path), read_only=read_only).close()


def test_a_lock_that_names_nobody_yet_is_reported_without_a_number(tmp_path: Path) -> None:
    with (tmp_path / ".s.duckdb.writer").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "in use by another process; wait" in refusal(tmp_path / "s.duckdb")


def test_rows_are_compressed_in_small_groups_each_time_a_store_is_written(tmp_path: Path) -> None:
    """Also in a store whose name has to be quoted in SQL."""
    path = str(tmp_path / "Ann's.duckdb")
    for seats in (1, 2):
        with EventStore(path) as store:
            store.connection.execute(
                f"INSERT INTO seats BY NAME SELECT '' AS game_id, {seats} AS seat, '' AS player, false AS dropped "
                f"FROM range({ROW_GROUP})"
            )
    with connect(path, read_only=True) as connection:
        groups = "SELECT DISTINCT row_group_id, count FROM pragma_storage_info('seats') WHERE column_name = 'seat'"
        assert connection.execute(f"{groups} ORDER BY ALL").fetchall() == [(0, ROW_GROUP), (1, ROW_GROUP)]


def test_a_confined_store_has_the_clock_of_utc_and_keeps_its_settings(tmp_path: Path) -> None:
    path = str(tmp_path / "s.duckdb")
    EventStore(path).close()
    with connect(path, read_only=True, confined=True) as connection:
        assert connection.execute("SELECT current_setting('TimeZone')").fetchone() == ("UTC",)
        with pytest.raises(duckdb.Error, match="locked"):
            connection.execute("SET TimeZone = 'Asia/Tokyo'")


@pytest.mark.parametrize("content", [b"", b"hello" * 5000, b"\x89PNG\r\n"])
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.duckdb"
    path.write_bytes(content)
    assert "not a store of anyturn" in refusal(path)
    assert path.read_bytes() == content


def test_a_log_in_place_of_the_store_is_none(tmp_path: Path) -> None:
    """DuckDB itself would open a text file that holds a table as a database."""
    path = tmp_path / "game.jsonl"
    path.write_text('{"game":"nim","ruleset":"1"}\n')
    assert "not a DuckDB file" in refusal(path)
    assert path.read_text() == '{"game":"nim","ruleset":"1"}\n'


def test_another_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE mine (a INTEGER)")
    assert "not a store of anyturn" in refusal(path)
    with duckdb.connect(str(path)) as connection:
        assert connection.execute("SHOW TABLES").fetchall() == [("mine",)]


def test_a_store_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    EventStore(str(path)).close()
    path.write_bytes(path.read_bytes()[:5000])
    assert "name another store" in refusal(path) or "restore" in refusal(path)


def test_no_store_is_made_for_reading(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    assert "anyturn import" in refusal(path, read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_hold_one_is_refused(tmp_path: Path) -> None:
    assert "cannot be created" in refusal(tmp_path / "nowhere" / "s.duckdb")
    folder = tmp_path / "folder"
    folder.mkdir()
    assert refusal(folder).endswith("a folder, expected the file of a store; name another one with --db")
    long = refusal(tmp_path / ("s" * 250))  # its draft has a longer name than file systems allow
    assert "cannot be created ([Errno" in long
    assert long.endswith("; name another place with --db")


def test_a_new_store_appears_whole(tmp_path: Path) -> None:
    """No other file is left in its folder, and another process never sees half a store."""
    path = tmp_path / "s.duckdb"
    EventStore(str(path)).close()
    assert [file.name for file in tmp_path.iterdir()] == ["s.duckdb"]


def test_what_a_killed_process_left_of_a_new_store_is_removed_by_the_next_writer(tmp_path: Path) -> None:
    """Also if it had just given the store its name. The files of processes that run, and of other stores, stay."""
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    names = [f".s.duckdb.{ended.pid}.new", f".s.duckdb.{ended.pid}.new.wal"]
    others = [f".s.duckdb.{os.getppid()}.new", f".other.duckdb.{ended.pid}.new"]
    for _ in range(2):  # the store is made, and is there
        for name in (*names, *others):
            (tmp_path / name).write_bytes(b"")
        EventStore(str(tmp_path / "s.duckdb")).close()
        assert {file.name for file in tmp_path.iterdir()} == {"s.duckdb", *others}
