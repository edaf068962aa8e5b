"""What a seal of a file states: the head of a log, or the root of a store."""

from pathlib import Path

from events import files
from events.log.codec import Unreadable
from events.seals.statements import STORE, Statement, of_log
from events.store.database import is_database
from events.store.event_store import EventStore


def statement_of(path: str) -> Statement:
    """The statement that seals a log or a store as it is now.

    Raises Unreadable, ChainBroken, OSError, StoreUnusable, or what `tree.root` raises.
    """
    if path == "-" or not Path(path).is_file():
        what = "standard input" if path == "-" else f"the folder {path}" if Path(path).is_dir() else f"no file {path}"
        raise Unreadable(what, "the file of a log or of a store")
    if not is_database(Path(path)):
        blob = files.read(path)
        try:
            return of_log(blob)
        except Unreadable as problem:
            problem.name = problem.name or path
            raise
    from events.store.tree import frontier

    with EventStore(path, read_only=True) as store:
        tree = frontier(store.connection)
    return Statement(STORE, tree.size, tree.root().hex())
