"""Players: how often each of them plays and wins, and how good they are, apart from their factions.

Grain: one row per game and player's name, most games first.
Plot: intervals of rating from rating_low to rating_high, beside 1500
Plot: intervals of win_rate from low to high, beside expected
Columns: as in players.sql; after the games, the rating (points on the scale of Elo; the mean of all plays is 1500) with
  its 95 % interval rating_low..rating_high, from the joint model of `stats strength`.
Caveat: names are taken as the logs give them; seats without a name belong to nobody and have no rating. Ratings need
  libraries and are left out, with a note, if these are missing.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING

from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import INSTALL, libraries_missing

if TYPE_CHECKING:
    import duckdb

RATING = ("rating", "rating_low", "rating_high")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Rate the players of the selected games; the statistic makes no splits itself."""
    from projections.statistics import sql

    plain = sql("players")
    if libraries_missing():
        return Prepared(str(plain), (f"no ratings: they need numpy and scipy, {INSTALL}",))
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import player_rows

    columns = {"player": "VARCHAR"} | dict.fromkeys(RATING, "DOUBLE")
    keep(connection, "player_ratings", columns, player_rows(read(connection)))
    listed = ", ".join(RATING)
    return Prepared(
        f"SELECT game, player, games, {listed}, * EXCLUDE (game, player, games, {listed})\n"
        f"FROM ({plain}\n) LEFT JOIN player_ratings USING (player)\n"
        "ORDER BY game, games DESC, win_rate DESC NULLS LAST, player"
    )
