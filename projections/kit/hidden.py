"""Hidden facts: a field of an event whose value is not known, and the values that fit what follows."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import asdict

from engine.clause import Violation
from engine.dispatch import Action
from engine.replay import Replay
from engine.selfplay import after
from events.log.record import Record
from projections.kit.cases import Figures, HiddenCase, HiddenExpect
from projections.kit.positions import canonical, figures_of

HORIZON = 12
"""How many records may follow before the figures are looked at."""
MOST_VALUES = 40


def hidden_case(
    name: str, log: str, game: Replay, following: Sequence[Record[Any]], legal: Sequence[Action], rng: Random
) -> HiddenCase | None:
    """A fact of the next record that is hidden, in a position with these legal actions; None if it has none.

    A fact that no other value could replace, or that nothing rules out, is not asked for.
    """
    record = following[0]
    event = game.rules.plain(game.state, record.actor, record.event)
    fields = list(event.__struct_fields__)
    rng.shuffle(fields)
    for field in fields:
        alike = [
            other
            for actor, other in legal
            if actor == record.actor and type(other) is type(event) and _apart(other, field) == _apart(event, field)
        ]
        if not 2 <= len(alike) <= MOST_VALUES or event not in alike:
            continue
        then = following[1 : 1 + rng.randrange(HORIZON)]
        shown = _led_to(game, record.actor, event, then)
        assert shown is not None
        fitting = [other for other in alike if _led_to(game, record.actor, other, then) == shown]
        if len(fitting) < len(alike):
            values = [canonical(other).get(field) for other in fitting]  # null: left out, as logs leave out a default
            last = then[-1].seq if then else record.seq
            return HiddenCase(name, log, record.seq, field, last, shown, HiddenExpect(values))
    return None


def _apart(event: Any, field: str) -> dict[str, Any]:
    """The fields of an event without one."""
    return {name: value for name, value in asdict(event).items() if name != field}


def _led_to(game: Replay, actor: int | None, event: Any, then: Sequence[Record[Any]]) -> Figures | None:
    """The figures after an event and the records that follow; None if one of these is illegal."""
    rules = game.rules
    state = after(rules, game.state, actor, event)
    for record in then:
        try:
            rules.apply(state, record.actor, record.event)
        except Violation:
            return None
        while rules.proceed(state) is not None:
            pass
    return figures_of(rules, state, len(game.header.seats))
