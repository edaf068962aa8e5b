"""Ctrl-C and SIGTERM: put off while something is done that must not be cut, and answered alike."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

ASKED_TO_END = (signal.SIGINT, signal.SIGTERM)
SOON = 0.01
"""Seconds after which a signal that was lost comes again."""


class Terminated(BaseException):
    """SIGTERM came: what cleans up after a KeyboardInterrupt cleans up after this, too."""

    came = False


def raise_terminated(number: int, frame: FrameType | None) -> None:
    """The handler of SIGTERM."""
    Terminated.came = True
    raise Terminated


def come_again(lost: "UnraisableHookArgs") -> None:
    """For `sys.unraisablehook`: a signal that came where nothing can be raised, as in a finalizer, is sent again."""
    ours = isinstance(lost.exc_value, (KeyboardInterrupt, Terminated)) and hasattr(signal, "pthread_kill")
    if not ours or sys.is_finalizing():
        sys.__unraisablehook__(lost)
        return
    from threading import Timer, main_thread

    number = signal.SIGTERM if isinstance(lost.exc_value, Terminated) else signal.SIGINT
    again = Timer(SOON, signal.pthread_kill, (main_thread().ident, number))
    again.daemon = True
    again.start()


def interruption(error: BaseException) -> type[BaseException] | None:
    """Which signal an error comes from: KeyboardInterrupt or Terminated; None if from none.

    The database answers both with the same error of its own.
    """
    if isinstance(error, (KeyboardInterrupt, Terminated)):
        return type(error)
    if isinstance(error, RuntimeError) and str(error).strip() == "Query interrupted":
        return Terminated if Terminated.came else KeyboardInterrupt
    return None


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Inside, SIGINT and SIGTERM are blocked in this thread; in processes started inside they stay blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ASKED_TO_END)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
