"""Strength: how good factions are, apart from who plays them.

Grain: one row per game and faction, the strongest first; with --by map or --by players, also per map or number of
  players, and compared within it; with --by seat, one row per number of players and start position instead.
Plot: intervals of rating from rating_low to rating_high, beside 0
Columns: games (seats that played to the end), rating (points on the scale of Elo above the mean of all plays) with its
  95 % interval rating_low..rating_high, fair_rate (the win rate to expect at the same tables if everybody else were
  average), win_rate (the plain one), margin (victory points to expect above the mean of an average table) with
  margin_low..margin_high.
Caveat: ratings are comparisons with the factions that were played, and players are told apart by name; see
  docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING, Any

from events.problems import count
from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

MEASURES = ("rating", "rating_low", "rating_high", "fair_rate", "win_rate", "margin", "margin_low", "margin_high")

SPLITS = ("map", "players", "seat")

NO_FACTION = "nobody has a faction; `anyturn stats players` rates players"


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Fit the joint model to the selected games, split by one of SPLITS. Raises LibraryMissing."""
    need_libraries("stats strength")
    from projections.statistics.strength.data import FACTIONS, SEATS, read
    from projections.statistics.strength.estimates import strength_rows

    seats = by == "seat"
    selection = read(connection, "" if seats else by)
    split = {by or "split": "INTEGER" if by == "players" else "VARCHAR"}
    named = {"players": "INTEGER", "start_position": "INTEGER"} if seats else {**split, "faction": "VARCHAR"}
    rows: list[dict[str, Any]] = [
        {**dict(zip(named, row["name"], strict=True)), **row}
        for row in strength_rows(selection, SEATS if seats else FACTIONS)
    ]
    keep(connection, "strength_rows", named | {"games": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE"), rows)
    shown = [name for name in named if name != "split"]
    order = "players, start_position" if seats else f"{by + ', ' if by else ''}rating DESC, faction"
    notes = [f"{count(selection.nameless, 'seat')} without a player's name"] if selection.nameless else []
    if len(selection.time) and not rows:
        notes.append("no start position is known" if seats else NO_FACTION)
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    columns = ", ".join([game, *shown, "games", *MEASURES])
    return Prepared(f"SELECT {columns} FROM strength_rows ORDER BY {order}", tuple(notes))
