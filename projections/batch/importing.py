"""Import: many files into one store. Other processes replay, this one writes, one transaction a chunk."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from events.store import EventStore
from events.temporary import temporary_folder
from projections.batch import pool
from projections.batch.work import Task, run, tasks
from projections.store.importing import Imported, Importer

CHUNK = 128
"""Files stored in one go: a transaction costs as much as storing some dozens of games, and is what a break loses."""


def import_files(
    store: EventStore, paths: Sequence[str], jobs: int, notation: str | None = None, *, bring_back: bool = False
) -> Iterator[list[Imported]]:
    """Import files; yields what became of each chunk once it is stored for good. Forgotten games stay so, or not."""
    importer = Importer(store, bring_back=bring_back)
    size = min(CHUNK, max(1, -(-len(paths) // jobs)))
    waiting: deque[Path] = deque()
    with temporary_folder() as folder:

        def with_folders() -> Iterator[Task]:
            for number, task in enumerate(tasks(paths, size, notation)):
                waiting.append(folder / str(number))
                known = importer.known if task.piece is None else frozenset[str]()
                yield replace(task, folder=str(waiting[-1]), imported_at=importer.now, known=known)

        try:
            for items in pool.in_order(run, with_folders(), jobs):
                yield importer.store_part(waiting[0], items)
                for file in waiting.popleft().iterdir():
                    file.unlink()
        except OSError as error:
            error.filename = error.filename or str(folder)  # a full disk does not say where it is
            raise
