"""Import: many files into one store. Other processes replay, this one writes, one transaction a chunk."""

import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.ruleset import games, ruleset
from events.schema import SourceRow
from events.store import EventStore
from projections.batch import joining, pool
from projections.batch.work import CHUNK, Item, Task, chunks, run
from projections.summary import Summary


class Imported(Struct):
    """What became of one file.

    `status` is `new`; `unchanged` (this very file is stored); `same` (another rendering of a stored game); `extended`
    (a stored game goes on); `contained` (no more of a game than is stored); or `left out` (nothing that can be stored).
    """

    status: str
    game_id: str
    verdict: str
    summary: Summary

    def as_json(self) -> dict[str, Any]:
        """The object that `import --json` prints."""
        found = {"status": self.status, "game_id": self.game_id or None, "verdict": self.verdict}
        return found | {"source": self.summary.source, "problem": self.summary.problem}


def now() -> str:
    """The present time as the store keeps it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="seconds")


def import_files(
    store: EventStore, paths: Sequence[str], jobs: int, notation: str | None = None
) -> Iterator[list[Imported]]:
    """Import files; yields what became of each chunk once it is stored for good."""
    importer = Importer(store)
    size = min(CHUNK, max(1, -(-len(paths) // jobs)))
    with tempfile.TemporaryDirectory(prefix="anyturn-") as folder:
        tasks = [
            Task(chunk, notation, str(Path(folder) / str(number)), importer.now, importer.known)
            for number, chunk in enumerate(chunks(paths, size))
        ]
        for task, items in zip(tasks, pool.in_order(run, tasks, jobs), strict=True):
            yield importer.store_part(Path(task.folder), items)
            for file in Path(task.folder).iterdir():
                file.unlink()


def _present(game: str, judged_by: str) -> str:
    """The version of the rules that would judge a game now; where they are not installed, the one that did."""
    return ruleset(game).version if game in games() else judged_by


class Importer:
    """Decides what each log is to the store (new, known, one that goes on) and stores it.

    A file is known if it was judged by the present rules: by other ones, it is looked at again.
    """

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.now = now()
        self._digests = {
            digest: (game_id, verdict)
            for digest, game_id, verdict, game, version in store.digests()
            if version == _present(game, version)
        }
        self._identities = store.identities()
        self._unfinished = store.unfinished_openings()
        self._pending: list[Item] = []
        self._sources: list[SourceRow] = []
        self.known = frozenset(self._digests)

    def store_part(self, folder: Path, items: list[Item]) -> list[Imported]:
        """Store a chunk, whose rows lie in `folder`, in one transaction."""
        with self.store.transaction():
            found = [self._one(folder, item) for item in items]
            self._flush(folder)
            self.store.add_sources(self._sources)
        self._sources.clear()
        return found

    def _one(self, folder: Path, item: Item) -> Imported:
        summary = item.summary
        if known := self._digests.get(item.digest):
            return Imported("unchanged", *known, summary)
        if not item.identity:
            return Imported("left out", "", summary.verdict, summary)
        status, game_id = self._place(folder, item)
        source = SourceRow(item.digest, game_id, summary.source, summary.notation, summary.verdict, self.now)
        self._sources.append(source)
        self._digests[item.digest] = (game_id, summary.verdict)
        self._identities[item.identity] = game_id
        if not item.finished:
            self._unfinished.add(item.opening)
        return Imported(status, game_id, summary.verdict, summary)

    def _place(self, folder: Path, item: Item) -> tuple[str, str]:
        """What the item is to the store, and the game it belongs to."""
        if same := self._identities.get(item.identity):
            return "same", same
        if not item.finished or item.opening in self._unfinished:
            if any(other.opening == item.opening and not (other.finished and item.finished) for other in self._pending):
                self._flush(folder)
            log = joining.log_in_part(folder, item.game_id)
            if joined := joining.join(self.store, log, item.opening, self.now):
                return joined
        self._pending.append(item)
        return "new", item.game_id

    def _flush(self, folder: Path) -> None:
        self.store.append_part(folder, [item.game_id for item in self._pending])
        self._pending.clear()
