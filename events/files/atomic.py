"""Files that appear whole or not at all: written under a temporary name in the same folder, then renamed.

A killed process leaves its temporary file behind; the next one that writes into the folder removes it.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from events.problems import USAGE, Problem

_DRAFT = re.compile(r"\.anyturn-(\d+)\.new")
_swept: set[Path] = set()
"""The folders from which this process has removed what others left: looked into once, as they can hold many files."""


class Exists(Problem):
    """A file that would be overwritten."""

    STATUS = USAGE


def refuse_existing(files: Iterable[Path], force: bool) -> None:
    """Raises Exists for the first existing file unless `force`; devices and pipes can always be written."""
    for file in () if force else files:
        if file.is_file() and not _is_device(file):
            raise Exists(f"{file} already exists; name another file, or overwrite it with --force")


def write_whole(data: bytes, file: Path, *, force: bool = False) -> None:
    """Write a file. Raises Exists, or OSError with its name; an earlier file is then unchanged."""
    put_whole(lambda draft: draft.write_bytes(data), file, force=force)


def put_whole(write: Callable[[Path], object], file: Path, *, force: bool = False) -> None:
    """Let `write` make a file at a temporary path, then rename it. Raises Exists, or OSError with the name."""
    refuse_existing([file], force)
    try:
        if _is_device(file):
            write(file)
            return
        place = Path(os.path.realpath(file))  # so that a link stays a link
        draft = place.with_name(f".anyturn-{os.getpid()}.new")
        _sweep(place.parent)
        try:
            write(draft)
            if place.exists():
                shutil.copymode(place, draft)
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        error.filename, error.filename2 = str(file), None
        raise


def _sweep(folder: Path) -> None:
    """Remove the temporary files of processes that are no more."""
    if folder not in _swept:
        _swept.add(folder)
        remove_drafts(folder, _DRAFT)


def remove_drafts(folder: Path, named: re.Pattern[str]) -> None:
    """Remove the files with such names, of which the first group is the number of a process that is no more."""
    if os.name != "posix":  # elsewhere, asking for a process would end it
        return
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            if (draft := named.fullmatch(each.name)) and not _runs(int(draft[1])):
                Path(each.path).unlink(missing_ok=True)


def _runs(process: int) -> bool:
    """Whether a process with that number runs."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _is_device(file: Path) -> bool:
    """Whether a file cannot be replaced: a device or a pipe, including one that leads to a file (/dev/stdout)."""
    return file.is_relative_to("/dev") or (file.exists() and not file.is_file())
