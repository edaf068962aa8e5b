"""What a seal states: the head of a log, the bytes of a file, or the root of a store.

A statement is one line of text, `anyturn-seal KIND SIZE:HASH`, and ends with a line feed:

    anyturn-seal log 88:9f86d0...     the first 88 records of a native log: the hash of the last of them
    anyturn-seal file 4711:9f86d0...  the first 4,711 bytes of another log, or of one without hashes: their SHA-256
    anyturn-seal store 27:9f86d0...   the root of a store with 27 leaves (events.store.root)
"""

import re
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from events.files import Blob, lines, text
from events.log import native
from events.log.codec import Unreadable
from events.notations import sniff
from events.problems import count, shortened

LOG, FILE, STORE = "log", "file", "store"
_FORM = re.compile(r"anyturn-seal (?P<kind>log|file|store) (?P<size>0|[1-9]\d{0,17}):(?P<digest>[0-9a-f]{64})\n", re.A)
_WHOLE = re.compile(rb'\{"seq":([1-9]\d{0,8}),.*,"hash":"[0-9a-f]{64}"\}$')
"""The line of a record with its hash."""
_NOUNS = {LOG: "record", FILE: "byte", STORE: "leaf"}


class Statement(NamedTuple):
    """What is sealed: LOG, FILE or STORE, its size (records, bytes, leaves), and a hash as hexadecimal text."""

    kind: str
    size: int
    digest: str

    def __str__(self) -> str:
        return f"anyturn-seal {self.kind} {self.size}:{self.digest}\n"


class Fit(NamedTuple):
    """Whether a statement is true, in words what it covers or why it is not true, and whether it covers everything."""

    true: bool
    words: str
    whole: bool = False


def statement(written: str) -> Statement:
    """A statement as written. Raises Unreadable."""
    match = _FORM.fullmatch(written)
    if match is None:
        raise Unreadable(f"the statement {shortened(repr(written), 60)}", "one such as `anyturn-seal log 88:9f86d0...`")
    return Statement(match["kind"], int(match["size"]), match["digest"])


def of_log(blob: Blob) -> Statement:
    """What can be said of a log: its head if it has hashes, else its bytes.

    Raises Unreadable, or ChainBroken for a log that was changed: nobody should sign that.
    """
    if blob.problem is not None:
        raise blob.problem
    notation = sniff(text(blob))
    hashes = chain_of(blob.data)
    if notation == native.NAME:
        log = native.read(lines(blob))
        if hashes:
            return Statement(LOG, len(log.records), hashes[-1])
    return Statement(FILE, len(blob.data), sha256(blob.data).hexdigest())


def chain_of(data: bytes) -> list[str]:
    """The hashes of header and records of a native log with hashes, computed from its lines; empty for others."""
    every = [line.strip() for line in _chained(data)]
    return native.hashes_of(every) if every else []


class StatedChain(Sequence[str]):
    """The same as the lines state them: enough for a log that was read, and found to be as it was recorded.

    Mostly all of a log was sealed: then its last line is enough, and the others are not looked for.
    """

    def __init__(self, data: bytes) -> None:
        self._data, self._last = data, data[data.rstrip().rfind(b"\n") + 1 :].strip()
        found = _WHOLE.match(self._last) if native.is_native(data) else None
        self._size = int(found[1]) + 1 if found else len(self._lines)

    @cached_property
    def _lines(self) -> list[bytes]:
        return _chained(self._data)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: Any) -> Any:
        return native.hash_of(self._last if number == self._size - 1 else self._lines[number].strip())


def _chained(data: bytes) -> list[bytes]:
    """The lines of a native log with hashes, not stripped and none of them blank; none of any other."""
    if not native.is_native(data):
        return []
    every = [line for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n") if line and not line.isspace()]
    return every if every and native.hash_of(every[0].strip()) else []


def fit(stated: Statement, hashes: Sequence[str], data: bytes) -> Fit:
    """Whether a statement is true of a log: its hashes (header first; empty: none) and the bytes of its file."""
    if stated.kind == STORE:
        return Fit(False, "the seal of a store")
    if stated.kind == LOG and not hashes:
        return Fit(False, "the seal of a log with hashes")
    there = len(hashes) - 1 if stated.kind == LOG else len(data)
    if stated.size > there:
        return Fit(False, f"{_some(stated, stated.size)} {_were(stated.size)} sealed, {there:,} are there")
    now = hashes[stated.size] if stated.kind == LOG else sha256(data[: stated.size]).hexdigest()
    if now != stated.digest:
        return Fit(False, f"the first {_some(stated, stated.size)} are not what was sealed")
    return Fit(True, covered(stated, there), stated.size == there)


def covered(stated: Statement, there: int) -> str:
    """`all 88 records`, `the first 80 of 88 records`."""
    if stated.size == there:
        return f"all {_some(stated, there)}"
    return f"the first {stated.size:,} of {_some(stated, there)}"


def _some(stated: Statement, number: int) -> str:
    return count(number, _NOUNS[stated.kind], "leaves" if stated.kind == STORE else "")


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
