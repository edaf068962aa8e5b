"""Games without names, for sharing: each player gets a number, and anything else that may reveal a player is left out.

A player, aliases included, has the same pseudonym in all logs of one export. Players are numbered in the order in which
they first appear; nothing is computed from a name, so nothing in a file leads back to it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.branching import without_game
from events.log.codec import encode
from events.log.native import GameLog
from events.log.record import Header, Note, Record, Seat, Source
from events.log.upcast import present

LEFT_OUT = "(left out)"
"""The text that replaces that of a note."""
SHORTEST = 3
"""Shorter names are not searched for in the rest of a log: they occur in any text."""


class Left(NamedTuple):
    """A player's name that still occurs in a log without names: the log, and the record (0: the header)."""

    name: str
    log: str
    seq: int


class Pseudonyms:
    """The pseudonyms of one export; `aliases` maps further names of a player to one name."""

    def __init__(self, aliases: Mapping[str, str] | None = None) -> None:
        self._aliases = aliases or {}
        self._numbers: dict[tuple[str, int], int] = {}
        self.left: list[Left] = []

    @property
    def players(self) -> int:
        """How many players have a pseudonym."""
        return len(self._numbers)

    def of(self, player: str) -> str:
        """The pseudonym of a player, by their own name or an alias; one who sits nowhere gets the next number."""
        own = self._aliases.get(player, player)
        return f"player{self._numbers.setdefault((own, 0), len(self._numbers) + 1)}"

    def knows(self, player: str) -> bool:
        """Whether a player, by their own name or an alias, has a pseudonym."""
        return (self._aliases.get(player, player), 0) in self._numbers

    def log(self, log: GameLog, name: str = "game1") -> GameLog:
        """The log with pseudonyms, called `name`.

        The texts of notes are left out, and so are the name and digest of the source, which lead back to it; a branch
        loses its name and the identity of its game. Names that still occur in the log are added to `left`.
        """
        source = Source(name, log.header.source.notation)
        header = replace(without_game(present(log.header)), seats=self._seats(log.header), source=source)
        if header.branch is not None:
            header = replace(header, branch=replace(header.branch, name=""))
        found = GameLog(header, [_without_text(record) for record in log.records])
        names = {name for seat in log.header.seats for name in (seat.player, self._own(seat))}
        self.left += [Left(name, source.name, seq) for name, seq in names_left(names, found)]
        return found

    def _own(self, seat: Seat) -> str:
        return self._aliases.get(seat.player, seat.player)

    def _seats(self, header: Header) -> tuple[Seat, ...]:
        """The seats with pseudonyms. A player without a name gets none; a player with two seats gets two."""
        found: list[Seat] = []
        having: Counter[str] = Counter()
        for seat in header.seats:
            own = self._own(seat)
            number = self._numbers.setdefault((own, having[own]), len(self._numbers) + 1) if own else 0
            having[own] += 1
            found.append(replace(seat, player=f"player{number}" if own else ""))
        return tuple(found)


def _without_text(record: Record[object]) -> Record[object]:
    return replace(record, event=Note(LEFT_OUT)) if isinstance(record.event, Note) else record


def names_left(names: Iterable[str], log: GameLog) -> Iterator[tuple[str, int]]:
    """Players' names that still occur in a log without names, each with the first record (0: the header).

    A player may have the name of something in the game, such as a faction, or the log may mention a player in an
    unexpected place. Only a person can decide which of the two it is.
    """
    words = {name: re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE) for name in sorted(names)}
    words = {name: word for name, word in words.items() if len(name) >= SHORTEST}
    for seq, body in enumerate([encode(replace(log.header, seats=())), *log.bodies()]):
        if not words:
            return
        texts = "\n".join(_texts(msgspec.json.decode(body)))
        for name in [name for name, word in words.items() if word.search(texts)]:
            del words[name]
            yield name, seq


def _texts(value: object) -> Iterable[str]:
    """All texts in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
