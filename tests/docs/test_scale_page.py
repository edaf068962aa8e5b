"""The SQL of docs/scale.md over the Parquet files of shards gives the same answers as the store."""

import re
from pathlib import Path

import pytest

from events.store.event_store import EventStore
from projections.batch import shard
from projections.batch.importing import import_files
from projections.batch.shard import Course, program, work
from projections.batch.work import Task
from tests.support import PROJECT
from tests.support import toy_logs as toy

VIEWS, QUESTION = re.findall(r"^```sql\n(.*?)^```$", (PROJECT / "docs" / "scale.md").read_text("utf-8"), re.M | re.S)


@pytest.fixture
def logs(tmp_path: Path, nim: str) -> list[str]:
    """Games, one of them twice and one unfinished."""
    texts = [toy.text(seed) for seed in range(6)]
    texts += [texts[0].replace("\n", "\n\n"), "\n".join(toy.text(7).splitlines()[:5]), toy.wrong_figure(toy.text(8))]
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_text(text)
    return [str(tmp_path / f"{number}.txt") for number in range(len(texts))]


def test_the_question_is_answered_as_by_the_store(
    logs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even though one game is in two shards, and an abandoned shard has left rows behind."""
    monkeypatch.chdir(tmp_path)
    Path("parts").mkdir()
    Path("known").write_text("")
    shard._known.cache_clear()
    course = Course(program(), "", known="known", kept="parts", now="2026-01-01 00:00:00")
    for paths in (logs[:4], logs[4:], logs[1:3]):
        work(Task(paths), course)
    begun = set(Path("parts/games").iterdir())
    work(Task(logs[2:5]), course)
    (given_up,) = set(Path("parts/games").iterdir()) - begun
    given_up.unlink()

    with EventStore("store.duckdb") as store:
        list(import_files(store, logs, 1))
        stored = {
            table: store.connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("games", "seats")
        }
        expected = store.connection.execute(QUESTION).fetchall()
    import duckdb

    with duckdb.connect() as parts:
        parts.execute(VIEWS)
        found = {table: parts.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("games", "seats")}
        assert parts.execute(QUESTION).fetchall() == expected
    assert found == stored
    assert sum(games for _, games, _ in expected) == 12  # two seats each; the discrepant one and the open one left out
