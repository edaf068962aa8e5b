"""The DuckDB file under the store: created whole, migrated, opened for one writer or several readers.

A file is made under another name and put in its place only when it is complete, so that a store is never half made.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from events.interrupts import interrupts_blocked
from events.problems import STORE, Problem
from events.store import schema
from events.store.writer_lock import is_writer

if TYPE_CHECKING:
    import duckdb

PATIENCE = 15.0
"""Seconds for which a reader waits for a writer of this program, which lets go between two transactions."""
LONG_PATIENCE = 600.0
"""The same for a writer that goes on and waits for readers."""
MEMORY = "300MB"
"""What the database may take of a writer's memory: of a large store it would keep ever more blocks at hand."""
THREADS = 1
"""Threads of a writer's database. What is appended at once is little: a second thread would take half as much time
again for the same, wait for the first most of it, and mix the rows of games, which are smaller in their order.
"""
_AGAIN = 0.02
_LOCKED = re.compile(r"lock is held in (?P<program>.*?) ?\(PID (?P<pid>\d+)\)", re.S)


class StoreUnusable(Problem):
    """A store that is locked, missing, broken or of another version; one line, with what to do."""

    STATUS = STORE


def connect(path: str, *, read_only: bool, confined: bool = False, again: bool = False) -> "duckdb.DuckDBPyConnection":
    """Open the store at `path`; a writer creates and migrates it. Raises StoreUnusable.

    A reader waits a while for a writer of this program; a writer that opens it `again` waits for readers.
    `confined` closes everything outside the file to SQL: other files, the network, extensions, settings. Its clock is
    that of UTC, so that an answer is the same everywhere.
    """
    with interrupts_blocked():  # the library does not survive being interrupted while it loads
        import duckdb  # noqa: F401  # for the functions below
    file = Path(path)
    if not file.exists():
        if read_only:
            raise StoreUnusable(f"{path}: no store there; `anyturn import PATH --db {path}` makes one")
        _create(file)
    elif file.is_dir():
        raise StoreUnusable(f"{path}: a folder, expected the file of a store; name another one with --db")
    elif not _is_database(file):  # the library would open a table of text, such as a log, as a database of its own
        raise StoreUnusable(f"{path}: no store of anyturn (not a DuckDB file); name another one with --db")
    connection = _open(file, read_only, confined, again)
    try:
        _check_version(connection, path, read_only)
        if not read_only:  # after a migration, which may need more
            connection.execute(f"SET memory_limit = '{MEMORY}'; SET threads = {THREADS}")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_database(file: Path) -> bool:
    """Whether a file begins as DuckDB's do, after eight bytes of checksum; what is unreadable is left to it."""
    try:
        with file.open("rb") as data:
            return data.read(12)[8:] == b"DUCK"
    except OSError:
        return True


def _open(file: Path, read_only: bool, confined: bool, again: bool) -> "duckdb.DuckDBPyConnection":
    import duckdb

    config: dict[str, Any] = {"enable_external_access": False} if confined else {}
    if not read_only:
        config["checkpoint_threshold"] = "1MB"  # what is longer is not written twice, first to a log
    began = monotonic()
    while True:
        try:
            connection = duckdb.connect(str(file), read_only=read_only, config=config)
            if confined:
                connection.execute("SET TimeZone = 'UTC'; SET lock_configuration = true")
            return connection
        except duckdb.Error as error:
            if monotonic() - began > _patience(file, str(error), read_only, again):
                raise StoreUnusable(_why(str(file), str(error))) from None
        sleep(_AGAIN)


def _patience(file: Path, message: str, read_only: bool, again: bool) -> float:
    """For how long to try again: not at all where it would not help."""
    locked = _LOCKED.search(message)
    if locked is None:
        return -1
    if again:
        return LONG_PATIENCE
    return PATIENCE if read_only and is_writer(str(file), int(locked["pid"])) else -1


def in_use(path: str, process: int, program: str = "") -> str:
    """What is said of a store that another process has."""
    who = f"process {process} ({program or 'unknown'})" if process else "another process"
    return f"{path}: in use by {who}; wait until it has finished, or name another store with --db"


def _why(path: str, message: str) -> str:
    """What a failure to open means to a person."""
    if locked := _LOCKED.search(message):
        return in_use(path, int(locked["pid"]), Path(locked["program"]).name)
    if "not a valid DuckDB database" in message or "Is a directory" in message:
        return f"{path}: no store of anyturn (not a DuckDB file); name another one with --db"
    first = message.partition("\n")[0]
    return f"{path}: cannot be opened ({first}); restore it from a copy, or name another store with --db"


def _create(file: Path) -> None:
    """Make an empty store beside `file` and put it there; one that another process has put there first stays."""
    import duckdb

    if not file.parent.is_dir():
        raise StoreUnusable(f"{file}: cannot be made (there is no folder {file.parent}); name another place with --db")
    draft = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        draft.unlink(missing_ok=True)
        connection = duckdb.connect(str(draft))
        try:
            connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL, migrated_at TIMESTAMP NOT NULL)")
            _migrate(connection, 0)
        finally:
            connection.close()
        try:
            os.link(draft, file)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            draft.replace(file)
    except (duckdb.Error, OSError) as error:
        reason = str(error).splitlines()[0]
        raise StoreUnusable(f"{file}: cannot be made ({reason}); name another place with --db") from None
    finally:
        with suppress(OSError):  # a problem with its name has been reported
            draft.unlink(missing_ok=True)


def _check_version(connection: "duckdb.DuckDBPyConnection", path: str, read_only: bool) -> None:
    import duckdb

    newest = len(schema.MIGRATIONS)
    try:
        found = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    except duckdb.Error:
        found = None
    if found is None or found[0] is None:
        raise StoreUnusable(f"{path}: a DuckDB file, but no store of anyturn; name another one with --db")
    version = int(found[0])
    if version > newest:
        raise StoreUnusable(f"{path}: made by a newer anyturn (tables {version}, known {newest}); update anyturn")
    if version < newest:
        if read_only:
            what = f"made by an older anyturn (tables {version})"
            raise StoreUnusable(f"{path}: {what}; `anyturn rules drift --apply --db {path}` migrates it")
        try:
            _migrate(connection, version)
        except duckdb.Error as error:  # closing the connection takes back what was begun
            reason = str(error).splitlines()[0]
            raise StoreUnusable(f"{path}: cannot be migrated to tables {newest} ({reason}); it is as it was") from None


def _migrate(connection: "duckdb.DuckDBPyConnection", version: int) -> None:
    """Bring the tables to the newest version, all steps or none. Raises duckdb.Error."""
    connection.execute("BEGIN")
    for step in range(version, len(schema.MIGRATIONS)):
        connection.execute(schema.MIGRATIONS[step])
        connection.execute("INSERT INTO schema_version VALUES (?, now()::TIMESTAMP)", [step + 1])
    connection.execute("COMMIT")
