"""Audit: every point has a source, sums are correct, and any change is found."""

import re
from pathlib import Path

import pytest

from engine.rules import ruleset
from events import files
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.game.audit import Audit, by_round, run
from tests.support import Through, declared
from tests.support import toy_logs as toy


@pytest.fixture
def db(tmp_path: Path, nim: str) -> str:
    (tmp_path / "a.txt").write_text(toy.text())
    path = str(tmp_path / "s.duckdb")
    with EventStore(path) as store:
        list(import_files(store, files.find([str(tmp_path / "a.txt")]), 1))
    return path


def failing(audit: Audit) -> dict[str, str]:
    return {check.check: check.found for check in audit.checks if not check.holds}


def change(db: str, sql: str) -> None:
    with EventStore(db) as store:
        store.connection.execute(sql)


def test_a_stored_game_and_its_file_are_explained_alike(db: str, tmp_path: Path) -> None:
    stored, read = run("a", db), run(str(tmp_path / "a.txt"), db)
    assert failing(stored) == failing(read) == {}
    assert stored.points == read.points
    with EventStore(db, read_only=True) as store:
        scores = dict(store.connection.execute("SELECT seat, vp FROM seats").fetchall())
    for seat, vp in scores.items():
        assert sum(point.vp for point in stored.points if point.seat == seat) == vp
        rounds, table = by_round(stored.points, seat)
        assert table[-1]["source"] == "all"
        assert table[-1]["sum"] == vp == sum(table[-1][str(number)] for number in rounds)


def test_the_step_of_a_round_belongs_to_that_round(db: str) -> None:
    points = [point for point in run("a", db).points if point.source == "last_stone"]
    assert points
    assert min(point.round for point in points) == 1


@pytest.mark.parametrize(
    ("sql", "place"),
    [
        ("UPDATE records SET event = replace(event, 'stones\":', 'stoned\":') WHERE seq = 5", "record 5"),
        ("DELETE FROM records WHERE seq = 5", "record 5"),
        ("INSERT INTO records SELECT * EXCLUDE (hash, body) FROM records WHERE seq = 5", "record 6"),
        ("UPDATE records SET seq = 11 - seq WHERE seq IN (5, 6)", "record 5"),
    ],
)
def test_a_broken_chain_is_found_at_its_record(db: str, sql: str, place: str) -> None:
    change(db, sql)
    found = run("a", db)
    assert found.broken
    assert re.search(rf"{place}\b", failing(found)["hash chain"])


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("UPDATE records SET kind = 'pour' WHERE seq = 5", "records"),
        ("UPDATE entries SET delta = delta + 1 WHERE seq = 5 AND figure = 'vp'", "entries"),
        ("DELETE FROM entries WHERE seq = 5", "entries"),
        ("INSERT INTO entries SELECT * FROM entries LIMIT 1", "entries"),
        ("UPDATE seats SET vp = vp + 1 WHERE seat = 0", "seats"),
        ("UPDATE tallies SET number = number + 1 WHERE kind = 'vp' AND seat = 0", "tallies"),
        ("DELETE FROM turn_ends WHERE turn = 2", "turn_ends"),
        ("INSERT INTO violations SELECT game_id, 1, 1, 'NIM-1', '{}' FROM games", "violations"),
    ],
)
def test_what_follows_from_the_records_is_compared_with_them(db: str, sql: str, table: str) -> None:
    change(db, sql)
    found = run("a", db)
    assert not found.broken
    assert failing(found).keys() == {"stored tables"}
    assert failing(found)["stored tables"].startswith(table)


@pytest.mark.parametrize("log", ["illegal", "discrepant"])
def test_the_place_of_a_fault_in_a_log_is_reported(tmp_path: Path, nim: str, log: str) -> None:
    text = toy.too_many(toy.text()) if log == "illegal" else toy.wrong_figure(toy.text())
    (tmp_path / "b.txt").write_text(text)
    path = str(tmp_path / "s.duckdb")
    with EventStore(path) as store:
        list(import_files(store, [str(tmp_path / "b.txt")], 1))
    for name in (str(tmp_path / "b.txt"), "b"):
        assert failing(run(name, path))["verdict"].startswith(log)


def test_a_native_log_is_checked_against_its_hashes(tmp_path: Path, nim: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(toy.native())
    assert failing(run(str(path), "none")) == {}
    lines = path.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b'"seq":3', b'"seq":3,"line":9')
    path.write_bytes(b"\n".join(lines))
    found = run(str(path), "none")
    assert found.broken
    assert f"{path}:4" in failing(found)["hash chain"]


def test_sums_and_conservation_that_do_not_hold_are_reported(tmp_path: Path, nim: str) -> None:
    """The rules have faults: points without an entry, stones out of nowhere."""
    rules = ruleset("nim")
    apply = rules.apply

    def faulty(state: object, actor: int | None, event: object) -> object:
        entries = apply(state, actor, event)
        if actor == 0:
            state.players[0].vp += 1  # type: ignore[attr-defined]
        if actor == 1:
            state.players[1].stones = -50  # type: ignore[attr-defined]
        return entries

    (tmp_path / "a.txt").write_text(toy.text())
    with declared(rules, apply=faulty, accepts=Through(faulty)):
        found = failing(run(str(tmp_path / "a.txt"), "none"))
    assert found.keys() >= {"figures", "score", "conservation"}
    assert "seat 1: vp is" in found["figures"]
    assert "after record 3: " in found["conservation"]
