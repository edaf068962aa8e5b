"""Words of the command line, taken apart."""

import os
from collections.abc import Iterable, Sized
from typing import Any

import msgspec

from events import files as reading
from events.codec import Unreadable

FEW = 32
"""Up to so many files are done in this process, before others would have started."""


def files(paths: list[str]) -> list[str]:
    """The files under the paths. Raises Unreadable if there are none."""
    found = reading.find(paths)
    if not found:
        raise Unreadable(f"no files in {', '.join(paths)}", "recorded games")
    return found


def jobs(given: int | None, work: Sized) -> int:
    """As many processes as asked for, else one a core, or one alone for little work."""
    return given or (1 if len(work) < FEW else os.cpu_count() or 1)


def pairs(options: Iterable[str] | None) -> dict[str, str]:
    """NAME=VALUE as a dictionary. Raises Unreadable for what is none."""
    found = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not (name and equals):
            raise Unreadable(f"--option {option}", "NAME=VALUE")
        found[name] = value
    return found


def value(text: str) -> Any:
    """The value of an option: JSON where it is JSON, else the text itself."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
