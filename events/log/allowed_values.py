"""The values that a type allows at a place, for the message about one that it does not allow."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect

from events.problems import near_match

FEW = 10
"""Up to this many values are listed; of more, only the nearest is named."""
_STEPS = re.compile(r"\[[^\]]*\]|[^.\[\]]+")


def expected(kind: Any, path: str, found: str) -> str:
    """What was expected instead of `found` at a path such as `$.event.kind` in a value of a type.

    `one of 2, 3, 4` for few values; `a known value; did you mean place_worker?` for the kind of an event.
    """
    types, tags = [inspect.type_info(kind)], list[str]()
    for step in _STEPS.findall(path.removeprefix("$")):
        every = [*_parts(types)]
        tags = [str(each.tag) for each in every if isinstance(each, inspect.StructType) and each.tag_field == step]
        types = [below for each in every for below in _below(each, step)]
    values = [str(value) or "''" for each in _parts(types) for value in _values(each)]
    near = near_match(values or tags, found.strip("'"))
    if not 0 < len(values) <= FEW:
        return f"a known value{near}"
    return f"{'one of ' if len(values) > 1 else ''}{', '.join(values)}{near}"


def _parts(types: Iterable[Any]) -> Iterator[Any]:
    for each in types:
        yield from _parts(each.types) if isinstance(each, inspect.UnionType) else [each]


def _below(kind: Any, step: str) -> Iterator[Any]:
    """The types of a field, or of the items of a list or dictionary."""
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields if field.encode_name == step)
    elif step.startswith("[") and isinstance(kind, inspect.TupleType):
        yield from kind.item_types
    elif step.startswith("["):
        item = getattr(kind, "item_type", None) or getattr(kind, "value_type", None)
        yield from [item] if item is not None else []


def _values(kind: Any) -> Iterator[Any]:
    if isinstance(kind, inspect.LiteralType):
        yield from kind.values
    elif isinstance(kind, inspect.EnumType):
        yield from (each.value for each in kind.cls)
