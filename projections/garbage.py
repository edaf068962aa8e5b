"""Less frequent garbage collection while logs are worked on or a page is made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 200_000
"""New objects between two collections: more than a usual chunk of logs leaves, few enough to bound the memory."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage rarely inside the block, and as before afterwards.

    Work on a log makes many objects and hardly any cycles; looking for cycles every few hundred objects costs time and
    finds nothing.
    """
    before = gc.get_threshold()
    if not 0 < before[0] < OBJECTS:  # the caller has its own policy
        yield
        return
    gc.set_threshold(OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
