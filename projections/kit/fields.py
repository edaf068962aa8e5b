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
    either = get_args(typed) if get_origin(typed) in (Union, UnionType) else (typed,)
    return [each for each in either if each is not type(None)]
