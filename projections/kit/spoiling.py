"""JSON data spoilt in one place: a value changed, added, removed, doubled or exchanged somewhere inside."""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from random import Random
from typing import Any

from projections.kit.forms import Forms

JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 99, "", "nonsense", [], ["nonsense"], {}, {"nonsense": 1})
LEFT_OUT, FOREIGN, BORROWED, FORMED = 0.1, 0.05, 0.15, 0.15
"""How often a member of an object is left out, one of another object comes in, a member becomes what another of its
name is, and what the form allows; else, it is changed inside."""


class Parts:
    """What stands in some JSON data: the words, the members of its objects, and what is called by each name.

    `forms`, if the form of the data is known, makes values that may stand there.
    """

    def __init__(self, data: Any, forms: Forms | None = None) -> None:
        self.members, self.forms = list(_members(data)), forms
        self.words = sorted(set(_words(data)))
        self.named: dict[str, list[Any]] = {}
        for name, value in self.members:
            self.named.setdefault(name, []).append(value)


def spoilt(value: Any, parts: Parts, rng: Random, beside: Sequence[int] = ()) -> Any:
    """JSON data with one value changed somewhere inside; `beside` are the numbers next to it, which may be bounds."""
    if isinstance(value, dict) and value:
        return _spoilt_object(value, parts, rng)
    if isinstance(value, list) and value:
        return _spoilt_list(value, parts, rng, beside)
    if isinstance(value, bool):
        return not value if rng.random() < 0.8 else rng.choice(JUNK)
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, 0, 1, -1, 99, *beside))
    return rng.choice(parts.words) if isinstance(value, str) and rng.random() < 0.8 else rng.choice(JUNK)


def _spoilt_object(value: dict[str, Any], parts: Parts, rng: Random) -> dict[str, Any]:
    names, chance = sorted(value), rng.random()
    (key,) = rng.choices(names, [_size(value[name]) for name in names])
    if (chance := chance - LEFT_OUT) < 0:
        return {name: each for name, each in value.items() if name != key}
    if (chance := chance - FOREIGN) < 0:
        return value | dict([rng.choice(parts.members)])
    if (chance := chance - BORROWED) < 0 and key in parts.named:
        return value | {key: rng.choice(parts.named[key])}
    if chance - FORMED < 0 and parts.forms is not None:
        return value | {key: parts.forms.of(key, parts.words, rng)}
    beside = [each for each in value.values() if type(each) is int]
    return value | {key: spoilt(value[key], parts, rng, [*beside, *(each + 1 for each in beside)])}


def _size(value: Any) -> int:
    """So that a large table is changed more often than a small one, and any of them more often than a single value."""
    return isqrt(len(value)) + 1 if isinstance(value, list | dict) else 1


def _spoilt_list(value: list[Any], parts: Parts, rng: Random, beside: Sequence[int]) -> list[Any]:
    at, chance = rng.randrange(len(value)), rng.random()
    if chance < 0.2:
        return value[:at] + value[at + 1 :] if chance < 0.1 else [*value, value[at]]
    if chance < 0.25:
        return value[:at]
    if chance < 0.35:
        return _exchanged(value, at, rng.randrange(len(value)), rng)
    return [*value[:at], spoilt(value[at], parts, rng, beside), *value[at + 1 :]]


def _exchanged(value: list[Any], at: int, other: int, rng: Random) -> list[Any]:
    """The list with two items exchanged or, if these are objects, what they have under one name."""
    one, two, found = value[at], value[other], list(value)
    found[at], found[other] = two, one
    if isinstance(one, dict) and isinstance(two, dict) and (names := sorted(one.keys() & two.keys())):
        name = rng.choice(names)
        found[at], found[other] = one | {name: two[name]}, two | {name: one[name]}
    return found


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    for each in inner(value):
        yield from _members(each)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in inner(value):
        yield from _words(each)


def inner(value: Any) -> Iterable[Any]:
    """What stands directly inside JSON data: the values of an object or the items of a list."""
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
