"""The file of seals beside a log or a store: `LOG.seals`, JSON lines, each with a statement and its signature.

    {"statement":"anyturn-seal log 88:9f86d0...\\n","signature":"-----BEGIN SSH SIGNATURE-----\\n..."}

The two texts are exactly what `ssh-keygen -Y verify` takes. A line is appended by writing the file anew and renaming
it, under a lock on what is sealed, so there is never half a seal and none is lost.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from events.files import MOST_SEALS, SEALS, seals_beside
from events.files.atomic import write_whole
from events.log.codec import Unreadable
from events.log.nesting import decoded
from events.problems import STORE, Problem

PATIENCE = 10.0
"""Seconds for which a writer waits for another one."""


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement with its signature, both as text."""

    statement: str
    signature: str


class Busy(Problem):
    """Another program was writing seals for too long; nothing was added."""

    STATUS = STORE


class FullOfSeals(Problem):
    """A file of seals that has no room for another one."""


def beside(path: str) -> Path:
    """The file of seals of a log or a store."""
    return Path(f"{path}{SEALS}")


def seals_in(data: bytes) -> Iterator[tuple[int, Seal | Unreadable]]:
    """The seals in the bytes of a file, each with its line; for a line that holds none, the reason."""
    if len(data) > MOST_SEALS:
        yield 0, Unreadable(f"over {MOST_SEALS:,} bytes", "a file of seals of at most that many")
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                yield number, decoded(line, Seal)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                yield number, Unreadable("a line that holds no seal", "one as `anyturn seal` appends it")


def append(path: str, seal: Seal) -> bool:
    """Add a seal beside a log or a store, unless that very seal is there; returns whether it was added.

    Raises Busy, FullOfSeals or OSError; the file is then unchanged.
    """
    with _locked(path):
        before = seals_beside(path)
        if any(each == seal for _, each in seals_in(before)):
            return False
        whole = before + (b"\n" if before and not before.endswith(b"\n") else b"") + msgspec.json.encode(seal) + b"\n"
        if len(whole) > MOST_SEALS:
            raise FullOfSeals(f"{beside(path)}: no room for another seal in {MOST_SEALS:,} bytes")
        write_whole(whole, beside(path), force=True)
        return True


@contextmanager
def _locked(path: str) -> Iterator[None]:
    """Hold a lock on what is sealed, which no store or log that is being read or written minds."""
    lock: Any = None
    try:
        import fcntl as lock  # not there on every system
    except ImportError:
        yield
        return
    file, deadline = os.open(path, os.O_RDONLY), time.monotonic() + PATIENCE
    try:
        while True:
            try:
                lock.flock(file, lock.LOCK_EX | lock.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise Busy(f"{path}: held by another program; nothing was added, try again") from None
                time.sleep(0.01)
        yield
    finally:
        os.close(file)
