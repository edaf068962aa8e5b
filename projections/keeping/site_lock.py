"""Only one process keeps a site; the lock ends with its process, however that ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.problems import STORE, Problem

try:
    import fcntl
except ImportError:  # a system without these locks, where the store's own lock must do
    fcntl = None  # type: ignore[assignment]  # the one module or none

NAME = ".season.lock"


class SiteInUse(Problem):
    """Another process is keeping the same site."""

    STATUS = STORE


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of a site. Raises SiteInUse, or OSError if the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip()
                named = f" (process {holder})" if holder.isdecimal() else ""
                raise SiteInUse(f"{folder}: another run{named} is keeping this site; nothing was done") from None
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
        yield
    finally:
        os.close(descriptor)
