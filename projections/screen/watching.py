"""Files that are watched: which of them changed."""

import time
from collections.abc import Iterator
from pathlib import Path

from events import files

PAUSE = 0.2
"""Seconds between two looks; a file is told when it was the same at two of them, so that nobody reads half of it."""


def changes(paths: list[str]) -> Iterator[str]:
    """The files under the paths, then without end those that are new or changed since; each as it has come to rest."""
    told: dict[str, tuple[int, int, int]] = {}
    before: dict[str, tuple[int, int, int]] | None = None
    while True:
        now = {file: _stamp(file) for file in files.find_logs(paths)[0]}
        for file, stamp in now.items():
            if told.get(file) != stamp and (before is None or before.get(file) == stamp):
                told[file] = stamp
                yield file
        before = now
        time.sleep(PAUSE)


def _stamp(file: str) -> tuple[int, int, int]:
    """What tells a file from what it was; of one that is gone, zeros."""
    try:
        found = Path(file).stat()
    except OSError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns
