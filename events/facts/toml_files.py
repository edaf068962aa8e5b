"""Facts in TOML: tables `[[games]]` (game or source, played_at, tags) and `[[players]]` (name, aliases, keys).

The line of a fact is that of its table. The decoder gives no lines; they are found by the heads of tables, which is
exact because multi-line strings are refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import msgspec

from events.facts.fact import GAME, SOURCE, StatedFact, alias, key, known_only, need_game, played_at, tag, words
from events.files.toml import tables
from events.log.codec import Unreadable
from events.store.schema import PLAYED_AT

_OF_A_GAME = (GAME, SOURCE, PLAYED_AT, "tags")
_OF_A_PLAYER = ("name", "aliases", "keys")


def looks_like(text: str) -> bool:
    """Whether a text is TOML rather than CSV: its first line is the head of a table, or a key with a value."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.startswith("[") or bool(re.match(r"\w+\s*=", first))


def read(text: str) -> Iterator[StatedFact]:
    """The facts of a document. Raises Unreadable at the line of the faulty table."""
    document = _decoded(text)
    known_only(document, ("games", "players"), "the table", _line_of_key(text, document, ("games", "players")))
    for line, table in _tables(text, document, "games"):
        yield from _of_a_game(table, line)
    for line, table in _tables(text, document, "players"):
        known_only(table, _OF_A_PLAYER, "the key", line)
        yield from _of_a_player(table, line)


def write(
    games: Iterable[tuple[str, str, str, Mapping[str, str]]],
    players: Mapping[str, Sequence[str]],
    keys: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """A document with the games (GAME or SOURCE, name, date, tags), and the aliases and keys of players."""
    parts = []
    for named, name, date_, tags in games:
        lines = ["[[games]]", f"{named} = {_quoted(name)}"]
        lines += [f"{PLAYED_AT} = {_quoted(date_)}"] if date_ else []
        listed = ", ".join(f"{_quoted(tag)} = {_quoted(value)}" for tag, value in tags.items())
        parts.append("\n".join([*lines, *([f"tags = {{ {listed} }}"] if listed else [])]))
    for lists, what in ((players, "aliases"), (keys or {}, "keys")):
        for name, each in lists.items():
            parts.append(f"[[players]]\nname = {_quoted(name)}\n{what} = [{', '.join(map(_quoted, each))}]")
    return "\n\n".join(parts) + "\n"


def _quoted(text: str) -> str:
    """A text as a TOML string, which has the same form as in JSON."""
    return msgspec.json.encode(text).decode()


def _decoded(text: str) -> dict[str, Any]:
    for mark in ('"""', "'''"):
        if mark in text:
            line = text.count("\n", 0, text.index(mark)) + 1
            raise Unreadable(f"{mark}, a multi-line string", "strings on a single line", line=line)
    return tables(text, "facts in TOML")


def _of_a_game(table: dict[str, Any], line: int) -> Iterator[StatedFact]:
    known_only(table, _OF_A_GAME, "the key", line)
    game, source = (words(table.get(name, ""), name, line) for name in (GAME, SOURCE))
    need_game(game, source, line)
    if PLAYED_AT in table:
        stated = table[PLAYED_AT]
        text = stated.isoformat() if isinstance(stated, date | datetime) else stated
        yield played_at(text, line, game, source)
    tags = table.get("tags", {})
    if not isinstance(tags, dict):
        raise Unreadable(f"tags {tags!r}", 'a table such as { season = "2" }', line=line)
    yield from (tag(name, value, line, game, source) for name, value in tags.items())


def _of_a_player(table: dict[str, Any], line: int) -> Iterator[StatedFact]:
    others, keys = table.get("aliases", [] if "keys" in table else None), table.get("keys", [])
    if not isinstance(others, list):
        raise Unreadable(f"aliases {others!r}", 'a list such as ["ann", "ann_2"]', line=line)
    if not isinstance(keys, list):
        raise Unreadable(f"keys {keys!r}", 'a list such as ["ssh-ed25519 AAAA..."]', line=line)
    yield from (alias(other, table.get("name", ""), line) for other in others)
    yield from (key(each, table.get("name", ""), line) for each in keys)


def _tables(text: str, document: dict[str, Any], name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The tables of an array, each with the line of its head. Raises Unreadable if it has another form."""
    found = document.get(name, [])
    head = re.compile(rf"\s*\[\[\s*{name}\s*\]\]\s*(?:#.*)?")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if head.fullmatch(line.rstrip("\r"))]
    if not isinstance(found, list) or len(lines) != len(found):
        line = _line_of_key(text, {name: found}, ())
        raise Unreadable(f"{name} in another form", f"tables with the head [[{name}]]", line=line)
    yield from zip(lines, found, strict=True)


def _line_of_key(text: str, document: dict[str, Any], known: tuple[str, ...]) -> int:
    """The line of the first unknown key of the document."""
    for name in document:
        if name not in known:
            key = re.compile(rf"\s*(?:\[\[?\s*)?[\"']?{re.escape(name)}\b")
            return next((number for number, line in enumerate(text.split("\n"), 1) if key.match(line)), 1)
    return 1
