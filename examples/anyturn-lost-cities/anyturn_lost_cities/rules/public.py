"""The public part of a game (LC-13): cards that only one player saw are not named."""

from typing import Any

from engine.replay import Replay
from engine.rules import ruleset
from events.log.native import GameLog, resolve
from msgspec.structs import replace

from anyturn_lost_cities.vocabulary import CardDrawn


def public_log(log: GameLog, seat: int | None) -> GameLog:
    """What everybody saw of a legal log, and `seat` if given. Corrections are resolved, as they could name a card."""
    seen = Replay(ruleset(log.header.game), log.header)
    for record in resolve(log):
        seen.play(record.actor, _seen(record.event, seat), record.line)
        for figures in record.observed:
            seen.observe(figures.seat, figures.figures, figures.line, figures.after)
    return seen.log()


def _seen(event: Any, seat: int | None) -> Any:
    return replace(event, card=None) if isinstance(event, CardDrawn) and event.player != seat else event
