"""Headers in which one value is changed: illegal ones, and some that the rules accept although they look odd."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.clause import Violation
from engine.options import options_of_game
from engine.rules import Ruleset
from events.log.codec import encode
from events.log.record import Header
from events.problems import LogProblem
from projections.kit.faults import Reason, reason_of
from projections.kit.forms import forms_of_catalogue
from projections.kit.spoiling import JUNK, Parts, places_of_numbers, renumbered, spoilt, spoilt_somewhere
from projections.kit.varied import (
    catalogue_in_full,
    catalogues_worth_trying,
    overrides_in_full,
    plain,
    same_beside_tables,
)

ENOUGH, ENOUGH_ALIKE, ENOUGH_ACCEPTED = 80, 2, 36
"""Headers that are kept for a clause; of those, with something wrong at the same place; and that break none."""
SPOILT_OPTIONS = 5
"""How many values are changed, one at a time, of each option of a game that is a list or a table."""
WALKS, CHANGES, NUMBERS_SHARE = 25, 120, 0.4
"""How many times catalogues are changed so often, each time from what the rules accept of it: the bounds of this are
reached by some, and a fault is looked for beside whatever else may be there; and how often a number is changed."""
OVERRIDDEN, OVERRIDES, ANYTHING = 30, 25, 0.1
"""How many times so many values are overridden, in a game whose logs state overrides; how often an override is changed
in anything but its value."""
SUBSETS, SHARES = 200, (0.2, 0.5)
"""How many catalogues lack some members, and how large a share of them each has."""
PLACES, WRONG = ("table", "field", "option"), ("rule", "expected")
"""Facts that say where in a header something is wrong, and what should be there."""
Json = dict[str, Any]
Spoilt = tuple[Json, str]
"""A header as JSON data, and the clause that it breaks."""


def spoilt_headers(rules: Ruleset[Any], headers: Sequence[Header], rng: Random, most: int) -> list[Spoilt]:
    """Headers that break a clause, and some with values of their own that break none ("").

    If there are more than `most`, the first of each clause come before the second of any; each is for another reason if
    there is one.
    """
    whole = catalogue_in_full(rules)
    found = _Found(rules, (whole, *(header.catalogue for header in headers)))
    data = [plain(header) for header in headers]
    for each in _changed(rules, data, rng):
        found.keep(each, found.reason(each))
    if every := overrides_in_full(rules):
        _overrides(found, every, data, rng)
    if whole is not None:
        parts = Parts(whole, forms_of_catalogue(rules.id))
        limits = [rng.choice(data) | {"catalogue": each} for each in catalogues_worth_trying(rules)]
        for each in (*limits, *_subsets(whole, parts, data, rng)):
            found.keep(each, found.reason(each))
        _catalogues(found, whole, parts, data, rng)
    return found.chosen(most, rng)


def asked_headers(rules: Ruleset[Any], headers: Sequence[Header]) -> list[Spoilt]:
    """Headers that are to be asked about, with the clauses that they break."""
    found = _Found(rules, ())
    reasons = [(each, found.reason(each)) for each in map(plain, headers)]
    return [(each, reason.clause) for each, reason in reasons if reason is not None]


class _Reason(NamedTuple):
    """Why a header is refused, the clause first, and where in it something is wrong.

    If it breaks no clause, that is empty, and the length of the header stands for the place.
    """

    wrong: Reason
    place: tuple[str, ...]

    @property
    def clause(self) -> str:
        return self.wrong[0]


class _Found:
    """Changed headers, and what the rules say of them; `own` are the catalogues of the games, which are no change."""

    def __init__(self, rules: Ruleset[Any], own: Sequence[Any]) -> None:
        self._rules, self._own = rules, own
        self._kept: dict[_Reason, list[Json]] = {}
        self._seen = set[bytes]()

    def reason(self, data: Json) -> _Reason | None:
        """Why a header is refused; None if it cannot be read."""
        try:
            self._rules.start(msgspec.convert(data, Header))
        except Violation as violation:
            return _Reason((*reason_of(violation), *_shapes(violation, WRONG)), _shapes(violation, PLACES))
        except (LogProblem, msgspec.ValidationError):
            return None
        return _Reason(("",), (str(len(encode(data))),))

    def keep(self, data: Json, reason: _Reason | None) -> None:
        """Keep a header if there are few for this reason, and none that is alike."""
        own = data.get("catalogue") in self._own and "overrides" not in data.get("options", {})
        if reason is None or (not reason.clause and own) or (spelled := encode(data)) in self._seen:
            return
        self._seen.add(spelled)
        kept = self._kept.setdefault(reason, [])
        if len(kept) < ENOUGH_ALIKE:
            kept.append(data)

    def chosen(self, most: int, rng: Random) -> list[Spoilt]:
        """At most so many, in the order of their clauses; of each clause, all that can be wrong comes before places."""
        ranked, of_clause = list[tuple[int, str, Json]](), Counter[str]()
        for turn, reason in self._by_turns(rng):
            of_clause[reason.clause] += 1
            ranked.append((of_clause[reason.clause], reason.clause, self._kept[reason][turn]))
        few = [each for each in ranked if each[0] <= (ENOUGH if each[1] else ENOUGH_ACCEPTED)]
        few.sort(key=lambda each: each[:2])
        return [(data, clause) for _, clause, data in sorted(few[:most], key=lambda each: each[1])]

    def _by_turns(self, rng: Random) -> list[tuple[int, _Reason]]:
        """The reasons, each with the number of what was kept for it: whatever is wrong once, then a second time, ..."""
        met, turns = Counter[Reason](), list[tuple[int, int, _Reason]]()
        for reason in rng.sample(sorted(self._kept), len(self._kept)):
            for turn in range(len(self._kept[reason])):
                turns.append((met[reason.wrong], turn, reason))
                met[reason.wrong] += 1
        return [(turn, reason) for _, turn, reason in sorted(turns, key=lambda each: each[0])]


def _shapes(violation: Violation, names: Sequence[str]) -> tuple[str, ...]:
    """Some facts without their numbers, so that what is wrong at one place for the same reason is alike."""
    return tuple(re.sub(r"\d+", "#", str(violation.facts[name])) for name in names if name in violation.facts)


def _changed(rules: Ruleset[Any], data: Sequence[Json], rng: Random) -> Iterator[Json]:
    """Headers as JSON data with one value changed that is not within a catalogue."""
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


def _change_on(
    found: _Found,
    begin: Json,
    number: int,
    change: Callable[[Json], Json],
    fits: Callable[[Json], bool] = lambda _: True,
) -> None:
    """Change a header so many times, one thing at a time, and go on from whatever the rules accept, if it `fits`."""
    now = begin
    for _ in range(number):
        changed = change(now)
        reason = found.reason(changed)
        if reason is None or reason.clause or not fits(changed):
            found.keep(changed, reason)
        else:
            now = changed
    found.keep(now, found.reason(now))


def _overrides(found: _Found, every: Sequence[Any], data: Sequence[Json], rng: Random) -> None:
    """Override one value after another, each field as often; then begin anew."""
    parts, rows = Parts(every), dict[tuple[str, str], list[Any]]()
    for each in every:
        rows.setdefault((each["table"], each["field"]), []).append(each)
    fields = list(rows)

    def change(header: Json) -> Json:
        other = _overridden(rng.choice(rows[rng.choice(fields)]), parts, rng)
        options = header["options"]
        return header | {"options": options | {"overrides": [*options["overrides"], other]}}

    for _ in range(OVERRIDDEN):
        one = rng.choice(data)
        _change_on(found, one | {"options": {**one.get("options", {}), "overrides": []}}, OVERRIDES, change)


def _overridden(override: Any, parts: Parts, rng: Random) -> Any:
    """The override with another value or, seldom, with anything else changed."""
    if rng.random() < ANYTHING:
        return spoilt(override, parts, rng)
    if rng.random() < NUMBERS_SHARE:
        return override | {"value": renumbered(override["value"], places_of_numbers(override["value"]), rng)}
    return override | {"value": spoilt(override["value"], parts, rng)}


def _subsets(whole: Any, parts: Parts, data: Sequence[Json], rng: Random) -> Iterator[Json]:
    """Headers whose catalogues lack some members."""
    for _ in range(SUBSETS):
        one = rng.choice(data)
        yield one | {"catalogue": _some_of(whole, parts, one.get("catalogue"), rng)}


def _catalogues(found: _Found, whole: Any, parts: Parts, data: Sequence[Json], rng: Random) -> None:
    """Change one value of a catalogue after another; then begin anew."""
    numbers = places_of_numbers(whole)

    def change(header: Json) -> Json:
        now = header["catalogue"]
        to_bound = rng.random() < NUMBERS_SHARE
        return header | {"catalogue": renumbered(now, numbers, rng) if to_bound else spoilt_somewhere(now, parts, rng)}

    def fits(header: Json) -> bool:
        return same_beside_tables(header["catalogue"], whole)

    for _ in range(WALKS):
        _change_on(found, rng.choice(data) | {"catalogue": whole}, CHANGES, change, fits)


def _some_of(whole: Json, parts: Parts, stated: Any, rng: Random) -> Json:
    """Few or many members of a whole catalogue, with those that a header states; or, if it states a name, with that.

    One of the members is a switch or a word that is turned or exchanged, if there is any.
    """
    share = rng.choice(SHARES)
    found = {name: value for name, value in whole.items() if rng.random() < share}
    if single := [name for name, value in found.items() if isinstance(value, bool | str)]:
        name = rng.choice(single)
        found[name] = spoilt(found[name], parts, rng)
    if isinstance(stated, dict):
        return found | stated
    texts = [name for name, value in whole.items() if isinstance(value, str)]
    return found | {rng.choice(texts): stated} if texts else found


def unreadable_form(event: Json, rng: Random) -> Json:
    """The JSON of an event whose fields do not match its kind."""
    fields = [name for name in event if name != "kind"]
    if fields and rng.random() < 0.5:
        name = rng.choice(fields)
        return {key: each for key, each in event.items() if key != name} | {name: {"nonsense": 1}}
    return event | {"nonsense": 1}
