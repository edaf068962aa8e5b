"""The lines of a TOML document at which its values stand; the decoder itself gives none."""

import re
from collections.abc import Iterator, Sequence

Path = tuple[str | int, ...]
"""A place in a document: keys of tables and numbers of items, such as ("seasons", 0, "name")."""

_HEAD = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^.\s]+)\s*(?:\.|$)""")
_STRING_OR_COMMENT = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'[^']*'|#.*""")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line of a value, or of the nearest table around it; 1 if there is none.

    The items of a list have the line on which the list begins. `text` is valid TOML without multi-line strings.
    """
    found, longest = 1, 0
    for place, line in _places(text):
        if longest < len(place) <= len(path) and place == tuple(path[: len(place)]):
            found, longest = line, len(place)
    return found


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Every head of a table and every key, with its line."""
    table: Path = ()
    counted: dict[Path, int] = {}
    depth = 0
    for line, words in enumerate(text.split("\n"), 1):
        inside, bare = depth > 0, _STRING_OR_COMMENT.sub("", words)
        if not inside and (head := _HEAD.match(words)) and "=" not in bare:
            table = _opened(head[1], _parts(head[2]), counted)
            yield table, line
            continue
        if not inside and (key := _KEY.match(words)):
            yield (*table, *_parts(key[1])), line
        depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")


def _opened(bracket: str, names: Sequence[str], counted: dict[Path, int]) -> Path:
    """The place that a head opens: in lists of tables, the last item of each."""
    place: Path = ()
    for number, name in enumerate(names, 1):
        place = (*place, name)
        if number == len(names) and bracket == "[[":
            counted[place] = counted.get(place, -1) + 1
        if place in counted:
            place = (*place, counted[place])
    return place


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(key))
