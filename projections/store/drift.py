"""Drift: stored games for which the current rules or tables would give a different result."""

from collections.abc import Iterator

from msgspec import Struct

from engine.rules import ruleset
from events.log.native import ChainBroken
from events.problems import LogProblem
from events.store.differences import first_difference
from events.store.event_store import EventStore, Rows
from events.store.one_by_one import one_by_one, portions
from events.store.schema import DERIVED, GameRow, SeatRow
from events.verdicts import SUMMARY
from projections.store.rejudge import rows_now
from projections.store.versions import PROJECTION, VERSION

COMPARED = ("records", *(table for table in DERIVED if table != "checkpoints"))
COLUMNS = ("rounds", "finished", "end_reason", "checked")
"""The columns of a game, besides its verdict, that follow from its records."""


class Drift(Struct):
    """A stored game: the version that judged it, and what the current one changes (empty: nothing).

    `stuck` means that it cannot be judged again from what is stored, `broken` that its hash chain is the reason.
    """

    game_id: str
    game: str
    stored_version: str
    present_version: str
    changes: list[str]
    rebuilt: bool = False
    stuck: bool = False
    broken: bool = False


def drift(store: EventStore) -> Iterator[Drift]:
    """Every stored game, judged again."""
    for game_id in one_by_one(store, [head.game_id for head in store.heads()]):
        yield _judge(store, game_id)[0]


def rebuild(store: EventStore) -> Iterator[Drift]:
    """Judge every stored game again and rebuild the rows of those that change, a portion in a transaction.

    A game whose result is unchanged is marked as judged by the current version.
    """
    for some in portions([head.game_id for head in store.heads()]):
        judged = [_judge(store, game_id) for game_id in one_by_one(store, some)]
        if changed := [rows for _, rows in judged if rows]:
            store.rebuild(changed)
        for found, rows in judged:
            found.rebuilt = bool(rows)
            yield found


def _judge(store: EventStore, game_id: str) -> tuple[Drift, Rows]:
    """How a game changes, and its rows if they differ from those stored."""
    game, version, verdict, tables = store.connection.execute(
        "SELECT game, ruleset_version, verdict, coalesce(checkpoints.version, 0) FROM games LEFT JOIN checkpoints "
        "ON checkpoints.game_id = games.game_id AND projection = ? WHERE games.game_id = ?",
        [PROJECTION, game_id],
    ).fetchall()[0]
    try:
        now = version if verdict == SUMMARY else ruleset(game).version
        row, rows = rows_now(store, store.read(game_id))
    except LogProblem as problem:
        changes = [f"cannot be replayed: {problem}"]
        return Drift(game_id, game, version, "", changes, stuck=True, broken=isinstance(problem, ChainBroken)), {}
    changes = _changes(store, row, verdict, rows)
    if tables != VERSION:
        changes.append(f"tables {tables} -> {VERSION}")
    if row.ruleset_version != now:
        again = f"record {row.records + 1}, which broke a rule, is not stored: import its source again"
        return Drift(game_id, game, version, now, [*changes, again], stuck=True), rows if changes else {}
    return Drift(game_id, game, version, now, changes), rows if changes or version != now else {}


def _changes(store: EventStore, game: GameRow, verdict: str, rows: Rows) -> list[str]:
    """The changed verdict and points; if neither changes, the tables in which other rows do."""
    changes = [f"verdict {verdict} -> {game.verdict}"] if game.verdict != verdict else []
    stored = store.connection.execute("SELECT seat, vp FROM seats WHERE game_id = ? ORDER BY seat", [game.game_id])
    before = dict(stored.fetchall())
    points = {row.seat: row.vp for row in rows["seats"] if isinstance(row, SeatRow)}
    different = {seat: vp for seat, vp in before.items() if vp != points.get(seat)}
    changes += [f"seat {seat + 1}: {vp} -> {points.get(seat)} VP" for seat, vp in different.items()]
    if changes:
        return changes
    tables = [table for table in COMPARED if first_difference(store, table, game.game_id, rows[table])]
    columns = store.connection.execute(f"SELECT {', '.join(COLUMNS)} FROM games WHERE game_id = ?", [game.game_id])
    if columns.fetchone() != tuple(getattr(game, column) for column in COLUMNS):
        tables.insert(0, "games")
    return [f"other rows in {', '.join(tables)}"] if tables else []
