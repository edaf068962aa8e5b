"""Interventions: events that can happen at any time, such as a player dropping out."""

from random import Random
from typing import Any

from msgspec import structs

from engine.dispatch import Action
from engine.rules import Ruleset
from events.log.record import Intervention
from projections.kit.near_misses import fields_of


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
