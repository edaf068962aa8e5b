"""How players were rated at points in time, each by the games before it, as `predict` does."""

from typing import TYPE_CHECKING, Any

from projections.statistics.filters import Filters
from projections.statistics.selecting import select

if TYPE_CHECKING:
    import duckdb


def rating_history(
    connection: "duckdb.DuckDBPyConnection", game: str, catalogue: str | None, *, discrepant: bool = False
) -> list[dict[str, Any]]:
    """Ratings (`player`, `since`, `before`, `rating`) at about 20 points in time; none for too few games with dates.

    All games of the ruleset and catalogue count. Raises LibraryMissing.
    """
    from projections.statistics.strength import need_libraries

    need_libraries("ratings over time")
    from projections.statistics.strength.data import dates, read
    from projections.statistics.strength.estimates import earlier_ratings

    select(connection, game, catalogue, Filters(discrepant=discrepant))
    return list(earlier_ratings(read(connection, dated=True), dates(connection)))
