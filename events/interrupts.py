"""Ctrl-C and SIGTERM: handled alike, and postponed during work that must not be interrupted."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

END_SIGNALS = (signal.SIGINT, signal.SIGTERM)
SOON = 0.01
"""Seconds after which a lost signal is sent again."""


_going_on: list[bool] = []
_ENDED_IN_ORDER = ("concurrent.futures", "coverage", "duckdb", "logging", "multiprocessing", "tempfile")
"""Modules that have processes, threads or files that are ended, or reports that are written, as Python ends."""


class Terminated(BaseException):
    """SIGTERM was received; like KeyboardInterrupt, it lets every cleanup run."""

    came = False


def raise_terminated(number: int, frame: FrameType | None) -> None:
    """The handler of SIGTERM."""
    Terminated.came = True
    raise Terminated


def send_again(lost: "UnraisableHookArgs") -> None:
    """For `sys.unraisablehook`: send a signal again that arrived where nothing can be raised, as in a finalizer."""
    ours = isinstance(lost.exc_value, (KeyboardInterrupt, Terminated)) and hasattr(signal, "pthread_kill")
    if not ours or sys.is_finalizing():
        sys.__unraisablehook__(lost)
        return
    from threading import Timer, main_thread

    number = signal.SIGTERM if isinstance(lost.exc_value, Terminated) else signal.SIGINT
    sent = False
    while not sent:
        again = Timer(SOON, signal.pthread_kill, (main_thread().ident, number))
        again.daemon = True
        with suppress(KeyboardInterrupt, Terminated):  # on a busy machine it may come while the thread starts
            again.start()
            sent = True


def interruption(error: BaseException) -> type[BaseException] | None:
    """The signal behind an error: KeyboardInterrupt or Terminated; None if there is none.

    DuckDB raises the same error for both signals.
    """
    if isinstance(error, (KeyboardInterrupt, Terminated)):
        return type(error)
    if isinstance(error, RuntimeError) and str(error).strip() == "Query interrupted":
        return Terminated if Terminated.came else KeyboardInterrupt
    return None


def goes_on() -> None:
    """Note that work in another thread could not be interrupted and goes on, so this process cannot end as usual."""
    _going_on.append(True)


def exit_with(status: int) -> None:
    """End this process; at once if work goes on in another thread, which would be torn down under it.

    Also at once if nothing loaded must be ended in order: taking modules apart takes longer than judging a log.
    """
    if _going_on or sys.modules.keys().isdisjoint(_ENDED_IN_ORDER):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    sys.exit(status)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT and SIGTERM in this thread; processes started meanwhile keep them blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
