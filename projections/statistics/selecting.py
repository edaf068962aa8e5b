"""From filters to the relations that statistics count over: `selected_games`, `selected_seats` and others.

The games that count, and their seats if not all of them count, are found once and kept in temporary tables; views join
everything else to them. The parts of a split are selected from these tables, not from the store.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from events.log.codec import Unreadable
from events.verdicts import CLEAN, DISCREPANT, SUMMARY
from projections.statistics.filters import LAST, Filters, conditions
from projections.statistics.traits import FACT, Trait

if TYPE_CHECKING:
    import duckdb

MOST_PARTS = 200
"""A statistic is split into at most this many parts: already more than anyone reads, and each takes time."""
MOST_NAMES = 20_000
"""At most this many players are enumerated: with more, the list of their names costs more time than it saves."""

CATALOGUE = """CASE WHEN json_type(catalogue) IS DISTINCT FROM 'OBJECT' THEN catalogue ->> '$'
    WHEN catalogue ->> 'id' IS NULL
    THEN concat(catalogue ->> 'catalogue_id', ' (' || (catalogue ->> 'provenance') || ')')
    ELSE concat(catalogue ->> 'id', ' (', catalogue ->> 'mode', ', ' || left(md5(catalogue ->> 'tables'), 8), ')')
    END"""
"""SQL: the name of the cards that a game was played with; null if the rules contain all cards.

The name of tables stated in a header includes their digest, as different tables can have the same name.
"""

_NAMED = f"""
WITH named_catalogues AS MATERIALIZED (
    SELECT catalogue AS stated, {CATALOGUE} AS cards FROM (SELECT DISTINCT catalogue FROM games WHERE game = ?)
)"""
"""SQL: each catalogue of a game and its name, which takes too long to be found for every game."""
_PLAYERS = """
SELECT DISTINCT coalesce(aliases.player, named.player) AS player
FROM (SELECT DISTINCT player FROM seats) AS named LEFT JOIN aliases ON aliases.alias = named.player ORDER BY player
"""
_FIRST_DAY, _LAST_DAY = (f"played_at || substr('{day}', length(played_at) + 1)" for day in ("0000-01-01", "9999-12-31"))
"""SQL: the first and last day on which a game can have been played, as its date may name only a year or month."""
_TABLES = """
CREATE OR REPLACE TEMP VIEW joined_tables AS
SELECT named_seats.* REPLACE (player::chosen_player AS player, faction::chosen_faction AS faction{replaced}),
    {own}.vp - mean_vp AS margin, contenders, players, played_at, verdict, number
FROM named_seats JOIN chosen_games USING (game_id){joined}
"""
_RECOUNTED = """
CREATE OR REPLACE TEMP TABLE recounted AS
WITH counted AS (
    SELECT seats.game_id, seat, dropped, rank, win_share, vp - $net * coalesce(points, 0) AS vp,
        dropped AND $last AS last,
        $net * (max(coalesce(points, 0)) OVER game - min(coalesce(points, 0)) OVER game) > 0 AS uneven,
        players - dropped_seats AS finished
    FROM seats JOIN chosen_games USING (game_id) LEFT JOIN start_points USING (game_id, seat)
    WINDOW game AS (PARTITION BY seats.game_id)
), placed AS (
    SELECT *, dropped AND NOT last AS absent, CASE WHEN last THEN finished + 1 WHEN uneven
        THEN rank() OVER (PARTITION BY game_id, dropped ORDER BY vp DESC) ELSE rank END::INTEGER AS place
    FROM counted
), shared AS (
    SELECT *, CASE WHEN last THEN 0 WHEN NOT uneven THEN win_share WHEN dropped OR place > 1 THEN 0
        ELSE 1 / count(*) FILTER (place = 1 AND NOT dropped) OVER (PARTITION BY game_id) END AS share
    FROM placed
)
SELECT game_id, seat, vp, place, share, absent FROM shared
"""
"""SQL: the results of the chosen games with dropped seats as last, or without the points at the start, or both."""
_RECOUNT = """
UPDATE chosen_games SET contenders = whole.contenders, mean_vp = whole.mean_vp
FROM (
    SELECT game_id, count(*) FILTER (NOT absent) AS contenders, avg(vp) FILTER (NOT absent) AS mean_vp
    FROM recounted GROUP BY game_id
) AS whole WHERE whole.game_id = chosen_games.game_id
"""
_REPLACED = ", recounted.vp AS vp, place AS rank, share AS win_share, absent AS dropped"
_BESIDE = "players, played_at, verdict, number"
"""The columns of the joined seats that `selected_seats` and `selected_tables` lack."""
_AGAINST = "other.faction = (SELECT faction FROM opposing)"
"""SQL: the faction that opponents must play if filters name one."""
_OPPONENTS = """
CREATE OR REPLACE TEMP VIEW selected_opponents AS
SELECT own.* EXCLUDE (ruleset, played_at, verdict, number), other.seat AS opponent_seat, other.player AS opponent,
    other.faction AS against, other.vp AS opponent_vp, other.rank AS opponent_rank
FROM {seats} AS own JOIN chosen_tables AS other
    ON other.number = own.number AND other.seat <> own.seat AND NOT other.dropped AND {condition}
"""
_RATED = """
SELECT game_id, seat FROM named_seats JOIN dated_games USING (game_id)
    JOIN rated ON rated.player = named_seats.player AND played_at >= since AND (before = '' OR played_at < before)
WHERE rating BETWEEN ? AND ?
"""
"""SQL: seats whose player's rating before the game is in a band."""
_PLACE = "(number::BIGINT << 32) + enum_code(part)"
"""SQL: a distinct number for each part of a game."""
_PART_GAMES = """
CREATE OR REPLACE TEMP VIEW part_games AS
SELECT game_id, number, part, place FROM {} JOIN chosen_games USING (number)
"""
_OF_ROW = f"""
CREATE OR REPLACE TEMP VIEW parted AS
SELECT *, {_PLACE} AS place
FROM (SELECT *, try_cast({{}} AS split_part) AS part FROM counted_seats) WHERE part IS NOT NULL
"""
_SPLITS = f"""
CREATE OR REPLACE TEMP VIEW splits AS
SELECT *, {_PLACE} AS place
FROM (SELECT * REPLACE (try_cast(part AS {{kind}}) AS part) FROM found_parts) SEMI JOIN part_names USING (part)
"""
_OF_SPLITS = """
CREATE OR REPLACE TEMP VIEW parted AS
SELECT tables.*, part, place FROM counted_seats AS tables JOIN splits ON {}
"""


_NUMBERS = "(SELECT number FROM all_part_games SEMI JOIN part USING (part))"
_NAME_PART = "CREATE OR REPLACE TEMP TABLE part AS SELECT ?::VARCHAR AS part"
_PART = f"""
CREATE OR REPLACE TEMP TABLE games_of_part AS
SELECT * EXCLUDE number FROM kept_games SEMI JOIN {_NUMBERS} AS part_of USING (number);
CREATE OR REPLACE TEMP TABLE tables_of_part AS FROM chosen_tables SEMI JOIN {_NUMBERS} AS part_of USING (number)
"""
_SEATS_OF_PART = """
CREATE OR REPLACE TEMP VIEW seats_of_part AS SELECT * EXCLUDE (part, place) FROM all_parted SEMI JOIN part USING (part)
"""


def select(
    connection: "duckdb.DuckDBPyConnection",
    game: str,
    catalogue: str | None,
    filters: Filters,
    keep: bool = False,
    every: bool = False,
) -> None:
    """Define the relations for games of a ruleset and a catalogue; with `every`, of all catalogues.

    Seats are joined to their games each time they are read, with only the columns read there; with `keep` the joined
    seats are stored, as are the games, for a split that is computed part by part.
    """
    rated = filters.rating is not None
    if rated:
        select(
            connection,
            game,
            catalogue,
            Filters(discrepant=filters.discrepant, drops=filters.drops, net_of_start=filters.net_of_start),
        )
        _rate(connection)
    required = conditions(filters, game)
    clauses, values = _of_games(game, filters)
    if not every:
        clauses.append("cards IS NOT DISTINCT FROM ?")
        values.append(catalogue)
    for one in required:
        if not one.trait.of_seats:
            clauses.append(f"game_id IN (SELECT game_id FROM ({one.trait.relation(game)}) WHERE ? OR value = ?)")
            values += [*one.trait.parameters, one.any_value, one.value]
    _choose_games(connection, game, clauses, values)
    seats = [one for one in required if one.trait.of_seats]
    if seats or rated:
        _choose_seats(connection, game, filters)
    _enumerate(connection)
    _define_tables(connection, filters)
    if keep:
        connection.execute("CREATE OR REPLACE TEMP TABLE kept_tables AS FROM joined_tables")
        connection.execute(
            "CREATE OR REPLACE TEMP TABLE kept_games AS "
            "SELECT dated_games.*, number FROM dated_games JOIN chosen_games USING (game_id)"
        )
    tables = "kept_tables" if keep else "joined_tables"
    some = "chosen_tables SEMI JOIN chosen_seats USING (game_id, seat)" if seats or rated else "chosen_tables"
    connection.execute(
        f"CREATE OR REPLACE TEMP VIEW chosen_tables AS FROM {tables};"
        f"CREATE OR REPLACE TEMP VIEW counted_seats AS SELECT *, '{game}' AS game, '{game}' AS ruleset FROM {some}"
    )
    _point(
        connection,
        games="dated_games SEMI JOIN chosen_games USING (game_id)",
        tables="chosen_tables",
        seats="counted_seats",
        tallies="tallies",
    )
    connection.execute("CREATE OR REPLACE TEMP TABLE opposing AS SELECT ?::VARCHAR AS faction", [filters.against])
    _oppose(connection, "counted_seats", filters)


def _choose_games(connection: "duckdb.DuckDBPyConnection", game: str, clauses: list[str], values: list[Any]) -> None:
    """Put the games of a ruleset for which the clauses hold into the table `chosen_games`."""
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE chosen_games AS {_NAMED} SELECT game_id, players, played_at, ruleset_version, "
        "verdict, mean_vp, dropped_seats, players - dropped_seats AS contenders, cards, "
        "(row_number() OVER ())::INTEGER AS number, players AS seats "
        "FROM dated_games JOIN named_catalogues ON stated IS NOT DISTINCT FROM catalogue "
        f"WHERE {' AND '.join(clauses)}",
        [game, *values],
    )


def _define_tables(connection: "duckdb.DuckDBPyConnection", filters: Filters) -> None:
    """Join the seats to their games, with the results as stored or as counted again."""
    if filters.drops != LAST and not filters.net_of_start:
        connection.execute(_TABLES.format(replaced="", own="named_seats", joined=""))
        return
    connection.execute(_RECOUNTED, {"last": filters.drops == LAST, "net": int(filters.net_of_start)})
    connection.execute(_RECOUNT)
    joined = " JOIN recounted USING (game_id, seat)"
    connection.execute(_TABLES.format(replaced=_REPLACED, own="recounted", joined=joined))


def _enumerate(connection: "duckdb.DuckDBPyConnection") -> None:
    """Create types for factions, and for players unless there are many: numbers are grouped faster than names."""
    factions = "SELECT DISTINCT faction FROM seats WHERE faction IS NOT NULL ORDER BY faction"
    connection.execute(f"CREATE OR REPLACE TEMP TYPE chosen_faction AS ENUM ({factions})")
    names = connection.execute("SELECT count(DISTINCT player) FROM seats").fetchall()[0][0]
    kind = f"ENUM ({_PLAYERS})" if names <= MOST_NAMES else "VARCHAR"
    connection.execute(f"CREATE OR REPLACE TEMP TYPE chosen_player AS {kind}")


def _of_games(game: str, filters: Filters) -> tuple[list[str], list[Any]]:
    """SQL clauses on `dated_games` that do not depend on traits, and their values."""
    verdicts = [*CLEAN, DISCREPANT] if filters.discrepant else [*CLEAN]
    among = f"verdict IN ({', '.join('?' * len(verdicts))})"
    clauses = ["finished", "branch_of IS NULL", "game = ?", among]
    values: list[Any] = [game, *verdicts]
    if filters.since is not None:
        clauses.append(f"played_at <> '' AND {_FIRST_DAY} >= ?")
        values.append(filters.since)
    if filters.until is not None:  # including the whole period that it names, such as a month
        clauses.append(f"played_at <> '' AND left({_LAST_DAY}, length(?)) <= ?")
        values += [filters.until, filters.until]
    if filters.net_of_start:  # those of a summary are not known
        clauses.append("verdict <> ?")
        values.append(SUMMARY)
    return clauses, values


def _choose_seats(connection: "duckdb.DuckDBPyConnection", game: str, filters: Filters) -> None:
    """Keep the seats that satisfy the filters of seats, and only the games with such a seat."""
    clauses, values = [], list[Any]()
    for one in conditions(filters, game):
        if one.trait.of_seats:
            having = f"SELECT game_id, seat FROM ({one.trait.relation(game)}) WHERE value = ?"
            clauses.append(f"(game_id, seat) IN ({having})")
            values += [*one.trait.parameters, one.value]
    if filters.rating is not None:
        clauses.append(f"(game_id, seat) IN ({_RATED})")
        values += filters.rating
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE chosen_seats AS SELECT game_id, seat FROM named_seats "
        f"SEMI JOIN chosen_games USING (game_id) WHERE {' AND '.join(clauses)}",
        values,
    )
    connection.execute(
        "UPDATE chosen_games SET seats = "
        "(SELECT count(*) FROM chosen_seats WHERE chosen_seats.game_id = chosen_games.game_id);"
        "DELETE FROM chosen_games WHERE seats = 0"
    )


def _rate(connection: "duckdb.DuckDBPyConnection") -> None:
    """Rate the players by the selected games before each point in time, in the table `rated`. Raises LibraryMissing."""
    from projections.statistics.computed import keep
    from projections.statistics.strength import need_libraries

    need_libraries("--rating")
    from projections.statistics.strength.data import dates, read
    from projections.statistics.strength.estimates import earlier_ratings

    selection = read(connection, dated=True)
    columns = dict.fromkeys(("player", "since", "before"), "VARCHAR") | {"rating": "DOUBLE"}
    keep(connection, "rated", columns, earlier_ratings(selection, dates(connection)))


def _point(connection: "duckdb.DuckDBPyConnection", *, games: str, tables: str, seats: str, tallies: str) -> None:
    """Point the views at these relations; those of seats also have the columns _BESIDE."""
    connection.execute(
        f"CREATE OR REPLACE TEMP VIEW selected_games AS SELECT * FROM {games};"
        f"CREATE OR REPLACE TEMP VIEW selected_tables AS SELECT * EXCLUDE ({_BESIDE}) FROM {tables};"
        f"CREATE OR REPLACE TEMP VIEW selected_seats AS SELECT * EXCLUDE (game, ruleset, {_BESIDE}) FROM {seats};"
        f"CREATE OR REPLACE TEMP VIEW selected_tallies AS SELECT * FROM {tallies};"
        f"CREATE OR REPLACE TEMP VIEW placed_seats AS SELECT * EXCLUDE number FROM {seats};"
    )


def _oppose(connection: "duckdb.DuckDBPyConnection", seats: str, filters: Filters, *also: str) -> None:
    """Let `selected_opponents` hold the opponents of these seats that satisfy the filters and the clauses `also`.

    In a split by `against`, the part names the opponents, and the filter `against` only selects tables.
    """
    named = filters.against is not None and filters.by != "against"
    clauses = [*also, *([_AGAINST] if named else [])]
    connection.execute(_OPPONENTS.format(seats=seats, condition=" AND ".join(clauses or ["true"])))


def parts(connection: "duckdb.DuckDBPyConnection", game: str, by: Trait, least: int) -> list[str]:
    """The parts of a split that have at least `least` seats, in order; the view `parted` holds the seats and parts.

    Seats for which the value is unknown are in no part; in a split by opponents, all seats at a table are counted.
    Raises Unreadable if there are more than MOST_PARTS.
    """
    if not by.of_row:
        _find_parts(connection, game, by)
    found = connection.execute(
        f"SELECT part::VARCHAR AS part FROM ({_sizes(by)}) WHERE part IS NOT NULL GROUP BY part HAVING sum(seats) >= ? "
        "ORDER BY try_cast(part::VARCHAR AS BIGINT) NULLS LAST, part",
        [least],
    ).fetchall()
    if len(found) > MOST_PARTS:
        raise Unreadable(f"{len(found):,} parts by {by.name}", f"{MOST_PARTS} at most: filter, or name --min-games")
    values = [value for (value,) in found]
    if values:
        _lay(connection, by, values)
    return values


def _find_parts(connection: "duckdb.DuckDBPyConnection", game: str, by: Trait) -> None:
    """Put the parts of games, or of their seats, into the table `found_parts`."""
    if by.at_table:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE found_parts AS {by.at_table}")
        return
    own = ", seat" if by.of_seats else ""
    each = "DISTINCT" if by.kind == FACT else ""  # a game has one value of any other trait
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE found_parts AS SELECT {each} number{own}, value AS part "
        f"FROM ({by.relation(game)}) JOIN chosen_games USING (game_id) WHERE value IS NOT NULL",
        [*by.parameters],
    )


def _sizes(by: Trait) -> str:
    """SQL: parts with their numbers of seats; a part may occur several times."""
    if by.of_row:
        return f"SELECT {by.of_row} AS part, count(*) AS seats FROM counted_seats GROUP BY ALL"
    if by.of_seats and not by.of_opponents:
        return (
            "SELECT part, count(*) AS seats FROM found_parts AS splits JOIN counted_seats AS tables "
            f"ON {_own(by)} GROUP BY part"
        )
    return (
        "SELECT part, sum(chosen_games.seats) AS seats FROM found_parts AS splits JOIN chosen_games "
        "ON chosen_games.number = splits.number GROUP BY part"
    )


def _own(by: Trait) -> str:
    """SQL: the condition that a part (`splits`) is one of those of a seat (`tables`)."""
    seats = by.at_seat if by.at_table else "splits.seat = tables.seat" if by.of_seats else "true"
    return f"splits.number = tables.number AND {seats}"


def _lay(connection: "duckdb.DuckDBPyConnection", by: Trait, values: list[str]) -> None:
    """Let `parted` hold the seats with their part, whose type is an enumeration, and `part_games` the games."""
    listed = "CREATE OR REPLACE TEMP TABLE part_names AS SELECT unnest(?::VARCHAR[]) AS part, unnest(range(?)) AS place"
    connection.execute(listed, [values, len(values)])
    kind = "chosen_faction" if by.of_opponents else "split_part"
    if not by.of_opponents:
        names = "SELECT part FROM part_names ORDER BY place"
        connection.execute(f"CREATE OR REPLACE TEMP TYPE split_part AS ENUM ({names})")
    connection.execute(f"ALTER TABLE part_names ALTER part TYPE {kind}")
    if by.of_row:
        connection.execute(_OF_ROW.format(by.of_row))
    else:
        connection.execute(_SPLITS.format(kind=kind) + ";" + _OF_SPLITS.format(_own(by)))
    connection.execute(_PART_GAMES.format(_of_games_in_parts(by)))


def _of_games_in_parts(by: Trait) -> str:
    """SQL: (number, part, place), once for each part of a game in which a seat counts."""
    if by.of_opponents:
        return f"(FROM splits SEMI JOIN counted_seats AS tables ON {_own(by)})"
    return "(SELECT DISTINCT number, part, place FROM parted)" if by.of_seats else "splits"


def each_part(connection: "duckdb.DuckDBPyConnection", parts: Sequence[str], filters: Filters) -> Iterator[str]:
    """Limit the relations to one part after the other, which it yields; needs a selection that is kept.

    The rows of a part are stored: models read them many times. In a split by `against`, opponents are those who play
    this faction. There is only one thread meanwhile: for the rows of a part, several mostly wait for each other.
    """
    ((threads,),) = connection.execute("SELECT current_setting('threads')").fetchall()
    connection.execute("SET threads = 1")
    try:
        yield from _parts_in_turn(connection, parts, filters)
    finally:
        connection.execute(f"SET threads = {threads}")


def _parts_in_turn(connection: "duckdb.DuckDBPyConnection", parts: Sequence[str], filters: Filters) -> Iterator[str]:
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE all_parted AS FROM parted ORDER BY part;"
        "CREATE OR REPLACE TEMP TABLE all_part_games AS SELECT number, part FROM part_games ORDER BY part"
    )
    for number, part in enumerate(parts):
        connection.execute(_NAME_PART, [part])
        connection.execute(_PART)
        if not number:
            connection.execute(_SEATS_OF_PART)
            _point(connection, games="games_of_part", tables="tables_of_part", seats="seats_of_part", tallies="tallies")
            _oppose(connection, "seats_of_part", filters, *_opposing(filters, "(SELECT part FROM part)"))
        yield part


def _opposing(filters: Filters, part: str) -> list[str]:
    """SQL: what opponents must play in a part (given as SQL) of a split by `against`."""
    return [f"other.faction = {part}"] if filters.by == "against" else []


def side_by_side(connection: "duckdb.DuckDBPyConnection", filters: Filters) -> None:
    """Let the relations hold all parts at once: `game` is the part, and `game_id` the game in that part.

    A statistic that separates games, as all do, then separates parts. It must not read anything else about a game.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP VIEW laid_seats AS SELECT * EXCLUDE (part, place) "
        "REPLACE (part AS game, place AS game_id) FROM parted;"
        "CREATE OR REPLACE TEMP VIEW laid_tables AS SELECT tables.* REPLACE (place AS game_id) "
        "FROM chosen_tables AS tables JOIN part_games ON part_games.number = tables.number;"
        "CREATE OR REPLACE TEMP VIEW laid_games AS SELECT games.* REPLACE (part AS game, place AS game_id) "
        "FROM dated_games AS games JOIN part_games ON part_games.game_id = games.game_id;"
        "CREATE OR REPLACE TEMP VIEW laid_tallies AS SELECT tallies.* REPLACE (place AS game_id) "
        "FROM tallies JOIN part_games ON part_games.game_id = tallies.game_id"
    )
    _point(connection, games="laid_games", tables="laid_tables", seats="laid_seats", tallies="laid_tallies")
    _oppose(connection, "laid_seats", filters, *_opposing(filters, "own.game"))
