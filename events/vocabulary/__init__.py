"""The vocabularies: one module per game, one frozen Struct per decision and chance outcome.

`type_of_event` of each module is the union of its events, or its only event. The modules are found by listing this
folder.
"""

from functools import cache
from typing import Any, get_args

from events.log.codec import Decoder
from events.plugins import part_of_game


def vocabulary(game: str) -> Any:
    """The union of the events of a game. Raises Unreadable if there is no such game."""
    return part_of_game("events.vocabulary", game).type_of_event


def events_of(game: str) -> tuple[type, ...]:
    """The types of the events of a game, in the order of the union. Raises Unreadable if there is no such game."""
    kinds = vocabulary(game)
    return get_args(kinds) or (kinds,)


@cache
def event_decoder(game: str) -> Decoder[Any]:
    """The decoder of a single event of a game."""
    return Decoder(vocabulary(game))
