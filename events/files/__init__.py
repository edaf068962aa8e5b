"""Files to read: single ones, folders, compressed ones, standard input; with limits, so that no input is too hostile.

Text is UTF-8, with or without byte order mark. Files may lie elsewhere, named by URLs (events.files.remote).
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
from events.log.codec import Unreadable
from events.problems import USAGE, Problem

MAX_BYTES = 16 * 2**20
MAX_LINE = 2**20
# A line that is one JSON value, such as an archive's answer.
MAX_JSON_LINE = MAX_BYTES
MAX_GAME = 4 * 2**20
"""So many bytes has a log of one game at most; the largest that were recorded have 1.3 MB."""
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")

FACTS = ".facts.toml"
_PACKED = (".gz", ".zst")
ENDINGS = frozenset(("", ".jsonl", ".json", ".txt", ".log", ".tsv", *_PACKED))
"""How the names of logs end: what ends so in a folder is judged, whatever it holds."""


class NoInput(Problem):
    """Standard input is asked for, but the program was started without it (`<&-`)."""

    STATUS = USAGE

    def __str__(self) -> str:
        return "found standard input closed, expected a stream to read for -; name a file, or open it"


class Blob(Struct, frozen=True, dict=True):
    """The bytes of a file, decompressed; `problem` says why they could not be had.

    `facts` are the bytes of the side file `NAME.facts.toml` next to `NAME.txt`: what the log itself leaves out.
    `whole` is the digest of the file of which these bytes are a piece (events/files/dumps.py), else empty.
    """

    name: str
    data: bytes
    problem: Unreadable | None = None
    facts: bytes = b""
    whole: str = ""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the bytes, and of the side file if there is one, as hexadecimal text."""
        return self.whole or sha256(self.data + (b"\0" + self.facts if self.facts else b"")).hexdigest()


def find(paths: Iterable[str]) -> list[str]:
    """The files under the paths; `-` is stdin. Folders are walked by name, hidden files and side files left out."""
    found: list[str] = []
    for path in paths:
        folder = Path(path)
        if remote.is_url(path):
            found += [file for file in remote.find(path) if file == path or not file.endswith(FACTS)]
        elif path not in ("", "-") and folder.is_dir():
            inside = (p for p in sorted(folder.rglob("*")) if _is_file(p))
            shown = (p for p in inside if not any(part.startswith(".") for part in p.relative_to(folder).parts))
            found += [str(p) for p in shown if not p.name.endswith(FACTS)]
        else:
            found.append(path)
    return found


def find_logs(paths: Iterable[str]) -> tuple[list[str], int]:
    """The files under the paths that may be logs, and how many others were passed over in folders.

    A file that is named is always one. In a folder those are passed over that neither end as logs do nor begin like
    one: stores, pictures, pages. What is named again, in another spelling or with its folder, is there once, as it was
    named first.
    """
    found: dict[str, str] = {}
    passed_over: set[str] = set()
    real = cache(os.path.realpath)  # of folders: there may be many files in one
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
    """What all spellings of a path have in common; a link has a name, and may have a side file, of its own."""
    if path in ("", "-") or remote.is_url(path):
        return path
    folder, name = os.path.split(path)
    return f"{real(folder)}{os.sep}{name}"


def _may_be_log(path: str) -> bool:
    """Whether a file ends as logs do, or begins in a known notation; one that cannot be read is: reading tells."""
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
    """Whether there is a file, as far as one may look: where not, reading tells."""
    try:
        return path.is_file()
    except OSError:
        return True


def read(path: str, base: str = "") -> Blob:
    """The bytes of one file, whose path is relative to the folder `base`; the blob is named by the path alone.

    Never raises for a bad file: the blob then carries the problem. Raises NoInput for `-`.
    """
    name = "stdin" if path == "-" else path.encode(errors="surrogateescape").decode(errors="replace")
    path = str(Path(base, path)) if base and path and path != "-" and not remote.is_url(path) else path
    try:
        data = _read_limited(path)
        _check_lines(data)
        return Blob(name, data, facts=b"" if path == "-" else _facts_beside(path))
    except Unreadable as error:
        error.name = error.name or name
        return Blob(name, b"", error)
    except OSError as error:
        return Blob(name, b"", Unreadable(error.strerror or str(error), "a file that can be read", name=name))


def _facts_beside(path: str) -> bytes:
    """The side file of a log, empty if there is none."""
    last = Path(path).name
    name = (Path(last).with_suffix("").stem if Path(last).suffix in _PACKED else Path(last).stem) + FACTS
    url = remote.is_url(path)
    beside = f"{path.rpartition('/')[0]}/{name}" if url else str(Path(path).with_name(name))
    try:
        there = remote.is_file(beside) if url else Path(beside).is_file()
        return _read_limited(beside) if there else b""
    except Unreadable as problem:
        problem.name = beside
        raise


def lines(blob: Blob) -> list[bytes]:
    """The lines of a blob, in bytes and without line ends."""
    return blob.data.removeprefix(BOM_UTF8).split(b"\n")


def text(blob: Blob) -> str:
    """The text of a blob. Raises Unreadable at the line of the first byte that is no UTF-8."""
    try:
        return blob.data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = blob.data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"the byte 0x{blob.data[error.start]:02x}", "text in UTF-8", line=line) from None


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises NoInput if the program was started without."""
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
    """The bytes of a file, unpacked, so many at a time and whatever their number. Raises Unreadable, OSError."""
    with _opened(path) as raw:
        stream, kind = _stream(raw)
        while block := _decompressed(lambda: stream.read(size), kind) if kind else stream.read(size):
            yield block


def _unpacked(raw: Any) -> bytes:
    """What a buffered stream holds, which need not be a file that one can seek in."""
    stream, kind = _stream(raw)
    return _decompressed(lambda: _limited(stream), kind) if kind else _limited(stream)


def _stream(raw: Any) -> tuple[BinaryIO, str]:
    """The bytes in a buffered stream, unpacked, and how they were packed; empty if they were not."""
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
    """Read compressed data; what the decompressor rejects, or ends too soon, is unreadable."""
    try:
        return read_all()
    except EOFError:
        raise Unreadable(f"{kind} data cut off", "the whole of it") from None
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
        end = data.rfind(b"\n", start, start + MAX_LINE + 1)  # the last of all lines that end within reach
        if end < 0:
            found = data.find(b"\n", start)
            end = len(data) if found < 0 else found
            most = _longest(data[start:end])
            if end - start > most:
                line = data.count(b"\n", 0, start) + 1
                raise Unreadable(f"a line of over {most} bytes", "shorter lines", line=line)
        start = end + 1


def _longest(line: bytes) -> int:
    """The bytes that a line may have."""
    return MAX_JSON_LINE if _JSON.match(line) else MAX_LINE
