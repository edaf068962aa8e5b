"""The facts of a store that are in no log: all facts, those in force, and the aliases of players."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from events.store.event_store import EventStore
from events.store.schema import ALIAS, KEY, PLAYED_AT, SEAL, TAG, FactRow

Key = tuple[str, str | None, str]
"""The subject of a fact: its kind, its game if it has one, its name."""


class Before(NamedTuple):
    """The value in force before a fact, and where it was stated."""

    value: str
    place: str


def facts(store: EventStore, game_id: str | None = None) -> list[FactRow]:
    """All facts in their order, or those of one game."""
    names = ", ".join(f"{name}::VARCHAR" if name == "told_at" else name for name in FactRow.__struct_fields__)
    wanted, values = ("", []) if game_id is None else ("WHERE game_id = ?", [game_id])
    rows = store.connection.execute(f"SELECT {names} FROM facts {wanted} ORDER BY number", values).fetchall()
    return [FactRow(*row) for row in rows]


def in_force(store: EventStore, game_id: str | None = None) -> dict[Key, Before]:
    """The facts in force, of a store or of one game, with their places: the last fact about a subject counts."""
    return {
        (row.kind, row.game_id, row.name): Before(row.value, f"{row.file}:{row.line}") for row in facts(store, game_id)
    }


def aliases_in(path: str) -> dict[str, str]:
    """The aliases in a store, each with the player at the end of its chain; none if there is no store."""
    if not Path(path).exists():
        return {}
    with EventStore(path, read_only=True) as store:
        return aliases(store)


def aliases(store: EventStore) -> dict[str, str]:
    """The aliases in force, each with the player at the end of its chain."""
    players = {name: own.value for (kind, _, name), own in in_force(store).items() if kind == ALIAS}
    return {name: _last(players, name) for name in players}


def _last(players: Mapping[str, str], name: str) -> str:
    """The player at the end of a chain of aliases, which is never circular."""
    while (following := players.get(name, name)) != name:
        name = following
    return name


def fact_words(row: FactRow) -> str:
    """`season = 2`, `played at 2024-05-31`, `ann_2 is Ann`."""
    if row.kind == ALIAS:
        return f"{row.name} is {row.value}" if row.name != row.value else f"{row.name} is no alias"
    if row.kind == KEY:
        return f"{row.name} is the key of {row.value}" if row.value else f"{row.name} is nobody's key"
    if row.kind == SEAL:
        return f"sealed: {row.name}"
    name = {PLAYED_AT: "played at", TAG: f"{row.name} ="}[row.kind]
    return f"{name} {row.value}" if row.value else f"no {row.name}"
