"""Import: many files into one store. Workers replay, this process writes and lets readers in between writes."""

from collections.abc import Iterator, Sequence
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

CHUNK = 128
FIRST = 16
"""Files in the first chunk, which is small so that the first results are stored soon."""
TOGETHER = 8
"""The most chunks stored at once: every transaction rewrites the ends of all tables; an interruption loses one."""
SOON = 20.0
"""Seconds after which finished chunks are stored, however few they are."""


def import_files(
    store: EventStore, paths: Sequence[str], workers: Workers, notation: str | None = None, *, bring_back: bool = False
) -> Iterator[list[Imported]]:
    """Import files, and yield the results of each chunk once it is stored for good.

    Forgotten games stay forgotten unless `bring_back` is set. Between transactions the store is open to readers.
    """
    importer = Importer(store, bring_back=bring_back)
    with temporary_folder() as folder:

        def with_folders() -> Iterator[Task]:
            for number, task in enumerate(_chunks(paths, chunk_size(paths, workers, CHUNK), notation)):
                yield replace(task, folder=str(folder / str(number)), imported_at=importer.now)

        try:
            judged = done(with_folders(), workers, importer.known)
            for parts in _together((Path(task.folder), items) for task, items in judged):
                stored = _store(store, importer, parts)
                store.let_in()
                yield from stored
        except OSError as error:
            error.filename = error.filename or str(folder)  # a full disk does not name the place
            raise


def _chunks(paths: Sequence[str], size: int, notation: str | None) -> Iterator[Task]:
    """The files in chunks of a given size, the first one smaller."""
    first = min(FIRST, size)
    yield from tasks(paths[:first], first, notation)
    yield from tasks(paths[first:], size, notation)


def _together(parts: Iterator[tuple[Path, list[Item]]]) -> Iterator[list[tuple[Path, list[Item]]]]:
    """Group the parts: the first one alone, then up to TOGETHER at a time."""
    waiting: list[tuple[Path, list[Item]]] = []
    began = -SOON
    for part in parts:
        waiting.append(part)
        if len(waiting) == TOGETHER or monotonic() - began >= SOON:
            yield waiting
            waiting, began = [], monotonic()
    if waiting:
        yield waiting


def _store(store: EventStore, importer: Importer, parts: list[tuple[Path, list[Item]]]) -> list[list[Imported]]:
    with store.transaction(IMPORT):
        found = [importer.store_part(folder, items) for folder, items in parts]
        importer.keep_seals()
    for folder, _ in parts:
        for file in folder.iterdir():
            file.unlink()
    return found
