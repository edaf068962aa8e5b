"""The files of shards on their way from the workers to the process that stores them, in a folder or at a URL.

A file appears there whole or not at all: object stores guarantee this, and in folders a complete copy is renamed.
"""

import os
import shutil
from pathlib import Path
from uuid import uuid4

from events.files import remote


def make(folder: str) -> None:
    """Make a folder and its parents; at a URL, writing the files makes them. Raises OSError."""
    if not remote.is_url(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)


def put(file: Path, place: str) -> None:
    """Copy a file from this machine to a place, where it appears only when complete. Raises OSError.

    Its folder is made, but not the parent: a folder removed at the end of a run does not come back with a late file.
    """
    if remote.is_url(place):
        remote.put(str(file), place)
        return
    draft = Path(f"{place}.{uuid4().hex}.new")
    draft.parent.mkdir(exist_ok=True)
    try:
        shutil.copyfile(file, draft)
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)


def take(place: str, file: Path) -> None:
    """Move a file from its place to this machine. Raises OSError."""
    if remote.is_url(place):
        remote.fetch(place, str(file))
        remote.remove(place)
    else:
        shutil.move(place, file)


def text(place: str) -> str:
    """The content of a text file at a place. Raises OSError."""
    if remote.is_url(place):
        with remote.reading(place) as stream:
            return stream.read().decode()
    return Path(place).read_text(encoding="utf-8")


def exists(place: str) -> bool:
    """Whether there is a file or folder at a place. Raises OSError if a URL does not answer."""
    return remote.exists(place) if remote.is_url(place) else os.path.lexists(place)


def remove(folder: str) -> None:
    """Remove a folder with its content, if it exists. Raises OSError."""
    if remote.is_url(folder):
        remote.remove(folder)
    else:
        shutil.rmtree(folder, ignore_errors=True)


def inside(folder: str, *names: str) -> str:
    """The place with these names inside a folder."""
    return "/".join((folder.rstrip("/") if remote.is_url(folder) else folder, *names))
