"""Interventions: events that can happen at any time, such as a player dropping out."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import structs

from engine.dispatch import Action
from engine.rules import Ruleset
from events.log.record import Intervention
from projections.kit.fields import fields_of

RARE, USUAL = 0.3, 0.03
"""How likely an intervention is at a moment at which there has been none, and at one at which there have been many."""
MANY = 2
"""So many items of a list, or more, are alike."""


class Moments:
    """Where interventions are tried: in each phase of a game, and whatever waits there, rather than evenly in time."""

    def __init__(self) -> None:
        self._met = Counter[tuple[Any, ...]]()

    def is_one(self, state: Any, rng: Random) -> bool:
        """Whether to try one now; the fewer there have been in such positions, the more likely."""
        moment = tuple(_moment(state))
        if rng.random() >= RARE / (1 + self._met[moment]) + USUAL:
            return False
        self._met[moment] += 1
        return True


def _moment(state: Any) -> Iterator[Any]:
    """The words of a position, such as that of its phase, and how many items are waiting in its lists."""
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list) and not all(isinstance(each, int | str) for each in value):
            yield min(len(value), MANY)


def kinds_of_interventions(rules: Ruleset[Any]) -> list[type]:
    """Those that consist of numbers and words, so that they can be drawn."""
    return [
        kind
        for kind in rules.rules
        if issubclass(kind, Intervention) and all(field.type in (int, str) for field in _needed(kind))
    ]


def intervention(rules: Ruleset[Any], kind: type, seats: int, rng: Random) -> Action:
    """One that may be illegal: numbers are those of seats, or -1, and words are names of figures."""
    words = rules.figures_of_a_seat
    drawn = {
        field.name: rng.randrange(-1, seats) if field.type is int else rng.choice(words) for field in _needed(kind)
    }
    return rng.choice((None, rng.randrange(seats))), kind(**drawn)


def _needed(kind: type) -> list[structs.FieldInfo]:
    return [field for field in fields_of(kind) if field.required]
