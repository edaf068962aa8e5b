"""The public part of a game with cards (NIM-7)."""

from msgspec.structs import replace

from events.log import GameLog
from events.vocabulary.nim import DealCard


def public_log(log: GameLog, seat: int | None) -> GameLog:
    """What everybody, and `seat`, saw: the cards of the others are not named."""
    header = replace(log.header, options={**log.header.options, "public": True})
    records = [
        replace(record, event=DealCard(record.event.player))
        if isinstance(record.event, DealCard) and record.event.player != seat
        else record
        for record in log.records
    ]
    return GameLog(header, records)
