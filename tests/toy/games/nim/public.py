"""The public part of a game with cards (NIM-7)."""

from typing import Any

from msgspec.structs import replace

from events.log.native import GameLog
from events.vocabulary.nim import DealCards


def public_log(log: GameLog, seat: int | None) -> GameLog:
    """What everybody saw, and `seat` if given: other players' cards are not named."""
    return GameLog(log.header, [replace(record, event=_seen(record.event, seat)) for record in log.records])


def _seen(event: Any, seat: int | None) -> Any:
    if not isinstance(event, DealCards):
        return event
    return DealCards(tuple(card if owner == seat else None for owner, card in enumerate(event.cards)))
