"""What can be saved from a damaged store: every log whose bytes can be read and proven by its hash chain.

Each game is read by itself, and only the columns that make up its log, so a damaged block costs the games in it.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from events.log.native import ChainBroken
from events.store.database import damage
from events.store.event_store import EventStore
from projections.game.export import native_lines, write_log


class Rescued(Struct):
    """A game of the store: the file with its log, or why there is none."""

    game_id: str
    file: str = ""
    problem: str = ""


def rescue(path: str, folder: Path, *, force: bool = False) -> Iterator[Rescued]:
    """Write the logs of a store that can be read and proven into a folder, named by their ids.

    Yields each game, also one that is lost. Raises StoreUnusable if the store cannot be opened, duckdb.Error if its
    list of games cannot be read, and Exists.
    """
    with EventStore(path, read_only=True) as store:
        games = [head.game_id for head in store.heads()]
    folder.mkdir(parents=True, exist_ok=True)
    for game_id in games:
        yield _rescued(path, game_id, folder / f"{game_id}.jsonl.gz", force)


def _rescued(path: str, game_id: str, file: Path, force: bool) -> Rescued:
    """One game, read by a connection of its own: DuckDB gives one up at some kinds of damage."""
    import duckdb

    try:
        with EventStore(path, read_only=True) as store:
            lines = list(native_lines(store.read(game_id)))
    except ChainBroken as broken:
        return Rescued(game_id, problem=broken.broken.what)
    except duckdb.Error as error:
        if reason := damage(error):
            return Rescued(game_id, problem=reason)
        raise
    write_log(lines, file, force=force)
    return Rescued(game_id, str(file))
