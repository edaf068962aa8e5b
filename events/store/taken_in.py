"""Leaves from the tables: what the leaf of a stored game, file, fact or act is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from events.store.leaves import ActLeaf, FactLeaf, GameLeaf, SourceLeaf, TablesLeaf, hash_of
from events.verdicts import CLEAN

if TYPE_CHECKING:
    import duckdb

_GAME = "game_id, game, identity, head, verdict, ruleset_version, records"
_INTAKE = "source, notation, source_digest, imported_at::VARCHAR, checked"
_OWN = "game_id IN (SELECT unnest($ids))"
_FINDINGS = {
    "discrepancies": "game_id, seq, line, seat, figure, recorded, computed",
    "violations": "game_id, seq, line, clause, facts",
}
_SOURCE = "digest, game_id, name, notation, verdict, imported_at::VARCHAR"


def game_leaves(connection: "duckdb.DuckDBPyConnection", game_ids: Sequence[str], how: str) -> list[GameLeaf]:
    """The leaves of stored games, in the order given."""
    games = connection.execute(f"SELECT {_GAME}, {_INTAKE} FROM games WHERE {_OWN}", {"ids": list(game_ids)}).fetchall()
    findings = _findings(connection, [game_id for game_id, _, _, _, verdict, *_ in games if verdict not in CLEAN])
    leaves = {}
    for game_id, game, identity, head, verdict, ruleset, records, *intake in games:
        hashed = hash_of([intake, findings.get(game_id, [])])
        leaves[game_id] = GameLeaf(how, game_id, game, identity, head, verdict, ruleset, records, hashed)
    return [leaves[game_id] for game_id in game_ids if game_id in leaves]


def _findings(connection: "duckdb.DuckDBPyConnection", game_ids: list[str]) -> dict[str, list[Any]]:
    """What was found wrong in the sources of games, by game."""
    found: dict[str, list[Any]] = defaultdict(list)
    for table, columns in _FINDINGS.items() if game_ids else ():
        sql = f"SELECT {columns} FROM {table} WHERE {_OWN} ORDER BY ALL"
        for row in connection.execute(sql, {"ids": game_ids}).fetchall():
            found[row[0]].append(row[1:])
    return found


def source_leaves(connection: "duckdb.DuckDBPyConnection", digests: Iterable[str]) -> list[SourceLeaf]:
    """The leaves of imported files, in the order given."""
    wanted = list(digests)
    found = connection.execute(
        f"SELECT {_SOURCE} FROM sources WHERE digest IN (SELECT unnest($digests))", {"digests": wanted}
    ).fetchall()
    leaves = {row[0]: SourceLeaf(row[0], row[1], hash_of(row)) for row in found}
    return [leaves[digest] for digest in wanted if digest in leaves]


def fact_leaves(connection: "duckdb.DuckDBPyConnection", after: int = 0) -> list[FactLeaf]:
    """The leaves of the facts with higher numbers."""
    found = connection.execute("SELECT number, hash, game_id FROM facts WHERE number > ? ORDER BY number", [after])
    return [FactLeaf(*row) for row in found.fetchall()]


def act_leaves(connection: "duckdb.DuckDBPyConnection", after: int = 0) -> list[ActLeaf]:
    """The leaves of the acts with higher numbers."""
    found = connection.execute("SELECT number, act, game_id, hash FROM acts WHERE number > ? ORDER BY number", [after])
    return [ActLeaf(*row) for row in found.fetchall()]


def tables_leaf(connection: "duckdb.DuckDBPyConnection") -> TablesLeaf:
    """The leaf of the versions of the tables."""
    found = connection.execute("SELECT version, migrated_at::VARCHAR FROM schema_version ORDER BY ALL").fetchall()
    return TablesLeaf(found)
