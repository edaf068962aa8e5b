"""A shard: a unit of work for a process that shares no memory, and perhaps no disk, with the process that stores."""

import sys
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from traceback import format_exc
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

import engine
import events
import projections
from engine.intake import Report
from events.files import Blob, remote
from events.files.temporary import temporary_folder
from events.problems import LogProblem, Problem
from events.version import VERSION
from projections.batch import parquet_parts, shard_files
from projections.batch.parquet import as_parquet
from projections.batch.work import Task, run
from projections.store.item import Item
from projections.verdict import verdict_on

_ALONE = Lock()


class Course(Struct, frozen=True):
    """What all shards of a run have in common.

    `program` identifies the program that began the run. Relative paths start at the folder `base`. Rows go to the place
    `parts`, from which they are stored, or to `kept`, where they stay; both are empty if no rows are wanted. `known` is
    the place of the digests of logs whose rows exist, one per line; `now` is the time stamped on rows that stay.
    """

    program: str
    base: str
    parts: str = ""
    known: str = ""
    kept: str = ""
    now: str = ""


class Done(Struct):
    """The items of a shard, and the places of its rows: the name of a file -> where it was put."""

    items: list[Item]
    rows: dict[str, str]


class Failed(Struct):
    """What a shard raised, and where, as text: returned like a result, since not every traceback can be pickled."""

    error: Exception
    where: str


class OtherProgram(Problem):
    """A worker runs another version of the program: its results could not be distinguished from this one's."""


class Lost(LogProblem):
    """A log that killed every process that took it, through a fault in the program or a lack of memory."""

    def __init__(self, name: str, deaths: int) -> None:
        super().__init__(name, deaths)
        self.name, self.deaths = name, deaths

    def __str__(self) -> str:
        died = f"each of {self.deaths} workers that took this log died" if self.deaths > 1 else "the worker died"
        return f"{self.name}: {died} (killed, or out of memory); try it alone with `anyturn validate`"


def lost(task: Task, deaths: int) -> list[Item]:
    """The items for the logs of a shard that no worker survives."""
    paths = task.paths if task.piece is None else [task.piece.name]
    names = [path.encode(errors="surrogateescape").decode(errors="replace") for path in paths]
    return [Item(verdict_on(Report(name, Blob(name, b""), problem=Lost(name, deaths))), "") for name in names]


def halves(task: Task) -> list[Task]:
    """A shard divided in two."""
    middle = len(task.paths) // 2
    shared_out = {"a": task.paths[:middle], "b": task.paths[middle:]}
    return [
        replace(task, paths=paths, folder=task.folder and f"{task.folder}{letter}")
        for letter, paths in shared_out.items()
    ]


def work(task: Task, course: Course) -> Done:
    """Process a shard here; its rows go to the place that the course names. Raises OtherProgram, OSError."""
    if program() != course.program:
        raise OtherProgram(f"runs {program()}, expected {course.program}")
    if not course.parts and not course.kept:
        return Done(run(replace(task, base=course.base)), {})
    with temporary_folder() as folder:
        rows, judged_at = folder / "rows", task.imported_at or course.now
        items = run(replace(task, base=course.base, folder=str(rows), imported_at=judged_at), _known(course.known))
        as_parquet(rows)
        files = sorted(rows.iterdir(), key=lambda file: (file.stem == parquet_parts.LAST, file.name))
        if course.kept:
            name = parquet_parts.name_of(items)
            for file in files:
                shard_files.put(file, shard_files.inside(course.kept, file.stem, f"{name}.parquet"))
            return Done(items, {})
        own = f"{Path(task.folder).name}-{uuid4().hex}"  # an abandoned attempt that is still running does no harm
        placed = {file.name: shard_files.inside(course.parts, own, file.name) for file in files}
        for file in files:
            shard_files.put(file, placed[file.name])
        return Done(items, placed)


def attempt(task: Task, course: Course) -> Done | Failed:
    """`work`, on a worker: one shard at a time per process, since the rules never yield to another thread."""
    try:
        with _ALONE:
            return work(task, course)
    except Exception as error:
        return Failed(error.with_traceback(None), format_exc())


def collect(task: Task, done: Done) -> list[Item]:
    """Bring the rows of a shard to the folder of its task; returns its items. Raises OSError."""
    if task.folder:
        Path(task.folder).mkdir()
    for name, place in done.rows.items():
        shard_files.take(place, Path(task.folder) / name)
    return done.items


def misfit(course: Course, paths: list[str]) -> str:
    """Why this process cannot work on the shards of a course; empty if it can. `paths` are some of the logs."""
    if program() != course.program:
        return f"runs {program()}, expected {course.program}: install the same anyturn on all machines"
    if course.known and not shard_files.exists(course.known):
        return f"does not see {course.known}: name a place that all machines share with --parts"
    for path in paths:
        place = path if remote.is_url(path) else str(Path(course.base, path))
        if not shard_files.exists(place):
            return f"does not see {place}: logs must be where all machines read them under the same name, or at a URL"
    return ""


@cache
def program() -> str:
    """The exact identity of this program: its version, a digest of its rules and code, and the version of Python."""
    digest = sha256()
    for package in (events, engine, projections):
        folder = Path(str(package.__file__)).parent
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".toml"):
                digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return f"anyturn {VERSION} ({digest.hexdigest()[:12]}) on Python {sys.version_info[0]}.{sys.version_info[1]}"


@lru_cache(maxsize=2)
def _known(place: str) -> frozenset[str]:
    """The digests that are stored, read once per process. Raises OSError."""
    return frozenset(shard_files.text(place).split())
