"""Games out of the store: native logs, byte for byte as appended, foreign notations, and all tables as Parquet."""

import gzip
from collections.abc import Iterator
from pathlib import Path

from engine.writing import write
from events import schema
from events.database import StoreUnusable
from events.log import NAME, ChainBroken, chained
from events.store import EventStore, StoredGame


def native_lines(stored: StoredGame) -> Iterator[bytes]:
    """The lines of a stored game's native log, from the stored bytes. Raises ChainBroken."""
    if broken := stored.verify():
        raise ChainBroken(broken, name=f"game {stored.game_id}")
    yield from chained(stored.header, stored.bodies)


def lines_in(notation: str, stored: StoredGame) -> Iterator[bytes]:
    """The lines of a stored game in a notation. Raises ChainBroken, or Unreadable if it cannot be written so."""
    if notation == NAME:
        return native_lines(stored)
    if broken := stored.verify():
        raise ChainBroken(broken, name=f"game {stored.game_id}")
    return iter(write(stored.log(), notation).removesuffix("\n").encode().split(b"\n"))


def write_log(lines: Iterator[bytes], place: Path) -> None:
    """Write a native log, compressed if the name ends in .gz; the same log gives the same bytes."""
    data = b"\n".join(lines) + b"\n"
    if place.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def all_logs(store: EventStore, folder: Path, notation: str = NAME) -> Iterator[Path]:
    """Write every game of the store into a folder, named by its id; yields the files as they are written."""
    ending = ".jsonl.gz" if notation == NAME else ".txt"
    for head in store.heads():
        place = folder / f"{head.game_id}{ending}"
        write_log(lines_in(notation, store.read(head.game_id)), place)
        yield place


def parquet(store: EventStore, folder: Path) -> Iterator[Path]:
    """Write every table of the store into a folder as Parquet; yields the files as they are written."""
    import duckdb

    folder.mkdir(parents=True, exist_ok=True)
    for table in schema.ROWS:
        place = folder / f"{table}.parquet"
        quoted = str(place).replace("'", "''")
        try:
            store.connection.execute(f"COPY (SELECT * FROM {table} ORDER BY ALL) TO '{quoted}' (FORMAT parquet)")
        except duckdb.Error as error:
            raise StoreUnusable(f"{place}: cannot be written ({str(error).splitlines()[0]})") from None
        yield place
