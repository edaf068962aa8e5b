"""Temporary folders that do not accumulate: those of a killed process are removed by the next one."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without these locks, where nothing is removed
    fcntl = None  # type: ignore[assignment]  # the one module or none

PREFIX = "anyturn-"
LOCK = ".in-use"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A temporary folder. While it is in use, a file in it is locked; the lock ends with the process."""
    sweep()
    while True:
        with tempfile.TemporaryDirectory(prefix=PREFIX) as folder:
            lock = Path(folder) / LOCK
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT)
            try:
                if fcntl is not None:
                    fcntl.flock(descriptor, fcntl.LOCK_EX)
                if lock.exists():  # otherwise another process took it for that of an ended one before it was locked
                    yield Path(folder)
                    return
            finally:
                os.close(descriptor)


@cache
def sweep() -> None:
    """Remove, once per process, the temporary folders of ended processes; those of other users stay."""
    if fcntl is None:
        return
    for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError):
            descriptor = os.open(lock, os.O_RDWR)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(lock.parent, ignore_errors=True)
            finally:
                os.close(descriptor)
