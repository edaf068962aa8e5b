"""Ratings over time: how good each player was in the course of the games, and how sure that is.

Grain: one row per game, player and period since the player's first game, the best player of the last period first.
Plot: lines of rating from rating_low to rating_high over until
Columns: until (when the last game of the period was played; periods have about as many games each), games (of the
  player up to then), since (when the first game of the period was played), played (games of the player in the period),
  group (players in different groups cannot be compared), rating (points on the scale of Elo; 1500 is the mean of the
  group's players who have begun by then) with its 95 % interval rating_low..rating_high.
Caveat: all selected games determine a rating, later ones too. If everybody becomes better alike, it does not show.
  Between games, and most of all in a pause, a player may have changed unseen: the interval is wider. Ratings are
  shrunken towards the mean. Games without a date are left out; see docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING

from events.problems import count
from projections.statistics.computed import Prepared, keep
from projections.statistics.computed.strength import apart
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

MEASURES = ("rating", "rating_low", "rating_high")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Follow the players of the selected games; the statistic makes no splits itself. Raises LibraryMissing."""
    need_libraries("stats ratings")
    from projections.statistics.strength.data import dates, read
    from projections.statistics.strength.player_courses import course_rows

    selection = read(connection, dated=True)
    rows, drift = course_rows(selection, dates(connection))
    types = {"player": "VARCHAR", "until": "VARCHAR", "games": "BIGINT", "since": "VARCHAR", "played": "BIGINT"}
    keep(connection, "course_rows", types | {"group": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE"), rows)
    notes = [f"{count(len(selection.time), 'game')} with a date"]
    if rows:
        notes.append(f"a player changes by about {drift:.0f} points over the whole time (standard deviation)")
    groups = max((row["group"] for row in rows), default=1)
    if groups > 1:
        notes.append(apart("players", groups))
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    order = '"group", arg_max(rating, until) OVER (PARTITION BY player) DESC NULLS LAST, player, until'
    return Prepared(f"SELECT {game}, * FROM course_rows ORDER BY {order}", tuple(notes))
