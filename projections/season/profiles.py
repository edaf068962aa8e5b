"""Profiles of players and factions: what the statistics say of each, their ratings over time, and all their games.

Everything is counted once for all of them, by the statistics that `anyturn stats` shows.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from events.log.codec import Unreadable
from events.problems import near_match
from projections.statistics import Answer, Filters, define, names, run
from projections.statistics.libraries import LibraryMissing
from projections.statistics.selecting import CATALOGUE
from projections.store.find import open_tables

if TYPE_CHECKING:
    import duckdb

BEST = 5
"""How many best games, openings and opponents are shown."""
RESULTS, FACTIONS, OPENINGS, OPPONENTS, PLAYERS = "results", "factions", "openings", "opponents", "players"
RATINGS = "ratings"
OF_PLAYERS = {RESULTS: "players", FACTIONS: "repertoires", OPENINGS: "openings", OPPONENTS: "rivals"}
OF_FACTIONS = {RESULTS: "factions", PLAYERS: "repertoires", OPENINGS: "openings", OPPONENTS: "matchups"}
"""Part of a profile -> the statistic from which it comes."""
Row = dict[str, Any]

_GAMES = f"""
WITH tables AS (
    SELECT game_id, list({{player: player, faction: faction, vp: vp, dropped: dropped}} ORDER BY rank NULLS LAST, seat)
        AS seats FROM named_seats GROUP BY game_id
)
SELECT game, {CATALOGUE} AS catalogue, game_id, played_at, source, verdict, finished, players, player, faction, rank,
    vp, win_share, dropped,
    CASE WHEN NOT dropped THEN vp - mean_vp END AS margin, seats
FROM named_seats JOIN dated_games USING (game_id) JOIN tables USING (game_id) WHERE branch_of IS NULL
ORDER BY played_at DESC, source, game_id, seat
"""


class Part(Struct, frozen=True):
    """The profile of a player or faction in one game with one catalogue: rows by part, as in OF_PLAYERS.

    `ratings` are rows of the statistic of that name with a rating, in order of time; `words` is what was counted.
    """

    game: str
    catalogue: str | None
    words: str
    rows: Mapping[str, Sequence[Row]]
    columns: Mapping[str, Sequence[str]]
    ratings: Sequence[Row] = ()


class Profile(Struct, frozen=True):
    """A player, or a faction of a game; `games` are all stored games with a seat of theirs, the newest first."""

    name: str
    parts: Sequence[Part]
    games: Sequence[Row]
    aliases: Sequence[str] = ()
    notes: Sequence[str] = ()

    def best(self, part: Part) -> list[Row]:
        """The finished games of a part with the greatest margins over the mean of the table, if these were positive."""
        of_part = [row for row in self.games if (row["game"], row["catalogue"]) == (part.game, part.catalogue)]
        seats = [row for row in of_part if row["finished"] and (row["margin"] or 0) > 0]
        return sorted(seats, key=lambda row: (-row["margin"], row["played_at"], row["game_id"]))[:BEST]


class Profiles(Struct):
    """What was counted for all players and factions. `answers` are by statistic; those of openings also by player."""

    answers: dict[str, list[Answer]]
    seats: list[Row]
    aliases: dict[str, list[str]]
    notes: list[str]

    @property
    def players(self) -> list[str]:
        """Everybody who has a seat, by name."""
        return sorted({row["player"] for row in self.seats if row["player"]})

    @property
    def factions(self) -> list[tuple[str, str]]:
        """Every (game, faction) that somebody played."""
        return sorted({(row["game"], row["faction"]) for row in self.seats if row["faction"]})

    def player(self, name: str) -> Profile:
        """The profile of a player."""
        parts = [
            self._part(answer, OF_PLAYERS | {OPENINGS: "player openings"}, {"player": name}, name)
            for answer in self.answers["players"]
        ]
        games = [row for row in self.seats if row["player"] == name]
        kept = [part for part in parts if part.rows[RESULTS]]
        return Profile(name, kept, games, self.aliases.get(name, []), self.notes)

    def faction(self, game: str, faction: str) -> Profile:
        """The profile of a faction."""
        found = [answer for answer in self.answers["factions"] if answer.game == game]
        parts = [self._part(answer, OF_FACTIONS, {"faction": faction}, "") for answer in found]
        games = [row for row in self.seats if (row["game"], row["faction"]) == (game, faction)]
        return Profile(faction, [part for part in parts if part.rows[RESULTS]], games)

    def _part(self, about: Answer, wanted: Mapping[str, str], of: Mapping[str, str], player: str) -> Part:
        """One game's part: the rows in which the columns `of` have these values."""
        rows, columns = {}, {}
        for part, statistic in wanted.items():
            same = (each for each in self.answers.get(statistic, ()) if _same(each, about))
            answer = next(same, None)
            every = answer.rows if answer else []
            rows[part] = [row for row in every if all(row.get(name) == value for name, value in of.items())]
            columns[part] = [name for name in (answer.columns if answer else []) if name not in (*of, "game")]
            if part in (OPENINGS, OPPONENTS, PLAYERS):
                rows[part] = sorted(rows[part], key=lambda row: -row["games"])
        over_time = next((each.rows for each in self.answers.get(RATINGS, ()) if _same(each, about)), ())
        ratings = [row for row in over_time if row["player"] == player and row["rating"] is not None]
        return Part(about.game, about.catalogue, about.words, rows, columns, ratings)


def _same(one: Answer, other: Answer) -> bool:
    return (one.game, one.catalogue) == (other.game, other.catalogue)


def profiles(db: str, filters: Filters | None = None) -> Profiles:
    """Count everything that profiles need. Filters of games apply to what is counted, not to the lists of games.

    Raises what querying the store raises.
    """
    with open_tables(db) as store:
        found = _begun(store.connection, filters or Filters())
        _count(store.connection, filters or Filters(), found, None)
        return found


def _begun(connection: "duckdb.DuckDBPyConnection", filters: Filters) -> Profiles:
    """The seats and names, before anything is counted."""
    define(connection)
    found = Profiles({}, _seats(connection, filters.game), {}, [])
    for alias, player in connection.execute("SELECT alias, player FROM aliases ORDER BY ALL").fetchall():
        found.aliases.setdefault(player, []).append(alias)
    return found


def _count(connection: "duckdb.DuckDBPyConnection", filters: Filters, found: Profiles, player: str | None) -> None:
    """Count for everybody; the openings of players only for one, if given."""
    stored = sorted({row["game"] for row in found.seats})
    for name in ("players", "factions", "repertoires", "rivals", "matchups"):
        found.answers[name] = run(connection, name, filters)
    having = [game for game in stored if "openings" in names(game)]
    found.answers["openings"] = [
        answer for game in having for answer in run(connection, "openings", replace(filters, game=game))
    ]
    found.answers["player openings"] = []
    theirs = {row["game"] for row in found.seats if player in (None, row["player"])}
    for game in [game for game in having if game in theirs]:
        chosen = replace(filters, game=game, by="player", player=player)
        try:
            found.answers["player openings"] += run(connection, "openings", chosen)
        except Unreadable:  # more players than a statistic is split by
            found.notes.append("Usual openings are left out, as there are too many players: see `anyturn player NAME`")
    try:
        found.answers[RATINGS] = run(connection, RATINGS, filters)
    except LibraryMissing as missing:
        found.notes.append(str(missing))


def _seats(connection: "duckdb.DuckDBPyConnection", game: str | None) -> list[Row]:
    cursor = connection.execute(_GAMES)
    columns = [column[0] for column in cursor.description or ()]
    rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return [row for row in rows if game in (None, row["game"])]


def player_named(found: Profiles, name: str) -> str:
    """A player's own name, from it, an alias, or either in other capitals. Raises Unreadable."""
    known = {player: player for player in found.players}
    known |= {alias: player for player, aliases in found.aliases.items() for alias in aliases if player in known}
    if name in known:
        return known[name]
    alike = {own for each, own in known.items() if each.casefold() == name.casefold()}
    if len(alike) == 1:
        return alike.pop()
    raise Unreadable(f"the player {name!r}", f"one with a stored game{near_match(known, name)}")


def one_player(db: str, name: str, filters: Filters | None = None) -> Profile:
    """The profile of one player, however many there are. Raises Unreadable for an unknown name."""
    with open_tables(db) as store:
        found = _begun(store.connection, filters or Filters())
        own = player_named(found, name)
        _count(store.connection, filters or Filters(), found, own)
    return found.player(own)
