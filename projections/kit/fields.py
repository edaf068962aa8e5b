"""The fields of events and positions, and what each may be."""

from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import structs

fields_of = cache(structs.fields)
"""The fields of a kind of event or position; to look them up takes long."""


@cache
def types_of(typed: Any) -> list[Any]:
    """What a field of a type may be, apart from None."""
    return [each for each in _either(typed) if each is not type(None)]


@cache
def may_be_none(kind: Any, field: str) -> bool:
    """Whether a field of a kind of event need not have a value."""
    return type(None) in _either(type_of(kind, field))


def type_of(kind: Any, field: str) -> Any:
    """The type of a field of a kind of event."""
    return next(each.type for each in fields_of(kind) if each.name == field)


def _either(typed: Any) -> tuple[Any, ...]:
    return get_args(typed) if get_origin(typed) in (Union, UnionType) else (typed,)
