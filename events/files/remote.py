"""Files that lie elsewhere, named by URLs such as `s3://bucket/logs`: through fsspec, which is optional.

Only this module knows fsspec; each kind of place may need a library of its own beside it (s3fs for `s3://`).
"""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO
from typing import Any, BinaryIO, cast

from events.log.codec import Unreadable
from events.problems import USAGE, Problem

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")  # two letters at least: `C:` is a drive


class NoAccess(Problem):
    """A URL is named, but what reads such ones is not installed."""

    STATUS = USAGE


def is_url(path: str) -> bool:
    """Whether a path names a file elsewhere."""
    return _URL.match(path) is not None


def exists(url: str) -> bool:
    """Whether there is a file or a folder. Raises NoAccess, and OSError if the place does not answer."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        return bool(system.exists(path))


def find(url: str) -> list[str]:
    """The files under a folder by name, hidden ones left out; of what is no folder itself. Raises as `exists`."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        if system.isfile(path):
            return [url]
        names = [str(found)[len(path) :].lstrip("/") for found in sorted(system.find(path))]
    return [f"{url.rstrip('/')}/{name}" for name in names if not re.search(r"(^|/)\.", name)]


def is_file(url: str) -> bool:
    """Whether there is a file. Raises as `exists`."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        return bool(system.isfile(path))


@contextmanager
def reading(url: str) -> Iterator[BinaryIO]:
    """The bytes of a file, as a stream that can be looked into. Raises as `exists`."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        with io.BufferedReader(system.open(path, "rb")) as stream:
            yield cast("BinaryIO", stream)


def put(local: str, url: str) -> None:
    """Copy a file of this machine there. Raises as `exists`."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        system.put_file(local, path)


def fetch(url: str, local: str) -> None:
    """Copy a file from there. Raises as `exists`."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        system.get_file(path, local)


def remove(url: str) -> None:
    """Remove a file, or a folder with all that is in it, if it is there. Raises as `exists`."""
    with _told_as_fault_of_the_place(url):
        system, path = _system(url)
        if system.exists(path):
            system.rm(path, recursive=True)


def system(url: str) -> Any:
    """What fsspec has for a kind of place, for libraries that take it. Raises NoAccess, Unreadable."""
    return _system(url)[0]


def _system(url: str) -> tuple[Any, str]:
    """What fsspec has for a kind of place, and the path in it. Raises NoAccess, Unreadable for an unknown kind."""
    kind = url.partition("://")[0]
    try:
        import fsspec

        return cast("tuple[Any, str]", fsspec.core.url_to_fs(url))
    except ImportError as error:
        needed = "fsspec" if error.name == "fsspec" else f"fsspec and its library for {kind}://"
        named = "fsspec s3fs" if kind in ("s3", "s3a") else "fsspec"
        raise NoAccess(
            f"{url} needs {needed}, not installed here ({error}); install with: "
            f"{sys.executable or 'python'} -m pip install {named}"
        ) from None
    except ValueError as error:
        raise Unreadable(f"{url} ({error})", "a path, or a URL of a kind that fsspec knows") from None


@contextmanager
def _told_as_fault_of_the_place(url: str) -> Iterator[None]:
    """The libraries of places have errors of their own (no credentials, no answer): an OSError with its words."""
    try:
        yield
    except (Problem, OSError) as error:
        if isinstance(error, OSError) and not error.strerror:
            error.strerror = "No such file or directory" if isinstance(error, FileNotFoundError) else str(error)
            error.filename = url
        raise
    except Exception as error:
        raise OSError(EIO, f"{type(error).__name__}: {error}".splitlines()[0], url) from error
