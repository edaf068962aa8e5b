"""SQL over the store: it reads, and does nothing else."""

from pathlib import Path

import pytest

from events.database import StoreUnusable
from events.store import EventStore
from projections.batch.importing import import_files
from projections.store.query import Refused, ask, games
from tests import toy_logs as toy


@pytest.fixture
def db(tmp_path: Path, nim: str) -> str:
    path = str(tmp_path / "s.duckdb")
    for seed in range(3):
        (tmp_path / f"{seed}.txt").write_text(toy.text(seed))
    with EventStore(path) as store:
        list(import_files(store, [str(tmp_path / f"{seed}.txt") for seed in range(3)], 1))
    return path


def answer(db: str, sql: str) -> list[tuple[object, ...]]:
    return [row for _, rows in ask(db, sql) for row in rows]


def test_it_reads(db: str) -> None:
    assert answer(db, "SELECT count(*) FROM games") == [(3,)]
    assert len(answer(db, "FROM range(2500)")) == 2500
    assert answer(db, "WITH a AS (SELECT 1) FROM a") == [(1,)]


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO games SELECT * FROM games",
        "DELETE FROM records",
        "UPDATE games SET verdict = 'valid'",
        "DROP TABLE games",
        "CREATE TABLE mine (a INTEGER)",
        "SELECT 1; DROP TABLE games",
        "COPY games TO 'out.csv'",
        "EXPORT DATABASE 'out'",
        "ATTACH 'other.duckdb'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "PRAGMA enable_profiling",
        "",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')",
        "SELECT content FROM read_text('/etc/hostname')",
        "SELECT * FROM read_json('http://127.0.0.1:1/x')",
        "SELECT * FROM nothing",
        "SELEC 1",
        "SELECT 1/'a'",
    ],
)
def test_whatever_else_is_refused_in_one_line(
    db: str, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(Refused) as refused:
        answer(db, sql)
    assert "\n" not in str(refused.value)
    assert sorted(tmp_path.iterdir()) == before
    assert answer(db, "SELECT count(*) FROM games") == [(3,)]


def test_a_write_is_refused_with_what_to_do(db: str) -> None:
    with pytest.raises(Refused, match="anyturn import"):
        answer(db, "DELETE FROM games")


def test_games_where(db: str) -> None:
    assert len(games(db, None)[1]) == 3
    assert [row["source"] for row in games(db, "source = '1.txt'")[1]] == ["1.txt"]
    with pytest.raises(Refused):
        games(db, "nothing = 1")


def test_a_condition_ends_where_it_ends(db: str) -> None:
    """Whatever stands in it, it is one condition of a question that only reads."""
    assert len(games(db, "source NOT LIKE '%--%' -- all of them")[1]) == 3
    for condition in ("true; DROP TABLE games", "true) UNION (SELECT 1", "true /*", "'"):
        with pytest.raises(Refused):
            games(db, condition)
    assert len(games(db, None)[1]) == 3


def test_columns_of_one_name_do_not_hide_each_other(db: str) -> None:
    ((columns, rows),) = ask(db, "SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS b")
    assert dict(zip(columns, rows[0], strict=True)) == {"a": 1, "a_1": 2, "a_1_1": 3, "b": 4}


def test_no_store_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="anyturn import"):
        answer(str(tmp_path / "none.duckdb"), "SELECT 1")
