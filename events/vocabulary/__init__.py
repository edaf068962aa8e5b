"""The vocabularies: one module a game, one frozen Struct per decision and chance outcome.

Each module names the union of its events `type_of_event`. The modules are found by listing this folder.
"""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

import events.vocabulary
from events.codec import Decoder, Unreadable


def vocabulary(game: str) -> Any:
    """The union of the events of a game. Raises Unreadable if there is no such game."""
    if game not in {module.name for module in pkgutil.iter_modules(events.vocabulary.__path__)}:
        raise Unreadable(f"the game {game!r}", "a game that is installed (see `anyturn rules`)")
    return import_module(f"events.vocabulary.{game}").type_of_event


@cache
def event_decoder(game: str) -> Decoder[Any]:
    """The decoder of a single event of a game."""
    return Decoder(vocabulary(game))
