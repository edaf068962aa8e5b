"""Players: how often each of them plays and wins, and how good they are, apart from their factions.

Grain: one row per game and player's name, most games first.
Plot: intervals of rating from rating_low to rating_high, beside 1500
Plot: intervals of win_rate from low to high, beside expected
Columns: as in players.sql; after the games, the rating (points on the scale of Elo; the mean of all plays of players
  whom games connect is 1500) with its 95 % interval rating_low..rating_high, from the joint model of `stats
  strength`; group (players in different groups cannot be compared: no games lead from one to the other).
Caveat: names are taken as the logs give them; seats without a name belong to nobody and have no rating. Ratings need
  libraries and are left out, with a note, if these are missing. If the games do not connect all players, a note says
  so: ratings of players in different groups cannot be compared.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from projections.statistics.computed import Prepared, keep
from projections.statistics.computed.strength import apart
from projections.statistics.strength import INSTALL, libraries_missing

if TYPE_CHECKING:
    import duckdb

RATING = ("rating", "rating_low", "rating_high")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Rate the players of the selected games; the statistic makes no splits itself."""
    (game,) = connection.execute("SELECT any_value(game) FROM selected_games").fetchall()[0]
    return joined(connection, {game: compute(connection)})


def compute(connection: "duckdb.DuckDBPyConnection") -> list[dict[str, Any]]:
    """The ratings of the players of the selected games; none if libraries are missing."""
    if libraries_missing():
        return []
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import player_rows

    return list(player_rows(read(connection)))


def joined(connection: "duckdb.DuckDBPyConnection", found: Mapping[str, list[dict[str, Any]]]) -> Prepared:
    """The players of each game, or of each part, with the ratings found for it."""
    from projections.statistics import sql

    plain = sql("players")
    if libraries_missing():
        return Prepared(str(plain), (f"no ratings: they need numpy and scipy, {INSTALL}",))
    columns = {"game": "VARCHAR", "player": "VARCHAR", "group": "BIGINT"} | dict.fromkeys(RATING, "DOUBLE")
    rows = [{"game": game, **row} for game, ratings in found.items() for row in ratings]
    keep(connection, "player_ratings", columns, rows)
    groups = [max((row["group"] for row in ratings), default=1) for ratings in found.values()]
    listed = ", ".join(RATING)
    return Prepared(
        f'SELECT game, player, games, {listed}, * EXCLUDE (game, player, games, {listed}, "group"), "group"\n'
        f"FROM ({plain}\n) LEFT JOIN player_ratings USING (game, player)\n"
        "ORDER BY game, games DESC, win_rate DESC NULLS LAST, player",
        tuple(dict.fromkeys(apart("players", several) for several in groups if several > 1)),
    )
