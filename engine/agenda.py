"""What is awaited: tagged Structs, each of one seat or of chance.

A game keeps what it still waits for in its state, as a stack or a queue of such items, or finds it from the position.
Whatever is first says who acts and which events answer it; the table of rules says what each event answers.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

I = TypeVar("I", bound="Awaited")  # noqa: E741  # an item


class Awaited(Struct, frozen=True, tag_field="awaits", gc=False):
    """Base of what a game waits for: something of `seat`, or of chance where it is None.

    A game's own items say in further fields what the answer is about. Kept in a state they need a tag:
    `class Discard(Awaited, frozen=True, tag="discard")`. `clause`, where a kind has one, rejects what does not answer
    it, instead of the general one. Fields are numbers and texts, or tuples of them.
    """

    clause: ClassVar[str] = ""
    seat: int | None


def name_of(kind: type[Awaited]) -> str:
    """What an item is called: its tag, or the name of its class."""
    return str(kind.__struct_config__.tag or kind.__name__)


def head(agenda: Sequence[Awaited], kind: type[I]) -> I:
    """The newest item of a stack, which the table of rules has found to be of a kind."""
    item = agenda[-1]
    assert isinstance(item, kind), item
    return item


def actors(awaited: Iterable[Awaited]) -> tuple[int, ...]:
    """The seats of which something is awaited, each once, in the order of the items; chance is none of them."""
    return tuple(dict.fromkeys([item.seat for item in awaited if item.seat is not None]))  # a list is faster


def facts(awaited: Sequence[Awaited]) -> dict[str, Any]:
    """What a violation says of what is awaited: the kinds of the items, and of whom (`nobody`: of chance)."""
    return {
        "awaited": list(dict.fromkeys(name_of(type(item)) for item in awaited)),
        "of": list(dict.fromkeys("nobody" if item.seat is None else item.seat for item in awaited)),
    }
