"""Files that appear whole or not at all: written beside their place under another name, then put there."""

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from events.problems import USAGE, Problem


class Exists(Problem):
    """A file that would be overwritten."""

    STATUS = USAGE


def refuse_existing(files: Iterable[Path], force: bool) -> None:
    """Raises Exists for the first file that is there, unless it may be overwritten; devices and pipes may always."""
    for file in () if force else files:
        if file.is_file() and not _is_device(file):
            raise Exists(f"{file}: there is such a file, expected none; name another place, or overwrite with --force")


def write_whole(data: bytes, file: Path, *, force: bool = False) -> None:
    """Write a file. Raises Exists, and OSError with its name; what was there before then stays as it was."""
    put_whole(lambda draft: draft.write_bytes(data), file, force=force)


def put_whole(write: Callable[[Path], object], file: Path, *, force: bool = False) -> None:
    """Let `write` make a file; the path that it is given is another one. Raises Exists, and OSError with the name."""
    refuse_existing([file], force)
    try:
        if _is_device(file):
            write(file)
            return
        place = Path(os.path.realpath(file))  # a link stays one
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
    """Whether nothing can take the place of a file: a device, a pipe, also one that leads to a file (/dev/stdout)."""
    return file.is_relative_to("/dev") or (file.exists() and not file.is_file())
