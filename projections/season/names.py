"""Season, division, game and date of games from the names of their files or sources, by a pattern in SEASON.toml.

Nothing is guessed: a name that fits in two ways, and names of one game that state different things, are reported
instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from events.facts import FactFile
from events.facts.fact import StatedFact
from events.log.codec import Unreadable
from events.store.event_store import EventStore
from events.store.schema import PLAYED_AT, TAG
from events.store.tree import FACTS
from projections.season.patterns import Pattern, bare, in_words
from projections.season.reading import File
from projections.store.adding_facts import Fact, add_facts
from projections.store.known_facts import Before, Key, in_force


class Named(Struct):
    """What names state: facts to append, what contradicts something, and games (by a name) of which no name fits."""

    facts: FactFile
    contradictions: list[str]
    unfitting: list[str]


def add_named(store: EventStore, about: File, now: str) -> tuple[list[Fact], Named]:
    """Append what the names of all stored games state, and return the facts with what contradicts them."""
    settings = about.settings.names
    if settings is None:
        return [], Named(FactFile("", "", []), [], [])
    place = (Path(about.path).name, about.line("names", "pattern"), about.digest)
    with store.transaction(FACTS):
        found = named(store, Pattern.of(settings.pattern), place)
        return (add_facts(store, [found.facts], now) if found.facts.facts else []), found


def named(store: EventStore, pattern: Pattern, place: tuple[str, int, str]) -> Named:
    """What the names of all stored games state. `place` is where the pattern stands: file, line, digest.

    What a file of facts states, and the date in a log, hold: a name that contradicts them is reported and adds nothing.
    A tag that names stated under an earlier pattern, and no longer do, is removed.
    """
    file, line, digest = place
    found = Named(FactFile(file, digest, []), [], [])
    known = in_force(store)
    dates = dict(store.connection.execute("SELECT game_id, played_at FROM games").fetchall())
    for game_id, names in _names(store):
        stated = _stated(pattern, names, found)
        own = {key: before for key, before in known.items() if key[1] == game_id}
        for name, value in stated.items():
            kind = PLAYED_AT if name == PLAYED_AT else TAG
            before = own.get((kind, game_id, "" if kind == PLAYED_AT else name))
            if before is None and kind == PLAYED_AT and dates[game_id]:
                before = Before(dates[game_id], "its log")
            if before and not before.place.startswith(f"{file}:") and not _agrees(kind, value, before.value):
                said = f"{name} = {value} by its name {names[0]!r}, but {before.value or 'none'} by {before.place}"
                found.contradictions.append(f"{game_id}: {said}; the latter holds")
            elif before is None or before.place.startswith(f"{file}:"):
                found.facts.facts.append(StatedFact(kind, "" if kind == PLAYED_AT else name, value, line, game_id))
        found.facts.facts += _withdrawn(own, stated, file, line, game_id)
    return found


def _agrees(kind: str, value: str, before: str) -> bool:
    """Whether a name states what is known; of two dates, one may be more exact."""
    return value == before or (kind == PLAYED_AT and bool(before) and _begins(value, before))


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _withdrawn(
    own: Mapping[Key, Before], stated: Mapping[str, str], file: str, line: int, game_id: str
) -> Iterator[StatedFact]:
    for (kind, _, name), before in own.items():
        if kind == TAG and before.value and before.place.startswith(f"{file}:") and name not in stated:
            yield StatedFact(TAG, name, "", line, game_id)


def _stated(pattern: Pattern, names: Sequence[str], found: Named) -> dict[str, str]:
    """What the names of one game state together; nothing if they contradict each other."""
    read: dict[str, dict[str, str]] = {}
    for name in names:
        try:
            if tags := pattern.read(name):
                read[name] = tags
        except Unreadable as fault:
            found.contradictions.append(f"found {fault.found}, expected {fault.expected}; nothing is taken from it")
            return {}
    if not read:
        found.unfitting.append(names[0])
    first = next(iter(read), None)
    for name, tags in read.items():
        if first is not None and tags != read[first]:
            said = f"{first!r} ({in_words(read[first])}) and {name!r} ({in_words(tags)})"
            found.contradictions.append(f"one game is stored under {said}; nothing is taken from either")
            return {}
    return read[first] if first is not None else {}


def _names(store: EventStore) -> Iterator[tuple[str, list[str]]]:
    """Each stored game with the names of its files and of its source, without folders and endings."""
    rows = store.connection.execute(
        "SELECT game_id, list_sort(list(DISTINCT name)) FROM ("
        "SELECT game_id, source AS name FROM games WHERE branch_of IS NULL UNION "
        "SELECT game_id, name FROM sources SEMI JOIN (FROM games WHERE branch_of IS NULL) USING (game_id)"
        ") WHERE name <> '' GROUP BY game_id ORDER BY game_id"
    ).fetchall()
    for game_id, names in rows:
        yield game_id, list(dict.fromkeys(map(bare, names)))
