"""Changed headers: illegal ones, in which one value is changed, and legal ones at the limits of what is allowed.

Those are headers with component values of their own, with the least or the greatest number of players, and with the
first or last value of each option.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import structs

from engine.clause import Violation
from engine.options import options_of_game
from engine.rules import Ruleset
from engine.selfplay import header_for
from events.log.codec import encode
from events.log.record import Header
from events.plugins import part
from events.problems import LogProblem

ENOUGH, ENOUGH_ALIKE, ENOUGH_ACCEPTED = 16, 2, 24
"""Headers that are kept for a clause; of those, with something wrong at the same place; and that break none."""
SPOILT_VALUES, SPOILT_OPTIONS = 4_000, 5
"""How many values of a catalogue are changed, one at a time, and of each option of a game that is a list or a table."""
SUBSETS = 40
"""How many catalogues lack some members."""
CHANGED_VALUES, CHANGED_OVERRIDES = 60, 8
"""How many changes are tried to make a catalogue of one's own, or overrides of one's own."""
MOST_PLAYERS = 8
"""No game is tried with more."""
JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 99, "", "nonsense", [], ["nonsense"], {}, {"nonsense": 1})
PLACES = ("table", "field", "option", "rule")
"""Facts that say where in a header something is wrong."""
Spoilt = tuple[dict[str, Any], str]
"""A header as JSON data, and the clause that it breaks."""


def spoilt_headers(rules: Ruleset[Any], headers: Sequence[Header], rng: Random, most: int) -> list[Spoilt]:
    """Headers that break a clause, up to ENOUGH for each, and some with values of their own that break none ("").

    If there are more than `most`, the first of each clause come before the second of any.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    alike = Counter[tuple[str, ...]]()
    own = (_catalogue_in_full(rules), *(header.catalogue for header in headers))
    seen = set[bytes]()
    for data in _changed(rules, headers, rng):
        spelled = encode(data)
        if spelled in seen:
            continue
        seen.add(spelled)
        reason = _reason(rules, data)
        if reason is None or (not reason[0] and (own[0] is None or data.get("catalogue") in own)):
            continue
        kept = found.setdefault(reason[0], [])
        if alike[reason] < ENOUGH_ALIKE and len(kept) < (ENOUGH if reason[0] else ENOUGH_ACCEPTED):
            alike[reason] += 1
            kept.append(data)
    by_turns = sorted((turn, clause) for clause, kept in found.items() for turn in range(len(kept)))
    few = {*by_turns[:most]}
    return [(each, clause) for clause in sorted(found) for n, each in enumerate(found[clause]) if (n, clause) in few]


def with_own_values(rules: Ruleset[Any], header: Header, rng: Random) -> Header:
    """The header with some component values changed to others that the rules accept, stated as the game states them.

    The header itself if they accept none, or if no log of the game states component values.
    """
    module = part(f"engine.games.{rules.id}", "own_values")
    if module is None:
        return with_own_catalogue(rules, header, rng)
    every, found = [each for each in _plain(module.in_full()) if _numbers_in(each["value"])], list[Any]()
    for each in rng.sample(every, min(CHANGED_OVERRIDES, len(every))):
        other = each | {"value": _renumbered(each["value"], rng)}
        changed = structs.replace(header, options={**header.options, "overrides": [*found, other]})
        if _is_accepted(rules, changed):
            header, found = changed, [*found, other]
    return header


def with_own_catalogue(rules: Ruleset[Any], header: Header, rng: Random) -> Header:
    """The header with a catalogue of the game in full, with some values changed to others that the rules accept.

    The header itself if they accept none, or if logs of the game carry no catalogue.
    """
    if (whole := _catalogue_in_full(rules)) is None:
        return header
    parts = Parts(whole)
    for _ in range(CHANGED_VALUES):
        changed = structs.replace(header, catalogue=_spoilt(whole, parts, rng))
        if _is_accepted(rules, changed):
            header, whole = changed, changed.catalogue
    return header


def header_at_limits(rules: Ruleset[Any], seed: str, options: Mapping[str, Any], rng: Random) -> Header:
    """A header with the least or the greatest number of players, and the first or last value of each other option.

    An option that does not go with the others is left as it is; an ordinary header if they do not go with the defaults.
    """
    numbers = [number for number in range(1, MOST_PLAYERS + 1) if _goes(rules, seed, number, options)]
    if not numbers:
        return header_for(rules, seed, None, options)
    players, stated = rng.choice((numbers[0], numbers[-1])), dict(options)
    values = {name: values for name, values in options_of_game(rules.id).items() if values and name not in options}
    for name in rng.sample(sorted(values), len(values)):
        more = stated | {name: rng.choice((values[name][0], values[name][-1]))}
        if _goes(rules, seed, players, more):
            stated = more
    return header_for(rules, seed, players, stated, drawing=False)


def _goes(rules: Ruleset[Any], seed: str, players: int, options: Mapping[str, Any]) -> bool:
    """Whether there is a game with these options, and otherwise the defaults."""
    try:
        return _is_accepted(rules, header_for(rules, seed, players, options, drawing=False))
    except (LogProblem, ValueError):  # a game may draw names or colours that do not suffice
        return False


def _is_accepted(rules: Ruleset[Any], header: Header) -> bool:
    try:
        rules.start(header)
    except LogProblem:
        return False
    return True


def _reason(rules: Ruleset[Any], data: dict[str, Any]) -> tuple[str, ...] | None:
    """The clause that a header breaks, and where it does; "" and how long it is if it breaks none.

    None if it cannot be read.
    """
    try:
        rules.start(msgspec.convert(data, Header))
    except Violation as violation:
        return violation.clause, *(str(violation.facts[name]) for name in PLACES if name in violation.facts)
    except (LogProblem, msgspec.ValidationError):
        return None
    return "", str(len(encode(data)))


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


def _plain(value: Any) -> Any:
    """A value as JSON data."""
    return msgspec.json.decode(encode(value))


def _catalogue_in_full(rules: Ruleset[Any]) -> Any:
    """A catalogue that states all its component values; None in a game whose logs carry none."""
    module = part(f"engine.games.{rules.id}", "own_catalogue")
    return None if module is None else _plain(module.in_full())


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
    if isinstance(value, bool):
        return not value if rng.random() < 0.8 else rng.choice(JUNK)
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, 0, 1, -1, 99))
    return rng.choice(parts.words) if isinstance(value, str) and rng.random() < 0.8 else rng.choice(JUNK)


def _numbers_in(value: Any) -> bool:
    return type(value) is int or any(map(_numbers_in, _inner(value)))


def _renumbered(value: Any, rng: Random) -> Any:
    """JSON data with a number changed somewhere inside, to the next one or the one before; what there is stays."""
    if isinstance(value, dict):
        key = rng.choice([key for key, each in sorted(value.items()) if _numbers_in(each)])
        return value | {key: _renumbered(value[key], rng)}
    if isinstance(value, list):
        at = rng.choice([at for at, each in enumerate(value) if _numbers_in(each)])
        return [*value[:at], _renumbered(value[at], rng), *value[at + 1 :]]
    return max(min(value, 1), rng.choice((value + 1, value - 1)))


def unreadable_form(event: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The JSON of an event whose fields do not match its kind."""
    fields = [name for name in event if name != "kind"]
    if fields and rng.random() < 0.5:
        name = rng.choice(fields)
        return {key: each for key, each in event.items() if key != name} | {name: {"nonsense": 1}}
    return event | {"nonsense": 1}
