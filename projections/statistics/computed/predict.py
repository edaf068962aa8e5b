"""Prediction: how well earlier games predict later ones, by several methods.

Grain: one row per game and method, the best first.
Plot: intervals of excess from excess_low to excess_high, beside 0
Plot: intervals of win_chance from low to high
Columns: games (predicted only from earlier ones), log_loss (mean of -log of the chance of the whole finishing order),
  excess (how much greater than that of the model) with its 95 % interval excess_low..excess_high, brier (mean of
  Brier's score of the predicted winner: 0 is perfect). With --table SEATS instead one row per seat: player, faction,
  games (of the player), win_chance with its 95 % interval low..high, mean_rank (the place to expect).
Caveat: games without a date are left out; the first fifth of the others, at least 20, is only learnt from, and the
  methods are updated about 20 times. Methods: docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING, Any

from events.problems import count
from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

ASKED = ("table",)
MEASURES = ("log_loss", "excess", "excess_low", "excess_high", "brier")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str, table: str | None = None) -> Prepared:
    """Judge every method on the selected games, or compute the chances of a `table` from all of them.

    The statistic makes no splits itself. Raises LibraryMissing, and Unreadable for a table that cannot be read.
    """
    need_libraries("stats predict")
    if table is not None:
        return _chances(connection, table)
    from projections.statistics.strength.data import dates, read
    from projections.statistics.strength.estimates import moments, prediction_rows
    from projections.statistics.strength.settings import read_settings

    selection = read(connection, dated=True)
    rows: list[dict[str, Any]] = []
    if moments(selection.time):  # otherwise it is not worth reading anything else
        rows = list(prediction_rows(selection, read_settings(connection), dates(connection)))
    columns = {"method": "VARCHAR", "games": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE")
    keep(connection, "prediction_rows", columns, rows)
    dated = count(len(selection.time), "game")
    notes = [f"{dated} with a date" + ("" if rows else ", too few to learn from and to predict")]
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    return Prepared(f"SELECT {game}, * FROM prediction_rows ORDER BY log_loss, method", tuple(notes))


def _chances(connection: "duckdb.DuckDBPyConnection", table: str) -> Prepared:
    from projections.statistics.strength.data import read
    from projections.statistics.strength.named_table import seats, table_rows

    named = seats(table)
    selection = read(connection)
    rows = [{"number": number, **row} for number, row in enumerate(table_rows(selection, named))]
    columns = {"number": "INTEGER", "player": "VARCHAR", "faction": "VARCHAR", "games": "BIGINT"}
    keep(connection, "chance_rows", columns | dict.fromkeys(("win_chance", "low", "high", "mean_rank"), "DOUBLE"), rows)
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    notes = ["chances before the game, without start positions"]
    return Prepared(f"SELECT {game}, * EXCLUDE number FROM chance_rows ORDER BY number", tuple(notes))
