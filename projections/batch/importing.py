"""Import: many files into one store. Other processes replay, this one writes, one transaction a chunk."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from events.store import EventStore
from projections.batch import pool
from projections.batch.work import CHUNK, Task, chunks, run
from projections.store.importing import Imported, Importer


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
        try:
            for task, items in zip(tasks, pool.in_order(run, tasks, jobs), strict=True):
                yield importer.store_part(Path(task.folder), items)
                for file in Path(task.folder).iterdir():
                    file.unlink()
        except OSError as error:
            error.filename = error.filename or folder  # a full disk does not say where it is
            raise
