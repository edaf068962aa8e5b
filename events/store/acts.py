"""Acts on games as a whole: a game is forgotten, or brought back. Each act is an appended row."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.log.codec import Unreadable
from events.store.event_store import EventStore
from events.store.row_seal import sealed
from events.store.schema import BRING_BACK, FORGET, ROWS, ActRow
from events.store.tree import FORGETTING

_COLUMNS = ActRow.__struct_fields__
_LISTED = ", ".join(f"{name}::VARCHAR" if name == "acted_at" else name for name in _COLUMNS)


def acts(store: EventStore) -> list[ActRow]:
    """All acts, in order."""
    found = store.connection.execute(f"SELECT {_LISTED} FROM acts ORDER BY number").fetchall()
    return [ActRow(*row) for row in found]


def forgotten(store: EventStore) -> list[ActRow]:
    """The acts of the games that are forgotten at present, in order; games brought back since are not."""
    last = {act.identity: act for act in acts(store)}
    return sorted((act for act in last.values() if act.act == FORGET), key=lambda act: act.number)


def forget(store: EventStore, game_id: str, acted_at: str) -> ActRow:
    """Delete a game from the store with everything about it except hashes, in one transaction.

    Raises Unreadable if it is not stored.
    """
    with store.transaction(FORGETTING):
        act = _act(store, game_id, acted_at)
        for table in (*ROWS, "facts"):
            store.connection.execute(f"DELETE FROM {table} WHERE game_id = ?", [game_id])
        store.append_annotations({"acts": [act]})
    return act


def _act(store: EventStore, game_id: str, acted_at: str) -> ActRow:
    found = store.connection.execute(
        "SELECT game, identity, opening, head, verdict, records, "
        "(SELECT count(*) FROM facts WHERE facts.game_id = games.game_id), "
        "(SELECT list_sort(coalesce(list(digest), [])) FROM sources WHERE sources.game_id = games.game_id) "
        "FROM games WHERE game_id = ?",
        [game_id],
    ).fetchall()
    if not found:
        raise Unreadable(f"the game {game_id!r}", "the id of a stored game (see `anyturn games`)")
    columns = (_next(store), FORGET, game_id, *found[0], acted_at, "")
    return sealed(ActRow(*columns))


def bring_back(store: EventStore, forgotten_by: Sequence[ActRow], acted_at: str) -> None:
    """Append acts that let forgotten games be stored again."""
    if not forgotten_by:
        return
    number = _next(store)
    rows = [
        sealed(replace(act, number=number + k, act=BRING_BACK, facts=0, digests=[], acted_at=acted_at))
        for k, act in enumerate(forgotten_by)
    ]
    store.append_annotations({"acts": rows})


def _next(store: EventStore) -> int:
    """The number of the next act."""
    found = store.connection.execute("SELECT coalesce(max(number), 0) FROM acts").fetchall()
    return max(int(found[0][0]), store.last_number("acts")) + 1
