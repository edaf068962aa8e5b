"""The one who writes a store, beyond the moments in which the database itself is open: a lock on a file beside it.

The lock ends with its process, however that ends; a file that is left behind means nothing and is taken over.
"""

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without these locks: a writer there does not let go of the database
    fcntl = None  # type: ignore[assignment]  # the one module or none


class Writer:
    """The lock of a store, held until `end`; `holder` is the process that has it instead, None if this one has."""

    def __init__(self, store: str) -> None:
        self._file = _beside(store)
        self._descriptor: int | None = None
        self.holder: int | None = None
        if fcntl is not None:
            self._take()

    @property
    def shares(self) -> bool:
        """Whether others can be let in for a while and other writers are kept out by this lock alone."""
        return self._descriptor is not None

    def _take(self) -> None:
        while self._descriptor is None and self.holder is None:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _is_still(descriptor, self._file):  # else its last holder has just removed it
                    os.ftruncate(descriptor, 0)
                    os.write(descriptor, b"%d\n" % os.getpid())
                    self._descriptor = descriptor
            except BlockingIOError:
                self.holder = _number(self._file)
            finally:
                if self._descriptor is None:
                    os.close(descriptor)

    def end(self) -> None:
        """Let other writers in."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._file.unlink()
            os.close(self._descriptor)
            self._descriptor = None


def is_writer(store: str, process: int) -> bool:
    """Whether a process that has the database open writes it by this program, and so lets others in soon."""
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
    """The process that a lock names; 0 if it names none, as one that is just being taken."""
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return 0
