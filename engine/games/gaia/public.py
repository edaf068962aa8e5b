"""Making a public log from a complete one (section 8.7); what only one player saw is left unnamed.

The public log reaches the same boards, supplies, rows and result (GA-8.7.3). A valid public log does not prove that a
real game is behind it, as hidden cards are only counted (GA-4.5.7).
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from msgspec.structs import replace

from engine.replay import Replay
from engine.rules import ruleset
from events.log.native import GameLog, resolve
from events.log.record import Record
from events.vocabulary.gaia import (
    CardDeclared,
    DeckDrawn,
    HandDealt,
    PassProtection,
    Taken,
    TornadoDrawn,
    TornadoKeep,
)


def public_log(log: GameLog, seat: int | None = None) -> GameLog:
    """What everybody at the table saw of a complete, legal log; with a `seat`, also what that seat saw.

    Raises Stopped if the log breaks a clause.
    """
    header = replace(log.header, options={**log.header.options, "information": "public"})
    rules = ruleset("gaia")
    whole, seen = Replay(rules, log.header), Replay(rules, header)
    records, declared = resolve(log), list[Record[Any]]()
    for number, record in enumerate(records):
        whole.play(record.actor, record.event, record.line)
        if isinstance(record.event, CardDeclared):
            declared.append(record)
        elif not isinstance(record.event, PassProtection):
            event = _as_seen(record.event, seat, seen.state.active, islice(records, number + 1, None))
            _declare_what_is_named(seen, declared, event)
            seen.play(record.actor, event, record.line)
        if seen.state.awaiting == "protection" != whole.state.awaiting:  # GA-8.7.2
            seen.play(None, PassProtection())
        for figures in record.observed:
            seen.observe(figures.seat, figures.figures, figures.line, figures.after)
    return seen.log()


def _declare_what_is_named(seen: Replay, declared: list[Record[Any]], event: Any) -> None:
    """GA-8.7.1: a definition comes no sooner than its card is seen; otherwise it would reveal what was drawn."""
    named = cards_in(event)
    for record in [record for record in declared if record.event.card.id in named]:
        seen.play(None, record.event, record.line)
        declared.remove(record)


def cards_in(event: Any) -> dict[str | None, None]:
    """The cards and objectives that an event names, in order."""
    return dict.fromkeys((
        *(getattr(event, field, None) for field in ("card", "objective")),
        *(card for field in ("cards", "objectives", "nature", "life", "power") for card in getattr(event, field, ())),
        *(taken.card for taken in getattr(event, "taken", ())),
    ))  # fmt: skip


def _as_seen(event: Any, viewpoint: int | None, active: int, following: Iterable[Record[Any]]) -> Any:
    """Section 8.6, GA-8.7.1: an event without the cards that were not visible from the viewpoint."""
    if isinstance(event, HandDealt) and event.player != viewpoint:
        return HandDealt(event.player, *((None,) * len(cards) for cards in (event.nature, event.life, event.power)))
    if isinstance(event, DeckDrawn) and event.player != viewpoint:
        return replace(event, card=None)
    if isinstance(event, TornadoDrawn) and active != viewpoint:
        hidden = {each.player for each in _never_shown(event, following)} - {viewpoint}
        return TornadoDrawn(tuple(replace(each, card=None) if each.player in hidden else each for each in event.taken))
    return event


def _never_shown(event: TornadoDrawn, following: Iterable[Record[Any]]) -> Iterable[Taken]:
    """GA-8.5.4: the card that the active player kept; all of them, if the log ends before the choice."""
    kept = next((record.event.giver for record in following if isinstance(record.event, TornadoKeep)), None)
    return [each for each in event.taken if len(event.taken) == 1 or kept in (None, each.player)]
