"""A log that the page keeps: lines are handed to it as they are written, and it stores them before it shows them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from events.log import chain
from events.log.codec import encode
from events.log.native import GameLog, with_hash
from events.log.record import Record


class Kept:
    """A log in the page's storage, as `projections.recorder.session.Storage` has it; `taken` gives its new lines.

    The first lines are those of the whole log.
    """

    def __init__(self, log: GameLog, name: str) -> None:
        self.path, self.log, self.torn = name, log, ""
        header = encode(log.header)
        self._head = chain.genesis(header)
        self._lines = [with_hash(header, self._head.hex()).decode()]
        self._add(log.bodies())

    @contextmanager
    def locked(self) -> Iterator[bool]:
        """Nobody else writes to it: the page has one Python for each game that is open."""
        yield False

    def append(self, records: Sequence[Record[Any]]) -> None:
        """Append records; the page stores their lines with the answer that they come with."""
        self._add([encode(record) for record in records])

    def taken(self) -> list[str]:
        """The lines that were written since the last call."""
        lines, self._lines = self._lines, []
        return lines

    def _add(self, bodies: Sequence[bytes]) -> None:
        for body in bodies:
            self._head = chain.link(self._head, body)
            self._lines.append(with_hash(body, self._head.hex()).decode())
