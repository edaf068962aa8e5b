"""Awaited items: tagged Structs, each belonging to one seat or to chance.

A game keeps the items it still waits for in its state, as a stack or a queue, or derives them from the position. The
first item determines who acts and which events answer it; the table of rules states what each event answers.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

I = TypeVar("I", bound="Awaited")  # noqa: E741  # an item


class Awaited(Struct, frozen=True, tag_field="awaits", gc=False):
    """Base class of what a game waits for: something from `seat`, or from chance where `seat` is None.

    A game's own items state in further fields what the answer is about. If kept in a state they need a tag, as in
    `class Discard(Awaited, frozen=True, tag="discard")`. If a kind has a `clause`, that clause rejects whatever does
    not answer it, instead of the general one. Fields are numbers and texts, or tuples of them.
    """

    clause: ClassVar[str] = ""
    seat: int | None


def name_of(kind: type[Awaited]) -> str:
    """The name of an item: its tag, or the name of its class."""
    return str(kind.__struct_config__.tag or kind.__name__)


def head(agenda: Sequence[Awaited], kind: type[I]) -> I:
    """The newest item of a stack, which the table of rules has found to be of this kind."""
    item = agenda[-1]
    assert isinstance(item, kind), item
    return item


def actors(awaited: Iterable[Awaited]) -> tuple[int, ...]:
    """The seats from which something is awaited, each once, in the order of the items; chance is not included."""
    return tuple(dict.fromkeys([item.seat for item in awaited if item.seat is not None]))  # a list is faster


def facts(awaited: Sequence[Awaited]) -> dict[str, Any]:
    """What a violation reports about the awaited items: their kinds, and from whom (`nobody` for chance)."""
    return {
        "awaited": list(dict.fromkeys(name_of(type(item)) for item in awaited)),
        "of": list(dict.fromkeys("nobody" if item.seat is None else item.seat for item in awaited)),
    }
