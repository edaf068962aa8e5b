"""Reading SEASON.toml: every fault is reported with its line, what was found there, and what was expected."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, get_args

import msgspec
from msgspec import Struct

from engine.rules import ruleset
from events import files
from events.files.toml import tables
from events.files.toml_lines import line_of
from events.log.codec import Unreadable, problem
from events.problems import USAGE, LogProblem, one_of
from projections.season.patterns import Pattern
from projections.season.settings import LOTS, Members, Settings

MOST = 1_000_000
"""The most characters of the file."""
_STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")
_WORDS = {"str": "text in quotes", "array": "a list", "object": "a table", "bool": "true or false", "int": "a number"}
Place = tuple[str | int, ...]


class Faulty(Unreadable):
    """A fault of the file. Nothing is done before it is mended, so the exit status is that of a wrong command."""

    @property
    def status(self) -> int:
        """The exit status."""
        return USAGE


class File(Struct, frozen=True):
    """A file that was read: its path as it was given, its digest and text, and what it states."""

    path: str
    digest: str
    text: str
    settings: Settings

    def line(self, *place: str | int) -> int:
        """The line of a value."""
        return line_of(self.text, place)


def read(path: str) -> File:
    """Read and check a file. Raises Faulty with the line."""
    blob = files.read(path)
    try:
        if blob.problem is not None:
            raise blob.problem
        text = files.text(blob)
        return File(path, blob.digest, text, checked(text))
    except Unreadable as fault:
        raise Faulty(fault.found, fault.expected, line=fault.line, path=fault.path, name=fault.name or path) from None


def checked(text: str) -> Settings:
    """What a text states. Raises Unreadable with the line."""
    for mark in ('"""', "'''"):
        if mark in text:
            line = text.count("\n", 0, text.index(mark)) + 1
            raise Unreadable(f"{mark}, a multi-line string", "strings on a single line", line=line)
    document = tables(text, "the settings of a season in TOML", MOST)
    _check_keys(text, Settings, document, ())
    try:
        settings = msgspec.convert(document, Settings)
    except msgspec.ValidationError as error:
        raise _fault(text, document, error) from None
    for place, found, expected in _faults(settings):
        raise Unreadable(found, expected, line=line_of(text, place))
    return settings


def _check_keys(text: str, kind: type[Struct], table: Any, place: Place) -> None:
    """Raise Unreadable for the first unknown key, which may be a misspelt one."""
    if not isinstance(table, dict):
        return
    known = {each.encode_name: each.type for each in msgspec.structs.fields(kind)}
    for key, value in table.items():
        there = (*place, key)
        if key not in known:
            raise Unreadable(f"the key {key!r}", one_of(known, key), line=line_of(text, there))
        inner = next((each for each in (known[key], *get_args(known[key])) if _is_struct(each)), None)
        if inner is None:
            continue
        items = [(there, value)] if isinstance(value, dict) else _numbered(there, value)
        for where, item in items:
            _check_keys(text, inner, item, where)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _numbered(place: Place, value: Any) -> list[tuple[Place, Any]]:
    return [((*place, number), item) for number, item in enumerate(value)] if isinstance(value, list) else []


def _fault(text: str, document: Any, error: msgspec.ValidationError) -> Unreadable:
    """A value of a wrong kind, at its line."""
    told = problem(error)
    place = tuple(name or int(number) for name, number in _STEP.findall(told.path))
    if told.found.startswith("no field"):
        return Unreadable(f"no key {told.found[len('no field ') :]}", "one", line=line_of(text, place))
    value = document
    for step in place:
        value = value[step]
    expected = re.sub(r"\w+", lambda word: _WORDS.get(word[0], word[0]), told.expected)
    if told.expected == "a known value":
        expected = one_of(_allowed(place), str(value))
    key = next((step for step in reversed(place) if isinstance(step, str)), "the file")
    return Unreadable(f"{key} {_shown(value)}", expected, line=line_of(text, place))


def _allowed(place: Place) -> Sequence[str]:
    """The values that a key allows."""
    kind: Any = Settings
    for step in place:
        if isinstance(step, str):
            kind = next(each.type for each in msgspec.structs.fields(kind) if each.encode_name == step)
        kind = next((each for each in get_args(kind) if _is_struct(each)), kind)
    while get_args(kind) and not all(isinstance(each, str) for each in get_args(kind)):
        kind = get_args(kind)[0]
    return get_args(kind)


def _shown(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else repr(value)


Fault = tuple[Place, str, str]
"""A place, what was found there, and what was expected."""


def _faults(settings: Settings) -> Iterator[Fault]:
    """What is wrong although every value is of the right kind."""
    yield from _faults_of_points(settings)
    ranking = settings.ranking
    for key, values in (("tie_breaks", ranking.tie_breaks), ("lots", ranking.lots)):
        yield from _twice(("ranking", key), values)
    if (LOTS in ranking.tie_breaks) != bool(ranking.lots):
        yield (
            ("ranking", "tie_breaks"),
            f"tie_breaks {list(ranking.tie_breaks)}",
            f"{LOTS!r} together with the list lots",
        )
    yield from _twice(("divisions",), settings.divisions)
    yield from _faults_of_seasons(settings)
    yield from _faults_of_schedule(settings)
    if settings.names is not None:
        try:
            Pattern.of(settings.names.pattern)
        except Unreadable as fault:
            yield ("names", "pattern"), fault.found, fault.expected
    if settings.game:
        try:
            ruleset(settings.game)
        except LogProblem as fault:
            yield (
                ("game",),
                *((fault.found, fault.expected) if isinstance(fault, Unreadable) else (str(fault), "a game")),
            )
    if settings.site.address and not re.match(r"https?://[^\s\"<>]+$", settings.site.address):
        yield ("site", "address"), f"address {settings.site.address!r}", "an address that begins with https://"


def _faults_of_points(settings: Settings) -> Iterator[Fault]:
    points = settings.points
    if bool(points.places) == (points.share is not None):
        found = "both places and share" if points.places else "neither places nor share"
        yield ("points",), found, "one of them: points for places, or for a share of the win"
    numbers = (*points.places, points.share or 0, points.dropped)
    if any(value != value or abs(value) > 10**9 for value in numbers):
        yield ("points",), "a number of points without bounds", "numbers up to 1,000,000,000"
    if list(points.places) != sorted(points.places, reverse=True):
        yield ("points", "places"), f"places {list(points.places)}", "no place worth more than the one before it"


def _faults_of_seasons(settings: Settings) -> Iterator[Fault]:
    yield from _twice(("seasons",), [season.name for season in settings.seasons])
    for number, season in enumerate(settings.seasons):
        place: Place = ("seasons", number)
        if season.first_day and season.last_day and season.last_day < season.first_day:
            yield (*place, "last_day"), f"last_day {season.last_day}", f"a day from {season.first_day} on"
        yield from _twice((*place, "divisions"), [(each.name, each.league) for each in season.divisions])
        for inner, members in enumerate(season.divisions):
            yield from _faults_of_members(settings, members, (*place, "divisions", inner))


def _faults_of_members(settings: Settings, members: Members, place: Place) -> Iterator[Fault]:
    if (members.name or settings.divisions) and members.name not in settings.divisions:
        yield (*place, "name"), f"the division {members.name!r}", _listed(settings.divisions, members.name)
    yield from _twice((*place, "players"), members.players)


def _faults_of_schedule(settings: Settings) -> Iterator[Fault]:
    names = [season.name for season in settings.seasons]
    for number, game in enumerate(settings.scheduled):
        place: Place = ("scheduled", number)
        if names and game.season not in names:
            yield (*place, "season"), f"the season {game.season!r}", one_of(names, game.season)
        if (game.division or settings.divisions) and game.division not in settings.divisions:
            yield (*place, "division"), f"the division {game.division!r}", _listed(settings.divisions, game.division)
        yield from _twice((*place, "players"), game.players)
    numbered = [(each.season, each.division, each.league, each.game) for each in settings.scheduled if each.game]
    yield from _twice(("scheduled",), numbered)


def _listed(divisions: Sequence[str], found: str) -> str:
    return (
        f"{one_of(divisions, found)}, as in divisions" if divisions else "no division, as the list divisions is missing"
    )


def _twice(place: Place, values: Iterable[object]) -> Iterator[Fault]:
    """A value that is listed a second time."""
    seen: list[object] = []
    for number, value in enumerate(values):
        if value in seen:
            shown = value if isinstance(value, str) else " ".join(str(part) for part in value if part)  # type: ignore[attr-defined]  # a tuple of texts
            yield (*place, number), f"{shown!r} twice in {place[-1]}", "each once"
        seen.append(value)
