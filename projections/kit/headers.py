"""Changed headers: illegal ones, in which one value is changed, and legal ones with a catalogue of their own."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import structs

from engine.clause import Violation
from engine.options import options_of_game
from engine.rules import Ruleset
from events.log.codec import encode
from events.log.record import Header
from events.plugins import part
from events.problems import LogProblem

ENOUGH = 6
"""Headers that are kept for a clause."""
SPOILT_VALUES, SPOILT_OPTIONS = 4_000, 5
"""How many values of a catalogue are changed, one at a time, and of each option of a game that is a list or a table."""
SUBSETS = 40
"""How many catalogues lack some members."""
CHANGED_VALUES = 60
"""How many changes are tried to make a catalogue of one's own."""
JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 99, "", "nonsense", [], ["nonsense"], {}, {"nonsense": 1})
Spoilt = tuple[dict[str, Any], str]
"""A header as JSON data, and the clause that it breaks."""


def spoilt_headers(rules: Ruleset[Any], headers: Sequence[Header], rng: Random) -> list[Spoilt]:
    """Headers that break a clause, up to ENOUGH for each clause; those of rare clauses first."""
    found: dict[str, list[dict[str, Any]]] = {}
    seen = set[bytes]()
    for data in _changed(rules, headers, rng):
        spelled = encode(data)
        if spelled in seen:
            continue
        seen.add(spelled)
        clause = _clause(rules, data)
        if clause is not None and len(kept := found.setdefault(clause, [])) < ENOUGH:
            kept.append(data)
    return [(data, clause) for clause, kept in sorted(found.items()) for data in kept]


def with_own_catalogue(rules: Ruleset[Any], header: Header, rng: Random) -> Header:
    """The header with a catalogue of the game in full, with some values changed to others that the rules accept.

    The header itself if they accept none, or if logs of the game carry no catalogue.
    """
    if (whole := _catalogue_in_full(rules)) is None:
        return header
    parts = Parts(whole)
    for _ in range(CHANGED_VALUES):
        changed = structs.replace(header, catalogue=_spoilt(whole, parts, rng))
        try:
            rules.start(changed)
        except LogProblem:
            continue
        header, whole = changed, changed.catalogue
    return header


def _clause(rules: Ruleset[Any], data: dict[str, Any]) -> str | None:
    """The clause that a header breaks; None if it breaks none, or cannot be read."""
    try:
        rules.start(msgspec.convert(data, Header))
    except Violation as violation:
        return violation.clause
    except (LogProblem, msgspec.ValidationError):
        pass
    return None


def _changed(rules: Ruleset[Any], headers: Sequence[Header], rng: Random) -> Iterator[dict[str, Any]]:
    """Headers as JSON data with one value changed."""
    data = [_plain(header) for header in headers]
    first = data[0]
    for number in range(8):
        yield first | {"seats": [{"player": f"player {each}"} for each in range(1, number + 1)]}
    yield first | {"seats": [seat | {"faction": "nonsense"} for seat in first["seats"]]}  # the same twice
    for option in [*options_of_game(rules.id), "nonsense"]:
        for junk in JUNK:
            one = rng.choice(data)
            yield one | {"options": {**one.get("options", {}), option: junk}}
    for one in data:  # options that are lists or tables
        options = one.get("options", {})
        parts = Parts(options)
        for name in [name for name, value in options.items() if value and isinstance(value, list | dict)]:
            for _ in range(SPOILT_OPTIONS):
                yield one | {"options": options | {name: _spoilt(options[name], parts, rng)}}
    for junk in JUNK:
        yield first | {"catalogue": junk}
    for one in data:  # options that do not go with this number of players or with one another
        other = rng.choice(data)
        yield one | {"options": other.get("options", {})}
        yield one | {"catalogue": other.get("catalogue")}
    if (whole := _catalogue_in_full(rules)) is not None:
        parts = Parts(whole)
        for _ in range(SUBSETS):
            one = rng.choice(data)
            yield one | {"catalogue": _some_of(whole, one.get("catalogue"), rng)}
        for _ in range(SPOILT_VALUES):
            yield rng.choice(data) | {"catalogue": _spoilt(whole, parts, rng)}


def _plain(header: Header) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(encode(header))
    return data


def _catalogue_in_full(rules: Ruleset[Any]) -> Any:
    """A catalogue that states all its component values; None in a game whose logs carry none."""
    module = part(f"engine.games.{rules.id}", "own_catalogue")
    return None if module is None else msgspec.json.decode(encode(module.in_full()))


def _some_of(whole: dict[str, Any], stated: Any, rng: Random) -> dict[str, Any]:
    """Some members of a whole catalogue, with those that a header states; or, if it states a name, under that name."""
    found = {name: value for name, value in whole.items() if rng.random() < 0.5}
    if isinstance(stated, dict):
        return found | stated
    texts = [name for name, value in found.items() if isinstance(value, str)]
    return found | {rng.choice(texts): stated} if texts else found


class Parts:
    """What stands in some JSON data: the words, and the members of its objects."""

    def __init__(self, data: Any) -> None:
        self.members = list(_members(data))
        self.words = sorted(set(_words(data)))


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    for each in _inner(value):
        yield from _members(each)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in _inner(value):
        yield from _words(each)


def _inner(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _spoilt(value: Any, parts: Parts, rng: Random) -> Any:
    """JSON data with one value changed, added, removed or doubled somewhere inside."""
    if isinstance(value, dict) and value:
        key, chance = rng.choice(sorted(value)), rng.random()
        if chance < 0.1:
            return {name: each for name, each in value.items() if name != key}
        if chance < 0.15:
            return value | dict([rng.choice(parts.members)])
        return value | {key: _spoilt(value[key], parts, rng)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        chance = rng.random()
        if chance < 0.2:
            return value[:at] + value[at + 1 :] if chance < 0.1 else [*value, value[at]]
        return [*value[:at], _spoilt(value[at], parts, rng), *value[at + 1 :]]
    if type(value) is int:
        return rng.choice((value + 1, value - 1, 0, -1, 99))
    return rng.choice(parts.words) if isinstance(value, str) and rng.random() < 0.8 else rng.choice(JUNK)


def unreadable_form(event: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The JSON of an event whose fields do not match its kind."""
    fields = [name for name in event if name != "kind"]
    if fields and rng.random() < 0.5:
        name = rng.choice(fields)
        return {key: each for key, each in event.items() if key != name} | {name: {"nonsense": 1}}
    return event | {"nonsense": 1}
