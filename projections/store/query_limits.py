"""How long a query may take, and how much memory: also where DuckDB neither stops nor counts.

A single function, such as `range(100000000)`, allocates past DuckDB's own limit of memory, and does not end when it is
interrupted.
"""

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from events import interrupts
from events.problems import USAGE, Problem, count

try:
    import resource
except ImportError:  # a system without these limits, where DuckDB's own must do
    resource = None  # type: ignore[assignment]  # the one module or none

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")

GRACE = 1.0
"""Seconds for which an interrupted statement is waited for."""
BESIDE = 64
BESIDE_A_CORE = 16
"""Mebibytes that the libraries may need besides a query, in all and for each core: each has a thread with its stack."""


class Limits(NamedTuple):
    """The most that a query may use: seconds in the database, and memory in megabytes."""

    seconds: int
    memory: int


USUAL = Limits(300, 2000)


class TooMuch(Problem):
    """A query that takes longer, or needs more memory, than it may."""

    STATUS = USAGE


def _too_long(seconds: int) -> TooMuch:
    allowed = count(seconds, "second")
    return TooMuch(f"the statement takes longer than {allowed}; ask for less, or allow `query` more --timeout")


def too_large(memory: int) -> TooMuch:
    """The problem of a query that needs more than so many megabytes."""
    return TooMuch(f"the statement needs more than {memory} MB of memory; ask for less, or allow `query` more --memory")


class Timed:
    """Runs database work, for some seconds in all, so that a signal ends it: the main thread, which gets it, waits.

    `ended` is false if the work goes on although it was interrupted.
    """

    def __init__(self, connection: "duckdb.DuckDBPyConnection", seconds: int) -> None:
        self.connection, self.seconds, self.left, self.ended = connection, seconds, float(seconds), True

    def __call__(self, work: Callable[[], T]) -> T:
        """The result of the work. Raises TooMuch, and whatever the work raises."""
        began = monotonic()
        done: Future[T] = Future()
        Thread(target=_settle, args=(done, work), daemon=True).start()
        try:
            result = done.result(self.left)
        except BaseException as error:
            if not done.done():
                self._interrupt(done)
                if isinstance(error, TimeoutError):
                    raise _too_long(self.seconds) from None
            raise
        self.left = max(0.0, self.left - (monotonic() - began))
        return result

    def _interrupt(self, done: "Future[T]") -> None:
        self.connection.interrupt()
        self.ended = bool(wait([done], GRACE).done)
        if not self.ended:
            interrupts.goes_on()


def _settle(done: "Future[T]", work: Callable[[], T]) -> None:
    try:
        done.set_result(work())
    except BaseException as error:
        done.set_exception(error)


@contextmanager
def memory_of(limits: Limits) -> Iterator[None]:
    """Let this process have no more memory than it has, what the libraries need, and what a query may use.

    It is for a process that has nothing else to do. Where the system keeps no such account, DuckDB's own limit must do.
    Raises TooMuch.
    """
    has = _data_size()
    if resource is None or not has:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = has + (limits.memory + BESIDE + BESIDE_A_CORE * (os.cpu_count() or 1)) * 2**20
    if any(most >= each for each in (soft, hard) if each != resource.RLIM_INFINITY):
        yield
        return
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    except MemoryError:
        raise too_large(limits.memory) from None
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data_size() -> int:
    """The bytes of this process that the limit counts; 0 if the system does not tell."""
    status = Path("/proc/self/status")
    found = re.search(r"VmData:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) * 1024 if found else 0
