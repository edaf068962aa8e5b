"""Calibration: whether those who are given a chance of 30 % win in 30 of 100 games, by several methods.

Grain: one row per game, method and fifth of the predicted seats, those with the lowest chances first.
Plot: intervals of win_rate from low to high, beside predicted
Columns: method (as in `stats predict`), fifth (1 to 5), games (predicted seats), predicted (their mean chance to win),
  wins (a tie is shared), win_rate with its Wilson 95 % interval low..high, off (win_rate minus predicted).
Caveat: of 20 intervals that are right, one does not contain what was predicted; seats at one table are not independent.
  Games without a date are left out, as are those that are only learnt from.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING, Any

from events.problems import count
from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb


def prepare(connection: "duckdb.DuckDBPyConnection", by: str) -> Prepared:
    """Predict the selected games by every method; the statistic makes no splits itself. Raises LibraryMissing."""
    need_libraries("stats calibration")
    from projections.statistics.strength.data import dates, read
    from projections.statistics.strength.estimates import calibration_rows, moments
    from projections.statistics.strength.settings import read_settings

    selection = read(connection, dated=True)
    rows: list[dict[str, Any]] = []
    if moments(selection.time):  # otherwise it is not worth reading anything else
        rows = list(calibration_rows(selection, read_settings(connection), dates(connection)))
    columns = {"method": "VARCHAR", "fifth": "INTEGER", "games": "BIGINT", "predicted": "DOUBLE", "wins": "DOUBLE"}
    keep(connection, "calibration_rows", columns, rows)
    dated = count(len(selection.time), "game")
    notes = [f"{dated} with a date" + ("" if rows else ", too few to learn from and to predict")]
    return Prepared(
        "SELECT (SELECT any_value(game) FROM selected_games) AS game, *, wins / games AS win_rate, "
        "wilson_low(wins, games) AS low, wilson_high(wins, games) AS high, wins / games - predicted AS off "
        "FROM calibration_rows ORDER BY method <> 'model', method, fifth",
        tuple(notes),
    )
