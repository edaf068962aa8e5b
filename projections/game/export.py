"""Export: games as native logs (stored games byte for byte), in foreign notations, and all tables as Parquet."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from engine.public import public_part
from engine.writing import check_notation, write
from events.facts import toml_files
from events.facts.fact import GAME, SOURCE
from events.files.atomic import put_whole, refuse_existing, write_whole
from events.files.checksums import Checksums
from events.files.gzipped import gzipped
from events.log import native
from events.log.codec import Unreadable
from events.log.native import NAME, ChainBroken, GameLog, chained
from events.log.record import Header
from events.store import schema
from events.store.database import StoreUnusable
from events.store.event_store import EventStore, StoredGame
from events.store.one_by_one import one_by_one
from events.store.schema import ALIAS, KEY, PLAYED_AT, SEAL
from projections.game.pseudonyms import Pseudonyms
from projections.store.find import Found
from projections.store.known_facts import in_force


def native_lines(stored: StoredGame) -> Iterator[bytes]:
    """The lines of a stored game's native log, from the stored bytes. Raises ChainBroken."""
    if broken := stored.verify():
        raise ChainBroken(broken, name=f"game {stored.game_id}")
    yield from chained(stored.header, stored.bodies)


def lines_of(found: Found, notation: str) -> Iterable[bytes]:
    """The lines of a game in a notation. Raises Unreadable if the notation cannot express it."""
    if notation == NAME:
        return native.write(found.log) if found.stored is None else native_lines(found.stored)
    return _foreign(found.log, notation, found.name)


def public(found: Found, seat: str | None = None) -> Found:
    """A game as everybody at the table saw it; with a `seat`, in the form `seat_of` reads, also what that seat saw.

    Raises Unreadable.
    """
    shown_to = None if seat is None else seat_of(found.log.header, seat)
    try:
        return Found(found.name, public_part(found.log, shown_to))
    except Unreadable as problem:
        problem.name = found.name
        raise


def without_names(found: Found, pseudonyms: Pseudonyms) -> Found:
    """A game with pseudonyms. Names and notes are removed, so it is no longer the stored game."""
    return Found(found.name, pseudonyms.log(found.log), broke=found.broke)


def seat_of(header: Header, given: str) -> int:
    """The index of a seat given as people see it: by its player's name, or by its number, counted from 1.

    Raises Unreadable for a name that no player, or more than one, has, and for a number without a seat.
    """
    names = [seat.player for seat in header.seats]
    if named := [seat for seat, name in enumerate(names) if name and name.casefold() == given.casefold()]:
        if len(named) > 1:
            raise Unreadable(f"seat {given}, the name of {len(named)} players", "the number of the seat, from 1")
        return named[0]
    number = int(given) if given.isascii() and given.isdecimal() and len(given) < 3 else 0
    if not 1 <= number <= len(names):
        known = "".join(f", or {name}" for name in names if name)
        raise Unreadable(f"seat {given}", f"a seat from 1 to {len(names)}{known}")
    return number - 1


def _foreign(log: GameLog, notation: str, name: str) -> list[bytes]:
    check_notation(log.header.game, notation)
    try:
        return write(log, notation).removesuffix("\n").encode().split(b"\n")
    except Unreadable as problem:
        problem.name = problem.name or name
        raise


def write_log(lines: Iterable[bytes], file: Path, *, force: bool = False) -> None:
    """Write a log, compressed if the name ends in .gz; the same log gives the same bytes. Raises Exists."""
    refuse_existing([file], force)
    data = b"\n".join(lines) + b"\n"
    if file.suffix == ".gz":
        data = gzipped(data)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(data, file, force=force)


def all_logs(
    store: EventStore,
    folder: Path,
    notation: str = NAME,
    *,
    force: bool = False,
    pseudonyms: Pseudonyms | None = None,
) -> Iterator[tuple[Path, Unreadable | None]]:
    """Write every game of the store into a folder, named by its id, or by its number if there are pseudonyms.

    Yields each file once it is written, or with the reason why the notation cannot express its game. The list of
    checksums comes last. Raises Exists before anything is written.
    """
    ending = ".jsonl.gz" if notation == NAME else ".txt"
    names = _names(store, pseudonyms)
    files = {game_id: folder / f"{name}{ending}" for game_id, name in names.items()}
    with Checksums(folder, files.values(), force=force) as written:
        for file, problem in _all_logs(store, files, notation, force, pseudonyms, names):
            if problem is None:
                written.add(file)
            yield file, problem


def _all_logs(
    store: EventStore,
    files: dict[str, Path],
    notation: str,
    force: bool,
    pseudonyms: Pseudonyms | None,
    names: dict[str, str],
) -> Iterator[tuple[Path, Unreadable | None]]:
    for game_id in one_by_one(store, [*files]):
        stored, file = store.read(game_id), files[game_id]
        try:
            lines = _lines(stored, notation, pseudonyms, names[game_id])
        except Unreadable as problem:
            yield file, problem
            continue
        write_log(lines, file, force=force)
        yield file, None


def _names(store: EventStore, pseudonyms: Pseudonyms | None) -> dict[str, str]:
    """The name of each stored game in an export: its id, or its number if there are pseudonyms."""
    return {
        head.game_id: f"game{number}" if pseudonyms else head.game_id for number, head in enumerate(store.heads(), 1)
    }


def write_facts(store: EventStore, file: Path, pseudonyms: Pseudonyms | None = None, *, force: bool = False) -> None:
    """Write the facts in force as TOML, for a store that imports the exported logs; with pseudonyms, without names.

    Raises Exists.
    """
    current, names = in_force(store), _names(store, pseudonyms)
    games: dict[str, tuple[str, dict[str, str]]] = {}
    players: dict[str, list[str]] = {}
    keys: dict[str, list[str]] = {}
    for (kind, game_id, name), fact in current.items():
        if kind == SEAL:  # lies beside the log
            continue
        if kind == KEY:
            if fact.value and pseudonyms is None:
                keys.setdefault(fact.value, []).append(name)
            continue
        if kind == ALIAS:
            if fact.value != name and pseudonyms is None:
                players.setdefault(fact.value, []).append(name)
            continue
        _, tags = games.setdefault(str(game_id), ("", {}))
        if kind == PLAYED_AT:
            games[str(game_id)] = (fact.value, tags)
        elif fact.value:
            tags[name] = fact.value
    listed = (
        (SOURCE if pseudonyms else GAME, names[game_id], *found) for game_id, found in games.items() if any(found)
    )
    write_whole(toml_files.write(listed, players, keys).encode(), file, force=force)


def _lines(stored: StoredGame, notation: str, pseudonyms: Pseudonyms | None, name: str) -> Iterable[bytes]:
    if pseudonyms is None:
        return native_lines(stored) if notation == NAME else _foreign(stored.log(), notation, "")
    log = pseudonyms.log(stored.log(), name)
    return native.write(log) if notation == NAME else _foreign(log, notation, "")


def parquet(store: EventStore, folder: Path, *, force: bool = False) -> Iterator[Path]:
    """Write every table of the store into a folder as Parquet; yield each file once written, the checksums last.

    Raises Exists before anything is written.
    """
    import duckdb

    files = {table: folder / f"{table}.parquet" for table in (*schema.ROWS, *schema.ANNOTATIONS)}
    with Checksums(folder, files.values(), force=force) as written:
        for table, file in files.items():
            try:
                put_whole(partial(_copy, store, table), file, force=force)
            except duckdb.Error as error:
                raise StoreUnusable(f"{file}: cannot be written ({str(error).splitlines()[0]})") from None
            written.add(file)
            yield file


def _copy(store: EventStore, table: str, file: Path) -> None:
    quoted = str(file).replace("'", "''")
    store.connection.execute(f"COPY (SELECT * FROM {table} ORDER BY ALL) TO '{quoted}' (FORMAT parquet)")
