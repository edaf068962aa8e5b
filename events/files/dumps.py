"""A long file of many games in pieces of a few games each, so that only one piece at a time is held in memory.

Only notations that define `BETWEEN` (what separates two games of a JSON list) are cut. All other files are read whole.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path

from msgspec import Struct

from events import files
from events.log.codec import Unreadable
from events.log.native import HEAD
from events.log.native import NAME as NATIVE
from events.notations import notation, sniff

LONG = 2**20
"""Files of at least this many bytes, packed or not, are cut."""
PIECE = 4 * 2**20
WINDOW = 2**18
"""The number of bytes first searched for the last place to cut."""


class Piece(Struct):
    """Some games of a file, as a JSON list. `line` and `byte` give its position, `digest` is that of the whole file."""

    name: str
    data: bytes
    notation: str
    digest: str
    line: int
    byte: int
    problem: Unreadable | None = None

    @property
    def blob(self) -> files.Blob:
        """The piece in the form of a file that has been read."""
        return files.Blob(self.name, self.data, self.problem, whole=self.digest)

    def place(self, problem: Unreadable) -> None:
        """Change the location of a problem from the piece to the whole file."""
        if problem.line:
            problem.line += self.line - 1
        elif self.byte:
            problem.path = f"{problem.path and f'{problem.path} of '}the games from byte {self.byte:,} on"


def pieces(path: str, named: str | None = None) -> Iterator[Piece]:
    """The pieces of a file; none if it is read whole. `named` is its notation, if known.

    A game that is longer than the limit is reported as the problem of the last piece.
    """
    cut = _cut(path, named)
    if cut is None:
        return
    name, between, digest = cut
    line, at, rest = 1, 0, b""
    for block in chain(files.blocks(path, PIECE), [b""]):
        rest += block
        end, begin = _last(between, rest) if block else (len(rest), len(rest))
        if end:
            data = (b"[" if at else b"") + rest[:end] + (b"]" if block else b"")
            yield Piece(path, data, name, digest, line, at)
            line += rest.count(b"\n", 0, begin)
            at, rest = at + begin, rest[begin:]
        elif len(rest) > files.MAX_BYTES:
            problem = Unreadable(f"a game of over {files.MAX_BYTES} bytes", "shorter ones", line=line, name=path)
            yield Piece(path, b"", name, digest, line, at, problem)
            return


def _cut(path: str, named: str | None) -> tuple[str, re.Pattern[bytes], str] | None:
    """The notation of a long file, the separator of its games, and its digest; None if the file is read whole."""
    try:
        if path == "-" or not Path(path).is_file() or Path(path).stat().st_size < LONG:
            return None
        head = next(files.blocks(path, HEAD)).decode(errors="replace").removeprefix("\ufeff")
        name = named or sniff(head)
        between: re.Pattern[bytes] | None = None if name == NATIVE else getattr(notation(name), "BETWEEN", None)
        if between is None:
            return None
        digest = sha256()
        for block in files.blocks(path, PIECE):
            digest.update(block)
    except (Unreadable, OSError, StopIteration):  # reading it whole reports what is wrong
        return None
    return name, between, digest.hexdigest()


def _last(between: re.Pattern[bytes], data: bytes) -> tuple[int, int]:
    """Where the last complete game ends, and where the next one begins; 0 and 0 if there is no such place."""
    window = WINDOW
    while True:
        start = max(0, len(data) - window)
        if found := [*between.finditer(data, start)]:
            return found[-1].start() + 1, found[-1].end()
        if not start:
            return 0, 0
        window *= 8
