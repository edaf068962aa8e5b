"""SQL over the store: it reads, and does nothing else."""

from datetime import datetime
from pathlib import Path

import pytest

from events.store.database import StoreUnusable
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.store.query import Refused, ask, games
from tests.support import toy_logs as toy


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
        "SELECT now()::VARIANT",
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


@pytest.mark.parametrize(
    "sql",
    [
        "EXPLAIN ANALYZE COPY games TO '{}'",
        "explain /* éééé */ analyze -- é\n COPY (SELECT 1) TO '{}'",
        "EXPLAIN (ANALYZE, FORMAT json) COPY games TO '{}'",
        "/* é */ EXPLAIN (ANALYZE) COPY (FROM games) TO '{}' (FORMAT csv);",
        "EXPLAIN COPY games TO '{}'",
        "EXPLAIN ANALYZE INSERT INTO games SELECT * FROM games",
        "EXPLAIN /*éééééé*/ DELETE FROM games",
        "EXPLAIN CREATE TABLE mine AS SELECT 1",
        "EXPLAIN PRAGMA version",
        "EXPLAIN SET threads = 1",
        "EXPLAIN EXECUTE nothing",
        "CALL pragma_version()",
        "CHECKPOINT",
    ],
)
def test_what_is_explained_only_reads(db: str, sql: str) -> None:
    """With ANALYZE it would be executed, and the database may write files where it keeps what exceeds memory."""
    room = Path(f"{db}.tmp")
    room.mkdir()
    with pytest.raises(Refused, match=r"^found [A-Z ]+, expected SELECT: the store is read-only here"):
        answer(db, sql.format(room / "out.csv"))
    assert not list(room.iterdir())


def test_games_where(db: str) -> None:
    assert len(games(db, None)) == 3
    assert [row["source"] for row in games(db, "source = '1.txt'")] == ["1.txt"]
    with pytest.raises(Refused):
        games(db, "nothing = 1")


def test_a_condition_ends_where_it_ends(db: str) -> None:
    """Whatever it contains, it is a single condition of a query that only reads."""
    assert len(games(db, "source NOT LIKE '%--%' -- all of them")) == 3
    for condition in ("true; DROP TABLE games", "true) UNION (SELECT 1", "true /*", "'"):
        with pytest.raises(Refused):
            games(db, condition)
    assert len(games(db, None)) == 3


def test_columns_of_one_name_do_not_hide_each_other(db: str) -> None:
    ((columns, rows),) = ask(db, "SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS b")
    assert dict(zip(columns, rows[0], strict=True)) == {"a": 1, "a_1": 2, "a_1_1": 3, "b": 4}


def test_times_with_a_zone_are_given_in_utc_without_it(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds wherever they occur, and wherever the program runs; no package for time zones is needed."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time = "TIMESTAMPTZ '2024-05-31 12:00:00+02'"
    sql = f"SELECT {time} AS a, [{time}] AS b, {{'x': {time}}} AS \"c d\", 1 AS a -- a comment;"
    ((columns, rows),) = ask(db, sql)
    noon = datetime(2024, 5, 31, 10, 0)
    assert columns == ["a", "b", "c d", "a_1"]
    assert rows == [(noon, [noon], {"x": noon}, 1)]
    assert answer(db, f"SELECT {time}::VARCHAR") == [("2024-05-31 10:00:00+00",)]
    assert len(answer(db, "SELECT n, now() FROM range(2000) AS r(n) ORDER BY n DESC;")) == 2000


@pytest.mark.parametrize(
    "sql",
    [
        "DESCRIBE games",
        "SHOW TABLES",
        "SUMMARIZE games",
        "VALUES (1)",
        "TABLE games",
        "EXPLAIN SELECT now()",
        "EXPLAIN ANALYZE SELECT now()",
        "EXPLAIN ANALYZE FROM games",
        "EXPLAIN (ANALYZE, FORMAT json) (SELECT 'COPY é');",
        "-- é\nEXPLAIN (SELECT 1)",
        "EXPLAIN /* é */ WITH a AS (SELECT 1) FROM a",
        "EXPLAIN DESCRIBE games",
        "FROM games; -- and no more",
        "SELECT 'é;' /* é */ ; /* ; */ -- ;",
    ],
)
def test_other_questions_are_answered_as_ever(db: str, sql: str) -> None:
    assert answer(db, sql)


def test_a_missing_store_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="anyturn import"):
        answer(str(tmp_path / "none.duckdb"), "SELECT 1")
