"""Many actions of one kind, narrowed field by field: which field is asked next, and which values it can have."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from projections.pictures.words import plain
from projections.recorder.choosing import Choice

FEW = 8
"""Up to this many actions are listed as a whole."""


class Value(Struct, frozen=True):
    """A value that the field asked for can have, in words, and in how many ways it goes on with it."""

    words: str
    ways: int


class Narrowed(Struct):
    """The actions that remain, and the field that is asked next with its values; none if all of them are listed."""

    choices: list[Choice]
    field: str = ""
    values: list[Value] = []


def narrowed(choices: Sequence[Choice], picked: Sequence[str]) -> Narrowed:
    """The actions of one kind that have the values picked so far, each for the first field in which they differed."""
    left = list(choices)
    for words in picked:
        field = _differing(left)
        left = [each for each in left if _words(each, field) == words]
    field = _differing(left)
    if len(left) <= FEW or not field:
        return Narrowed(left)
    ways: dict[str, int] = {}
    for each in left:
        ways[_words(each, field)] = ways.get(_words(each, field), 0) + 1
    return Narrowed(left, field, [Value(words, number) for words, number in ways.items()])


def _differing(choices: Sequence[Choice]) -> str:
    """The first field in which actions of one kind differ; empty if they do not, or are of several kinds."""
    events = [each.action[1] for each in choices if each.action is not None]
    if len({type(event) for event in events}) != 1 or len(events) != len(choices):
        return ""
    fields: tuple[str, ...] = events[0].__struct_fields__
    return next((name for name in fields if _differ([getattr(event, name) for event in events])), "")


def _differ(values: Sequence[Any]) -> bool:
    """Whether values have different words."""
    if all(value == values[0] for value in values):
        return False
    first = value_words(values[0])
    return any(value_words(value) != first for value in values)


def _words(choice: Choice, field: str) -> str:
    assert choice.action is not None
    return value_words(getattr(choice.action[1], field))


def value_words(value: Any) -> str:
    """A value of a field in words; different values of one field have different words."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, str):
        return plain(value) or "none"
    if isinstance(value, tuple | list | frozenset | set):
        return ", ".join(map(value_words, value)) or "none"
    if isinstance(value, Struct | dict):
        found = msgspec.to_builtins(value, str_keys=True)
        return " ".join(f"{plain(str(name))} {value_words(each)}" for name, each in found.items())
    return str(value)
