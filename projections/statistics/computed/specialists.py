"""Specialists: how good factions are if players are better with some of them than with others.

Grain: one row per game and faction, the best first; with --by map also per map, and compared within it.
Plot: intervals of rating from rating_low to rating_high, beside plain_rating
Columns: games (seats that played to the end), people (how many different players that were), group (as in `stats
  strength`), rating (points on the scale of Elo above the mean of the group's plays, with an effect of each player with
  each faction accounted for) with its 95 % interval rating_low..rating_high, plain_rating (that of `stats strength`),
  change (rating minus plain_rating).
Caveat: a faction that a few specialists play well is rated lower than by `stats strength` if others show it. Effects
  of pairs are taken to be spread normally; of pairs that never played, nothing is known.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING, Any

from projections.statistics.computed import Prepared, keep
from projections.statistics.computed.strength import listed, named_by, notes
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

SPLITS = ("map",)
MEASURES = ("rating", "rating_low", "rating_high", "plain_rating", "change")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Fit the model with and without effects of players with factions to the selected games. Raises LibraryMissing."""
    need_libraries("stats specialists")
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import specialist_rows

    selection = read(connection, by)
    named = named_by(by)
    found, spread = specialist_rows(selection)
    rows: list[dict[str, Any]] = [{**dict(zip(named, row["name"], strict=True)), **row} for row in found]
    types = named | {"games": "BIGINT", "people": "BIGINT", "group": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE")
    keep(connection, "specialist_rows", types, rows)
    said = notes(selection, by)
    if rows:
        said.append(
            f"a player's skill varies by about {spread:.0f} points from faction to faction (standard deviation)"
        )
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    columns = ", ".join([game, *listed(named), "games", "people", '"group"', *MEASURES])
    order = f'{by + ", " if by else ""}"group", rating DESC NULLS LAST, faction'
    return Prepared(f"SELECT {columns} FROM specialist_rows ORDER BY {order}", tuple(said))
