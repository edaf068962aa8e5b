"""A copy of a store without names, for whatever is shown of it: the games are exported with pseudonyms and imported.

So nothing that is computed or drawn from the copy can name anybody, and players have the pseudonyms that
`anyturn export --all --pseudonyms` gives them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from events import facts, files
from events.files.temporary import temporary_folder
from events.store.clock import now
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.game.export import all_logs, write_facts
from projections.game.pseudonyms import Pseudonyms
from projections.store.adding_facts import add_facts
from projections.store.find import open_tables
from projections.store.known_facts import aliases_in


@contextmanager
def without_names(db: str, jobs: int = 1) -> Iterator[tuple[str, Pseudonyms]]:
    """A store without names, which lasts as long as the context, and the pseudonyms. Raises StoreUnusable."""
    open_tables(db).close()  # raises if there is no such store
    named = Pseudonyms(aliases_in(db))
    with temporary_folder() as folder:
        logs, stated, copy = folder / "logs", folder / "facts.toml", str(folder / "nameless.duckdb")
        with EventStore(db, read_only=True) as store:
            for _ in all_logs(store, logs, pseudonyms=named):
                pass
            write_facts(store, stated, named)
        with EventStore(copy) as store:
            for _ in import_files(store, files.find([str(logs)]), jobs):
                pass
            if stated.read_text(encoding="utf-8").strip():
                add_facts(store, [facts.read(str(stated))], now())
        yield copy, named
