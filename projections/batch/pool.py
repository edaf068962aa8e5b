"""Chunks of work, done by several processes, with results in the order of the chunks.

Each process has its own connection to this one, and a thread here that waits for it. The pools of the standard library
share one queue for all results: a process killed while it is writing leaves half a result there, and the reader waits
forever.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from traceback import format_exc
from typing import Any, TypeVar

from events.interrupts import END_SIGNALS, interrupts_blocked
from events.problems import Problem

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Chunks running or waiting per process: no process is idle, and results do not pile up."""
_SPAWN = get_context("spawn")
"""Processes are spawned, not forked, because the process that writes also runs threads of the database."""


class WorkerDied(Problem):
    """A process of the pool was killed, or ran out of memory."""

    def __str__(self) -> str:
        return "a worker process died (killed, or out of memory); what is stored stays: run again with fewer --jobs"


def in_order(work: Callable[[T], R], chunks: Iterable[T], jobs: int) -> Iterator[R]:
    """`work` of every chunk, in order. One job works in this process; several start at most one process per chunk.

    Raises WorkerDied, and whatever `work` raises.
    """
    if jobs <= 1:
        yield from map(work, chunks)
        return
    workers: list[_Worker] = []
    threads = ThreadPoolExecutor(jobs)
    idle: SimpleQueue[_Worker] = SimpleQueue()

    def done(chunk: T) -> Any:
        worker = idle.get()
        try:
            return worker.answer(chunk)
        finally:
            idle.put(worker)

    waiting: deque[Future[R]] = deque()
    try:
        for chunk in chunks:
            with interrupts_blocked():  # also in a process or thread started here
                if len(workers) < jobs:
                    workers.append(_Worker(work))
                    idle.put(workers[-1])
                waiting.append(threads.submit(done, chunk))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for worker in workers:  # nobody waits for running chunks
            worker.process.kill()
        threads.shutdown(wait=True, cancel_futures=True)
        for worker in workers:
            worker.end()


class _Worker:
    """A process that works on chunks one by one; it ends when this process does, even if this one is killed."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._line, its = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(its, work), daemon=True)
        self.process.start()
        its.close()  # so that the connection ends with the process

    def answer(self, chunk: Any) -> Any:
        """The result of a chunk. Raises what the work raises, and WorkerDied."""
        try:
            self._line.send(chunk)
            result, error = self._line.recv()
        except (EOFError, OSError):
            raise WorkerDied from None
        if error is not None:
            raise error
        return result

    def end(self) -> None:
        """Wait for the killed process to end."""
        self.process.join()
        self._line.close()


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """Work on chunks until the parent is gone. Ctrl-C and SIGTERM are left to the parent."""
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            line.send(_answer(work, line.recv()))


def _answer(work: Callable[[Any], Any], chunk: Any) -> tuple[Any, Exception | None]:
    try:
        return work(chunk), None
    except Exception as error:  # raised where the answer is awaited
        error.add_note(format_exc())
        return None, error
