"""From filters to the relations that statistics count over: `selected_games`, `selected_seats` and those beside them.

Which games and seats count is found once and kept in temporary tables; the views only point to them. A part of a split
is narrowed from these, not from the store.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from events.codec import Unreadable
from events.verdicts import CLEAN, DISCREPANT
from projections.statistics.filters import Filters, asked
from projections.statistics.traits import Trait

if TYPE_CHECKING:
    import duckdb

MOST_PARTS = 200
"""Into so many parts a statistic is split at most: more rows than people read, and each takes its time."""

CATALOGUE = """CASE WHEN json_type(catalogue) IS DISTINCT FROM 'OBJECT' THEN catalogue ->> '$'
    WHEN catalogue ->> 'id' IS NULL
    THEN concat(catalogue ->> 'catalogue_id', ' (' || (catalogue ->> 'provenance') || ')')
    ELSE concat(catalogue ->> 'id', ' (', catalogue ->> 'mode', ', ' || left(md5(catalogue ->> 'tables'), 8), ')')
    END"""
"""SQL: the name of the cards that a game was played with, null where the rules bring them all.

Tables that a header brings along are told by their digest, too: one name may stand for different ones.
"""

_TABLES = """
CREATE OR REPLACE TEMP TABLE chosen_tables AS
SELECT named_seats.*, vp - mean AS margin
FROM named_seats JOIN (
    SELECT game_id, avg(vp) FILTER (NOT dropped) AS mean FROM seats SEMI JOIN chosen_games USING (game_id)
    GROUP BY game_id
) USING (game_id)
"""
_OPPONENTS = """
CREATE OR REPLACE TEMP VIEW selected_opponents AS
SELECT own.*, other.seat AS opponent_seat, other.player AS opponent, other.faction AS against,
    other.vp AS opponent_vp, other.rank AS opponent_rank
FROM selected_seats AS own JOIN selected_tables AS other
    ON other.game_id = own.game_id AND other.seat <> own.seat AND NOT other.dropped AND {condition}
"""


def select(connection: "duckdb.DuckDBPyConnection", game: str, catalogue: str | None, filters: Filters) -> None:
    """Put the relations in place for games of a ruleset and a catalogue."""
    rated = filters.rating is not None
    if rated:
        select(connection, game, catalogue, Filters(discrepant=filters.discrepant))
        _rate(connection)
    traits = asked(filters)
    conditions, values = _of_games(game, catalogue, filters)
    for one in traits:
        if not one.trait.of_seats:
            conditions.append(f"game_id IN (SELECT game_id FROM ({one.trait.relation(game)}) WHERE ? OR value = ?)")
            values += [*one.trait.parameters, one.any_value, one.value]
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE chosen_games AS SELECT game_id FROM dated_games "
        f"WHERE {' AND '.join(conditions)}",
        values,
    )
    seats = [one for one in traits if one.trait.of_seats]
    if seats or rated:
        _choose_seats(connection, game, filters)
    connection.execute(_TABLES)
    chosen = "chosen_tables SEMI JOIN chosen_seats USING (game_id, seat)" if seats or rated else "chosen_tables"
    _point(connection, "dated_games SEMI JOIN chosen_games USING (game_id)", "chosen_tables", chosen)
    _oppose(connection, filters.against)


def _of_games(game: str, catalogue: str | None, filters: Filters) -> tuple[list[str], list[Any]]:
    """SQL conditions on `dated_games` that are no matter of traits, and the values in them."""
    verdicts = [*CLEAN, DISCREPANT] if filters.discrepant else [*CLEAN]
    conditions = ["finished", "game = ?", f"({CATALOGUE}) IS NOT DISTINCT FROM ?", "verdict IN (SELECT unnest(?))"]
    values: list[Any] = [game, catalogue, verdicts]
    if filters.since is not None:
        conditions.append("played_at >= ?")
        values.append(filters.since)
    if filters.until is not None:  # all of the month or the day that it names
        conditions.append("played_at <> '' AND left(played_at, length(?)) <= ?")
        values += [filters.until, filters.until]
    return conditions, values


def _choose_seats(connection: "duckdb.DuckDBPyConnection", game: str, filters: Filters) -> None:
    """Keep the seats that have what is asked of seats, and only the games that have such a seat."""
    conditions, values = [], list[Any]()
    for one in asked(filters):
        if one.trait.of_seats:
            having = f"SELECT game_id, seat FROM ({one.trait.relation(game)}) WHERE value = ?"
            conditions.append(f"(game_id, seat) IN ({having})")
            values += [*one.trait.parameters, one.value]
    if filters.rating is not None:
        conditions.append("player IN (SELECT player FROM rated WHERE rating BETWEEN ? AND ?)")
        values += filters.rating
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE chosen_seats AS SELECT game_id, seat FROM named_seats "
        f"SEMI JOIN chosen_games USING (game_id) WHERE {' AND '.join(conditions)}",
        values,
    )
    connection.execute("DELETE FROM chosen_games WHERE game_id NOT IN (SELECT game_id FROM chosen_seats)")


def _rate(connection: "duckdb.DuckDBPyConnection") -> None:
    """Rate the players over the selected games, in the table `rated`. Raises LibraryMissing."""
    from projections.statistics.computed import keep
    from projections.statistics.strength import need_libraries

    need_libraries("--rating")
    from projections.statistics.strength.data import read
    from projections.statistics.strength.rows import player_rows

    keep(connection, "rated", {"player": "VARCHAR", "rating": "DOUBLE"}, player_rows(read(connection)))


def _point(connection: "duckdb.DuckDBPyConnection", games: str, tables: str, seats: str) -> None:
    """Let the views stand for these relations."""
    for view, relation in (("games", games), ("tables", tables), ("seats", seats)):
        connection.execute(f"CREATE OR REPLACE TEMP VIEW selected_{view} AS SELECT * FROM {relation}")


def _oppose(connection: "duckdb.DuckDBPyConnection", against: str | None) -> None:
    """Let `selected_opponents` hold those who sat at the table of a selected seat; only with one faction, if one."""
    connection.execute("CREATE OR REPLACE TEMP TABLE opposing AS SELECT ?::VARCHAR AS faction", [against])
    condition = "true" if against is None else "other.faction = (SELECT faction FROM opposing)"
    connection.execute(_OPPONENTS.format(condition=condition))


def parts(connection: "duckdb.DuckDBPyConnection", game: str, by: Trait, least: int) -> Iterator[str]:
    """Narrow what is selected to the parts of a split, one after the other: those with `least` seats.

    Seats for which the value is not known are in none. Raises Unreadable for more than MOST_PARTS.
    """
    own = ", seat" if by.of_seats else ""
    connection.execute("CREATE OR REPLACE TEMP TABLE whole_seats AS SELECT * FROM selected_seats")
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE splits AS SELECT DISTINCT game_id{own}, value FROM ({by.relation(game)}) "
        f"SEMI JOIN whole_seats USING (game_id{own}) WHERE value IS NOT NULL",
        [*by.parameters],
    )
    found = connection.execute(
        f"SELECT value FROM splits JOIN whole_seats USING (game_id{own}) GROUP BY value HAVING count(*) >= ? "
        "ORDER BY try_cast(value AS BIGINT) NULLS LAST, value",
        [least],
    ).fetchall()
    if len(found) > MOST_PARTS:
        raise Unreadable(f"{len(found):,} parts by {by.name}", f"{MOST_PARTS} at most: filter, or name --min-games")
    for (value,) in found:
        _narrow(connection, own, value, by.name == "against")
        yield value


def _narrow(connection: "duckdb.DuckDBPyConnection", own: str, value: str, opposing: bool) -> None:
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE part_seats AS SELECT * FROM whole_seats SEMI JOIN "
        f"(SELECT * FROM splits WHERE value = ?) AS part USING (game_id{own})",
        [value],
    )
    games, tables = (f"{whole} SEMI JOIN part_seats USING (game_id)" for whole in ("dated_games", "chosen_tables"))
    _point(connection, games, tables, "part_seats")
    if opposing:
        _oppose(connection, value)
