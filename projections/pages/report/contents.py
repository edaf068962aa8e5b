"""A survey of a store for its report: the games, the statistics they have, and the names of all pages."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.public import holds_secrets
from engine.rules import games as installed
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.problems import LogProblem
from events.seals.judging import SealFinding
from events.store.event_store import EventStore
from projections.statistics import Filters, names, titles
from projections.statistics.known_values import one_stored
from projections.store.find import find_watched
from projections.store.game_seals import seal_words
from projections.store.query import games
from projections.store.store_seals import of_games

GAMES = "games.html"
"""The page that lists the games."""


class Seat(NamedTuple):
    """A seat of a stored game; `rank` and `vp` are None until the game is over."""

    player: str
    faction: str | None
    vp: int | None
    rank: int | None
    dropped: bool


class Stored(NamedTuple):
    """A stored game. `played_at` is the date in force, or empty; a tag reads like `season 60`.

    `seals` says who sealed it (projections.store.game_seals.seal_words).
    """

    game_id: str
    game: str
    verdict: str
    finished: bool
    records: int
    played_at: str
    source: str
    tags: Sequence[str]
    seats: Sequence[Seat]
    seals: str = ""


class Survey(NamedTuple):
    """Page of a statistic -> (game, name), page of a game -> its id, and the titles of statistics by (game, name).

    `secret` are the ids of games that have no page because they are still being played, with secrets.
    """

    db: str
    filters: Filters
    games: Sequence[Stored]
    statistics: Mapping[str, tuple[str, str]]
    pages: Mapping[str, str]
    titles: Mapping[tuple[str, str], str]
    secret: Collection[str] = ()


def survey(db: str, filters: Filters, pages: int | None) -> Survey:
    """Survey a store; `pages` games get a replay page (None: all that have records): see `spread`. No branches.

    A page shows everything, so a game that is still being played gets none if not everybody has seen everything.

    Raises what querying the store raises, and Unreadable if no such game is stored.
    """
    seals = _seals(db)
    stored = [
        each._replace(seals=seal_words(seals.get(each.game_id, [])))
        for each in (_stored(row) for row in games(db, "branch_of IS NULL"))
    ]
    stored.sort(key=lambda each: (each.source, each.game_id) if each.played_at else ("", ""))  # not by their import
    stored.sort(key=lambda each: each.played_at, reverse=True)
    if filters.game is not None:
        known = sorted({each.game for each in stored})
        stored = [each for each in stored if each.game == filters.game]
        if not stored:
            raise Unreadable(f"the game {filters.game!r}", one_stored(known, filters.game))
    with_records = [each for each in stored if each.records and each.game in installed()]
    found = {each.game for each in stored}
    titled = {
        (game, str(each["name"])): str(each["title"])
        for game in sorted(found & {*installed()})
        for each in titles(game)
    }
    secret: set[str] = set()

    def hidden(each: Stored) -> bool:
        if hides := not each.finished and _holds_secrets(db, each):
            secret.add(each.game_id)
        return hides

    shown = spread(with_records, pages, hidden)
    return Survey(
        db,
        filters,
        stored,
        {f"statistics/{game}-{name}.html": (game, name) for game, name in sorted(titled)},
        {f"games/{game_id}.html": game_id for game_id in shown},
        titled,
        secret,
    )


def _holds_secrets(db: str, stored: Stored) -> bool:
    """Whether a game that is not over has records that not everybody at the table saw."""
    if ruleset(stored.game).public is None:
        return False
    try:
        _, game = find_watched(stored.game_id, db, lambda replay: replay)
    except LogProblem:  # its page will say so
        return False
    return game is not None and holds_secrets(game)


def _seals(db: str) -> Mapping[str, list[SealFinding]]:
    """The findings on the seals of the games of a store."""
    found: dict[str, list[SealFinding]] = {}
    with EventStore(db, read_only=True) as store:
        for game_id, each in of_games(store):
            found.setdefault(game_id, []).append(each)
    return found


def spread(
    stored: Sequence[Stored], number: int | None, hidden: Callable[[Stored], bool] = lambda each: False
) -> list[str]:
    """The ids of that many games, in the order of the list: the first of each game, then the second, and so on.

    Those that are `hidden` are passed over; only games whose turn comes are asked for that.
    """
    of_game: dict[str, list[int]] = {}
    for place, each in enumerate(stored):
        of_game.setdefault(each.game, []).append(place)
    queues = [(place for place in places if not hidden(stored[place])) for places in of_game.values()]
    chosen: list[int] = []
    while number is None or len(chosen) < number:
        found = sorted(place for place in (next(queue, None) for queue in queues) if place is not None)
        if not found:
            break
        chosen += found
    return [stored[place].game_id for place in sorted(chosen[:number])]


def _stored(row: Mapping[str, Any]) -> Stored:
    seats = [Seat(**{name: seat[name] for name in Seat._fields}) for seat in row["seats"] or ()]
    tags = [f"{name} {value}" for name, value in (row["tags"] or {}).items()]
    columns = ("game_id", "game", "verdict", "finished", "records", "played_at", "source")
    return Stored._make([*(row[name] for name in columns), tags, seats, ""])


def name_of(game: str) -> str:
    """The name of a game; its id if its rules are not installed."""
    return ruleset(game).name if game in installed() else game


def ruled(games: Sequence[Stored]) -> list[Stored]:
    """Those of the games whose rules are installed."""
    known = installed()
    return [each for each in games if each.game in known]


def own(game: str, name: str) -> bool:
    """Whether the statistic exists for this game only."""
    return name in names(game)
