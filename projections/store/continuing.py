"""Continuing a stored game: records are appended to it, with everything that follows from them."""

from collections.abc import Sequence
from typing import Any

from events.log.native import GameLog
from events.log.record import Record, Source
from events.log.upcast import current_version
from events.problems import STORE, Problem
from events.store.clock import now
from events.store.event_store import EventStore, StoredGame, WrongVersion
from projections.store.rejudge import findings
from projections.store.rows import Kept, rows
from projections.store.trace import watched


class NotAppendable(Problem):
    """Nothing can be appended to a stored game."""

    STATUS = STORE


class OpenGame:
    """A stored game that accepts further records: `log` is what is stored, `append` adds records."""

    def __init__(self, store: EventStore, game_id: str) -> None:
        self.store = store
        self._stored: StoredGame = store.read(game_id)
        self.log: GameLog = self._stored.log()
        name, notation = store.connection.execute(
            "SELECT source, notation FROM games WHERE game_id = ?", [game_id]
        ).fetchall()[0]
        self._source = Source(name, notation)  # without a digest: no file holds the continued game
        self._check()

    def _check(self) -> None:
        game_id, header = self._stored.game_id, self.log.header
        if self.log.is_summary:
            raise NotAppendable(f"game {game_id}: found a result without records, expected a game with records")
        if self._stored.vocabulary != current_version(header.game):
            raise NotAppendable(f"game {game_id}: stored in an older vocabulary; `anyturn export` rewrites it")
        if (broke := findings(self.store, game_id, self.log).broke) is not None:
            raise NotAppendable(
                f"game {game_id}: its source breaks {broke.violation} at record {broke.seq} and ends there"
            )

    def expect(self, seq: int) -> None:
        """Raise WrongVersion unless `seq` records are stored."""
        if seq != len(self.log.records):
            raise WrongVersion(self._stored.game_id, seq, len(self.log.records))

    def append(self, records: Sequence[Record[Any]]) -> None:
        """Append records in one transaction. Raises WrongVersion if another process appended first."""
        stored, before = self._stored, len(self.log.records)
        whole = GameLog(self.log.header, [*self.log.records, *records])
        trace = watched(whole)
        findings(self.store, stored.game_id, self.log).add_to(trace)
        trace.finish()
        kept = Kept(stored.game_id, stored.header, stored.bodies)
        found = rows(whole, trace, trace.game.verdict, self._source, now(), kept)
        self.store.append(found, before)
        self._stored = self.store.read(stored.game_id)
        self.log = whole
