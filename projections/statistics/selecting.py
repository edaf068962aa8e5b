"""From filters to the relations that statistics count over: `selected_games`, `selected_seats` and those beside them.

Which games and seats count is found once and kept in temporary tables; the views only point to them. A part of a split
is narrowed from these, not from the store.
"""

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
WITH seated AS MATERIALIZED (
    SELECT named_seats.*, players, number FROM named_seats JOIN chosen_games USING (game_id)
), means AS (
    SELECT number, avg(vp) FILTER (NOT dropped) AS mean FROM seated GROUP BY number
)
SELECT seated.*, vp - mean AS margin FROM seated JOIN means USING (number)
"""
_RESULTS = """
CREATE OR REPLACE TEMP VIEW chosen_results AS
SELECT dated_games.*, results.* EXCLUDE game_id FROM dated_games JOIN (
    SELECT number, any_value(game_id) AS game_id, avg(vp) FILTER (NOT dropped) AS mean_vp, max(vp) AS best_vp,
        max(vp, 2) FILTER (NOT dropped) AS best_two, count(*) FILTER (rank = 1) AS winners,
        count(*) FILTER (dropped) AS dropped
    FROM chosen_tables GROUP BY number
) AS results ON results.game_id = dated_games.game_id
"""
_BESIDE = "players, number"
"""What these seats have that `selected_seats` and `selected_tables` do not."""
_AGAINST = "other.faction = (SELECT faction FROM opposing)"
"""SQL: what opponents have to play where filters name one faction."""
_OPPONENTS = """
CREATE OR REPLACE TEMP VIEW selected_opponents AS
SELECT own.* EXCLUDE number, other.seat AS opponent_seat, other.player AS opponent, other.faction AS against,
    other.vp AS opponent_vp, other.rank AS opponent_rank
FROM {seats} AS own JOIN chosen_tables AS other
    ON other.number = own.number AND other.seat <> own.seat AND NOT other.dropped AND {condition}
"""
_PARTED = f"""
CREATE OR REPLACE TEMP VIEW parted AS
SELECT tables.*, part, tables.number::BIGINT * {MOST_PARTS} + place AS place
FROM counted_seats AS tables JOIN splits ON {{condition}}
"""
_PART_GAMES = """
CREATE OR REPLACE TEMP VIEW part_games AS
SELECT game_id, number, part, place FROM ({}) JOIN chosen_games USING (number)
"""
_OF_TABLES = f"""
SELECT splits.number, part, splits.number::BIGINT * {MOST_PARTS} + place AS place
FROM splits SEMI JOIN counted_seats AS tables ON {{}}
"""
_OF_SEATS = "SELECT any_value(number) AS number, any_value(part) AS part, place FROM parted GROUP BY place"


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
        "CREATE OR REPLACE TEMP TABLE chosen_games AS SELECT game_id, players, played_at, ruleset_version, "
        "verdict, (row_number() OVER ())::INTEGER AS number FROM dated_games "
        f"WHERE {' AND '.join(conditions)}",
        values,
    )
    seats = [one for one in traits if one.trait.of_seats]
    if seats or rated:
        _choose_seats(connection, game, filters)
    connection.execute(_TABLES)
    connection.execute(_RESULTS)
    some = "chosen_tables SEMI JOIN chosen_seats USING (game_id, seat)" if seats or rated else "chosen_tables"
    connection.execute(f"CREATE OR REPLACE TEMP VIEW counted_seats AS SELECT *, '{game}' AS game FROM {some}")
    _point(
        connection,
        games="dated_games SEMI JOIN chosen_games USING (game_id)",
        results="chosen_results",
        tables="chosen_tables",
        seats="counted_seats",
    )
    connection.execute("CREATE OR REPLACE TEMP TABLE opposing AS SELECT ?::VARCHAR AS faction", [filters.against])
    _oppose(connection, "counted_seats", filters)


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


def _point(connection: "duckdb.DuckDBPyConnection", *, games: str, results: str, tables: str, seats: str) -> None:
    """Let the views stand for these relations; those of seats have what is _BESIDE."""
    connection.execute(
        f"CREATE OR REPLACE TEMP VIEW selected_games AS SELECT * FROM {games};"
        f"CREATE OR REPLACE TEMP VIEW selected_results AS SELECT * EXCLUDE number FROM {results};"
        f"CREATE OR REPLACE TEMP VIEW selected_tables AS SELECT * EXCLUDE ({_BESIDE}) FROM {tables};"
        f"CREATE OR REPLACE TEMP VIEW selected_seats AS SELECT * EXCLUDE (game, {_BESIDE}) FROM {seats};"
        "CREATE OR REPLACE TEMP VIEW placed_seats AS SELECT seats.* EXCLUDE number, played_at, verdict "
        f"FROM {seats} AS seats JOIN chosen_games ON chosen_games.number = seats.number;"
    )


def _oppose(connection: "duckdb.DuckDBPyConnection", seats: str, filters: Filters, *also: str) -> None:
    """Let `selected_opponents` hold those at the table of a selected seat that are as the filters and SQL say."""
    asked = [*also, *([_AGAINST] if filters.against is not None else [])]
    connection.execute(_OPPONENTS.format(seats=seats, condition=" AND ".join(asked or ["true"])))


def parts(connection: "duckdb.DuckDBPyConnection", game: str, by: Trait, least: int) -> list[str]:
    """The parts of a split that have `least` seats, in their order; the view `parted` holds the seats with their parts.

    Seats for which the value is not known are in none. Raises Unreadable for more than MOST_PARTS.
    """
    condition = _splits(connection, game, by)
    found = connection.execute(
        f"SELECT part FROM splits {'SEMI' if least < 2 else ''} JOIN counted_seats AS tables ON {condition} "
        "GROUP BY part HAVING count(*) >= ? "
        "ORDER BY try_cast(part AS BIGINT) NULLS LAST, part",
        [least],
    ).fetchall()
    if len(found) > MOST_PARTS:
        raise Unreadable(f"{len(found):,} parts by {by.name}", f"{MOST_PARTS} at most: filter, or name --min-games")
    values = [value for (value,) in found]
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE splits AS SELECT * FROM splits "
        "JOIN (SELECT unnest(?::VARCHAR[]) AS part, unnest(range(?)) AS place) USING (part)",
        [values, len(values)],
    )
    connection.execute(_PARTED.format(condition=condition))
    of_tables = by.at_table or not (by.of_row or by.of_seats)
    connection.execute(_PART_GAMES.format(_OF_TABLES.format(condition) if of_tables else _OF_SEATS))
    return values


def _splits(connection: "duckdb.DuckDBPyConnection", game: str, by: Trait) -> str:
    """Put the values of a trait into `splits`, as `part`; SQL: which are those of a seat (`tables`)."""
    if by.of_row:
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE splits AS SELECT DISTINCT ({by.of_row})::VARCHAR AS part FROM counted_seats"
        )
        return f"splits.part = ({by.of_row})::VARCHAR"
    if by.at_table:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE splits AS {by.at_table}")
        return f"splits.number = tables.number AND {by.at_seat}"
    own = ", seat" if by.of_seats else ""
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE splits AS SELECT DISTINCT number{own}, value AS part "
        f"FROM ({by.relation(game)}) JOIN chosen_games USING (game_id) WHERE value IS NOT NULL",
        [*by.parameters],
    )
    return "splits.number = tables.number" + (" AND splits.seat = tables.seat" if by.of_seats else "")


def narrow(connection: "duckdb.DuckDBPyConnection", part: str, filters: Filters) -> None:
    """Let the relations stand for one part; split by who is `against`, opponents are those with this faction."""
    connection.execute("CREATE OR REPLACE TEMP TABLE part AS SELECT ?::VARCHAR AS part", [part])
    seats = "SELECT * EXCLUDE (part, place) FROM parted SEMI JOIN part USING (part)"
    connection.execute(f"CREATE OR REPLACE TEMP VIEW part_seats AS {seats}")
    connection.execute(
        "CREATE OR REPLACE TEMP VIEW chosen_parts AS SELECT game_id, number FROM part_games SEMI JOIN part USING (part)"
    )
    _point(
        connection,
        games="dated_games SEMI JOIN chosen_parts USING (game_id)",
        results="chosen_results SEMI JOIN chosen_parts USING (number)",
        tables="chosen_tables SEMI JOIN chosen_parts USING (number)",
        seats="part_seats",
    )
    _oppose(connection, "part_seats", filters, *_opposing(filters, "(SELECT part FROM part)"))


def _opposing(filters: Filters, part: str) -> list[str]:
    """SQL: what opponents have to play in a part (SQL, too) of a split by who is `against`."""
    return [f"other.faction = {part}"] if filters.by == "against" else []


def side_by_side(connection: "duckdb.DuckDBPyConnection", filters: Filters) -> None:
    """Let the relations hold all parts at once: `game` is the part, `game_id` the game in it.

    A statistic that keeps games apart, as all do, then keeps parts apart. It may read nothing else of a game.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP VIEW laid_seats AS SELECT * EXCLUDE (part, place) "
        "REPLACE (part AS game, place AS game_id) FROM parted;"
        "CREATE OR REPLACE TEMP VIEW laid_results AS SELECT results.* REPLACE (part AS game, place AS game_id) "
        "FROM chosen_results AS results JOIN part_games ON part_games.number = results.number;"
        "CREATE OR REPLACE TEMP VIEW laid_tables AS SELECT tables.* REPLACE (place AS game_id) "
        "FROM chosen_tables AS tables JOIN part_games ON part_games.number = tables.number;"
        "CREATE OR REPLACE TEMP VIEW laid_games AS SELECT games.* REPLACE (part AS game, place AS game_id) "
        "FROM dated_games AS games JOIN part_games ON part_games.game_id = games.game_id"
    )
    _point(connection, games="laid_games", results="laid_results", tables="laid_tables", seats="laid_seats")
    _oppose(connection, "laid_seats", filters, *_opposing(filters, "own.game"))
