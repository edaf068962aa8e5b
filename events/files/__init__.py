"""Reading files, folders, compressed files and standard input, with limits that make hostile input harmless.

Text is UTF-8, with or without a byte order mark. Files elsewhere are named by URLs (events.files.remote).
"""

import gzip
import os
import re
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, cast

from msgspec import Struct

from events.files import remote
from events.files.checksums import NAME as CHECKSUMS
from events.log.codec import Unreadable
from events.problems import USAGE, Problem

MAX_BYTES = 16 * 2**20
MAX_LINE = 2**20
# For a line that is a single JSON value, such as the response of an archive.
MAX_JSON_LINE = MAX_BYTES
MAX_GAME = 4 * 2**20
"""The most bytes in the log of one game; the largest recorded ones are 1.3 MB."""
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")

FACTS = ".facts.toml"
SEALS = ".seals"
MOST_SEALS = 2**20
"""The most bytes in a file of seals: some two thousand seals."""
_BESIDE = (FACTS, SEALS, CHECKSUMS)
_PACKED = (".gz", ".zst")
ENDINGS = frozenset(("", ".jsonl", ".json", ".txt", ".log", ".tsv", *_PACKED))
"""The suffixes of logs: files in a folder with one of these are examined, whatever they contain."""


class NoInput(Problem):
    """Standard input is needed, but the program was started without it (`<&-`)."""

    STATUS = USAGE

    def __str__(self) -> str:
        return "found standard input closed, expected a stream to read for -; name a file instead"


class Blob(Struct, frozen=True, dict=True):
    """The decompressed bytes of a file; `problem` states why they could not be read.

    `facts` are the bytes of the side file `NAME.facts.toml` next to `NAME.txt`, with facts that the log leaves out.
    `seals` are those of the file of seals, `NAME.txt.seals` (events.seals); they do not belong to the log.
    `whole` is the digest of the whole file if these bytes are a piece of it (events/files/dumps.py), else empty.
    """

    name: str
    data: bytes
    problem: Unreadable | None = None
    facts: bytes = b""
    whole: str = ""
    seals: bytes = b""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the bytes, and of the side file if there is one, as hexadecimal text."""
        return self.whole or sha256(self.data + (b"\0" + self.facts if self.facts else b"")).hexdigest()


def find(paths: Iterable[str]) -> list[str]:
    """The files under the paths, sorted by name in folders, without hidden files, side files and lists of checksums.

    `-` is standard input.
    """
    found: list[str] = []
    for path in paths:
        folder = Path(path)
        if remote.is_url(path):
            found += [file for file in remote.find(path) if file == path or not file.endswith(_BESIDE)]
        elif path not in ("", "-") and folder.is_dir():
            inside = (p for p in sorted(folder.rglob("*")) if _is_file(p))
            shown = (p for p in inside if not any(part.startswith(".") for part in p.relative_to(folder).parts))
            found += [str(p) for p in shown if not p.name.endswith(_BESIDE)]
        else:
            found.append(path)
    return found


def find_logs(paths: Iterable[str]) -> tuple[list[str], int]:
    """The files under the paths that may be logs, and the number of others skipped in folders.

    A file named explicitly always counts as a log. In folders, files with neither the suffix nor the beginning of a log
    are skipped: stores, pictures, pages. A file named twice, directly or through its folder, appears once, under the
    first name.
    """
    found: dict[str, str] = {}
    passed_over: set[str] = set()
    real = cache(os.path.realpath)  # cached for folders, which can hold many files
    for path in paths:
        inside = find([path])
        for file in inside:
            place = _place(file, real)
            if place not in found and (inside == [path] or (place not in passed_over and _may_be_log(file))):
                found[place] = file
            elif place not in found:
                passed_over.add(place)
    return [*found.values()], len(passed_over - found.keys())


def _place(path: str, real: Callable[[str], str]) -> str:
    """One spelling for a path; a link keeps its own name, as it can have its own side file."""
    if path in ("", "-") or remote.is_url(path):
        return path
    folder, name = os.path.split(path)
    return f"{real(folder)}{os.sep}{name}"


def _may_be_log(path: str) -> bool:
    """Whether a file has the suffix of a log or begins in a known notation; if unreadable, reading reports why."""
    from events.log.native import HEAD
    from events.notations import sniff

    if Path(path).suffix.casefold() in ENDINGS:
        return True
    try:
        with _opened(path) as raw:
            sniff(raw.read(HEAD).decode(errors="replace"))
    except Unreadable:
        return False
    except OSError:
        return True
    return True


def _is_file(path: Path) -> bool:
    """Whether a path is a file; if access is denied, reading reports why."""
    try:
        return path.is_file()
    except OSError:
        return True


def read(path: str, base: str = "") -> Blob:
    """The bytes of one file, whose path is relative to the folder `base`; the blob is named by the path alone.

    A bad file raises nothing: its blob carries the problem. Raises NoInput for `-`.
    """
    name = "stdin" if path == "-" else path.encode(errors="surrogateescape").decode(errors="replace")
    path = str(Path(base, path)) if base and path and path != "-" and not remote.is_url(path) else path
    try:
        data = _read_limited(path)
        _check_lines(data)
        if path == "-":
            return Blob(name, data)
        return Blob(name, data, facts=_facts_beside(path), seals=_seals_if_readable(path))
    except Unreadable as error:
        error.name = error.name or name
        return Blob(name, b"", error)
    except OSError as error:
        return Blob(name, b"", Unreadable(error.strerror or str(error), "a file that can be read", name=name))


def _facts_beside(path: str) -> bytes:
    """The side file of a log, empty if there is none."""
    name = os.path.split(path)[1]
    last = Path(name)
    stem = Path(last.stem).stem if last.suffix in _PACKED else last.stem
    beside = f"{path.removesuffix(name)}{stem}{FACTS}"
    try:
        there = remote.is_file(beside) if remote.is_url(path) else _there(beside)
        return _read_limited(beside) if there else b""
    except Unreadable as problem:
        problem.name = beside
        raise


def _there(path: str) -> bool:
    """Whether there is a file; a single call of the system, as it is asked twice for every log."""
    return os.path.isfile(path)  # noqa: PTH113  # building a path takes longer than asking


def seals_beside(path: str) -> bytes:
    """The bytes of the file of seals of a log or store, at most MOST_SEALS and one more; empty without one.

    What is at a URL has no seals. Raises OSError.
    """
    beside = f"{path}{SEALS}"
    if remote.is_url(path) or not _there(beside):
        return b""
    with Path(beside).open("rb") as file:
        return file.read(MOST_SEALS + 1)


def _seals_if_readable(path: str) -> bytes:
    """The same; if they cannot be read, what is no seal: the log itself can be read."""
    try:
        return seals_beside(path)
    except OSError as error:
        return (error.strerror or str(error)).encode()


def lines(blob: Blob) -> list[bytes]:
    """The lines of a blob as bytes, without line ends."""
    return content(blob).split(b"\n")


def content(blob: Blob) -> bytes:
    """The bytes of a blob without a byte order mark."""
    return blob.data.removeprefix(BOM_UTF8)


def text(blob: Blob) -> str:
    """The text of a blob. Raises Unreadable at the line of the first byte that is not UTF-8."""
    try:
        return blob.data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = blob.data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"the byte 0x{blob.data[error.start]:02x}", "text in UTF-8", line=line) from None


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises NoInput if the program was started without it."""
    if sys.stdin is None:
        raise NoInput
    return sys.stdin.buffer


def _read_limited(path: str) -> bytes:
    if path == "-":
        return _unpacked(standard_input())
    with _opened(path) as raw:
        return _unpacked(raw)


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    return remote.reading(path) if remote.is_url(path) else Path(path).open("rb")


def blocks(path: str, size: int) -> Iterator[bytes]:
    """The unpacked bytes of a file of any length, `size` at a time. Raises Unreadable, OSError."""
    with _opened(path) as raw:
        stream, kind = _stream(raw)
        while block := _decompressed(lambda: stream.read(size), kind) if kind else stream.read(size):
            yield block


def _unpacked(raw: Any) -> bytes:
    """The unpacked content of a buffered stream, which need not be seekable."""
    stream, kind = _stream(raw)
    return _decompressed(lambda: _limited(stream), kind) if kind else _limited(stream)


def _stream(raw: Any) -> tuple[BinaryIO, str]:
    """The unpacked content of a buffered stream, and the kind of compression; empty if there is none."""
    magic = raw.peek(4)[:4]
    if magic[:2] == b"\x1f\x8b":
        return cast("BinaryIO", gzip.GzipFile(fileobj=raw)), "gzip"
    if magic == b"\x28\xb5\x2f\xfd":
        return _zstd(raw), "zstd"
    return raw, ""


def _zstd(raw: BinaryIO) -> BinaryIO:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return cast("BinaryIO", zstd.ZstdFile(raw))


def _decompressed(read_all: Callable[[], bytes], kind: str) -> bytes:
    """Read compressed data. Raises Unreadable if it is corrupt or cut off."""
    try:
        return read_all()
    except EOFError:
        raise Unreadable(f"{kind} data cut off", "all of it") from None
    except (OSError, zlib.error, ValueError) as error:
        raise Unreadable(f"broken {kind} data ({error})", f"{kind} data") from None
    except Exception as error:  # the zstd libraries' own error classes, which differ between Python versions
        if type(error).__name__ != "ZstdError":
            raise
        raise Unreadable(f"broken {kind} data ({error})", f"{kind} data") from None


def _limited(stream: BinaryIO) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    if len(data) <= MAX_BYTES:
        return data
    start = data.rfind(b"\n") + 1
    most = _longest(data[start : start + MAX_LINE])
    if len(data) - start > most:
        raise Unreadable(f"a line of over {most} bytes", "shorter lines", line=data.count(b"\n") + 1)
    raise Unreadable(f"over {MAX_BYTES} bytes", f"a log of at most {MAX_BYTES} bytes")


def _check_lines(data: bytes) -> None:
    start = 0
    while len(data) - start > MAX_LINE:
        end = data.rfind(b"\n", start, start + MAX_LINE + 1)  # the last line that ends within the limit
        if end < 0:
            found = data.find(b"\n", start)
            end = len(data) if found < 0 else found
            most = _longest(data[start:end])
            if end - start > most:
                line = data.count(b"\n", 0, start) + 1
                raise Unreadable(f"a line of over {most} bytes", "shorter lines", line=line)
        start = end + 1


def _longest(line: bytes) -> int:
    """The byte limit for this line."""
    return MAX_JSON_LINE if _JSON.match(line) else MAX_LINE
