"""Appending to a native log, under a lock and record by record; each is on disk before it counts as written.

A writer holds an exclusive lock on the file, has read its content, and adds whole lines. A line that a crash cut off
was never confirmed: it is dropped before the next one is written, and reported.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from events import files
from events.files.atomic import Exists
from events.log import chain
from events.log.codec import Decoder, Unreadable, encode
from events.log.native import GameLog, hash_of, is_native, read, with_hash, write
from events.log.record import Header, Record
from events.log.upcast import current_version
from events.problems import STORE, USAGE, Problem, count

PATIENCE = 10.0
"""Seconds for which a writer waits for another one that holds the lock."""
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_headers: Decoder[Header] = Decoder(Header)


class Occupied(Problem):
    """Another program held the lock for too long; nothing was appended."""

    STATUS = STORE


class WentOn(Problem):
    """The log has a different number of records than expected; nothing was appended."""

    STATUS = STORE

    def __init__(self, name: str, expected: int, found: int) -> None:
        super().__init__(name, expected, found)
        self.name, self.expected, self.found = name, expected, found

    def __str__(self) -> str:
        return (
            f"{self.name}: found {count(self.found, 'record')}, expected {self.expected}; nothing was appended, "
            f"read the new records and append with --expect {self.found}"
        )


class NotForAppending(Problem):
    """A file to which no record can be appended in its present form."""

    STATUS = USAGE


class LogFile:
    """A native log to which records are appended. `log` holds its content as last read and everything appended since.

    `torn` is a last line that was cut off and is ignored. The file is read again only if another program changed it.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.log = GameLog(Header(""), [])
        self.torn = ""
        self._records: list[Record[Any]] = []
        self._known: tuple[int, int, int] | None = None
        self._end, self._head, self._open_line = 0, "", False
        self._file = -1

    @contextmanager
    def locked(self, patience: float = PATIENCE) -> Iterator[bool]:
        """Hold the lock. Yields whether the file was read: the first time, and whenever it has changed since.

        Raises Occupied, OSError, Unreadable, ChainBroken or NotForAppending.
        """
        self._file = _lock(self.path, patience)
        try:
            changed = _stamp(self._file) != self._known
            if changed:
                self._read()
            yield changed
        finally:
            os.close(self._file)  # which releases the lock
            self._file = -1

    def append(self, records: Sequence[Record[Any]]) -> None:
        """Append records. All of them are on disk when it returns; if it raises OSError, none is.

        Only inside `locked`. The first record has the next number.
        """
        assert self._file >= 0
        assert records[0].seq == len(self._records) + 1
        bodies, head = [encode(record) for record in records], self._head
        lines = []
        for body in bodies:
            if head:
                head = chain.link(bytes.fromhex(head), body).hex()
            lines.append(with_hash(body, head) if head else body)
        data = (b"\n" if self._open_line else b"") + b"\n".join(lines) + b"\n"
        _write(self._file, data, self._end, self.path)
        self._records += records
        self._head, self._open_line, self._end = head, False, self._end + len(data)
        self._known = _stamp(self._file)

    def _read(self) -> None:
        size = os.fstat(self._file).st_size
        data = os.pread(self._file, min(size, files.MAX_BYTES + 1), 0)
        if len(data) > files.MAX_BYTES:
            raise Unreadable(f"over {files.MAX_BYTES} bytes", "a log of fewer", name=self.path)
        _check_kind(data, self.path)
        whole = data if data.endswith(b"\n") else self._without_torn(data)
        lines = whole.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        try:
            self.log = read(lines)
            first = next(line for line in map(bytes.strip, lines) if line)
            header = _headers(msgspec.json.encode(_without_hash(first)), 1)
        except Problem as problem:
            problem.name = self.path  # type: ignore[attr-defined]
            raise
        if header.vocabulary != current_version(header.game):
            raise NotForAppending(
                f"{self.path}: found records in version {header.vocabulary} of the vocabulary of {header.game}, "
                f"expected {current_version(header.game)}; `anyturn export {self.path} --out NEW` converts them"
            )
        self._records = list(self.log.records)
        self.log.records = self._records
        last = next(line for line in map(bytes.strip, reversed(lines)) if line)
        self._head, self._end = hash_of(last), len(whole)
        self._open_line = not whole.endswith(b"\n")
        self._known = _stamp(self._file)

    def _without_torn(self, data: bytes) -> bytes:
        """The bytes without a last line that was cut off; only in a chained log is a cut-off line certain."""
        start = data.rfind(b"\n") + 1
        if not start or not hash_of(data[: data.find(b"\n")].strip()) or hash_of(data[start:].strip()):
            return data
        self.torn = data[start:].decode(errors="replace")
        return data[:start]


def begin(header: Header, file: Path) -> None:
    """Start a log: write a file with its header. Raises what `begin_with` raises."""
    begin_with(GameLog(header, []), file)


def begin_with(log: GameLog, file: Path) -> None:
    """Write a log to a file, to be continued; it is on disk when this returns. Raises Exists, or OSError.

    A log is never overwritten; there is no option for it.
    """
    if file.is_file():
        raise Exists(f"{file} already exists; name another file")
    data = b"\n".join([*write(log), b""])
    number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        _write(number, data, 0, str(file))
    finally:
        os.close(number)
    _sync_folder(file.parent)


def _write(file: int, data: bytes, at: int, path: str) -> None:
    """Write at an offset and wait for the disk. Bytes after it (a cut-off line) are dropped, even if writing fails."""
    try:
        os.ftruncate(file, at)
        os.lseek(file, at, os.SEEK_SET)
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    except OSError as error:
        os.ftruncate(file, at)
        error.filename = path
        raise


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _lock(path: str, patience: float) -> int:
    """The file, opened and locked. It must still be the one at that path, as editors replace files."""
    import fcntl

    deadline = time.monotonic() + patience
    while True:
        try:
            file = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            raise NotForAppending(f"{path}: no such file; `anyturn new` starts a log") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(file).st_ino == Path(path).stat().st_ino:
                return file
        except BlockingIOError:
            if time.monotonic() > deadline:
                os.close(file)
                raise Occupied(f"{path}: held by another program; nothing was appended, try again") from None
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        time.sleep(0.01)


def _stamp(file: int) -> tuple[int, int, int]:
    """What changes when a file is modified or replaced: its number, its size and the time of its last change."""
    found = os.fstat(file)
    return found.st_ino, found.st_size, found.st_mtime_ns


def _check_kind(data: bytes, path: str) -> None:
    if data.startswith(_PACKED):
        raise NotForAppending(f"{path}: found a compressed log, expected a plain one; unpack it first")
    if data and not is_native(data):
        raise NotForAppending(
            f"{path}: found another notation, expected a native log; `anyturn export {path} --out NEW` writes one"
        )


def _without_hash(line: bytes) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.json.decode(line)
    value.pop("hash", None)
    return value
