"""The words of frames: for an event, for what it changed, for what is awaited.

A film can be given other words for events.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

import msgspec

from engine.agenda import Awaited, name_of
from engine.declaration import Standing
from engine.ledger import Entry
from events.plugins import game_of, part
from projections.pictures.sheet import seat_name

Words = Callable[[Any, Sequence[str]], str]
"""Puts an event into words, with the names of the players."""
MINUS = "\N{MINUS SIGN}"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def plain(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def event_words(event: Any, names: Sequence[str] = ()) -> str:
    """An event as a sentence, such as `build a dwelling on E6`; an event without one as its kind and fields.

    The sentences of a game are in its `sentences.py`, by the tag of the event. `{field}` is a value; `{n:coin}` is a
    number of coins (or of what another field names; for a list, the number of its items). `{player:seat}`,
    `{order:seats}`, `{cell:cell}`, `{cells:cells}`, `{slot:nth}` (counted from 1), `{tiles:bare}` (ids without their
    first word), `{dice:dice}`, `{building:side}` and `{picks:picks}` (tiles and their buildings) are values of these
    kinds. An id is called by its name in `NAMES`, if it is there. In `[part|other]`, `part` is used if all its
    fields have values other than their defaults, and otherwise `other`; `{field?}` tests whether a field is true.
    """
    sentence = _sentence(event)
    if sentence is None:
        return _value_words(msgspec.to_builtins(event, str_keys=True))
    return "".join(
        [
            _chosen(part[1:-1], event, names) if part[:1] == "[" else _filled(part, event, names)
            for part in _parts(sentence)
        ]
    )


def whole_words(event: Any, names: Sequence[str] = ()) -> str:
    """The sentence of an event, with what it leaves out in parentheses: no two events have the same words.

    The parentheses hold the fields that do not occur in the sentence, and the lists of which it only gives the number,
    if they have values other than their defaults.
    """
    words = event_words(event, names)
    sentence = _sentence(event)
    if sentence is None:
        return words
    stated = {name for name, spec in _FIELD.findall(sentence) if not _is_number_of(getattr(event, name), spec[1:])}
    stated |= {spec.removeprefix(":") for _, spec in _FIELD.findall(sentence)}
    values = msgspec.to_builtins(event, str_keys=True)
    left_out = [
        f"{plain(name)} {_value_words(values[name])}"
        for name in event.__struct_fields__
        if name not in stated and _present(event, name)
    ]
    return f"{words} ({', '.join(left_out)})" if left_out else words


def _is_number_of(value: Any, spec: str) -> bool:
    """Whether a sentence only gives the number of items of a list."""
    return isinstance(value, list | tuple) and spec != "" and spec not in _KINDS


def _sentence(event: Any) -> str | None:
    """The game's sentence for events of this kind; None if it has none."""
    kind: Any = type(event)
    return _sentence_for(kind)


@cache
def _sentence_for(kind: Any) -> str | None:
    return _words_of_a_game(_game_with(kind), "SENTENCES").get(str(kind.__struct_config__.tag))


def _game_of(event: Any) -> str:
    kind: Any = type(event)
    return _game_with(kind)


@cache
def _game_with(kind: type) -> str:
    """The game that has a kind of event."""
    return game_of("events.vocabulary", kind.__module__)


def value_words(value: str, game: str) -> str:
    """The value of a fact in words: ids by the names of the game's `sentences.py`, `NAMES`, otherwise without `_`."""
    known = _words_of_a_game(game, "NAMES")
    names = [known.get(each, "") for each in value.split()]
    return " and ".join(names) if all(names) else plain(value)


def id_names(game: str) -> Mapping[str, str]:
    """The names of ids in a game's sentences."""
    return _words_of_a_game(game, "NAMES")


def source_words(source: str, game: str) -> str:
    """The reason for a change in words, such as `left building`, or `trade, place: city 16` for `trade/place:city_16`.

    Reasons whose words differ from their ids are in the game's `sentences.py`, as `SOURCES`.
    """
    known = _words_of_a_game(game, "SOURCES")
    names = id_names(game)

    def in_words(step: str) -> str:
        return " ".join(names.get(each) or plain(each) for each in step.replace(":", ": ").split(" "))

    return ", ".join(known.get(step) or in_words(step) for step in ([source] if source in names else source.split("/")))


_PART = re.compile(r"(\[[^\[\]]*\])")
_FIELD = re.compile(r"\{(\w+)(\?|:[\w ]+)?\}")
SIDES = ("left", "centre", "right")
UNCOUNTED = frozenset(["power", "vp", "gold"])


@cache
def _words_of_a_game(game: str, table: str) -> Mapping[str, str]:
    """A table of the game's `sentences.py`; empty if there is none."""
    module = part("projections.pictures", game) if game else None
    if module is None or not hasattr(module, "__path__"):
        return {}
    found: Mapping[str, str] = getattr(part(f"projections.pictures.{game}", "sentences"), table, {})
    return found


@cache
def _parts(sentence: str) -> list[str]:
    """A sentence cut into what is in brackets and what is not."""
    return _PART.split(sentence)


@cache
def _fields(words: str) -> tuple[str, list[tuple[str, str, str]]]:
    """What comes before the first field, and each field with its kind (`?` for a test) and what comes after it."""
    first, *others = _FIELD.split(words)
    return first, list(zip(others[::3], (kind or "" for kind in others[1::3]), others[2::3], strict=True))


def _chosen(words: str, event: Any, names: Sequence[str]) -> str:
    """The first alternative whose fields all have values other than their defaults; otherwise the last one."""
    *choices, last = words.split("|") if "|" in words else (words, "")
    for choice in choices:
        if all(_present(event, field, kind) for field, kind, _ in _fields(choice)[1]):
            return _filled(choice, event, names)
    return _filled(last, event, names)


def _present(event: Any, field: str, spec: str = "") -> bool:
    value = getattr(event, field)
    if spec == "?":
        return bool(value)
    kind: Any = type(event)
    default = _defaults(kind)[field]
    return value is not None and value != default and value not in ((), "", {})


@cache
def _defaults(kind: type) -> Mapping[str, Any]:
    """The defaults of the fields of a kind of event."""
    return {each.name: each.default for each in msgspec.structs.fields(kind)}


def _filled(words: str, event: Any, names: Sequence[str]) -> str:
    first, fields = _fields(words)
    return first + "".join(
        [_value(event, field, kind.removeprefix(":"), names) + after for field, kind, after in fields]
    )


def _value(event: Any, field: str, spec: str, names: Sequence[str]) -> str:
    value = getattr(event, field)
    if not spec:
        return _listed(value, _game_of(event))
    if spec == "?":
        return ""
    if spec in _KINDS:
        return _KINDS[spec](value, names, _game_of(event))
    noun = plain(str(getattr(event, spec, spec)))
    noun = "VP" if noun == "vp" else noun
    number = len(value) if isinstance(value, list | tuple) else value
    return f"{number} {noun}" if number == 1 or noun.lower() in UNCOUNTED else f"{number} {noun}s"


def _listed(value: Any, game: str) -> str:
    if isinstance(value, list | tuple):
        return ", ".join("unknown" if each is None else _listed(each, game) for each in value) or "nothing"
    if isinstance(value, str):
        return _named(value, game)
    return _value_words(msgspec.to_builtins(value, str_keys=True))


def _named(value: str, game: str) -> str:
    """An id by its name, or else as words."""
    return id_names(game).get(value) or plain(value)


def _bare(value: str, game: str) -> str:
    """An id by its name, or else as words without the first."""
    return id_names(game).get(value) or plain(value).partition(" ")[2]


def _cell(cell: Any) -> str:
    return f"({', '.join(map(str, cell))})"


_KINDS: Mapping[str, Callable[[Any, Sequence[str], str], str]] = {
    "seat": lambda seat, names, game: seat_name(names, seat),
    "seats": lambda seats, names, game: ", ".join(seat_name(names, seat) for seat in seats),
    "cell": lambda cell, names, game: _cell(cell),
    "cells": lambda cells, names, game: ", ".join(map(_cell, cells)),
    "nth": lambda number, names, game: str(number + 1),
    "bare": lambda ids, names, game: ", ".join(_bare(each, game) for each in ids),
    "dice": lambda dice, names, game: " and ".join(_named(face, game) for face in dice.values()),
    "side": lambda number, names, game: _side(number),
    "picks": lambda picks, names, game: " and ".join(
        f"{_named(p.tile, game)} in the {_side(p.building)} building" for p in picks
    ),
}


def _side(number: int) -> str:
    return SIDES[number] if 0 <= number < len(SIDES) else str(number)


def _value_words(value: Any) -> str:
    if isinstance(value, dict):
        fields = (f"{plain(name)} {_value_words(each)}" for name, each in value.items() if name != "kind")
        return ", ".join([*([plain(str(value["kind"]))] if "kind" in value else []), *fields])
    if isinstance(value, list | tuple):
        return " ".join(map(_value_words, value)) or "none"
    return "none" if value is None else plain(str(value))


def changes(groups: Iterable[tuple[str, Sequence[Entry]]], names: Sequence[str], game: str) -> Iterator[str]:
    """Entries in words, adjacent ones of the same seat and reason together: `anna: VP +3, coin −2 (score 1)`.

    Words for reasons that differ from their ids are in the game's `sentences.py`, as `SOURCES`.
    """
    for step, entries in groups:
        for (seat, source), same in groupby(entries, key=lambda entry: (entry.seat, entry.source)):
            sums: dict[str, int] = {}
            for entry in same:
                sums[entry.figure] = sums.get(entry.figure, 0) + entry.delta
            amounts = ", ".join(f"{figure_words(figure)} {signed(n)}" for figure, n in sums.items() if n)
            if amounts:
                yield f"{seat_name(names, seat)}: {amounts} ({source_words(source or step, game)})"


def figure_words(figure: str) -> str:
    """A figure in words."""
    return "VP" if figure == "vp" else plain(figure)


def signed(n: int) -> str:
    """A number with its sign."""
    return f"+{n}" if n > 0 else f"{MINUS}{-n}"


def awaited_words(items: Sequence[Awaited], known: Mapping[str, str], names: Sequence[str]) -> str:
    """Who acts and what is awaited: `To act: Anna (a main action)`, or `Chance decides: dice`."""
    if not items:
        return ""
    first = items[0].seat
    kinds = dict.fromkeys(name_of(type(item)) for item in items if item.seat == first)
    what = next(filter(None, (known.get(kind, plain(kind)) for kind in kinds)), "a decision")
    others = dict.fromkeys(item.seat for item in items if item.seat not in (None, first))
    and_others = "".join(f", {seat_name(names, seat)}" for seat in others if seat is not None)
    return f"Chance decides: {what}" if first is None else f"To act: {seat_name(names, first)}{and_others} ({what})"


def result_words(standings: Sequence[Standing], names: Sequence[str]) -> str:
    """Who won: `anna wins with 116 VP`."""
    winners = [seat_name(names, each.seat) for each in standings if each.rank == 1]
    best = next((each.vp for each in standings if each.rank == 1), 0)
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the victory'} with {best} VP"
