"""The DuckDB file of a store: created, migrated, and opened for one writer or several readers.

A new file is renamed to its final name only when it is complete, so a store never exists half-made. What a process
that was killed meanwhile left of it is removed by the next writer.
"""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from events.files.atomic import remove_drafts
from events.interrupts import interrupts_blocked
from events.problems import STORE, Problem
from events.store import migrations, schema
from events.store.tree import CREATE, MIGRATE, write_tables
from events.store.writer_lock import is_writer

if TYPE_CHECKING:
    import duckdb

PATIENCE = 15.0
"""Seconds for which a reader waits for a writer of this program, which releases the file between transactions."""
LONG_PATIENCE = 600.0
"""Seconds for which a writer waits for readers before it continues."""
MEMORY = "300MB"
"""The memory limit of a writer's database: with a large store, its cache would grow without bound."""
THREADS = 1
"""Threads of a writer's database. Each append is small: a second thread would mostly wait for the first, use half as
much time again, and mix the rows of different games, which compress better in order.
"""
ROW_GROUP = 61_440
"""Rows that a writer's database compresses together, half as many as usual: they are then still in the processor's
cache, and fewer remain at the end of a table, which the next transaction rewrites.
"""
_AGAIN = 0.02
_FIRST = "CREATE TABLE schema_version (version INTEGER NOT NULL, migrated_at TIMESTAMP NOT NULL)"
_DAMAGED = re.compile(r"[Cc]orrupt|checksum|Failed to load|Serialization Error|deserializ|INTERNAL Error|FATAL Error")
_LOCKED = re.compile(r"lock is held in (?P<program>.*?) ?\(PID (?P<pid>\d+)\)", re.S)


class StoreUnusable(Problem):
    """A store that is locked, missing, broken or of another version; the message states what to do."""

    STATUS = STORE


def connect(
    path: str, *, read_only: bool, confined: bool = False, again: bool = False, memory: str = ""
) -> "duckdb.DuckDBPyConnection":
    """Open the store at `path`; a writer creates and migrates it. Raises StoreUnusable.

    A reader waits a while for a writer of this program; a writer that reopens the store (`again`) waits for readers.
    `confined` denies SQL access to everything outside the file: other files, the network, extensions, settings. The
    time zone is UTC, so that results are the same everywhere. `memory` is the most that it may use, such as `2000MB`.
    """
    with interrupts_blocked():  # an interrupt during this import would leave the library broken
        import duckdb  # noqa: F401  # for the functions below
    file = Path(path)
    if not (read_only or again):
        remove_drafts(file.parent, re.compile(rf"\.{re.escape(file.name)}\.(\d+)\.new(\.wal)?"))
    if not file.exists():
        if read_only:
            raise StoreUnusable(f"{path}: no such store; `anyturn import PATH --db {path}` creates one")
        _create(file)
    elif file.is_dir():
        raise StoreUnusable(f"{path}: found a folder, expected the file of a store; name another one with --db")
    elif not is_database(file):  # DuckDB would open a text table, such as a log, as a database
        raise StoreUnusable(f"{path}: not a store of anyturn (not a DuckDB file); name another one with --db")
    connection = _open(file, read_only, confined, again, memory)
    try:
        _own_functions_first(connection)
        _check_version(connection, path, read_only)
        if not again:
            _check_tables(connection, path)
        # the view in the file would use functions that the file brings
        connection.execute(f"CREATE TEMP VIEW turns AS {migrations.TURNS}")
        if not read_only:  # after migrating, which can need more memory
            connection.execute(f"SET memory_limit = '{MEMORY}'; SET threads = {THREADS}")
        if confined:
            connection.execute("SET TimeZone = 'UTC'; SET lock_configuration = true")
    except BaseException:
        connection.close()
        raise
    return connection


def is_database(file: Path) -> bool:
    """Whether a file has the magic bytes of DuckDB after an eight-byte checksum; if unreadable, DuckDB reports why."""
    try:
        with file.open("rb") as data:
            return data.read(12)[8:] == b"DUCK"
    except OSError:
        return True


def _open(file: Path, read_only: bool, confined: bool, again: bool, memory: str) -> "duckdb.DuckDBPyConnection":
    import duckdb

    config: dict[str, Any] = {"enable_external_access": False} if confined else {}
    if memory:
        config["memory_limit"] = memory
    began = monotonic()
    while True:
        try:
            return duckdb.connect(str(file), read_only=True, config=config) if read_only else _writing(file, config)
        except duckdb.Error as error:
            if monotonic() - began > _patience(file, str(error), read_only, again):
                raise StoreUnusable(_why(str(file), str(error))) from None
        sleep(_AGAIN)


def _writing(file: Path, config: dict[str, Any]) -> "duckdb.DuckDBPyConnection":
    """A writer's connection, which compresses each row group as soon as it is full.

    The size of row groups can be chosen only where a file is attached.
    """
    import duckdb

    config["checkpoint_threshold"] = "1MB"  # longer transactions are not written twice, first to its log
    connection = duckdb.connect(config=config)
    try:
        path = str(file).replace("'", "''")
        connection.execute(f"ATTACH '{path}' AS store (TYPE duckdb, ROW_GROUP_SIZE {ROW_GROUP})")
        connection.execute("USE store; DETACH memory; SET write_buffer_row_group_count = 1")
    except BaseException:
        connection.close()
        raise
    return connection


def _patience(file: Path, message: str, read_only: bool, again: bool) -> float:
    """How long to keep trying; negative if that would not help."""
    locked = _LOCKED.search(message)
    if locked is None:
        return -1
    if again:
        return LONG_PATIENCE
    return PATIENCE if read_only and is_writer(str(file), int(locked["pid"])) else -1


def in_use(path: str, process: int, program: str = "") -> str:
    """The message about a store that another process has open."""
    who = f"process {process} ({program or 'unknown'})" if process else "another process"
    return f"{path}: in use by {who}; wait until it has finished, or name another store with --db"


def damage(error: Exception) -> str:
    """What DuckDB found damaged in a file, in one line; empty for any other error."""
    if not type(error).__module__.lstrip("_").startswith("duckdb"):
        return ""
    line = " ".join(str(error).split())
    return line if _DAMAGED.search(line) else ""


def damaged(reason: str, path: str = "the store") -> str:
    """The message about a store in which something is damaged."""
    return (
        f"{path} is damaged ({reason}); `anyturn rescue STORE --out FOLDER` writes every log that can still be proven"
    )


def _why(path: str, message: str) -> str:
    """Why a store cannot be opened, in words for people."""
    if locked := _LOCKED.search(message):
        return in_use(path, int(locked["pid"]), Path(locked["program"]).name)
    if "not a valid DuckDB database" in message or "Is a directory" in message:
        return f"{path}: not a store of anyturn (not a DuckDB file); name another one with --db"
    first = message.partition("\n")[0]
    if _DAMAGED.search(first):
        return (
            f"{path}: cannot be opened, damaged where DuckDB begins to read it ({first}), so `anyturn rescue` finds "
            "nothing either; restore it from a backup, or import the logs into another store with --db"
        )
    return f"{path}: cannot be opened ({first}); restore it from a backup, or name another store with --db"


def new_tables() -> "duckdb.DuckDBPyConnection":
    """The empty tables of a new store, in memory."""
    import duckdb

    connection = duckdb.connect()
    connection.execute(_FIRST)
    for script in migrations.MIGRATIONS:
        connection.execute(script)
    return connection


def _create(file: Path) -> None:
    """Create an empty store next to `file` and rename it; one that another process created first is kept."""
    import duckdb

    if not file.parent.is_dir():
        raise StoreUnusable(
            f"{file}: cannot be created (there is no folder {file.parent}); name another place with --db"
        )
    draft = file.with_name(f".{file.name}.{os.getpid()}.new")
    parts = [draft, draft.with_name(f"{draft.name}.wal")]
    try:
        for part in parts:
            part.unlink(missing_ok=True)
        connection = duckdb.connect(str(draft))
        try:
            connection.execute(_FIRST)
            _migrate(connection, 0, CREATE)
            connection.execute("CHECKPOINT")  # on a full disk, closing alone would leave it unfinished without an error
        finally:
            connection.close()
        try:
            os.link(draft, file)
        except FileExistsError:
            return
        except OSError:  # the file system has no hard links
            draft.replace(file)
    except (duckdb.Error, OSError) as error:
        reason = str(error).splitlines()[0]
        raise StoreUnusable(f"{file}: cannot be created ({reason}); name another place with --db") from None
    finally:
        for part in parts:
            with suppress(OSError):  # a problem with its name has been reported
                part.unlink(missing_ok=True)


def _own_functions_first(connection: "duckdb.DuckDBPyConnection") -> None:
    """Have names looked up among DuckDB's own first, so that no function in the file takes the place of one."""
    connection.execute(f"SET search_path = 'system.main,{_own_schema(connection)}'")


def schema_of(connection: "duckdb.DuckDBPyConnection") -> str:
    """The schema of the file's tables, as it stands before the name of one in SQL."""
    found = connection.execute("SELECT database_name FROM system.main.duckdb_databases() WHERE NOT internal").fetchall()
    ((name,),) = found  # `current_database()` names the first schema of the search path
    quoted = name.replace('"', '""')
    return f'"{quoted}".main'


def _own_schema(connection: "duckdb.DuckDBPyConnection") -> str:
    """The same as it stands in a list of schemas in SQL text."""
    return schema_of(connection).replace("'", "''")


def drop_temporary(connection: "duckdb.DuckDBPyConnection", tables: Iterable[str]) -> None:
    """Drop temporary tables; those of a connection that has been closed are gone already."""
    import duckdb

    with suppress(duckdb.ConnectionException):
        for table in tables:
            connection.execute(f"DROP TABLE IF EXISTS temp.{table}")


def _check_tables(connection: "duckdb.DuckDBPyConnection", path: str) -> None:
    """Raise StoreUnusable if a table or a column is not there; only tables have row ids."""
    import duckdb

    rows = (f"(SELECT rowid, {', '.join(columns)} FROM {table} LIMIT 0)" for table, columns in schema.TABLES.items())
    try:
        connection.execute(f"SELECT 1 FROM {', '.join(rows)}")
    except (duckdb.BinderException, duckdb.CatalogException) as error:
        reason = str(error).splitlines()[0]
        what = f"its tables are not those of a store ({reason})"
        raise StoreUnusable(f"{path}: {what}; restore it from a backup") from None


def _check_version(connection: "duckdb.DuckDBPyConnection", path: str, read_only: bool) -> None:
    import duckdb

    newest = len(migrations.MIGRATIONS)
    try:
        found = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    except duckdb.Error:
        found = None
    if found is None or found[0] is None:
        raise StoreUnusable(f"{path}: a DuckDB file, but not a store of anyturn; name another one with --db")
    version = int(found[0])
    if version > newest:
        raise StoreUnusable(f"{path}: made by a newer anyturn (tables {version}, known up to {newest}); update anyturn")
    if version < newest:
        if read_only:
            what = f"made by an older anyturn (tables {version})"
            raise StoreUnusable(f"{path}: {what}; `anyturn rules drift --apply --db {path}` migrates it")
        if own := functions(connection):
            what = f"the function {own[0]}, which is not the program's, so it cannot be migrated"
            raise StoreUnusable(f"{path}: found {what}; drop it with DuckDB, or restore the store from a backup")
        connection.execute(f"SET search_path = '{_own_schema(connection)}'")  # where new tables belong
        try:
            _migrate(connection, version, MIGRATE)
        except duckdb.Error as error:  # closing the connection rolls back
            reason = str(error).splitlines()[0]
            raise StoreUnusable(f"{path}: cannot be migrated to tables {newest} ({reason}); it is unchanged") from None
        _own_functions_first(connection)


def functions(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """The functions that a file brings; the program brings none."""
    named = (
        "SELECT function_name FROM system.main.duckdb_functions() WHERE internal IS FALSE AND database_name <> 'temp'"
    )
    return [name for (name,) in connection.execute(f"{named} ORDER BY ALL").fetchall()]


def _migrate(connection: "duckdb.DuckDBPyConnection", version: int, act: str) -> None:
    """Migrate the tables to the newest version, in all steps or none. Raises duckdb.Error."""
    connection.execute("BEGIN")
    for step in range(version, len(migrations.MIGRATIONS)):
        connection.execute(migrations.MIGRATIONS[step])
        connection.execute("INSERT INTO schema_version VALUES (?, now()::TIMESTAMP)", [step + 1])
    write_tables(connection, act)
    connection.execute("COMMIT")
