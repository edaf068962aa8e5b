"""The vocabularies: one module a game, one frozen Struct per decision and chance outcome.

Each module names the union of its events `type_of_event`. The modules are found by listing this folder.
"""

from functools import cache
from typing import Any

from events.log.codec import Decoder, Unreadable
from events.plugins import part


def vocabulary(game: str) -> Any:
    """The union of the events of a game. Raises Unreadable if there is no such game."""
    module = part("events.vocabulary", game)
    if module is None:
        raise Unreadable(f"the game {game!r}", "a game that is installed (see `anyturn rules`)")
    return module.type_of_event


@cache
def event_decoder(game: str) -> Decoder[Any]:
    """The decoder of a single event of a game."""
    return Decoder(vocabulary(game))
