"""Games without names, for sharing: each player gets a number, and what else may tell who played is left out.

The same player has the same pseudonym in all logs of one export, aliases included. It is the place in which the player
comes up first there: nothing is computed from a name, so that nothing in a file leads back to it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from events.log.codec import encode
from events.log.native import GameLog
from events.log.record import Header, Note, Record, Seat, Source
from events.log.upcast import present

LEFT_OUT = "(left out)"
"""What stands in the place of the text of a note."""
SHORTEST = 3
"""Names of fewer characters are not looked for in the rest of a log: they occur in any."""


class Left(NamedTuple):
    """The name of a player that stands in a log without names all the same: the log, and the record (0: the header)."""

    name: str
    log: str
    seq: int


class Pseudonyms:
    """The names of one export: `aliases` tell which names are one player's."""

    def __init__(self, aliases: Mapping[str, str] | None = None) -> None:
        self._aliases = aliases or {}
        self._numbers: dict[tuple[str, int], int] = {}
        self.left: list[Left] = []

    @property
    def players(self) -> int:
        """How many players have got a pseudonym."""
        return len(self._numbers)

    def log(self, log: GameLog, name: str = "game1") -> GameLog:
        """The log with pseudonyms, called `name`; without the texts of notes and without name and digest of its
        source, which lead back to it.

        Names that stand in it all the same are added to `left`.
        """
        source = Source(name, log.header.source.notation)
        header = replace(present(log.header), seats=self._seats(log.header), source=source)
        found = GameLog(header, [_without_text(record) for record in log.records])
        names = {name for seat in log.header.seats for name in (seat.player, self._own(seat))}
        self.left += [Left(name, source.name, seq) for name, seq in names_left(names, found)]
        return found

    def _own(self, seat: Seat) -> str:
        return self._aliases.get(seat.player, seat.player)

    def _seats(self, header: Header) -> tuple[Seat, ...]:
        """The seats with pseudonyms. Players without a name are nobody and have none; one who has two seats has two."""
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
    """Names of players that stand in a log without names all the same, each with the first record (0: the header).

    A player may be called as the game calls something of its own, such as a faction; or a log tells of a player where
    nobody knows. Which of both it is people have to see.
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
    """All texts in a value of JSON, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
