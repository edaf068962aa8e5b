"""What a report tells of: the games of a store, the statistics that they have, and the names of all pages."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.ruleset import games as installed
from engine.ruleset import ruleset
from events.codec import Unreadable
from projections.statistics import Filters, names, titles
from projections.statistics.stored import one_stored
from projections.store.find import open_tables

if TYPE_CHECKING:
    import duckdb

GAMES = "games.html"
"""The page that lists the games."""


class Seat(NamedTuple):
    """Who sat there: `rank` and `vp` are None while a game is not over."""

    player: str
    faction: str | None
    vp: int | None
    rank: int | None
    dropped: bool


class Stored(NamedTuple):
    """A stored game. `played_at` is a date as its source states it, or empty."""

    game_id: str
    game: str
    verdict: str
    finished: bool
    records: int
    played_at: str
    source: str
    seats: Sequence[Seat]


class Survey(NamedTuple):
    """Page of a statistic -> (game, name); page of a game -> its id; the titles of statistics by (game, name)."""

    db: str
    filters: Filters
    games: Sequence[Stored]
    statistics: Mapping[str, tuple[str, str]]
    pages: Mapping[str, str]
    titles: Mapping[tuple[str, str], str]


def survey(db: str, filters: Filters, pages: int | None) -> Survey:
    """Look through a store; so many of its newest games have a replay page, None: all that have records.

    Raises what opening the store raises, and Unreadable for a game that is not stored.
    """
    with open_tables(db) as store:
        stored = _games(store.connection)
    if filters.game is not None:
        known = sorted({each.game for each in stored})
        stored = [each for each in stored if each.game == filters.game]
        if not stored:
            raise Unreadable(f"the game {filters.game!r}", one_stored(known, filters.game))
    with_records = [each.game_id for each in stored if each.records and each.game in installed()]
    found = {each.game for each in stored}
    told = {
        (game, str(one["name"])): str(one["title"]) for game in sorted(found & {*installed()}) for one in titles(game)
    }
    return Survey(
        db,
        filters,
        stored,
        {f"statistics/{game}-{name}.html": (game, name) for game, name in sorted(told)},
        {f"games/{game_id}.html": game_id for game_id in with_records[:pages]},
        told,
    )


def _games(connection: "duckdb.DuckDBPyConnection") -> list[Stored]:
    """The stored games, the newest first: by the date on which they were played, then by that of their import."""
    rows = connection.execute(
        """SELECT game_id, game, verdict, finished, records, played_at, source,
            to_json(list(json_array(player, faction, vp, rank, dropped) ORDER BY rank NULLS LAST, seat))
        FROM games JOIN seats USING (game_id)
        GROUP BY game_id, game, verdict, finished, records, played_at, source, imported_at
        ORDER BY played_at DESC, imported_at DESC, source, game_id"""
    ).fetchall()
    return [Stored._make([*row[:-1], msgspec.json.decode(row[-1], type=list[Seat])]) for row in rows]


def name_of(game: str) -> str:
    """What a game is called, where its rules are installed."""
    return ruleset(game).name if game in installed() else game


def own(game: str, name: str) -> bool:
    """Whether only this game has the statistic."""
    return name in names(game)
