"""The workers for many files: processes of this machine, or the workers of a cluster."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from projections.batch.work import Finished, Task, run
from projections.store.item import Item


class Cluster(Protocol):
    """Workers elsewhere (projections.batch.cluster)."""

    @property
    def size(self) -> int:
        """How many chunks are worked on at once."""

    @property
    def shard(self) -> int:
        """How many files a chunk has, if there are many; 0 if the caller decides."""

    def done(self, tasks: Iterable[Task], known: AbstractSet[str]) -> Iterator[Finished]:
        """Like the function `done`; a task can come back as several tasks that share its logs."""


Workers = int | Cluster
"""A number of processes, or a cluster."""


def done(tasks: Iterable[Task], workers: Workers, known: AbstractSet[str] = frozenset()) -> Iterator[Finished]:
    """Every task with its items, in order; by then its rows are in its folder, and its piece is dropped.

    `known` are the digests of files that must not be replayed: there are many, so each process receives them once.
    """
    if not isinstance(workers, int):
        yield from workers.done(tasks, known)
        return
    begun: deque[Task] = deque()

    def noted() -> Iterator[Task]:
        for task in tasks:
            begun.append(replace(task, piece=None))
            yield task

    for items in _in_order(partial(run, known=known), noted(), workers):
        yield begun.popleft(), items


def _in_order(work: Callable[[Task], list[Item]], tasks: Iterator[Task], processes: int) -> Iterator[list[Item]]:
    """The items of every task, in order: worked on here if there is to be one process, else in several."""
    if processes == 1:
        return map(work, tasks)
    from projections.batch import pool

    return pool.in_order(work, tasks, processes)


def chunk_size(paths: Sequence[str], workers: Workers, most: int) -> int:
    """How many files a chunk has: `most`, or fewer so that every worker has some."""
    at_once, most = (workers, most) if isinstance(workers, int) else (workers.size, workers.shard or most)
    return min(most, max(1, -(-len(paths) // at_once)))
