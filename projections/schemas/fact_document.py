"""A file of facts in TOML (`events.facts.toml_files`), as types."""

from typing import Annotated

from msgspec import Meta, Struct

from events.facts.fact import MOST

Text = Annotated[str, Meta(max_length=MOST)]
TagName = Annotated[str, Meta(pattern=r"^[^A-Z\s]+$", max_length=MOST)]
Date = Annotated[str, Meta(pattern=r"^\s*\d{4}(-\d\d(-\d\d([T ][\d:.]+(Z|[+-]\d\d:\d\d)?)?)?)?\s*$")]


class FactsOfAGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts about one game, which is named by its id in a store, by the file it came from, or by both.

    `played_at` is a date or the beginning of one, ISO 8601. A tag without a value is removed.
    """

    game: Text | int = ""
    source: Text | int = ""
    played_at: Date | int = ""
    tags: dict[TagName, Text | int] = {}


class FactsOfAPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player: the other names under which the player appears, and public keys as OpenSSH writes them."""

    name: Text | int
    aliases: tuple[Text | int, ...] = ()
    keys: tuple[str, ...] = ()


class FactDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of facts that logs do not state."""

    games: tuple[FactsOfAGame, ...] = ()
    players: tuple[FactsOfAPlayer, ...] = ()
