"""Drift: how other rules judge stored games, and rebuilding the rows that follow from their records."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.writing import write
from events import files
from events.store import schema
from events.store.database import StoreUnusable
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.commands.application import application
from projections.commands.shared import WrongUsage
from projections.game.audit import run as audit
from projections.store import versions
from projections.store.drift import drift, rebuild
from projections.store.find import open_tables
from tests.support import declared

Tables = dict[str, list[tuple[Any, ...]]]
OtherRules = Callable[..., None]


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch, nim: str) -> Iterator[OtherRules]:
    """Replaces the toy's rules by a second version with other constants."""
    from engine.games.nim import figures, flow, taking

    rules = ruleset(nim)

    def put(**constants: int) -> None:
        stack.enter_context(declared(rules, version="2"))
        for name, value in constants.items():
            module = next(module for module in (figures, flow, taking) if hasattr(module, name))
            monkeypatch.setattr(module, name, value)

    with ExitStack() as stack:
        yield put


def imported(path: str, folder: Path) -> list[tuple[str, str]]:
    with EventStore(path) as store:
        found = [one for chunk in import_files(store, files.find([str(folder)]), 1) for one in chunk]
    return [(one.status, one.verdict) for one in found]


def tables(path: str, *left_out: str) -> Tables:
    """All rows, without the columns that are left out."""
    with EventStore(path, read_only=True) as store:
        found = {}
        for table, row in schema.ROWS.items():
            columns = ", ".join(f'"{name}"' for name in row.__struct_fields__ if name not in left_out)
            found[table] = store.connection.execute(f"SELECT {columns} FROM {table} ORDER BY ALL").fetchall()
        return found


def rebuilt(path: str) -> list[str]:
    """Rebuild, and return the sources of the rebuilt games."""
    with EventStore(path) as store:
        ids = [one.game_id for one in rebuild(store) if one.rebuilt]
        asked = store.connection.execute("SELECT source FROM games WHERE game_id IN (SELECT unnest(?))", [ids])
        return sorted(source for (source,) in asked.fetchall())


def changes(path: str) -> dict[str, list[str]]:
    """Source -> the changes."""
    with EventStore(path, read_only=True) as store:
        names = dict(store.connection.execute("SELECT game_id, source FROM games").fetchall())
        return {names[one.game_id]: one.changes for one in drift(store) if one.changes}


def test_the_rules_that_judged_change_nothing(db: str) -> None:
    """This includes a game whose last row broke a rule and so is not a record."""
    assert changes(db) == {}
    before = tables(db)
    assert rebuilt(db) == []
    assert tables(db) == before
    failing = {
        name: [check.check for check in audit(name, db).checks if not check.holds] for name in ("a", "off", "bad")
    }
    assert failing == {"a": [], "off": ["verdict"], "bad": ["verdict"]}


def test_rebuilt_is_what_an_import_under_these_rules_makes(
    db: str, logs: Path, tmp_path: Path, other_rules: OtherRules
) -> None:
    before = tables(db)
    other_rules(STONE_VP=2)
    found = changes(db)
    assert found["a.txt"][0] == "verdict valid -> discrepant"
    assert found["own.jsonl"][0].startswith("seat 1: ")
    assert rebuilt(db) == ["a.txt", "b.txt", "bad.txt", "off.txt", "open.txt", "own.jsonl"]
    imported(str(tmp_path / "fresh.duckdb"), logs)
    after, fresh = tables(db, "imported_at"), tables(str(tmp_path / "fresh.duckdb"), "imported_at")
    bad = [row[0] for row in after["games"] if "bad.txt" in row]
    for table, rows in after.items():
        key = 1 if table in ("sources", "checkpoints") else 0
        key = 2 if table == "checkpoints" else key
        assert [row for row in rows if row[key] not in bad] == [row for row in fresh[table] if row[key] not in bad], (
            table
        )
    hashed = schema.ROWS["records"].__struct_fields__.index("event")
    assert [row[hashed:] for row in tables(db)["records"]] == [row[hashed:] for row in before["records"]]
    assert [row[-1] for row in tables(db)["checkpoints"]] == [row[-1] for row in before["checkpoints"]]


def test_again_rebuilds_nothing(db: str, other_rules: OtherRules) -> None:
    other_rules(STONE_VP=2)
    rebuilt(db)
    before = tables(db)
    assert rebuilt(db) == []
    assert tables(db) == before
    assert list(changes(db)) == ["bad.txt"]


def test_several_transactions_rebuild_what_one_does(
    db: str, tmp_path: Path, other_rules: OtherRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = shutil.copy(db, tmp_path / "other.duckdb")
    other_rules(STONE_VP=2)
    names = rebuilt(db)
    monkeypatch.setattr("events.store.one_by_one.AT_ONCE", 2)
    assert rebuilt(str(other)) == names
    assert len(names) > 2
    assert tables(str(other)) == tables(db)


def test_a_game_judged_the_same_is_from_now_on_one_of_the_present_version(db: str, other_rules: OtherRules) -> None:
    other_rules()
    assert list(changes(db)) == ["bad.txt"]
    assert rebuilt(db) == ["a.txt", "b.txt", "off.txt", "open.txt", "own.jsonl"]
    version = schema.ROWS["games"].__struct_fields__.index("ruleset_version")
    assert sorted(row[version] for row in tables(db)["games"]) == ["1", *["2"] * 5]


def test_a_row_that_became_no_record_is_judged_when_its_source_is_read_again(
    db: str, logs: Path, other_rules: OtherRules
) -> None:
    other_rules(MOST_STONES=9)
    assert changes(db) == {"bad.txt": ["record 5, which broke a rule, is not stored: import its source again"]}
    assert "bad.txt" not in rebuilt(db)
    statuses = imported(db, logs)
    assert statuses[2][0] == "extended"
    assert {status for status, _ in statuses} == {"unchanged", "extended"}
    assert changes(db) == {}
    assert {status for status, _ in imported(db, logs)} == {"unchanged"}


def test_findings_in_a_source_are_kept(tmp_path: Path) -> None:
    """A ledger prints what each row changed; the records only keep the figures after it."""
    ledger = write(selfplay_log(ruleset("terra_mystica"), "drift", 2, {}, "sensible"), "snellman_ledger")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "ledger.txt").write_text(ledger.replace("\t+2\t12 VP", "\t+3\t12 VP", 1))
    path = str(tmp_path / "s.duckdb")
    assert imported(path, tmp_path / "logs") == [("new", "discrepant")]
    before = tables(path)
    assert [row[4:] for row in before["discrepancies"]] == [("vp_change", 3, 2)]
    assert changes(path) == {}
    failing = [check for check in audit("ledger", path).checks if not check.holds]
    assert [check.check for check in failing] == ["verdict"], failing
    with EventStore(path) as store:
        store.connection.execute("UPDATE checkpoints SET version = 1")
    assert rebuilt(path) == ["ledger.txt"]
    assert tables(path) == before


class Interrupting:
    """A connection that is interrupted at its n-th statement."""

    def __init__(self, connection: Any, moment: int) -> None:
        self.connection, self.left = connection, moment

    def execute(self, *arguments: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self.connection.execute(*arguments)

    def close(self) -> None:
        self.connection.close()


@pytest.mark.long
def test_interrupted_anywhere_no_game_is_half_rebuilt(
    db: str, tmp_path: Path, other_rules: OtherRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six games, rebuilt two at a time: of what is written, a multiple of two."""
    other_rules(STONE_VP=2)
    monkeypatch.setattr("events.store.one_by_one.AT_ONCE", 2)
    before = tables(db)
    whole = shutil.copy(db, tmp_path / "whole.duckdb")
    rebuilt(str(whole))
    after = tables(str(whole))
    moment, ended, counts = 0, False, set()
    while not ended:
        moment += 19
        path = str(shutil.copy(db, tmp_path / "cut.duckdb"))
        with EventStore(path) as store:
            store._open = Interrupting(store.connection, moment)  # type: ignore[assignment]
            try:
                list(rebuild(store))
                ended = True
            except KeyboardInterrupt:
                pass
        counts.add(check_each_game_is_whole(tables(path), before, after))
        if moment % 3 == 0:
            rebuilt(path)
            assert tables(path) == after
    assert counts == {0, 2, 4, 6}


def check_each_game_is_whole(found: Tables, before: Tables, after: Tables) -> int:
    """Check that every game is in all tables as before or in all as after; returns the number of the latter."""
    done = 0
    for game_id in {row[0] for row in before["games"]}:
        own = [
            {table: [row for row in rows if game_id in row] for table, rows in each.items()}
            for each in (found, before, after)
        ]
        assert own[0] in own[1:]
        done += own[0] == own[2] != own[1]
    return done


def test_tables_of_an_older_anyturn_are_refused_until_they_are_rebuilt(db: str, tmp_path: Path) -> None:
    before = tables(db)
    with EventStore(db) as store:
        store.connection.execute("UPDATE checkpoints SET version = 1")
        store.connection.execute("DELETE FROM turn_ends")
    for command in (
        ["stats", "games"],
        ["games"],
        ["query", "SELECT 1"],
        ["export", "--all", "--parquet", "--out", str(tmp_path / "tables")],
    ):
        found = CliRunner().invoke(application(), [*command, "--db", db])
        assert isinstance(found.exception, StoreUnusable), command
        assert "6 games were made by an older anyturn; `anyturn rules drift --apply --db " in str(found.exception)
    assert not (tmp_path / "tables").exists()
    assert {change for found in changes(db).values() for change in found} == {
        f"tables 1 -> {versions.VERSION}",
        "other rows in turn_ends",
    }
    assert len(rebuilt(db)) == 6
    assert tables(db) == before
    open_tables(db).close()


def test_tables_of_a_newer_anyturn_are_refused(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "VERSION", 1)
    with pytest.raises(StoreUnusable, match="6 games were made by a newer anyturn; update anyturn"):
        open_tables(db)


def test_a_broken_chain_is_left_as_it_is(db: str) -> None:
    with EventStore(db) as store:
        store.connection.execute("UPDATE records SET event = replace(event, 'take', 'tAke') WHERE seq = 3")
        store.connection.execute("UPDATE checkpoints SET version = 1")
    before = tables(db)
    found = CliRunner().invoke(application(), ["rules", "drift", "--apply", "--db", db])
    assert found.exit_code == 4
    assert found.stdout.count("cannot be replayed: ") == 6
    assert "0 of 6 stored games rebuilt; 6 cannot be judged again" in found.stderr
    assert tables(db) == before


def test_the_command_reports_what_it_did(db: str, other_rules: OtherRules) -> None:
    other_rules(STONE_VP=2)
    listed = CliRunner().invoke(application(), ["rules", "drift", "--db", db])
    assert (listed.exit_code, len(listed.stdout.splitlines())) == (1, 6)
    assert "6 of 6 stored games would change; 1 cannot be judged again; `anyturn rules drift --apply`" in listed.stderr
    done = CliRunner().invoke(application(), ["rules", "drift", "--apply", "--db", db, "--json"])
    assert done.exit_code == 1  # one is left
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted((one["rebuilt"], one["stuck"]) for one in rows) == [*[(True, False)] * 5, (True, True)]
    assert "6 of 6 stored games rebuilt; 1 cannot be judged again" in done.stderr


def test_misuse(db: str, tmp_path: Path) -> None:
    for arguments in (["rules", "--apply"], ["rules", "nim", "--apply"], ["rules", "drift", "TM-1", "--apply"]):
        found = CliRunner().invoke(application(), arguments)
        assert isinstance(found.exception, WrongUsage)
        assert "`anyturn rules drift --apply`" in str(found.exception)
    none = str(tmp_path / "none.duckdb")
    missing = CliRunner().invoke(application(), ["rules", "drift", "--apply", "--db", none])
    assert isinstance(missing.exception, StoreUnusable)
    assert not Path(none).exists()
