"""Import: many files into one store. Others replay, this process writes, one transaction a chunk."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from events.store import EventStore
from events.temporary import temporary_folder
from projections.batch.work import Task, chunks
from projections.batch.workers import Workers, chunk_size, done
from projections.store.importing import Imported, Importer

CHUNK = 128
"""Files stored in one go: a transaction costs as much as storing some dozens of games, and is what a break loses."""


def import_files(
    store: EventStore, paths: Sequence[str], workers: Workers, notation: str | None = None, *, bring_back: bool = False
) -> Iterator[list[Imported]]:
    """Import files; yields what became of each chunk once it is stored for good. Forgotten games stay so, or not."""
    importer = Importer(store, bring_back=bring_back)
    size = chunk_size(paths, workers, CHUNK)
    with temporary_folder() as folder:
        tasks = [
            Task(chunk, notation, str(folder / str(number)), importer.now, importer.known)
            for number, chunk in enumerate(chunks(paths, size))
        ]
        try:
            for task, items in done(tasks, workers):
                yield importer.store_part(Path(task.folder), items)
                for file in Path(task.folder).iterdir():
                    file.unlink()
        except OSError as error:
            error.filename = error.filename or str(folder)  # a full disk does not say where it is
            raise
