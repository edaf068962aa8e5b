"""A store against roots that somebody kept: the one that it must have, and an earlier one that it must continue."""

from msgspec import Struct

from events.store.completeness import Ledger
from events.store.event_store import EventStore
from events.store.root import Root


class Since(Struct):
    """The games of an earlier root: how many there were, are still stored, were forgotten, and came in since."""

    since: str
    games: int
    still: int
    forgotten: int
    new: int


def compared(
    store: EventStore, ledger: Ledger, expected: Root | None, earlier: Root | None
) -> tuple[Since | None, list[str]]:
    """What became of the games of an earlier root, and how the store differs from the roots, in words."""
    wrong = []
    if expected is not None and ledger.root != expected:
        had = ledger.root_at(expected.size) == expected
        more = "; the store had that root earlier: compare with --since" if had else ""
        wrong.append(f"root {ledger.root}, expected {expected}{more}")
    if earlier is None:
        return None, wrong
    if (then := ledger.root_at(earlier.size)) != earlier:
        found = f"root {then}" if then else f"root {ledger.root}, which has fewer leaves"
        return None, [*wrong, f"{found}, expected {earlier}: what was stored then was rewritten or removed"]
    before = Ledger(store.connection, earlier.size).games
    still = len(before.keys() & ledger.games.keys())
    return Since(str(earlier), len(before), still, len(before) - still, len(ledger.games) - still), wrong
