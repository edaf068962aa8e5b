"""A limit on CPU time, for what may not come to an end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raises TimeoutError in the block after so many seconds of CPU."""
    signal.signal(signal.SIGPROF, _no_end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _no_end(*_: Any) -> None:
    raise TimeoutError
