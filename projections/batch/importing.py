"""Import: many files into one store. Others replay, this process writes, and lets readers in between."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from events.store import EventStore
from events.temporary import temporary_folder
from projections.batch.work import Task, tasks
from projections.batch.workers import Workers, chunk_size, done
from projections.store.importing import Imported, Importer, Item

CHUNK = 128
TOGETHER = 8
"""Chunks stored in one go at most: a transaction costs as much as storing some dozens of games; a break loses it."""


def import_files(
    store: EventStore, paths: Sequence[str], workers: Workers, notation: str | None = None, *, bring_back: bool = False
) -> Iterator[list[Imported]]:
    """Import files; yields what became of each chunk once it is stored for good. Forgotten games stay so, or not.

    Between two transactions the store is closed, and open to readers.
    """
    importer = Importer(store, bring_back=bring_back)
    size = chunk_size(paths, workers, CHUNK)
    with temporary_folder() as folder:

        def with_folders() -> Iterator[Task]:
            for number, task in enumerate(tasks(paths, size, notation)):
                known = importer.known if task.piece is None else frozenset[str]()
                yield replace(task, folder=str(folder / str(number)), imported_at=importer.now, known=known)

        try:
            for parts in _together((Path(task.folder), items) for task, items in done(with_folders(), workers)):
                stored = _store(store, importer, parts)
                store.let_in()
                yield from stored
        except OSError as error:
            error.filename = error.filename or str(folder)  # a full disk does not say where it is
            raise


def _together(parts: Iterator[tuple[Path, list[Item]]]) -> Iterator[list[tuple[Path, list[Item]]]]:
    """The parts, at first one, so that something is stored soon, then as many as before, up to TOGETHER."""
    done = 0
    while waiting := list(islice(parts, min(TOGETHER, max(1, done)))):
        yield waiting
        done += len(waiting)


def _store(store: EventStore, importer: Importer, parts: list[tuple[Path, list[Item]]]) -> list[list[Imported]]:
    with store.transaction():
        found = [importer.store_part(folder, items) for folder, items in parts]
    for folder, _ in parts:
        for file in folder.iterdir():
            file.unlink()
    return found
