"""The lock of a store's only writer, on a file next to it; it is held even while the database itself is closed.

The lock ends with its process, however that ends; a file left behind is meaningless and is reused.
"""

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without these locks, where a writer keeps the database open
    fcntl = None  # type: ignore[assignment]  # the one module or none


class Writer:
    """The lock of a store, held until `end`; `holder` is the other process that has it, or None if this one does."""

    def __init__(self, store: str) -> None:
        self._file = _beside(store)
        self._descriptor: int | None = None
        self.holder: int | None = None
        if fcntl is not None:
            self._take()

    @property
    def shares(self) -> bool:
        """Whether this lock alone keeps other writers out, so that readers can be let in."""
        return self._descriptor is not None

    def _take(self) -> None:
        while self._descriptor is None and self.holder is None:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _is_still(descriptor, self._file):  # otherwise its last holder has just removed it
                    os.ftruncate(descriptor, 0)
                    os.write(descriptor, b"%d\n" % os.getpid())
                    self._descriptor = descriptor
            except BlockingIOError:
                self.holder = _number(self._file)
            finally:
                if self._descriptor is None:
                    os.close(descriptor)

    def end(self) -> None:
        """Release the lock."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._file.unlink()
            os.close(self._descriptor)
            self._descriptor = None


def is_writer(store: str, process: int) -> bool:
    """Whether the process that has the database open is a writer of this program, which soon lets others in."""
    return _number(_beside(store)) == process


def _beside(store: str) -> Path:
    file = Path(os.path.realpath(store))
    return file.with_name(f".{file.name}.writer")


def _is_still(descriptor: int, file: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), file.stat())
    except FileNotFoundError:
        return False


def _number(file: Path) -> int:
    """The process named in a lock file; 0 if there is none, as when the lock is just being taken."""
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return 0
