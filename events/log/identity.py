"""Identities of games: hashes of what makes two games the same. `engine.sameness` defines it for played games."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from events.log.codec import encode
from events.log.record import Header

ID_LENGTH = 16


def opening(header: Header, options: Mapping[str, Any]) -> str:
    """The hash of what a header fixes for the game itself: game, options, seats, catalogue; and what a branch left.

    A branch is therefore never the same game as the one that it left, nor its continuation.
    """
    fixed = [header.game, options, header.seats, header.catalogue]
    if header.branch is not None:
        fixed += [header.branch.game, header.branch.seq]
    return sha256(encode(fixed)).hexdigest()


def identity_of(played: bytes, rest: object) -> str:
    """The hash of what was played and of what follows it."""
    return sha256(played + encode(rest)).hexdigest()


def identity_of_summary(header: Header) -> str:
    """The identity of a game with only a result: its opening, result, date and source name."""
    known = [header.expected, header.played_at, header.source.name]
    return identity_of(opening(header, header.options).encode(), known)


def game_id(identity: str) -> str:
    """The id of a game in a store, derived from its identity when it was first stored."""
    return identity[:ID_LENGTH]
