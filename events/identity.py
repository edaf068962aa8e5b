"""What makes two logs the same game: what was fixed before it, and what was done in it, in order.

Where a log came from, how it is laid out, and which figures were printed along the way do not count.
"""

from hashlib import sha256

from events.codec import encode
from events.log import GameLog
from events.record import Header

ID_LENGTH = 16


def opening(header: Header) -> str:
    """The hash of what a header fixes for the game itself: game, options, seats, catalogue."""
    return sha256(encode([header.game, header.options, header.seats, header.catalogue])).hexdigest()


def identity(log: GameLog) -> str:
    """The hash of a game's opening and its sequence of (actor, event); of a summary, its result, time and name."""
    header = log.header
    if log.is_summary:
        played = encode([header.expected, header.played_at, header.source.name])
    else:
        played = encode([(record.actor, record.event) for record in log.records])
    return sha256(opening(log.header).encode() + played).hexdigest()


def game_id(identity: str) -> str:
    """The short name of a game in a store, from its identity when it was first stored."""
    return identity[:ID_LENGTH]
