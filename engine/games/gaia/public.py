"""Making a public log from a complete one: section 8.7. What only one player saw is left unnamed.

The public log reaches the same boards, supplies, rows and result (GA-8.7.3). That it validates does not prove that
there is a game behind it: what is hidden is only counted (GA-4.5.7).
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.gaia.rules import Gaia
from engine.replay import Replay, replay
from events.log import GameLog, resolve
from events.record import Record
from events.vocabulary.gaia import DeckDrawn, HandDealt, PassProtection, PlayPower, Protect, TornadoDrawn, TornadoKeep


def public_log(log: GameLog, viewpoint: int | None = None) -> GameLog:
    """What everybody at the table saw of a complete, legal log; with a `viewpoint`, also what that seat saw.

    Raises Stopped if the log breaks a clause.
    """
    header = replace(log.header, options={**log.header.options, "information": "public"})
    seen = Replay(Gaia(), header)
    ends_in_window = replay(Gaia(), log).state.awaiting == "protection"
    records = [record for record in resolve(log) if not isinstance(record.event, PassProtection)]
    for number, record in enumerate(records):
        following = records[number + 1 : number + 2]
        active = seen.state.active
        seen.play(record.actor, _as_seen(record.event, viewpoint, active, following), record.line)
        for figures in record.observed:
            seen.observe(figures.seat, figures.figures, figures.line, figures.after)
        if isinstance(record.event, PlayPower) and seen.state.awaiting == "protection":  # GA-8.7.2
            answered = isinstance(following[0].event, Protect) if following else ends_in_window
            if not answered:
                seen.play(None, PassProtection())
    return seen.log()


def _as_seen(event: Any, viewpoint: int | None, active: int, following: Sequence[Record[Any]]) -> Any:
    """Section 8.6, GA-8.7.1: an event without the cards that were not seen from the viewpoint."""
    if isinstance(event, HandDealt) and event.player != viewpoint:
        return HandDealt(event.player, *((None,) * len(cards) for cards in (event.nature, event.life, event.power)))
    if isinstance(event, DeckDrawn) and event.player != viewpoint:
        return replace(event, card=None)
    if isinstance(event, TornadoDrawn) and active != viewpoint:
        kept = _kept_from(event, following)
        taken = [replace(each, card=None) if each.player == kept != viewpoint else each for each in event.taken]
        return TornadoDrawn(tuple(taken))
    return event


def _kept_from(event: TornadoDrawn, following: Sequence[Record[Any]]) -> int | None:
    """The seat whose card the active player kept; None if the log ends before."""
    if len(event.taken) == 1:
        return event.taken[0].player
    keep = following[0].event if following else None
    return keep.giver if isinstance(keep, TornadoKeep) else None
