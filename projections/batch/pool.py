"""Chunks of work, done by several processes, their results in the order of the chunks."""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from events.interrupts import ASKED_TO_END, interrupts_blocked
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
    context = get_context("spawn")
    line, end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(line,))
    waiting: deque[Future[R]] = deque()
    try:
        for chunk in chunks:
            with interrupts_blocked():  # they are the parent's to answer
                waiting.append(pool.submit(work, chunk))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise WorkerDied from None
    finally:
        if sys.exc_info()[0] is not None:  # nobody waits for what is under way
            end.close()
        pool.shutdown(wait=True, cancel_futures=True)
        end.close()
        line.close()


def _start_worker(line: Connection) -> None:
    """Leave Ctrl-C and SIGTERM to the parent; end when it hangs up, or is gone, even killed."""
    for number in ASKED_TO_END:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    wait([line])
    os._exit(1)
