"""Finding the game that a user names, in a file or in the store."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from engine.intake import examine
from engine.replay import Broke, Replay
from engine.rules import ruleset
from events import files
from events.files import Blob
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.problems import near_match
from events.store.database import StoreUnusable
from events.store.event_store import EventStore, StoredGame
from projections.store.forgotten import was_forgotten
from projections.store.versions import check_version

W = TypeVar("W")

DEFAULT = "anyturn.duckdb"


class Found(Struct):
    """A game that was found: its log, and the stored game if it is stored.

    `broke` is the record that breaks a rule if it is not in the log, which then ends before it: a foreign log's, or one
    with a malformed event. `file` is the file in which the game was found, if it is not stored.
    """

    name: str
    log: GameLog
    stored: StoredGame | None = None
    broke: Broke | None = None
    file: Blob | None = None


def store_path(given: str | None) -> str:
    """The store to use: the one given, the one named by ANYTURN_DB, or `anyturn.duckdb` in the working directory."""
    return given or os.environ.get("ANYTURN_DB") or DEFAULT


def open_tables(path: str) -> EventStore:
    """Open the store at a path, to query the tables that follow from its records.

    Raises StoreUnusable if another version of anyturn made them, or if the store cannot be opened.
    """
    store = EventStore(path, read_only=True)
    try:
        check_version(store.connection, path)
    except BaseException:
        store.close()
        raise
    return store


def find(name: str, db: str, notation: str | None = None, store: EventStore | None = None) -> Found:
    """Find the game with this path, stored id, beginning of an id, or source name; `store` is that at `db`, if open.

    Raises Unreadable (also for the notation of a stored game), Unsupported, ChainBroken or StoreUnusable.
    """
    if name == "-" or (name and Path(name).exists()):
        return _from_file(name, notation)
    game_id, stored = find_stored(name, db, store)
    if notation is not None:
        raise Unreadable(f"a notation for {name!r}, which is stored", "a notation for files only")
    return Found(game_id, stored.log(), stored)


def find_watched(
    name: str,
    db: str,
    watch: Callable[[Replay], W],
    notation: str | None = None,
    seen: Callable[[Found], Found] | None = None,
    store: EventStore | None = None,
) -> tuple[Found, W | None]:
    """Find a game and replay it once, under the observer that `watch` makes beforehand; None for a summary.

    If `seen` is given, it is the game that this makes of it: the part that somebody saw. `store` is that at `db`, if it
    is open.
    """
    watching: list[W] = []

    def prepare(game: Replay) -> None:
        watching.append(watch(game))

    if seen is None and (name == "-" or (name and Path(name).exists())):
        found = _from_file(name, notation, prepare)
    else:
        found = find(name, db, notation, store)
        found = found if seen is None else seen(found)
        if not found.log.is_summary:
            game = Replay(ruleset(found.log.header.game), found.log.header)
            prepare(game)
            game.feed(resolve(found.log))
    return found, watching[0] if watching else None


def find_stored(name: str, db: str, store: EventStore | None = None) -> tuple[str, StoredGame]:
    """A stored game with its bytes, unchecked; `store` is that at `db`, if open.

    Raises Unreadable if the name fits none or several.
    """
    if store is not None:
        return _stored_in(store, name)
    if not Path(db).exists():
        near = near_match(_beside(name), name)
        problem = f"{name}: no such file, and no store at {db}; name a file, or import games with `anyturn import`"
        raise StoreUnusable(f"{problem}{near}")
    with EventStore(db, read_only=True) as opened:
        return _stored_in(opened, name)


def _stored_in(store: EventStore, name: str) -> tuple[str, StoredGame]:
    # a byte that is not UTF-8 is in no stored name
    known_by = name if name.encode(errors="ignore").decode() == name else ""
    matches = store.find(known_by) if known_by else []
    if not matches:
        near = near_match([*store.nearest(name), *_beside(name)], name) if known_by else ""
        known = f"a file, or the id or source of a stored game (see `anyturn games`){near}"
        raise Unreadable(f"{name!r}{was_forgotten(store, name)}", known)
    if len(matches) > 1:
        several = ", ".join(f"{game_id} ({source})" for game_id, source in matches[:5])
        more = f" and {len(matches) - 5} more" if len(matches) > 5 else ""
        raise Unreadable(f"{name!r}, which fits {len(matches)} games", f"one of {several}{more}")
    return matches[0][0], store.read(matches[0][0])


def _beside(name: str) -> list[str]:
    """The files in the folder of a path."""
    place = Path(name)
    try:
        return sorted(str(file) for file in place.parent.iterdir() if not file.name.startswith("."))
    except OSError:
        return []


def _from_file(name: str, notation: str | None, prepare: Callable[[Replay], None] | None = None) -> Found:
    if name != "-" and Path(name).is_dir():
        raise Unreadable(f"the folder {name}", "one file, or a stored game")
    report = examine(files.read(name), notation, prepare)
    if report.problem is not None:
        raise report.problem
    log, broke = report.game_log(), report.replay.broke if report.replay else None
    is_inside = broke is not None and broke.seq <= len(log.records)
    return Found(report.name, log, None, None if is_inside else broke, report.file)
