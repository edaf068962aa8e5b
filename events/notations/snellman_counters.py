"""A monthly dump of terra.snellman.net: the counters of each game, without its course (TM-17.7.4).

Enough for a result, not for a replay: each game becomes a summary.
"""

import re
from typing import Annotated

from msgspec import Meta, Struct

from events import files
from events.log.codec import Decoder, Unreadable

GAME = "terra_mystica"
FORMER_NAME = "snellman_events"
_KEYS = "base_map|events|factions|game|last_update|player_count"
MOST_OF_A_NAME = 200
"""The most characters of a game's name, which becomes part of every message about the game."""
BETWEEN = re.compile(rf'\}}\s*,\s*(?=\{{\s*"(?:{_KEYS})"\s*:)'.encode())
"""The text between two games, which occurs nowhere else: no list inside a game has objects with these keys."""


class Count(Struct, frozen=True):
    """How often something was counted: by round (`all` for the whole game)."""

    round: dict[str, int] = {}


class Person(Struct, frozen=True):
    """A faction, and who played it; None where that is no longer known."""

    faction: str
    player: str | None = None


class Events(Struct, frozen=True, rename={"of_game": "global", "of_faction": "faction"}):
    """The counters of the game as a whole, and those of every faction: name -> count."""

    of_faction: dict[str, dict[str, Count]] = {}
    of_game: dict[str, Count] = {}


class Played(Struct, frozen=True):
    """One game of the dump."""

    game: Annotated[str, Meta(max_length=MOST_OF_A_NAME)]
    factions: list[Person]
    events: Events
    last_update: str = ""
    base_map: str = ""

    @property
    def name(self) -> str:
        """The game's name at the site."""
        return self.game


class Document(Struct):
    """A parsed dump."""

    games: list[Played]


MAX_BYTES = files.MAX_BYTES
"""A dump holds the games of a month."""
_games: Decoder[list[Played]] = Decoder(list[Played])


def sniff(head: str) -> bool:
    """Whether a text begins like a dump: a list of objects, each with the map and the factions of a game."""
    return re.match(rf'\s*\[\s*\{{\s*"(?:{_KEYS})"\s*:', head) is not None


def parse(text: str) -> Document:
    """Parse a dump. Raises Unreadable with the place of anything that is not a game."""
    games = _games(text.encode())
    if not games:
        raise Unreadable("no games", "the games of a month")
    return Document(games)
