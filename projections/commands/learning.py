"""Writing the decisions of games for learning: the part of `export` that makes no logs."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.problems import count
from projections.commands.shared import file_line, show, usage, watched
from projections.screen.console import note

if TYPE_CHECKING:
    from projections.game.decisions import Decision


def write_decisions(
    game: str | None,
    everything: bool,
    file: str,
    where: str | None,
    notation: str | None,
    db: str | None,
    *,
    force: bool,
    json: bool,
) -> None:
    """Write the decisions of a game, or of all stored games that fit a condition, into a Parquet file."""
    from events.files.atomic import refuse_existing
    from projections.game.decisions import write

    if everything == (game is not None):
        usage("give either GAME or --all with --decisions FILE")
    if game is not None and where is not None:
        usage("found --where with GAME, expected it with --all")
    if everything and notation is not None:
        usage("found --from with --all, expected a single game with it")
    refuse_existing([Path(file)], force)
    ids = _chosen(db, where) if game is None else [game]
    found = _of_stored(ids, db) if game is None else _of_one(game, notation, db)
    number = exact = too_large = 0
    with watched(len(ids), "game") as each:
        for row in each(write(found, Path(file), force=force)):
            number += 1
            exact += row.exact
            too_large += row.legal is None
    show([file_line(file, json)])
    parts = [f"{number - exact:,} after something left open"] if exact < number else []
    parts += [f"{count(too_large, 'legal set')} too large"] if too_large else []
    note(f"{count(len(ids), 'game')}: {'; '.join([count(number, 'decision'), *parts])}")


def _chosen(db: str | None, where: str | None) -> list[str]:
    """The ids of the stored games with records that fit; branches, in which nothing was played, are left out."""
    from projections.store.find import store_path
    from projections.store.query import games
    from projections.store.query_limits import USUAL, memory_of

    with memory_of(USUAL):
        rows = games(store_path(db), where)
    return sorted(str(row["game_id"]) for row in rows if row["branch_of"] is None and row["records"])


def _of_stored(ids: list[str], db: str | None) -> "Iterator[list[Decision]]":
    from events.store.event_store import EventStore
    from projections.game.decisions import decisions
    from projections.store.find import store_path

    with EventStore(store_path(db), read_only=True) as store:
        for game_id in ids:
            yield decisions(store.read(game_id).log(), game_id)


def _of_one(name: str, notation: str | None, db: str | None) -> "Iterator[list[Decision]]":
    from projections.game.decisions import decisions
    from projections.screen import arguments
    from projections.store.find import find, store_path

    found: Any = find(name, store_path(db), arguments.notation(notation))
    yield decisions(found.log, found.stored.game_id if found.stored else "")
