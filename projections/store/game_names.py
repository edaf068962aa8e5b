"""The stored games by all their names, read once for many lookups."""

from bisect import bisect_left

from events.facts.fact import StatedFact
from events.log.codec import Unreadable
from events.problems import near_match
from events.store.event_store import EventStore

FEW = 5
"""The most games that are named if several fit."""


class GameNames:
    """Resolves ids, beginnings of ids and sources. `dates` holds the dates of play given in the logs."""

    def __init__(self, store: EventStore) -> None:
        rows = store.connection.execute("SELECT game_id, source, played_at FROM games ORDER BY game_id").fetchall()
        self.ids: list[str] = [game_id for game_id, _, _ in rows]
        self.dates: dict[str, str] = {game_id: date for game_id, _, date in rows}
        self._sources: dict[str, set[str]] = {}
        named = "SELECT game_id, source AS name FROM games UNION SELECT game_id, name FROM sources"
        for game_id, *names in store.connection.execute(
            f"SELECT game_id, name, parse_filename(name), parse_filename(name, true) FROM ({named}) WHERE name <> ''"
        ).fetchall():
            for name in names:
                self._sources.setdefault(name, set()).add(game_id)
        self._found: dict[tuple[str, str], str] = {}

    def find(self, fact: StatedFact) -> str:
        """The game that a fact is about. Raises Unreadable if its names fit none, several, or different games."""
        key = (fact.game, fact.source)
        if key not in self._found:
            self._found[key] = self._resolved(*key)
        return self._found[key]

    def near(self, fact: StatedFact) -> str:
        """`; did you mean ...?` for a fact about a game that is not stored; empty if no name is similar. Slow."""
        if fact.game and not self._having(fact.game):
            return near_match([*self.ids, *self._sources], fact.game)
        return near_match(self._sources, fact.source) if fact.source and fact.source not in self._sources else ""

    def _resolved(self, game: str, source: str) -> str:
        ids = self._having(game) if game else None
        sources = sorted(self._sources.get(source, ())) if source else None
        found = sorted({*(ids or ())} & {*(sources or ())}) if None not in (ids, sources) else ids or sources or []
        if len(found) == 1:
            return found[0]
        named = " and ".join(f"the {what} {name!r}" for what, name in (("game", game), ("source", source)) if name)
        if len(found) > 1:
            several = ", ".join(found[:FEW]) + (", ..." if len(found) > FEW else "")
            raise Unreadable(f"{named}, which fits several games", f"one of them: {several}")
        if ids and sources:
            raise Unreadable(f"{named}, which are two different games", "names of one game")
        raise Unreadable(named, "a stored game (see `anyturn games`)")

    def _having(self, name: str) -> list[str]:
        """The ids that a name fits: an id, else ids that begin with it, else the ids of a source."""
        place = bisect_left(self.ids, name)
        found = [each for each in self.ids[place : place + FEW + 1] if each.startswith(name)]
        return found[:1] if found[:1] == [name] else found or sorted(self._sources.get(name, ()))
