"""Bids: what factions cost at the start, and what they should cost so that all are equally good.

Grain: one row per game and faction, the one that should cost most first; with --by map or --by players, also per map or
  number of players, and compared within it.
Plot: intervals of fair_bid from fair_low to fair_high, beside mean_cost
Columns: games (seats that played to the end), group (as in `stats strength`), mean_start (the points that the faction
  began with), auctions (how many of the games had one), mean_bid (the mean of what was bid for it there), mean_cost (by
  how much fewer points it began with than the mean of its table), fair_bid (how much it should cost more than the
  average faction, so that its margin is as good) with its 95 % interval fair_low..fair_high.
Caveat: only differences between bids matter: if all bid 5 more, nothing changes; mean_cost and fair_bid are therefore
  measured from the average of the table and of all plays. A fair bid makes margins equal, and thereby chances to win
  if factions are equally steady. Games known by their result only are left out: their points at the start are unknown.
Filters arrive in the views selected_games and selected_seats, with results net of the points at the start; whole tables
  are compared.
"""

from typing import TYPE_CHECKING, Any

from projections.statistics.computed import Prepared, keep
from projections.statistics.computed.strength import NO_FACTION, listed, named_by
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

SPLITS = ("map", "players")
NET_OF_START = True
"""The results over which it is computed are those without the points at the start."""
MEANS = ("mean_start", "mean_bid", "mean_cost")
FAIR = ("fair_bid", "fair_low", "fair_high")

_COSTS = """
WITH seats AS (
    SELECT {split} AS split, faction, dropped, coalesce(points, 0) AS points,
        avg(coalesce(points, 0)) FILTER (NOT dropped) OVER (PARTITION BY game_id) AS mean,
        CASE WHEN options ->> '$.faction_selection' = 'auction' AND points IS NOT NULL
            THEN (options ->> '$.auction_start_vp')::INTEGER - points END AS bid
    FROM selected_tables JOIN selected_games USING (game_id) LEFT JOIN start_points USING (game_id, seat)
)
SELECT split, faction, avg(points), avg(bid), avg(mean - points), count(bid)
FROM seats WHERE NOT dropped AND faction IS NOT NULL GROUP BY split, faction
"""


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Compute what factions are worth without their points at the start. Raises LibraryMissing."""
    need_libraries("stats bids")
    from projections.statistics.strength.data import FACTIONS, SPLITS, read
    from projections.statistics.strength.estimates import fair_rows

    named = named_by(by)
    costs = {
        (split, faction): {**dict(zip(MEANS, means, strict=True)), "auctions": auctions}
        for split, faction, *means, auctions in connection.execute(_COSTS.format(split=SPLITS[by])).fetchall()
    }
    selection = read(connection, by)
    notes = []
    if len(selection.time) and not selection.names[FACTIONS]:
        notes.append(NO_FACTION)
    rows: list[dict[str, Any]] = []
    if any(cost["mean_start"] for cost in costs.values()):
        rows = [
            {**dict(zip(named, row["name"], strict=True)), **row, **costs[row["name"]]} for row in fair_rows(selection)
        ]
    elif costs:
        notes.append("nobody began with points")
    types = (
        named | {"games": "BIGINT", "group": "BIGINT", "auctions": "BIGINT"} | dict.fromkeys((*MEANS, *FAIR), "DOUBLE")
    )
    keep(connection, "bid_rows", types, rows)
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    shown = ", ".join(
        [game, *listed(named), "games", '"group"', "mean_start", "auctions", "mean_bid", "mean_cost", *FAIR]
    )
    order = f'{by + ", " if by else ""}"group", fair_bid DESC NULLS LAST, faction'
    return Prepared(f"SELECT {shown} FROM bid_rows ORDER BY {order}", tuple(notes))
