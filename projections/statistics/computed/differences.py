"""Differences: how far apart two factions are, apart from who plays them, and how sure that is.

Grain: one row per game and two factions that games connect, the surest difference first; with --by map or --by players,
  also per map or number of players; with --by seat, two start positions for the same number of players instead.
Plot: intervals of difference from joint_low to joint_high, beside 0
Columns: games (of the one of the two with fewer), difference (rating of the first minus that of `against`, in points
  on the scale of Elo; the first is the one rated higher) with its 95 % interval difference_low..difference_high,
  joint_low..joint_high (intervals that all hold at once in 95 % of tables), better (the probability that the first is
  truly the better one, from shrunken ratings), from_prior (the share of what is known about the difference that comes
  from the prior and not from the games).
Caveat: of many pairs, some seem to differ by chance: two factions chosen before looking differ if
  difference_low..difference_high leaves out 0, any found in the table if joint_low..joint_high does. If from_prior is
  above a half, the games hardly connect the two; see docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING, Any

from projections.statistics.computed import Prepared, keep
from projections.statistics.computed.strength import SPLITS, kind, listed, named_by, notes
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

__all__ = ["SPLITS", "prepare"]

ENDS = ("difference", "difference_low", "difference_high", "joint_low", "joint_high")
MEASURES = (*ENDS, "better", "from_prior")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Fit the joint model to the selected games and compare every two effects. Raises LibraryMissing."""
    need_libraries("stats differences")
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import MOST, difference_rows

    selection = read(connection, "" if by == "seat" else by)
    named = named_by(by)
    named["against"] = [*named.values()][-1]
    rows: list[dict[str, Any]] = [
        {**dict(zip(named, row["name"], strict=True)), **row} for row in difference_rows(selection, kind(by))
    ]
    keep(connection, "difference_rows", named | {"games": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE"), rows)
    said = notes(selection, by)
    effects = len(selection.names[kind(by)])
    if effects > MOST:
        said.append(
            f"{effects} effects are too many to compare each two, at most {MOST} are: filter, for example by map"
        )
    shown = listed(named)
    order = ", ".join([*shown[:-2], "better DESC", "difference DESC", *shown[-2:]])
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    columns = ", ".join([game, *shown, "games", *MEASURES])
    return Prepared(f"SELECT {columns} FROM difference_rows ORDER BY {order}", tuple(said))
