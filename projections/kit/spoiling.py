"""JSON data spoilt in one place: a value changed, added, removed, doubled or exchanged somewhere inside."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from random import Random
from typing import Any

from projections.kit.forms import Forms

JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 99, "", "nonsense", [], ["nonsense"], {}, {"nonsense": 1})
LEFT_OUT, FOREIGN, BORROWED, FORMED = 0.1, 0.05, 0.15, 0.15
"""How often a member of an object is left out, one of another object comes in, a member becomes what another of its
name is, and what the form allows; else, it is changed inside."""


Place = tuple[str | None, ...]
"""The names of the members by which something inside JSON data is found; None stands for any item of a list."""
Change = Callable[[Any, Place, Sequence[int]], Any]
"""Changes a value; what is left of the way to its place, and the numbers beside it, which may be bounds."""
DEEPEST = 6
"""Lists and objects at more levels are changed like what stands at this level."""


class Parts:
    """What stands in some JSON data: the words, the members of its objects, what is called by each name, all places.

    `forms`, if the form of the data is known, makes values that may stand there.
    """

    def __init__(self, data: Any, forms: Forms | None = None) -> None:
        self.members, self.forms = list(_members(data)), forms
        self.places = sorted({at for at, _ in _places(data) if 0 < len(at) <= DEEPEST}, key=_spelled)
        self.words = sorted(set(_words(data)))
        self.named: dict[str, list[Any]] = {}
        for name, value in self.members:
            self.named.setdefault(name, []).append(value)


def spoilt_somewhere(data: Any, parts: Parts, rng: Random) -> Any:
    """JSON data with one value changed: each place is as likely, however often or seldom it is found in lists."""

    def change(value: Any, left: Place, beside: Sequence[int]) -> Any:
        name = left[0]
        if name is None and isinstance(value, list) and value:
            return _spoilt_list(value, parts, rng, beside)
        if name is not None and isinstance(value, dict) and name in value:
            return _spoilt_member(value, name, parts, rng)
        return spoilt(value, parts, rng, beside)  # there is no such place

    return _changed_at(data, rng.choice(parts.places), 1, change, rng)


def renumbered(data: Any, numbers: Sequence[Place], rng: Random) -> Any:
    """JSON data with a number at one of these places changed to one next to it, or to one that may be a bound."""

    def change(value: Any, left: Place, beside: Sequence[int]) -> Any:
        return rng.choice((value + 1, value - 1, 0, 1, *beside)) if type(value) is int and not left else value

    return _changed_at(data, rng.choice(numbers), 0, change, rng) if numbers else data


def _changed_at(value: Any, place: Place, above: int, change: Change, rng: Random, beside: Sequence[int] = ()) -> Any:
    """The value with a change so many levels above a place inside, or where the way there ends."""
    if len(place) > above:
        name, *inside = place
        left = tuple(inside)
        if name is None and isinstance(value, list) and value:
            at = rng.randrange(len(value))
            return [*value[:at], _changed_at(value[at], left, above, change, rng, beside), *value[at + 1 :]]
        if name is not None and isinstance(value, dict) and name in value:
            return value | {name: _changed_at(value[name], left, above, change, rng, _beside(value))}
    return change(value, place, beside)


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
    names = sorted(value)
    (name,) = rng.choices(names, [_size(value[each]) for each in names])
    return _spoilt_member(value, name, parts, rng)


def _spoilt_member(value: dict[str, Any], name: str, parts: Parts, rng: Random) -> dict[str, Any]:
    chance = rng.random()
    if (chance := chance - LEFT_OUT) < 0:
        return {key: each for key, each in value.items() if key != name}
    if (chance := chance - FOREIGN) < 0:
        return value | dict([rng.choice(parts.members)])
    if (chance := chance - BORROWED) < 0 and name in parts.named:
        return value | {name: rng.choice(parts.named[name])}
    if chance - FORMED < 0 and parts.forms is not None:
        return value | {name: parts.forms.of(name, parts.words, rng)}
    return value | {name: spoilt(value[name], parts, rng, _beside(value))}


def _beside(value: dict[str, Any]) -> list[int]:
    """The numbers of an object, which may be bounds of one another, and those above them."""
    found = [each for each in value.values() if type(each) is int]
    return [*found, *(each + 1 for each in found)]


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


def places_of_numbers(data: Any) -> list[Place]:
    """Where there are numbers in JSON data, each place once."""
    return sorted({at for at, each in _places(data) if type(each) is int}, key=_spelled)


def _places(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Each place with what stands there, the data as a whole first."""
    yield at, value
    for name, each in value.items() if isinstance(value, dict) else ((None, each) for each in inner(value)):
        yield from _places(each, (*at, name))


def _spelled(place: Place) -> tuple[str, ...]:
    return tuple(name or "" for name in place)


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
