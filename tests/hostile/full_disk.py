"""A disk that fills up: a small file system in memory where one can be mounted, otherwise a limit on files' sizes."""

import os
import shutil
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
    """A folder on a disk of its own, if `with_own_mounts` was possible; otherwise no file can grow above a size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.mounted = _OWN in os.environ and _mount(folder, ROOM, "") == 0
        self.largest_file: int | None = None

    def used(self) -> int:
        """The bytes of all files on it."""
        return sum(-(-file.stat().st_size // PAGE) * PAGE for file in self.folder.rglob("*") if file.is_file())

    def fill_up(self, room: int) -> None:
        """Leave room for so many bytes, in whole pages; without a disk of its own, no file can have more."""
        if not self.mounted:
            self.largest_file = room
        elif _mount(self.folder, self._taken() + room, "remount,"):
            raise OSError(f"{self.folder} cannot be mounted again")

    def empty(self) -> None:
        """Leave plenty of room."""
        self.largest_file = None
        if self.mounted:
            _mount(self.folder, ROOM, "remount,")

    def end(self) -> None:
        """Give it up."""
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)

    def _taken(self) -> int:
        found = os.statvfs(self.folder)
        return (found.f_blocks - found.f_bfree) * found.f_frsize


def _mount(folder: Path, size: int, how: str) -> int:
    words = ["mount", "-t", "tmpfs", "-o", f"{how}size={size // PAGE * PAGE}", "tmpfs", str(folder)]
    return subprocess.run(words, capture_output=True, check=False).returncode
