"""States as bytes, and copies of states, both derived from the Struct's fields."""

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from engine.rules import Ruleset

S = TypeVar("S")
Copy = Callable[[Any], Any]


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_encode_sorted = msgspec.msgpack.Encoder().encode


def state_bytes(state: Any) -> bytes:
    """The state alone, as bytes: equal states give equal bytes."""
    try:
        return _encode(state)
    except TypeError:  # the encoder sorts only text keys
        return _encode_sorted(msgspec.to_builtins(state, order="deterministic", builtin_types=(bytes,)))


@cache
def _state_decoder(state_type: Any) -> "msgspec.msgpack.Decoder[Any]":
    return msgspec.msgpack.Decoder(state_type)


def state_from_bytes(rules: Ruleset[S], data: bytes) -> S:
    """The state that `state_bytes` wrote."""
    kind: Any = rules.state
    state: S = _state_decoder(kind).decode(data)
    return state


def fork(state: S) -> S:
    """An independent copy of a state: changes to one do not affect the other."""
    kind: Any = type(state)
    copied: S = _copier(kind)(state)
    return copied


@cache
def _copier(kind: Any) -> Copy:
    """The function that copies a value of a declared type; immutable values are shared."""
    origin = get_origin(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _share if kind.__struct_config__.frozen else _struct_copier(kind)
    if origin is list:
        return _list_copier(_copier(get_args(kind)[0]))
    if origin is dict:
        return _dict_copier(_copier(get_args(kind)[1]))
    if origin is set:
        return set
    if origin in (Union, UnionType):
        return _union_copier({get_origin(part) or part: _copier(part) for part in get_args(kind)})
    return _share


def _share(value: Any) -> Any:
    return value


def _struct_copier(kind: Any) -> Copy:
    """Its source names each field, as a loop over the fields takes twice as long."""
    hints = get_type_hints(kind)
    copiers = {name: _copier(hints[name]) for name in kind.__struct_fields__}
    scope: dict[str, Any] = {"kind": kind} | {f"copy_{name}": copier for name, copier in copiers.items()}
    parts = (f"value.{name}" if copier is _share else f"copy_{name}(value.{name})" for name, copier in copiers.items())
    copy: Copy = eval(f"lambda value: kind({', '.join(parts)})", scope)
    return copy


def _list_copier(inner: Copy) -> Copy:
    return list if inner is _share else lambda value: list(map(inner, value))


def _dict_copier(inner: Copy) -> Copy:
    return dict if inner is _share else lambda value: dict(zip(value, map(inner, value.values()), strict=True))


def _union_copier(copiers: dict[Any, Copy]) -> Copy:
    """A copier that dispatches on the value's own type: `list[int] | None`, `Dwelling | Temple`."""
    if all(copier is _share for copier in copiers.values()):
        return _share
    return lambda value: copiers.get(type(value), _share)(value)
