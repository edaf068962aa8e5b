"""The garbage collector, while a chunk of logs is worked on."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 200_000
"""New objects after which the collector looks again: more than a usual chunk leaves, few enough to bound the memory."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let the collector look seldom; afterwards as before.

    Work on a log makes many objects and hardly a cycle, so that looking for cycles every few hundred of them takes time
    and finds nothing.
    """
    before = gc.get_threshold()
    if not 0 < before[0] < OBJECTS:  # the caller has a policy of its own
        yield
        return
    gc.set_threshold(OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
