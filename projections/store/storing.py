"""Storing logs: whether a log is new, known, or continues a stored game, and adding it to the store."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.rules import games, ruleset
from events.store.acts import bring_back
from events.store.clock import now
from events.store.event_store import EventStore
from events.store.schema import ActRow, SourceRow
from events.store.tree import IMPORT
from projections.store import game_seals, prefixes
from projections.store.forgotten import Forgotten
from projections.store.item import Item
from projections.verdict import Verdict

FORGOTTEN = "forgotten"


class Imported(Struct):
    """The outcome of importing one file.

    `status` is `new`; `unchanged` (this very file is stored); `same` (another rendering of a stored game); `extended`
    (continues a stored game); `contained` (no more of a game than is stored); `forgotten` (a forgotten game, or a
    continuation of one: not stored again); `brought back` (such a game, stored again on request); or `left out`
    (nothing that can be stored). If the file was not replayed, `details` holds the stored verdict and no reasons.
    """

    status: str
    game_id: str
    details: Verdict

    @property
    def verdict(self) -> str:
        """One of `events.verdicts.VERDICTS`."""
        return self.details.verdict

    def as_json(self) -> dict[str, Any]:
        """The object that `import --json` prints."""
        found = {"status": self.status, "game_id": self.game_id or None, "verdict": self.verdict}
        return found | {"source": self.details.source, "problem": self.details.problem}


def _present(game: str, judged_by: str) -> str:
    """The version of the rules that would judge a game now; if they are not installed, the one that did."""
    return ruleset(game).version if game in games() else judged_by


class Importer:
    """Decides for each log whether it is new, known, or continues a stored game, and stores it.

    A file is known if the current rules judged it; if other rules did, it is examined again. Forgotten games stay out
    unless `bring_back` is set.
    """

    def __init__(self, store: EventStore, *, bring_back: bool = False) -> None:
        self.store = store
        self.now = now()
        self._forgotten = Forgotten(store)
        self._bring_back = bring_back
        self._back: list[ActRow] = []
        self._digests = {
            digest: (game_id, verdict)
            for digest, game_id, verdict, game, version in store.digests()
            if version == _present(game, version)
        }
        self._identities = store.identities()
        self._unfinished = store.unfinished_openings()
        self._pending: list[Item] = []
        self._sources: list[SourceRow] = []
        self._sealed: dict[tuple[str, str], list[game_seals.Line]] = {}
        self.known = frozenset(self._digests) | (frozenset() if bring_back else self._forgotten.digests)

    def store_part(self, folder: Path, items: list[Item]) -> list[Imported]:
        """Store a chunk, whose rows are in `folder`, in one transaction, but for the seals beside its logs."""
        with self.store.transaction(IMPORT):
            found = [self._store_item(folder, item) for item in items]
            self._flush(folder)
            self.store.add_sources(self._sources)
            bring_back(self.store, self._back, self.now)
        self._sealed |= {
            (done.game_id, done.details.source): item.seals
            for item, done in zip(items, found, strict=True)
            if item.seals and done.game_id and done.status != FORGOTTEN
        }
        self._sources.clear()
        self._back.clear()
        return found

    def keep_seals(self) -> None:
        """Add the seals beside the logs that were stored since the last time to the facts about their games."""
        if self._sealed:
            game_seals.keep(self.store, self._sealed, self.now)
            self._sealed.clear()

    def _store_item(self, folder: Path, item: Item) -> Imported:
        details = item.details
        if known := self._digests.get(item.digest):
            game_id, details.verdict = known
            return Imported("unchanged", game_id, details)
        act = self._forgotten.act(
            item.digest, item.identity, item.opening, lambda: prefixes.log_in_part(folder, item.game_id)
        )
        left = self._forgotten.game(item.branch_of)  # a branch holds what is to be forgotten, too
        if not self._bring_back and (out := act or left):
            details.verdict = out.verdict
            return Imported(FORGOTTEN, out.game_id, details)
        if not item.identity:
            return Imported("left out", "", details)
        status, game_id = self._place(folder, item)
        if act is not None:
            status = "brought back"
            self._back.append(act)
            self._forgotten.remove(act)
        source = SourceRow(item.digest, game_id, details.source, details.notation, details.verdict, self.now)
        self._sources.append(source)
        self._digests[item.digest] = (game_id, details.verdict)
        self._identities[item.identity] = game_id
        if not item.finished:
            self._unfinished.add(item.opening)
        return Imported(status, game_id, details)

    def _place(self, folder: Path, item: Item) -> tuple[str, str]:
        """The status of the item, and the id of its game."""
        if same := self._identities.get(item.identity):
            return "same", same
        if not item.finished or item.opening in self._unfinished:
            if any(other.opening == item.opening and not (other.finished and item.finished) for other in self._pending):
                self._flush(folder)
            log = prefixes.log_in_part(folder, item.game_id)
            if joined := prefixes.join(self.store, log, item.details, item.opening, self.now):
                return joined
        self._pending.append(item)
        return "new", item.game_id

    def _flush(self, folder: Path) -> None:
        self.store.append_part(folder, [item.game_id for item in self._pending])
        self._pending.clear()
