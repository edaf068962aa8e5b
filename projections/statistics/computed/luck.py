"""Luck and skill: how much of the variation of results comes from players, factions, maps, seats, and from the rest.

Grain: one row per game, measure and source, the greatest share of each measure first, the rest last.
Plot: intervals of share from share_low to share_high
Columns: measure (points: final points; wins: the share of the win), source, games (seats that played to the end), share
  (of the variance of the measure) with its 95 % interval share_low..share_high, deviation (the standard deviation that
  the source alone would cause). Sources: player; faction (its mean over maps); faction on map (how it differs from that
  on single maps); seat (start position); together (what players, factions and seats cause jointly, as if good players
  choose good factions: negative if they choose bad ones); for points also map and table (by how much all points at a
  table are higher); rest (luck, form, setup, and all that is not recorded).
Caveat: the shares describe these games and these players: equal players leave everything to the rest. A share may be
  negative by chance, and is missing where games cannot tell sources apart. Only differences within tables tell
  players apart; see docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING

from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

MEASURES = ("share", "share_low", "share_high", "deviation")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Divide up the variation of the selected games; the statistic makes no splits itself. Raises LibraryMissing."""
    need_libraries("stats luck")
    from projections.statistics.strength.data import read
    from projections.statistics.strength.luck_rows import luck_rows
    from projections.statistics.strength.shares import TOGETHER

    rows = list(luck_rows(read(connection, "map")))
    columns = {"measure": "VARCHAR", "source": "VARCHAR", "games": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE")
    keep(connection, "luck_rows", columns, rows)
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    order = "measure, source = 'rest', share DESC NULLS LAST, source"
    unknown = sorted({row["source"] for row in rows if row["share"] is None} - {TOGETHER})
    notes = [f"these games cannot tell apart {' and '.join(unknown)}: no shares of these"] if unknown else []
    return Prepared(f"SELECT {game}, * FROM luck_rows ORDER BY {order}", tuple(notes))
