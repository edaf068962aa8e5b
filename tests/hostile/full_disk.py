"""A disk that fills up: a small file system in memory where one can be mounted, otherwise a limit on files' sizes."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOM = 2**30
"""The bytes of a disk with room."""
PAGE = 4096
_OWN = "ANYTURN_OWN_MOUNTS"


def with_own_mounts() -> None:
    """Run this program again where only it sees what it mounts, so that nothing stays mounted, however it ends."""
    words = ["unshare", "--user", "--map-root-user", "--mount"]
    if _OWN in os.environ or shutil.which("unshare") is None:
        return
    if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
        os.environ[_OWN] = "1"
        os.execvp("unshare", [*words, sys.executable, *sys.orig_argv[1:]])


class Disk:
    """A folder on a disk of its own, if `with_own_mounts` was possible; otherwise `limit` takes its place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.mounted = _OWN in os.environ and _mount(folder, ROOM, "") == 0
        self._limit: int | None = None

    def used(self) -> int:
        """The bytes of all files on it."""
        return sum(-(-file.stat().st_size // PAGE) * PAGE for file in self.folder.rglob("*") if file.is_file())

    def fill_up(self, room: int) -> None:
        """Leave room for so many bytes; as a limit, no file can have more."""
        if not self.mounted:
            self._limit = room
        elif _mount(self.folder, self._taken() + room, "remount,"):
            raise OSError(f"{self.folder} cannot be mounted again")

    def empty(self) -> None:
        """Leave plenty of room."""
        self._limit = None
        if self.mounted:
            _mount(self.folder, ROOM, "remount,")

    def limit(self) -> None:
        """To be called in a process before its program starts."""
        if self._limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self._limit, resource.RLIM_INFINITY))

    def end(self) -> None:
        """Give it up."""
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)

    def _taken(self) -> int:
        found = os.statvfs(self.folder)
        return (found.f_blocks - found.f_bfree) * found.f_frsize


def _mount(folder: Path, size: int, how: str) -> int:
    words = ["mount", "-t", "tmpfs", "-o", f"{how}size={-(-size // PAGE) * PAGE}", "tmpfs", str(folder)]
    return subprocess.run(words, capture_output=True, check=False).returncode
