"""Chunks of work, done by several processes, their results in the order of the chunks."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import TypeVar

from events.interrupts import sigint_blocked
from events.problems import Problem

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Chunks under way or waiting per process, so that none is idle and results do not pile up."""


class WorkerDied(Problem):
    """A process of the pool was killed, or ran out of memory."""

    def __str__(self) -> str:
        return "a working process died (killed, or out of memory); what is stored stays: run again, with fewer --jobs"


def in_order(work: Callable[[T], R], chunks: Iterable[T], jobs: int) -> Iterator[R]:
    """`work` of every chunk, in order. One job works in this process. Raises WorkerDied."""
    if jobs <= 1:
        yield from map(work, chunks)
        return
    # spawned, not forked: the writer's process runs threads of the database
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start_worker)
    waiting: deque[Future[R]] = deque()
    try:
        for chunk in chunks:
            with sigint_blocked():  # Ctrl-C is the parent's to answer
                waiting.append(pool.submit(work, chunk))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise WorkerDied from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, where that is not done yet; end when the parent is gone, even killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
