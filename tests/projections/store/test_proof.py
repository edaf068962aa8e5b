"""`audit --all`: changes made to a store by other means are noticed; those that nothing can prove are not reported."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from events import facts, files
from events.store import schema
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.store.adding_facts import add_facts
from projections.store.forgotten import forget_named
from projections.store.proof import beside, prove
from tests.support import toy_logs as toy

UNPROVEN = {
    "games": {"imported_at", "source_digest"},
    "sources": {"digest", "name", "notation", "imported_at"},
}
"""Columns that record where a game came from and when: nothing in the store proves that they are unchanged."""
TABLES = schema.ROWS | schema.ANNOTATIONS
AT = "2024-07-01 12:00:00"
OPERATIONS = ("change", "delete", "add", "swap")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with games of every verdict that is stored, and rows in every table."""
    folder = tmp_path_factory.mktemp("proof")
    with pytest.MonkeyPatch.context() as patch:
        from tests.support import TOY, install

        install(patch, TOY)
        logs = folder / "logs"
        logs.mkdir()
        for seed in range(4):
            (logs / f"native{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 5, "rounds": 2}))
        (logs / "foreign.txt").write_text(toy.text(seed=9))
        for seed in (7, 8):
            (logs / f"discrepant{seed}.txt").write_text(toy.wrong_figure(toy.text(seed=seed)))
            (logs / f"illegal{seed}.jsonl").write_bytes(without_hashes(toy.native(seed, 3, {"dice": 5}), b'"stones":9'))
        (logs / "open.txt").write_text("\n".join(toy.text(seed=6).splitlines()[:5]) + "\n")
        (folder / "facts.csv").write_text("source,played_at,season\nforeign.txt,2024-05-31,1\nopen.txt,2024-06-01,2\n")
        store = folder / "s.duckdb"
        with EventStore(str(store)) as opened:
            list(import_files(opened, files.find([str(logs)]), 1))
            add_facts(opened, [facts.read(str(folder / "facts.csv"))], AT)
            for name in ("native2.jsonl", "native3.jsonl"):
                forget_named(opened, name, AT)
    return store


def without_hashes(log: bytes, stones: bytes) -> bytes:
    """The log with other stones in its last moves, written by hand."""
    head, _, tail = re.sub(rb',"hash":"[0-9a-f]*"', b"", log).rpartition(b'"kind":"take"')
    return head + b'"kind":"take"' + re.sub(rb'"stones":\d', stones, tail)


def faults(path: Path) -> list[str]:
    with EventStore(str(path), read_only=True) as store:
        return [text for proof in prove(store) for text in proof.wrong] + beside(store, Ledger(store.connection))


def other(value: Any, rng: Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1, 1, 7))
    if isinstance(value, list):
        return value[1:] or ["x"]
    if isinstance(value, dict):
        return {**value, "vp": value.get("vp", 0) + 1}
    if value is None:
        return 1
    text = str(value)
    return text[:-1] + ("x" if text[-1:] != "x" else "y")


def rows_of(store: EventStore, table: str) -> list[tuple[Any, ...]]:
    names = TABLES[table].__struct_fields__
    return store.connection.execute(f"SELECT rowid, {', '.join(names)} FROM {table} ORDER BY ALL").fetchall()


def column_to_change(table: str, rng: Random) -> str:
    names = TABLES[table].__struct_fields__
    return rng.choice([name for name in names if name not in UNPROVEN.get(table, ())])


def changes(store: EventStore, table: str, operation: str, rng: Random) -> Iterator[tuple[str, list[Any]]]:
    """The SQL of one change to a table, with its values; none where it would change nothing."""
    names = TABLES[table].__struct_fields__
    row, another = rng.sample(rows_of(store, table), 2)
    values, others = (dict(zip(("rowid", *names), each, strict=True)) for each in (row, another))
    column = column_to_change(table, rng)
    if operation == "delete":
        yield f"DELETE FROM {table} WHERE rowid = ?", [values["rowid"]]
    elif operation == "add":
        listed = [other(values["game_id"], rng) if name == "game_id" else values[name] for name in names]
        if table == "sources":
            listed[names.index("digest")] = other(values["digest"], rng)
        if table in schema.ANNOTATIONS:
            listed[names.index("number")] = 99
        yield f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", listed
    elif operation == "swap" and values[column] != others[column]:
        for one, value in ((values, others[column]), (others, values[column])):
            yield f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [value, one["rowid"]]
    elif operation == "change":
        yield f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [other(values[column], rng), values["rowid"]]


def attempt(whole: Path, path: Path, table: str, operation: str, rng: Random) -> str:
    """Make a change in a copy of the store, and describe it; empty if it changes nothing or the store refuses it."""
    import duckdb

    shutil.copy(whole, path)
    with EventStore(str(path)) as store:
        done = list(changes(store, table, operation, rng))
        try:
            for sql, values in done:
                store.connection.execute(sql, values)
        except duckdb.Error:  # a key or a type forbids it
            return ""
    return "; ".join(f"{sql} {values}" for sql, values in done)


def check(whole: Path, path: Path, rng: Random, number: int) -> None:
    table = sorted(TABLES)[number % len(TABLES)]
    done = ""
    while not done:
        operation = rng.choice([each for each in OPERATIONS if (table, each) != ("sources", "delete")])
        done = attempt(whole, path, table, operation, rng)
    assert faults(path), done


def test_an_untouched_store_holds(whole: Path, nim: str) -> None:
    assert faults(whole) == []


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_change_to_any_table_is_noticed(whole: Path, tmp_path: Path, nim: str, number: int) -> None:
    check(whole, tmp_path / "changed.duckdb", Random(f"proof/{number}"), number)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_changes_are_noticed(whole: Path, tmp_path: Path, nim: str, part: int) -> None:
    for number in range(10 * part, 10 * part + 10):
        check(whole, tmp_path / "changed.duckdb", Random(f"hundred/{number}"), number)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET imported_at = imported_at + INTERVAL 1 DAY",
        "UPDATE sources SET name = 'elsewhere/' || name",
        "UPDATE sources SET imported_at = imported_at - INTERVAL 1 HOUR",
        "CREATE TABLE notes (text VARCHAR)",
        "CREATE TABLE turned AS SELECT * FROM entries ORDER BY seq DESC; DELETE FROM entries; "
        "INSERT INTO entries SELECT * FROM turned",
    ],
)
def test_what_follows_from_no_record_is_not_reported(whole: Path, tmp_path: Path, nim: str, sql: str) -> None:
    path = tmp_path / "changed.duckdb"
    shutil.copy(whole, path)
    with EventStore(str(path)) as store:
        store.connection.execute(sql)
    assert faults(path) == []


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE games SET verdict = 'illegal'", "games: verdict illegal, computed"),
        ("UPDATE games SET players = 2 + players", "games: players 4, computed 2"),
        ("UPDATE games SET finished = false WHERE finished", "games: finished False, computed True"),
        ("UPDATE games SET options = '{}'", "games: options {}, computed"),
        ("UPDATE games SET checked = 1000 WHERE notation = 'native'", "games: checked 1000, computed 0"),
        ("UPDATE games SET mean_vp = mean_vp + 1", "games: mean_vp "),
        ("UPDATE games SET lead = NULL", "games: lead None, computed"),
        ("UPDATE sources SET verdict = 'good'", "sources: the verdict good"),
        ("UPDATE games SET ruleset_version = '0'", "games: judged by version 0 of the rules, present version"),
        (
            "UPDATE games SET source = 'another.jsonl' WHERE source LIKE 'illegal%'",
            "another.jsonl, its file is illegal",
        ),
        ("DELETE FROM facts WHERE number = (SELECT max(number) FROM facts)", "facts: rows are missing"),
        ("DELETE FROM acts WHERE number = (SELECT max(number) FROM acts)", "acts: rows are missing"),
        ("UPDATE facts SET value = '9'", "facts: row 1 is not what was appended"),
        ("DELETE FROM games WHERE game_id = (SELECT min(game_id) FROM games)", "rows of games that are not stored"),
    ],
)
def test_what_does_not_hold_is_reported(whole: Path, tmp_path: Path, nim: str, sql: str, expected: str) -> None:
    path = tmp_path / "changed.duckdb"
    shutil.copy(whole, path)
    with EventStore(str(path)) as store:
        store.connection.execute(sql)
    assert any(expected in text for text in faults(path)), faults(path)
