"""A stored game under the present rules: judged by its records, and by what was found in its source alone.

A foreign log says more than its records hold: figures beside the observed ones, and the row that breaks a rule and so
became no record. Both were compared when the log was read, and stay as they were found then.
"""

import msgspec
from msgspec import Struct

from engine.clause import Violation
from engine.replay import Broke, Discrepancy
from events.log.native import GameLog, resolve
from events.log.record import Source
from events.store.event_store import EventStore, Rows, StoredGame
from events.store.schema import GameRow
from projections.store.rows import Kept, rows, summary_rows
from projections.store.trace import Trace, watched


class Findings(Struct):
    """What was found in a game's source and does not follow from its records; `checked` counts all figures that were
    compared when a foreign log was read."""

    discrepancies: list[Discrepancy]
    broke: Broke | None
    checked: int

    def add_to(self, trace: Trace) -> None:
        """Join the findings to those of a replay, as far as it came."""
        game = trace.game
        game.discrepancies += [found for found in self.discrepancies if found.seq <= game.seq]
        if game.broke is None:
            if self.broke is not None:
                trace.tried()
            game.broke, game.checked = self.broke, max(self.checked, game.checked)


def findings(store: EventStore, game_id: str, log: GameLog) -> Findings:
    """What the store holds of a game that its records, and the result that its header expects, do not tell."""
    observed = {
        (record.seq, seen.seat, figure)
        for record in resolve(log)
        for seen in record.observed
        for figure in seen.figures
    }
    columns = ", ".join(Discrepancy._fields)
    stored = store.connection.execute(f"SELECT {columns} FROM discrepancies WHERE game_id = ?", [game_id]).fetchall()
    beside = [
        found
        for found in map(Discrepancy._make, stored)
        if (found.seq, found.seat, found.figure) not in observed
        and (found.line or found.seat not in log.header.expected)
    ]
    broke = store.connection.execute(
        "SELECT seq, line, clause, facts FROM violations WHERE game_id = ? AND seq > ?", [game_id, len(log.records)]
    ).fetchone()
    checked = store.connection.execute(
        "SELECT checked FROM games WHERE game_id = ? AND notation <> 'native'", [game_id]
    ).fetchone()
    return Findings(beside, _broke(*broke) if broke else None, checked[0] if checked else 0)


def _broke(seq: int, line: int, clause: str, facts: str) -> Broke:
    return Broke(seq, line, None, None, Violation(clause, **msgspec.json.decode(facts)))


def rows_now(store: EventStore, stored: StoredGame) -> tuple[GameRow, Rows]:
    """The row of a stored game, and all of its rows, as the present rules and tables make them of its bytes.

    A game that ends with a row that became no record keeps the version of the rules that found it: to be judged anew,
    its source has to be read again. Raises ChainBroken, Unreadable, Unsupported or Violation if it cannot be replayed.
    """
    log = stored.log()
    if log.is_summary:
        return rows_of(store, stored, log, None, None)
    trace, beside = watched(log), findings(store, stored.game_id, log)
    beside.add_to(trace)
    trace.finish()
    return rows_of(store, stored, log, trace, beside)


def rows_of(
    store: EventStore, stored: StoredGame, log: GameLog, trace: Trace | None, beside: Findings | None
) -> tuple[GameRow, Rows]:
    """The same of a game that has been replayed: `trace` watched it and is finished, `beside` has been added to it.

    Both are None for a summary, which has no records.
    """
    version, imported_at, *names = store.connection.execute(
        "SELECT ruleset_version, imported_at::VARCHAR, source, notation, source_digest FROM games WHERE game_id = ?",
        [stored.game_id],
    ).fetchall()[0]
    source = Source(*names)
    if trace is None:
        found = summary_rows(log, source, imported_at)
    else:
        kept = Kept(stored.game_id, stored.header, stored.bodies)
        found = rows(log, trace, trace.game.verdict, source, imported_at, kept)
    (game,) = found["games"]
    assert isinstance(game, GameRow)
    if trace is not None and beside is not None and trace.game.broke is beside.broke is not None:
        game.ruleset_version = version
    return game, found
