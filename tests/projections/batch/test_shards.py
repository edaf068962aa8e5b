"""Shards: whichever process works on them, their rows reach the store as if its own process had made them."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

import fsspec
import pytest
from msgspec.structs import replace

from engine.rules import ruleset
from events import files
from events.log.codec import Unreadable
from events.store import schema
from events.store.event_store import EventStore
from projections.batch import parquet_parts, shard, shard_files
from projections.batch.importing import import_files
from projections.batch.shard import Course, OtherProgram, collect, halves, lost, misfit, program, work
from projections.batch.work import Task, tasks
from projections.batch.workers import chunk_size, done
from projections.store.item import Item
from projections.store.storing import Imported
from tests.support import declared
from tests.support import toy_logs as toy


@pytest.fixture
def logs(tmp_path: Path, nim: str) -> Path:
    """Games of all kinds: whole, open, a duplicate, a continued one, one that breaks a rule; and a file that is not."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for name, text in {
        "a": toy.text(1),
        "b": toy.text(2, ("ann:red", "ben:blue", "cid:green")),
        "b-again": toy.text(2, ("ann:red", "ben:blue", "cid:green")).replace("\n", "\n\n"),
        "c": "\n".join(toy.text(3).splitlines()[:5]),
        "c2": toy.text(3),
        "d": toy.too_many(toy.text(4)),
        "e": toy.wrong_figure(toy.text(5)),
        "f": "no log",
    }.items():
        (folder / f"{name}.txt").write_text(text)
    return folder


@pytest.fixture(params=["folder", "memory://parts"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A folder and a URL for rows."""
    shard._known.cache_clear()  # each run has its own place
    yield request.param if "://" in request.param else str(tmp_path / request.param)
    fsspec.filesystem("memory").rm("/", recursive=True)


class Elsewhere:
    """Workers that share only the place for rows with the storing process; each shard is processed twice."""

    size = 3
    shard = 0

    def __init__(self, place: str, base: str = "") -> None:
        self.course = Course(program(), base, place, shard_files.inside(place, "known"))

    def done(self, tasks: Iterable[Task], known: AbstractSet[str]) -> Iterator[tuple[Task, list[Item]]]:
        shard._known.cache_clear()
        for task in tasks:
            shard_files.make(self.course.parts)
            listed = Path(task.folder).with_name("known")
            listed.write_text("\n".join(sorted(known)))
            shard_files.put(listed, self.course.known)
            attempts = [work(task, self.course) for _ in range(2)]
            yield task, collect(task, attempts[0])


def content(store: EventStore) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    for table, row in schema.ROWS.items():
        left_out = "EXCLUDE imported_at" if "imported_at" in row.__struct_fields__ else ""
        found[table] = store.connection.execute(f"SELECT * {left_out} FROM {table} ORDER BY ALL").fetchall()
    return found


def summaries(chunks: Iterator[list[Imported]]) -> list[tuple[str, str, str]]:
    return [(one.details.source, one.status, one.verdict) for chunk in chunks for one in chunk]


@pytest.mark.long
def test_the_store_is_the_one_that_this_process_makes_alone(logs: Path, place: str, tmp_path: Path) -> None:
    """An abandoned attempt that leaves its rows next to those of the one that counts changes nothing."""
    paths = files.find([str(logs)])
    with EventStore(str(tmp_path / "one.duckdb")) as one, EventStore(str(tmp_path / "two.duckdb")) as two:
        alone, by_others = summaries(import_files(one, paths, 1)), summaries(import_files(two, paths, Elsewhere(place)))
        assert alone == by_others
        assert {status for _, status, _ in alone} == {"new", "same", "extended", "left out"}
        assert content(one) == content(two)
        before = content(two)
        again = summaries(import_files(two, paths, Elsewhere(place)))
        assert {status for _, status, _ in again} == {"unchanged", "left out"}
        assert content(two) == before


def test_relative_paths_start_where_the_run_began(logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker runs in another folder; logs are named as they were typed."""
    monkeypatch.chdir("/")
    task = Task(["logs/a.txt"])
    (item,) = work(task, Course(program(), str(tmp_path))).items
    assert (item.details.source, item.details.verdict) == ("logs/a.txt", "valid")


def test_what_is_known_is_not_replayed(logs: Path, place: str, tmp_path: Path) -> None:
    """The rows of a part are those of the missing logs."""
    (tmp_path / "known").write_text(files.read(str(logs / "a.txt")).digest)
    course = Course(program(), "", place, shard_files.inside(place, "known"))
    shard_files.make(place)
    shard_files.put(tmp_path / "known", course.known)
    task = Task([str(logs / "a.txt"), str(logs / "b.txt")], None, str(tmp_path / "0"), "2026-01-01 00:00:00")
    done = work(task, course)
    assert [item.identity != "" for item in done.items] == [False, True]
    assert [item.identity for item in collect(task, done)] == [item.identity for item in done.items]
    assert sorted(file.name for file in (tmp_path / "0").iterdir()) == sorted(done.rows)
    assert not any(shard_files.exists(taken) for taken in done.rows.values())
    shard_files.remove(place)
    assert not shard_files.exists(course.known)


def test_what_is_known_here_is_not_replayed(logs: Path) -> None:
    """What all tasks have in common is passed once: no task grows with the number of known logs."""
    paths = [str(logs / "a.txt"), str(logs / "b.txt")]
    known = {files.read(paths[0]).digest}
    found = list(done(tasks(paths, 1, None), 1, known))
    assert [task.paths for task, _ in found] == [[path] for path in paths]
    assert [item.details.verdict for _, (item,) in found] == ["", "valid"]
    assert [item.digest for _, (item,) in found][:1] == list(known)


def test_another_program_is_refused(logs: Path) -> None:
    """It is refused before the work, and again by each shard, as workers can join late."""
    course = Course("anyturn 0.0.1 (0123456789ab) on Python 3.1", "")
    assert misfit(course, []) == (
        f"runs {program()}, expected {course.program}: install the same anyturn on all machines"
    )
    with pytest.raises(OtherProgram, match=r"expected anyturn 0\.0\.1"):
        work(Task([str(logs / "a.txt")]), course)


def test_what_a_worker_does_not_see_is_reported(logs: Path, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    seen = Course(program(), str(tmp_path), str(tmp_path / "parts"), str(tmp_path / "parts" / "known"))
    assert misfit(seen, ["logs/a.txt"]).startswith(f"does not see {tmp_path}/parts/known: name a place")
    (tmp_path / "parts" / "known").write_text("")
    assert misfit(seen, ["logs/a.txt"]) == ""
    assert misfit(seen, ["logs/a.txt", "logs/none.txt"]).startswith(f"does not see {tmp_path}/logs/none.txt: logs must")


def test_a_log_that_no_worker_survives_is_reported() -> None:
    task = Task(["a.txt", "b.txt", "c.txt"], folder="7")
    first, second = halves(task)
    assert (first.paths, first.folder, second.paths, second.folder) == (["a.txt"], "7a", ["b.txt", "c.txt"], "7b")
    assert [half.folder for half in halves(replace(task, folder=""))] == ["", ""]  # no rows are requested
    (item,) = lost(first, 4)
    assert item.details.verdict == "unreadable"
    assert (item.details.problem or "").startswith("a.txt: each of 4 workers that took this log died (killed, or out")


def test_a_file_is_put_whole_or_not_at_all(tmp_path: Path) -> None:
    """A copy that fails leaves nothing that could be mistaken for it; one that comes too late no longer has a place."""
    with pytest.raises(FileNotFoundError):
        shard_files.put(Path(__file__), str(tmp_path / "run" / "shard" / "games"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        shard_files.put(tmp_path / "none", str(tmp_path / "there" / "none"))
    assert list((tmp_path / "there").iterdir()) == []


def test_rows_that_stay_are_the_same_whoever_works_and_however_often(logs: Path, place: str, tmp_path: Path) -> None:
    """A second attempt replaces the files of the first by the same ones; verdicts are taken from them."""
    assert parquet_parts.verdicts(place) == {}
    shard_files.make(place)
    (tmp_path / "known").write_text("")
    course = Course(program(), "", known=str(tmp_path / "known"), kept=place, now="2026-01-01 00:00:00")
    task = Task([str(logs / f"{name}.txt") for name in "aef"])
    first = work(task, course)
    name = parquet_parts.name_of(first.items)
    there = {
        table: shard_files.exists(f"{place}/{table}/{name}.parquet")
        for table in ("games", "seats", "records", "sources")
    }
    assert there == {"games": True, "seats": True, "records": True, "sources": False}
    found = parquet_parts.verdicts(place)
    assert [found[item.digest].verdict for item in first.items if item.identity] == ["valid", "discrepant"]
    assert first.items[2].digest not in found
    again = work(task, course)
    assert (again.items, again.rows) == (first.items, {})
    assert parquet_parts.verdicts(place) == found
    (tmp_path / "known").write_text("\n".join(found))
    shard._known.cache_clear()
    assert [item.identity for item in work(task, course).items] == ["", "", ""]


def test_rows_of_other_rules_are_judged_again(logs: Path, tmp_path: Path) -> None:
    (tmp_path / "known").write_text("")
    course = Course(program(), "", known=str(tmp_path / "known"), kept=str(tmp_path), now="2026-01-01 00:00:00")
    work(Task([str(logs / "a.txt")]), course)
    assert len(parquet_parts.verdicts(str(tmp_path))) == 1
    with declared(ruleset("nim"), version="0"):
        assert parquet_parts.verdicts(str(tmp_path)) == {}


def test_a_place_without_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.parquet").write_text("no parquet")
    with pytest.raises(Unreadable, match=r"games \(.*\), expected a place with rows of logs"):
        parquet_parts.verdicts(str(tmp_path))


def test_shards_are_as_large_as_is_good_for_their_rows() -> None:
    """Rows that stay need large shards; all workers get some."""
    logs = ["log"] * 10_000
    few, many = Elsewhere("parts"), Elsewhere("parts")
    many.shard = 512
    assert [chunk_size(logs, workers, 32) for workers in (2, few, many)] == [32, 32, 512]
    assert [chunk_size(logs[:6], workers, 32) for workers in (2, few, many)] == [3, 2, 2]
