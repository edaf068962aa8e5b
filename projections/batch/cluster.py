"""Shards processed by the workers of a Dask scheduler, which reassigns the shards of a worker that dies.

Only this module uses Dask. Before the first shard, it checks what the workers must have in common with this process.
"""

import logging
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from events.files.temporary import temporary_folder
from events.problems import USAGE, Problem
from events.store.clock import now
from projections.batch import parquet_parts, shard_files
from projections.batch.pool import AHEAD
from projections.batch.shard import Course, Done, Failed, attempt, collect, halves, lost, misfit, program
from projections.batch.work import Finished, Task
from projections.statistics.libraries import need
from projections.store.storing import Item
from projections.verdict import Verdict

ANSWER = 10.0
"""Seconds within which a scheduler must answer and have a worker."""
KEPT = 512
"""Files per shard if the rows stay: smaller shards would leave too many small Parquet files."""
LOOK = 20.0
"""Seconds between checks whether any worker remains; the second check that finds none is reported."""
PAUSE = 2.0
"""Seconds for dead workers to be restarted: their supervisor gives up on a worker that dies while it starts."""


class NoCluster(Problem):
    """The scheduler cannot be reached, or its workers cannot do the work."""

    STATUS = USAGE


class ClusterGone(Problem):
    """The scheduler, or all of its workers, disappeared while there was still work to do."""

    def __str__(self) -> str:
        return f"{self.args[0]}; what is stored stays: run again when the cluster is back"


class Cluster:
    """The workers of a scheduler, and the place that they share with this process for rows."""

    def __init__(self, client: Any, address: str, place: str) -> None:
        self._client, self._address = client, address
        self._parts = shard_files.inside(place, f"anyturn-{uuid4().hex}")
        self._course = Course(program(), str(Path.cwd()))
        self._begun = 0
        self._there: dict[str, Verdict] = {}

    @property
    def size(self) -> int:
        """How many shards are processed at once: the current total number of threads of all workers."""
        return max(1, sum(map(int, self._request(self._client.nthreads).values())))

    @property
    def shard(self) -> int:
        """`KEPT` if rows stay, otherwise 0: the importer knows which size is good for storing."""
        return KEPT if self._course.kept else 0

    def done(self, tasks: Iterable[Task], known: AbstractSet[str]) -> Iterator[Finished]:
        """Tasks with their results, in order, divided where necessary; the rows of each are in its folder.

        Raises NoCluster, ClusterGone, OtherProgram, OSError.
        """
        waiting: deque[tuple[Task, Any]] = deque()
        begun = False
        try:
            for task in tasks:
                if not begun:
                    begun = True
                    self._begin(task, known)
                waiting.append((task, self._submitted(task)))
                if len(waiting) >= self.size * AHEAD:
                    yield from self._settled(*waiting.popleft(), waiting)
            while waiting:
                yield from self._settled(*waiting.popleft(), waiting)
        finally:
            if self._client.status == "running":  # an interrupt may have closed it before this cleanup
                with suppress(OSError, CancelledError):  # the scheduler may be gone
                    self._client.cancel([future for _, future in waiting])
            if self._course.known:
                shard_files.remove(self._parts)

    def keep(self, place: str) -> None:
        """Leave rows at a place instead of storing them, and process only logs whose rows are not there yet.

        Raises OSError if the place does not answer, and whatever `projections.batch.parquet_parts` raises.
        """
        shard_files.make(place)
        self._course = replace(self._course, kept=place, now=now())
        self._there = parquet_parts.verdicts(place)

    def _begin(self, task: Task, known: AbstractSet[str]) -> None:
        """Ask all workers whether they can do the work; `task` is the first part of it."""
        kept_there = self._course.kept
        self._course = replace(self._course, parts="" if kept_there else task.folder and self._parts, known="")
        if kept_there or task.folder:
            shard_files.make(self._parts)
            self._list(known | set(self._there))
        paths = task.paths[:1]
        answers = self._request(lambda: self._client.run(misfit, self._course, paths, on_error="return"))
        for worker, answer in sorted(answers.items()):
            if isinstance(answer, OSError):  # the worker has died, or its shards will raise the same
                continue
            if isinstance(answer, Exception):
                raise NoCluster(f"the worker {worker} cannot work ({_words(answer)}): install {program()} there")
            if answer:
                raise NoCluster(f"the worker {worker} {answer}")

    def _list(self, known: AbstractSet[str]) -> None:
        """Put the known digests where each worker reads them once."""
        place = shard_files.inside(self._parts, f"known-{len(known)}")
        with temporary_folder() as folder:
            (folder / "known").write_text("\n".join(sorted(known)), encoding="utf-8")
            shard_files.put(folder / "known", place)
        self._course = replace(self._course, known=place)

    def _submitted(self, task: Task) -> Any:
        self._begun += 1
        key = f"{self._parts}-{self._begun}"
        return self._request(lambda: self._client.submit(attempt, task, self._course, key=key, pure=False))

    def _settled(self, task: Task, future: Any, others: Sequence[tuple[Task, Any]]) -> Iterator[Finished]:
        """The result of a task. If its workers died, it is retried alone, as another task may have killed them."""
        done = self._answer(future)
        if isinstance(done, Done):
            yield task, self._collected(task, done)
            return
        for _, other in others:
            self._wait(other)
        yield from self._alone(task)

    def _alone(self, task: Task) -> Iterator[Finished]:
        """The result of a task while no other one runs; a log that kills its workers is found by halving."""
        time.sleep(PAUSE)
        done = self._answer(self._submitted(task))
        if isinstance(done, Done):
            yield task, self._collected(task, done)
        elif len(task.paths) > 1:
            for half in halves(task):
                yield from self._alone(half)
        else:
            collect(task, Done([], {}))
            yield task, lost(task, done)

    def _collected(self, task: Task, done: Done) -> list[Item]:
        """The items of a task, with the verdicts on logs that were judged before."""
        items = collect(task, done)
        for item in items:
            if there := self._there.get(item.digest):
                item.details = replace(there, source=item.details.source)
        return items

    def _answer(self, future: Any) -> Done | int:
        """The result of a shard, or how many workers it killed. Raises ClusterGone, and whatever the work raises."""
        from distributed import KilledWorker

        self._wait(future)
        try:
            done = self._request(future.result)
        except KilledWorker as error:
            return int(error.allowed_failures) + 1
        finally:
            future.release()
        if isinstance(done, Failed):
            done.error.add_note(done.where)
            raise done.error
        assert isinstance(done, Done)
        return done

    def _wait(self, future: Any) -> None:
        from distributed import wait

        empty = 0
        while empty < 2:
            try:
                self._request(lambda: wait([future], timeout=LOOK))
                return
            except TimeoutError:
                empty = 0 if self._request(self._client.nthreads) else empty + 1
        raise ClusterGone(f"the scheduler {self._address} has no worker left")

    def _request(self, call: Callable[[], Any]) -> Any:
        """The scheduler's answer. A TimeoutError passes to a caller that set a timeout. Raises ClusterGone."""
        try:
            return call()
        except TimeoutError:
            raise
        except (OSError, CancelledError):  # no shard raises either of them: its exceptions come as data
            raise ClusterGone(f"the scheduler {self._address} is gone, or has dropped the work") from None


@contextmanager
def connected(address: str, place: str | None) -> Iterator[Cluster]:
    """The cluster of a scheduler; `place` is for rows, by default a folder of this machine.

    Raises NoCluster, LibraryMissing.
    """
    need("--cluster", {"distributed": "distributed"})
    with temporary_folder() as folder, _client(address) as client:
        yield Cluster(client, address, place or str(folder))


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client that logs nothing."""
    import distributed

    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about differing versions of libraries: those that must match are checked here
        try:
            client = distributed.Client(address, timeout=ANSWER)
        except (OSError, ValueError, TypeError) as error:
            raise NoCluster(
                f"no Dask scheduler answers at {address} ({_words(error)}), expected one, such as tcp://HOST:8786 "
                "started by `dask scheduler`"
            ) from None
        try:
            _await_worker(client, address)
            yield client
        finally:
            with suppress(OSError, CancelledError):
                client.close(timeout=2)


def _await_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except TimeoutError:
        raise NoCluster(f"the scheduler {address} has no worker; `dask worker {address}` starts one") from None


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
