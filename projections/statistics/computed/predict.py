"""Prediction: how well earlier games predict later ones, by several methods.

Grain: one row per game and method, the best first.
Plot: intervals of excess from excess_low to excess_high, beside 0
Columns: games (predicted only from earlier ones), log_loss (mean of -log of the chance of the whole finishing order),
  excess (how much greater than that of the model) with its 95 % interval excess_low..excess_high.
Caveat: games without a date are left out; the first fifth of the others, at least 20, is only learnt from, and the
  methods are updated about 20 times. Methods: docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING

from events.problems import count
from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

MEASURES = ("log_loss", "excess", "excess_low", "excess_high")


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Judge every method on the selected games; the statistic makes no splits itself. Raises LibraryMissing."""
    need_libraries("stats predict")
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import prediction_rows

    selection = read(connection, dated=True)
    rows = list(prediction_rows(selection))
    columns = {"method": "VARCHAR", "games": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE")
    keep(connection, "prediction_rows", columns, rows)
    dated = count(len(selection.time), "game")
    notes = [f"{dated} with a date" + ("" if rows else ", too few to learn from and to predict")]
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    return Prepared(f"SELECT {game}, * FROM prediction_rows ORDER BY log_loss, method", tuple(notes))
