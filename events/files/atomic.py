"""Files that appear whole or not at all: written under a temporary name in the same folder, then renamed."""

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from events.problems import USAGE, Problem


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


def _is_device(file: Path) -> bool:
    """Whether a file cannot be replaced: a device or a pipe, including one that leads to a file (/dev/stdout)."""
    return file.is_relative_to("/dev") or (file.exists() and not file.is_file())
