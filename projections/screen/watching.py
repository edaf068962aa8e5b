"""Watching files for changes."""

import time
from collections.abc import Iterator
from pathlib import Path

from events import files

PAUSE = 0.2
"""Seconds between two checks; a changed file is reported once two checks agree, so that it is not half written."""


def changes(paths: list[str]) -> Iterator[str]:
    """The files under the paths, then endlessly those that are new or changed; each once it has stopped changing."""
    reported: dict[str, tuple[int, int, int]] = {}
    before: dict[str, tuple[int, int, int]] | None = None
    while True:
        now = {file: _stamp(file) for file in files.find_logs(paths)[0]}
        for file, stamp in now.items():
            if reported.get(file) != stamp and (before is None or before.get(file) == stamp):
                reported[file] = stamp
                yield file
        before = now
        time.sleep(PAUSE)


def _stamp(file: str) -> tuple[int, int, int]:
    """What changes with a file; zeros if it is gone."""
    try:
        found = Path(file).stat()
    except OSError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns
