"""Headers in which one value is changed: illegal ones, and some that the rules accept although they look odd."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from engine.clause import Violation
from engine.options import options_of_game
from engine.rules import Ruleset
from events.log.codec import encode
from events.log.record import Header
from events.problems import LogProblem
from projections.kit.forms import forms_of_catalogue
from projections.kit.spoiling import JUNK, Parts, spoilt
from projections.kit.varied import catalogue_in_full, plain

ENOUGH, ENOUGH_ALIKE, ENOUGH_ACCEPTED = 40, 2, 24
"""Headers that are kept for a clause; of those, with something wrong at the same place; and that break none."""
SPOILT_VALUES, SPOILT_OPTIONS = 4_000, 5
"""How many values of a catalogue are changed, one at a time, and of each option of a game that is a list or a table."""
SUBSETS = 40
"""How many catalogues lack some members."""
PLACES = ("table", "field", "option", "rule")
"""Facts that say where in a header something is wrong."""
Reason = tuple[str, ...]
"""A clause, the names of the facts that show that it is broken, and where."""
Spoilt = tuple[dict[str, Any], str]
"""A header as JSON data, and the clause that it breaks."""


def spoilt_headers(rules: Ruleset[Any], headers: Sequence[Header], rng: Random, most: int) -> list[Spoilt]:
    """Headers that break a clause, and some with values of their own that break none ("").

    If there are more than `most`, the first of each clause come before the second of any; each is for another reason if
    there is one.
    """
    found: dict[Reason, list[dict[str, Any]]] = {}
    own = (catalogue_in_full(rules), *(header.catalogue for header in headers))
    seen = set[bytes]()
    for data in _changed(rules, headers, rng):
        spelled = encode(data)
        if spelled in seen:
            continue
        seen.add(spelled)
        reason = _reason(rules, data)
        if reason is None or (not reason[0] and (own[0] is None or data.get("catalogue") in own)):
            continue
        kept = found.setdefault(reason, [])
        if len(kept) < ENOUGH_ALIKE:
            kept.append(data)
    ranked, of_clause = list[tuple[int, str, dict[str, Any]]](), Counter[str]()
    for turn in range(ENOUGH_ALIKE):
        for clause, *where in sorted(found):
            if turn < len(kept := found[clause, *where]):
                of_clause[clause] += 1
                ranked.append((of_clause[clause], clause, kept[turn]))
    few = [each for each in ranked if each[0] <= (ENOUGH if each[1] else ENOUGH_ACCEPTED)]
    few.sort(key=lambda each: each[:2])
    return [(data, clause) for _, clause, data in sorted(few[:most], key=lambda each: each[1])]


def _reason(rules: Ruleset[Any], data: dict[str, Any]) -> Reason | None:
    """The clause that a header breaks, the names of the facts, and where it does; "" and its length if it breaks none.

    None if it cannot be read.
    """
    try:
        rules.start(msgspec.convert(data, Header))
    except Violation as violation:
        where = [str(violation.facts[name]) for name in PLACES if name in violation.facts]
        return violation.clause, *sorted(violation.facts), *where
    except (LogProblem, msgspec.ValidationError):
        return None
    return "", str(len(encode(data)))


def _changed(rules: Ruleset[Any], headers: Sequence[Header], rng: Random) -> Iterator[dict[str, Any]]:
    """Headers as JSON data with one value changed."""
    data = [plain(header) for header in headers]
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
                yield one | {"options": options | {name: spoilt(options[name], parts, rng)}}
    for junk in JUNK:
        yield first | {"catalogue": junk}
    for one in data:  # options that do not go with this number of players or with one another
        other = rng.choice(data)
        yield one | {"options": other.get("options", {})}
        yield one | {"catalogue": other.get("catalogue")}
    if (whole := catalogue_in_full(rules)) is not None:
        parts = Parts(whole, forms_of_catalogue(rules.id))
        for _ in range(SUBSETS):
            one = rng.choice(data)
            yield one | {"catalogue": _some_of(whole, one.get("catalogue"), rng)}
        for _ in range(SPOILT_VALUES):
            yield rng.choice(data) | {"catalogue": spoilt(whole, parts, rng)}


def _some_of(whole: dict[str, Any], stated: Any, rng: Random) -> dict[str, Any]:
    """Some members of a whole catalogue, with those that a header states; or, if it states a name, under that name."""
    found = {name: value for name, value in whole.items() if rng.random() < 0.5}
    if isinstance(stated, dict):
        return found | stated
    texts = [name for name, value in found.items() if isinstance(value, str)]
    return found | {rng.choice(texts): stated} if texts else found


def unreadable_form(event: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The JSON of an event whose fields do not match its kind."""
    fields = [name for name in event if name != "kind"]
    if fields and rng.random() < 0.5:
        name = rng.choice(fields)
        return {key: each for key, each in event.items() if key != name} | {name: {"nonsense": 1}}
    return event | {"nonsense": 1}
