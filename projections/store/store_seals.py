"""The seals of a store: those beside its file, over its roots, and those of its games."""

from collections.abc import Iterator

from events.files import seals_beside
from events.log.codec import Unreadable
from events.seals.judging import SealFinding, judged, named
from events.seals.statements import STORE, Fit, Statement, covered
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from events.store.schema import SEAL
from projections.store.game_seals import kept, keys


def beside_store(store: EventStore, ledger: Ledger) -> list[SealFinding]:
    """The findings on the seals beside a store. Raises OSError."""
    data = seals_beside(store.path)
    return named(list(judged(data, lambda stated: _fit(ledger, stated))), keys(store)) if data else []


def _fit(ledger: Ledger, stated: Statement) -> Fit:
    if stated.kind != STORE:
        return Fit(False, "the seal of a log")
    then = ledger.root_at(stated.size)
    if then is None:
        return Fit(False, f"{stated.size:,} leaves were sealed, {ledger.tree.size:,} are there")
    if then.digest.hex() != stated.digest:
        return Fit(False, f"the first {stated.size:,} leaves are not what was sealed")
    return Fit(True, covered(stated, ledger.tree.size), stated.size == ledger.tree.size)


def of_games(store: EventStore) -> Iterator[tuple[str, SealFinding]]:
    """The findings on the seals of all stored games, each with the id of its game."""
    sealed = store.connection.execute("SELECT DISTINCT game_id FROM facts WHERE kind = ? ORDER BY 1", [SEAL]).fetchall()
    for (game_id,) in sealed:
        try:
            game = store.read(game_id)
        except Unreadable:  # a game that is not stored, which the audit reports
            continue
        yield from ((game_id, each) for each in kept(store, game))
