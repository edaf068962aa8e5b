"""Remote files, named by URLs such as `s3://bucket/logs` and read through fsspec, which is optional.

Only this module imports fsspec; some kinds of URL need another library in addition (s3fs for `s3://`).
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

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")  # at least two letters, as `C:` is a drive


_NEEDED = {"s3": "fsspec s3fs", "s3a": "fsspec s3fs", "http": "fsspec aiohttp", "https": "fsspec aiohttp"}


class NoAccess(Problem):
    """A URL was named, but the library that reads it is not installed."""

    STATUS = USAGE


def is_url(path: str) -> bool:
    """Whether a path names a remote file."""
    return _URL.match(path) is not None


def is_page(path: str) -> bool:
    """Whether a path is the address of a page of the web, which a browser can save."""
    return path.startswith(("http://", "https://"))


def exists(url: str) -> bool:
    """Whether a file or folder exists. Raises NoAccess, and OSError if the remote location does not respond."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        return bool(system.exists(path))


def find(url: str) -> list[str]:
    """The files under a folder, sorted, without hidden ones; for a file, the file itself. Raises as `exists` does."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        if system.isfile(path):
            return [url]
        names = [str(found)[len(path) :].lstrip("/") for found in sorted(system.find(path))]
    return [f"{url.rstrip('/')}/{name}" for name in names if not re.search(r"(^|/)\.", name)]


def is_file(url: str) -> bool:
    """Whether a file exists. Raises as `exists` does."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        return bool(system.isfile(path))


@contextmanager
def reading(url: str) -> Iterator[BinaryIO]:
    """The bytes of a file, as a buffered stream. Raises as `exists` does."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        with io.BufferedReader(system.open(path, "rb")) as stream:
            yield cast("BinaryIO", stream)


def put(local: str, url: str) -> None:
    """Copy a local file to a URL. Raises as `exists` does."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        system.put_file(local, path)


def fetch(url: str, local: str) -> None:
    """Copy a file from a URL. Raises as `exists` does."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        system.get_file(path, local)


def remove(url: str) -> None:
    """Remove a file, or a folder with everything in it, if it exists. Raises as `exists` does."""
    with _with_errors_of_the_place(url):
        system, path = _system(url)
        if system.exists(path):
            system.rm(path, recursive=True)


def system(url: str) -> Any:
    """The fsspec file system for a URL, for libraries that take one. Raises NoAccess, Unreadable."""
    return _system(url)[0]


def _system(url: str) -> tuple[Any, str]:
    """The fsspec file system for a URL, and the path in it. Raises NoAccess, Unreadable for an unknown kind."""
    kind = url.partition("://")[0]
    try:
        import fsspec

        return cast("tuple[Any, str]", fsspec.core.url_to_fs(url))
    except ImportError as error:
        needed = "fsspec" if error.name == "fsspec" else f"fsspec and its library for {kind}://"
        named = _NEEDED.get(kind, "fsspec")
        instead = "save the page in a browser and name that file, or " if is_page(url) else ""
        raise NoAccess(
            f"{url} needs {needed}, which is not installed ({error}); {instead}install it with: "
            f"{sys.executable or 'python'} -m pip install {named}"
        ) from None
    except ValueError as error:
        raise Unreadable(f"{url} ({error})", "a path, or a URL of a kind that fsspec knows") from None


@contextmanager
def _with_errors_of_the_place(url: str) -> Iterator[None]:
    """Turn the errors of a remote library (no credentials, no response) into OSError with the same message."""
    try:
        yield
    except (Problem, OSError) as error:
        if isinstance(error, OSError) and not error.strerror:
            error.strerror = "No such file or directory" if isinstance(error, FileNotFoundError) else str(error)
            error.filename = url
        raise
    except Exception as error:
        raise OSError(EIO, f"{type(error).__name__}: {error}".splitlines()[0], url) from error
