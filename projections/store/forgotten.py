"""Forgotten games: forgetting a game, and recognising it when a file brings it back."""

from collections.abc import Callable

from events.log.codec import Unreadable
from events.log.native import GameLog
from events.problems import near_match
from events.store.acts import forget, forgotten
from events.store.event_store import EventStore
from events.store.schema import ActRow
from projections.store.trace import watched


def forget_named(store: EventStore, name: str, now: str) -> ActRow:
    """Forget the game with this id, beginning of an id, or source. Raises Unreadable unless exactly one fits."""
    found = store.find(name) if name else []
    if len(found) == 1:
        return forget(store, found[0][0], now)
    if found:
        several = ", ".join(f"{game_id} ({source})" for game_id, source in found[:5])
        raise Unreadable(f"{name!r}, which fits {len(found)} games", f"one of {several}")
    near = near_match(store.nearest(name), name) if name else ""
    known = f"the id or source of a stored game (see `anyturn games`){near}"
    raise Unreadable(f"{name!r}{was_forgotten(store, name)}", known)


def was_forgotten(store: EventStore, name: str) -> str:
    """`, a game forgotten on 2024-05-31`; empty if a name is not the beginning of a forgotten game's id."""
    acts = [act for act in forgotten(store) if name and act.game_id.startswith(name)]
    return f", a game forgotten on {acts[-1].acted_at[:10]}" if acts else ""


class Forgotten:
    """The forgotten games, known by what is kept of them: hashes of files and of what was played."""

    def __init__(self, store: EventStore) -> None:
        acts = forgotten(store)
        self._by_digest = {digest: act for act in acts for digest in act.digests}
        self._by_identity = {act.identity: act for act in acts}
        self.digests = frozenset(self._by_digest)

    def act(self, digest: str, identity: str, opening: str, log: Callable[[], GameLog]) -> ActRow | None:
        """The act that forgot the game of a file, or a game that it continues; None for any other game.

        `identity` and `opening` are empty if nothing can be stored; `log` is only called if it may continue a game.
        """
        act = self._by_digest.get(digest) or self._by_identity.get(identity)
        if act is not None or not identity:
            return act
        shorter = [act for act in self._by_identity.values() if act.opening == opening and act.records]
        return _beginning(shorter, log()) if shorter else None

    def game(self, identity: str) -> ActRow | None:
        """The act that forgot the game with this identity, or None."""
        return self._by_identity.get(identity)

    def remove(self, act: ActRow) -> None:
        """Stop treating the game as forgotten: it is stored again."""
        self._by_identity.pop(act.identity, None)
        for digest in act.digests:
            self._by_digest.pop(digest, None)


def _beginning(acts: list[ActRow], log: GameLog) -> ActRow | None:
    """The forgotten game that a log continues."""
    for act in acts:
        if act.records < len(log.records):
            start = GameLog(log.header, log.records[: act.records])
            trace = watched(start)
            if trace.sameness.identity(trace.game, start) == act.identity:
                return act
    return None
