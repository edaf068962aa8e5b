"""Judging a stored game by the current rules, from its records and from the findings in its source.

A foreign log holds more than its records do: further figures, and the row that broke a rule and so did not become a
record. Both were checked when the log was read, and these findings are kept.
"""

from collections.abc import Iterable, Mapping
from typing import Any

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
from projections.verdict import Verdict

_BROKE = ("seq", "line", "clause", "facts")


class Findings(Struct):
    """The findings in a game's source that do not follow from its records.

    `checked` counts all figures that were compared when a foreign log was read.
    """

    discrepancies: list[Discrepancy]
    broke: Broke | None
    checked: int

    def add_to(self, trace: Trace) -> None:
        """Add the findings to those of a replay, as far as it went."""
        game = trace.game
        game.discrepancies += [found for found in self.discrepancies if found.seq <= game.seq]
        if game.broke is None:
            game.broke, game.checked = self.broke, max(self.checked, game.checked)


def findings(store: EventStore, game_id: str, log: GameLog) -> Findings:
    """The stored findings about a game that do not follow from its records or the expected result in its header."""
    columns = ", ".join(Discrepancy._fields)
    stored = store.connection.execute(f"SELECT {columns} FROM discrepancies WHERE game_id = ?", [game_id]).fetchall()
    broke = store.connection.execute(
        f"SELECT {', '.join(_BROKE)} FROM violations WHERE game_id = ? AND seq > ?", [game_id, len(log.records)]
    ).fetchone()
    checked = store.connection.execute(
        "SELECT checked FROM games WHERE game_id = ? AND notation <> 'native'", [game_id]
    ).fetchone()
    return Findings(
        _unobserved(log, map(Discrepancy._make, stored)),
        _broke({**dict(zip(_BROKE, broke, strict=True)), "facts": msgspec.json.decode(broke[-1])}) if broke else None,
        checked[0] if checked else 0,
    )


def findings_in(verdict: Verdict, log: GameLog) -> Findings:
    """The same from the verdict on a file that holds the game: what does not follow from the records of `log`."""
    broke = verdict.violation
    return Findings(
        _unobserved(log, (Discrepancy(**each) for each in verdict.discrepancies)),
        _broke(broke) if broke and broke["seq"] > len(log.records) else None,
        verdict.checked,
    )


def _unobserved(log: GameLog, found: Iterable[Discrepancy]) -> list[Discrepancy]:
    observed = {
        (record.seq, seen.seat, figure)
        for record in resolve(log)
        for seen in record.observed
        for figure in seen.figures
    }
    return [
        each
        for each in found
        if (each.seq, each.seat, each.figure) not in observed and (each.line or each.seat not in log.header.expected)
    ]


def _broke(stated: Mapping[str, Any]) -> Broke:
    return Broke(stated["seq"], stated["line"], None, None, Violation(stated["clause"], **stated["facts"]))


def rows_now(store: EventStore, stored: StoredGame) -> tuple[GameRow, Rows]:
    """The row of a stored game, and all its rows, derived from its bytes by the current rules and tables.

    A game that ends with a row that did not become a record keeps the version of the rules that rejected it: to judge
    it again, reimport its source. Raises ChainBroken, Unreadable, Unsupported or Violation if it cannot be replayed.
    """
    log = stored.log()
    if log.is_summary:
        return rows_of(store, stored, log, None, None)
    trace, from_source = watched(log), findings(store, stored.game_id, log)
    from_source.add_to(trace)
    trace.finish()
    return rows_of(store, stored, log, trace, from_source)


def rows_of(
    store: EventStore, stored: StoredGame, log: GameLog, trace: Trace | None, from_source: Findings | None
) -> tuple[GameRow, Rows]:
    """The rows of a game that was replayed: `trace` watched it and is finished, `from_source` was added to it.

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
    if trace is not None and from_source is not None and trace.game.broke is from_source.broke is not None:
        game.ruleset_version = version
    return game, found
