"""Import: many files into one store. Workers replay, this process writes and lets readers in between writes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from time import monotonic

from msgspec.structs import replace

from events.files.temporary import temporary_folder
from events.store.event_store import EventStore
from events.store.tree import IMPORT
from projections.batch.work import Task, tasks
from projections.batch.workers import Workers, chunk_size, done
from projections.store.item import Item
from projections.store.storing import Imported, Importer

Part = tuple[Path, list[Item]]
"""The items of a chunk, and the folder with their rows."""

CHUNK = 128
TOGETHER = 8
"""The most chunks in one transaction, which rewrites the ends of all tables; an interruption loses one transaction."""
SOON = 5.0
"""Seconds after which finished chunks are stored, however few they are."""
OPEN = 5.0
"""Seconds for which a transaction takes in others: readers wait for its end, but not for long."""


def import_files(
    store: EventStore, paths: Sequence[str], workers: Workers, notation: str | None = None, *, bring_back: bool = False
) -> Iterator[list[Imported]]:
    """Import files, and yield the results of each chunk once it is stored for good.

    Forgotten games stay forgotten unless `bring_back` is set. Between transactions the store is open to readers.
    """
    importer = Importer(store, bring_back=bring_back)
    with temporary_folder() as folder:

        def with_folders() -> Iterator[Task]:
            for number, task in enumerate(tasks(paths, chunk_size(paths, workers, CHUNK), notation)):
                yield replace(task, folder=str(folder / str(number)), imported_at=importer.now)

        try:
            judged = done(with_folders(), workers, importer.known)
            parts = ((Path(task.folder), items) for task, items in judged)
            while waiting := list(_next(parts, SOON)):
                stored = _store(store, importer, chain(waiting, _next(parts, OPEN)))
                store.let_in()
                yield from stored
        except OSError as error:
            error.filename = error.filename or str(folder)  # a full disk does not name the place
            raise


def _next(parts: Iterator[Part], seconds: float) -> Iterator[Part]:
    """The next parts: at least one if any is left, at most half of those of a transaction, and only for so long."""
    end = monotonic() + seconds
    for part in islice(parts, TOGETHER // 2):
        yield part
        if monotonic() >= end:
            return


def _store(store: EventStore, importer: Importer, parts: Iterable[Part]) -> list[list[Imported]]:
    """Store parts in one transaction, the last ones as they come: what it has written cannot be read before its end."""
    found, folders = [], []
    with store.transaction(IMPORT):
        for folder, items in parts:
            found.append(importer.store_part(folder, items))
            folders.append(folder)
        importer.keep_seals()
    for folder in folders:
        for file in folder.iterdir():
            file.unlink()
    return found
