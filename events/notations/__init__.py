"""Foreign notations: one module each, grammar only, no rules. Found by listing this folder.

A notation module names its `GAME`, recognises its texts by their first lines (`sniff`), and parses a text into a
document of typed rows (`parse`; raises Unreadable with the line). A notation whose texts are JSON lists of many games
defines `BETWEEN`, a pattern for the bytes between two games that ends before the second one: long lists are read in
pieces. One that decodes JSON as it is defines `READS_BYTES`, and is given UTF-8 bytes to parse instead of text.
"""

from functools import cache
from typing import Any, Protocol

from events import plugins
from events.log.codec import Unreadable
from events.log.native import HEAD, looks_native
from events.log.native import NAME as NATIVE


class Notation(Protocol):
    """The interface of a notation module."""

    GAME: str

    def sniff(self, head: str) -> bool:
        """Whether a text with this beginning is written in this notation."""
        ...

    def parse(self, text: str) -> Any:
        """The document of a text: typed rows with their lines."""
        ...


def names() -> list[str]:
    """The names of all notations, the native one first."""
    return [NATIVE, *plugins.names("events.notations")]


@cache
def notation(name: str) -> Notation:
    """The module of a foreign notation. Raises Unreadable if no notation has that name."""
    module: Notation | None = plugins.part("events.notations", name)
    if module is None:
        raise Unreadable(f"the notation {name!r}", f"one of {', '.join(names())}")
    return module


def current_name(name: str) -> str:
    """The name that a notation has today, if this is its former one: a module states it as `FORMER_NAME`."""
    if name in names():
        return name
    renamed = {getattr(notation(each), "FORMER_NAME", ""): each for each in names()[1:]}
    return renamed.get(name, name)


def sniff(text: str) -> str:
    """The name of the notation of a text. Raises Unreadable if none fits."""
    head = text[:HEAD]
    if not head.strip():
        raise Unreadable("nothing", "a recorded game", line=1)
    if looks_native(head):
        return NATIVE
    for name in names()[1:]:
        if notation(name).sniff(head):
            return name
    raise Unreadable("a text in no known notation", f"one of {', '.join(names())}", line=1)
