"""Adding facts about stored games: they are appended, and those that contradict earlier ones are reported."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from events.facts import FactFile
from events.facts.fact import StatedFact
from events.log.codec import Unreadable
from events.problems import count, near_match
from events.store.event_store import EventStore
from events.store.row_seal import sealed
from events.store.schema import ALIAS, KEY, OF_PLAYERS, PLAYED_AT, TAG, FactRow
from events.store.tree import FACTS
from projections.store.game_names import GameNames
from projections.store.known_facts import Before, Key, in_force

NEW, CHANGED, UNCHANGED = "new", "changed", "unchanged"
"""How a fact compares with the store: nothing was known, something else was known, or exactly this was known."""
LOG = "its log"
"""The place of an earlier date that comes from the log, not from a file of facts."""


class Fact(Struct):
    """An added fact: how it compares with the store, what was in force before, and notes on oddities."""

    status: str
    row: FactRow
    before: Before | None
    notes: list[str]

    def as_json(self) -> dict[str, Any]:
        """The object that `import --facts --json` prints."""
        row = self.row
        about = {"kind": row.kind, "game_id": row.game_id, "name": row.name, "value": row.value}
        before = None if self.before is None else {"value": self.before.value, "place": self.before.place}
        place = {"file": row.file, "line": row.line, "before": before, "notes": self.notes}
        return {"status": self.status} | about | place


def add_facts(store: EventStore, found: Sequence[FactFile], now: str) -> list[Fact]:
    """Append the facts of files in one transaction; those already in force are not appended again.

    Raises Unreadable with file and line, and appends nothing, for a fact about a game that is not stored, for two
    values of the same thing in one file, and for circular aliases.
    """
    with store.transaction(FACTS):
        known, number, taken = in_force(store), next_number(store), []
        games = GameNames(store)
        for file in found:
            for row in _rows(games, file, now):
                fact = _compared(games, known, row)
                if fact.status != UNCHANGED:
                    row.number, number = number, number + 1
                    fact.row = sealed(row)
                taken.append(fact)
        _check_aliases(known, taken)
        _note_players(store, taken)
        if rows := [fact.row for fact in taken if fact.status != UNCHANGED]:
            store.append_annotations({"facts": rows})
    return taken


def next_number(store: EventStore) -> int:
    """The number of the next fact; the numbers of forgotten facts are not reused."""
    found = store.connection.execute(
        "SELECT greatest(coalesce(max(number), 0), count(*) + (SELECT coalesce(sum(facts), 0) FROM acts)) FROM facts"
    ).fetchall()
    return max(int(found[0][0]), store.last_number("facts")) + 1


def _rows(games: GameNames, file: FactFile, now: str) -> list[FactRow]:
    """The rows of a file, each with its game. Raises Unreadable for the first game that is not stored."""
    rows: dict[Key, FactRow] = {}
    missing: dict[int, tuple[StatedFact, Unreadable]] = {}
    for each in file.facts:
        try:
            game_id = None if each.kind in OF_PLAYERS else games.find(each)
        except Unreadable as problem:
            missing.setdefault(each.line, (each, problem))
            continue
        row = FactRow(0, each.kind, game_id, each.name, each.value, file.name, each.line, file.digest, now, "")
        same = rows.setdefault((each.kind, game_id, each.name), row)
        if same.value != row.value:
            expected = f"{_about(row)} {same.value!r} as in line {same.line}"
            raise Unreadable(repr(row.value), expected, line=row.line, name=file.name)
    if missing:
        line, (each, first) = next(iter(missing.items()))
        more = f" (and {count(len(missing) - 1, 'more line')} of games that are not found)" if len(missing) > 1 else ""
        raise Unreadable(first.found, first.expected + games.near(each) + more, line=line, name=file.name)
    return list(rows.values())


def _about(row: FactRow) -> str:
    """The subject of a fact, in words."""
    return {
        PLAYED_AT: PLAYED_AT,
        TAG: f"the tag {row.name}",
        ALIAS: f"the player called {row.name}:",
        KEY: f"the player with the key {row.name}:",
    }[row.kind]


def _compared(games: GameNames, known: dict[Key, Before], row: FactRow) -> Fact:
    """Compare a fact with those known, and add it to them."""
    key = (row.kind, row.game_id, row.name)
    before = known.get(key)
    if before is None and row.kind == PLAYED_AT and (stated := games.dates[str(row.game_id)]) not in ("", row.value):
        before = Before(stated, LOG)
    nothing = {PLAYED_AT: None, TAG: "", ALIAS: row.name, KEY: ""}[row.kind]
    if row.value == (before.value if before else nothing):
        return Fact(UNCHANGED, row, before, [])
    known[key] = Before(row.value, f"{row.file}:{row.line}")
    return Fact(NEW if before is None else CHANGED, row, before, [])


def _check_aliases(known: dict[Key, Before], taken: Sequence[Fact]) -> None:
    """Raise Unreadable for an alias that leads back to itself."""
    players = {name: own.value for (kind, _, name), own in known.items() if kind == ALIAS and own.value != name}
    for fact in taken:
        if fact.row.kind != ALIAS:
            continue
        way = [fact.row.name]
        while (following := players.get(way[-1])) is not None:
            if following in way:
                circle = " is ".join([*way, following])
                raise Unreadable(f"aliases in a circle: {circle}", "a player", line=fact.row.line, name=fact.row.file)
            way.append(following)


def _note_players(store: EventStore, taken: Sequence[Fact]) -> None:
    """Note aliases that no player has, which may be typos, and aliases of two players in the same game."""
    aliases = [fact for fact in taken if fact.row.kind == ALIAS and fact.status != UNCHANGED]
    if not aliases:
        return
    names = [name for (name,) in store.connection.execute("SELECT DISTINCT player FROM seats ORDER BY 1").fetchall()]
    having, tables = set(names), _both_at(store, [(fact.row.name, fact.row.value) for fact in aliases])
    for fact in aliases:
        pair = (fact.row.name, fact.row.value)
        if fact.row.name not in having:
            fact.notes.append(f"no stored game has a player {fact.row.name}{near_match(names, fact.row.name)}")
        elif pair in tables:
            fact.notes.append(f"{' and '.join(pair)} both play in {tables[pair]}")


def _both_at(store: EventStore, pairs: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The pairs of names with seats in the same game, each with such a game."""
    found = store.connection.execute(
        "SELECT one, other, min(game_id) FROM (SELECT unnest(?) AS one, unnest(?) AS other) AS pairs "
        "JOIN seats AS a ON a.player = one JOIN seats AS b USING (game_id) "
        "WHERE b.player = other AND a.seat <> b.seat GROUP BY ALL",
        [[one for one, _ in pairs], [other for _, other in pairs]],
    ).fetchall()
    return {(one, other): game_id for one, other, game_id in found}
