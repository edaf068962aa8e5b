"""From the selected games of a store to arrays.

The selection is what the views `selected_games` and `selected_tables` hold: all seats of a table, even if filters
select only some of them.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from projections.statistics.strength.results import Floats, Ints, Results

if TYPE_CHECKING:
    import duckdb

PLAYERS, FACTIONS, SEATS = 0, 1, 2
"""The kinds of effects, in this order."""

SPLITS = {"": "NULL::VARCHAR", "map": "options ->> '$.map'", "players": "players::VARCHAR"}
"""Split -> SQL over `games` for its parts: a faction has a separate effect in each part."""

_SEATED = """
CREATE OR REPLACE TEMP TABLE seated AS
WITH playing AS (
    SELECT * FROM selected_tables WHERE NOT dropped AND rank IS NOT NULL
), ordered AS (
    SELECT game_id, players, options, row_number() OVER (ORDER BY played_at, game_id) - 1 AS game,
        dense_rank() OVER (ORDER BY played_at) - 1 AS time, played_at
    FROM selected_games SEMI JOIN playing USING (game_id) WHERE {condition}
)
SELECT game_id, game, time, played_at, seat AS chair, nullif(player, '') AS player,
    CASE WHEN faction IS NOT NULL THEN {split} END AS split, faction,
    CASE WHEN start_position IS NOT NULL THEN players END AS players, start_position, vp, rank, win_share
FROM playing JOIN ordered USING (game_id)
"""
_NAMED = """
CREATE OR REPLACE TEMP TABLE {table} AS
SELECT {columns}, row_number() OVER (ORDER BY {columns}) - 1 AS id
FROM (SELECT DISTINCT {columns} FROM seated WHERE {last} IS NOT NULL)
"""
_KINDS = {"player_ids": ("player",), "faction_ids": ("split", "faction"), "seat_ids": ("players", "start_position")}


class Selection(Struct, frozen=True):
    """Games as arrays, and what their effects stand for.

    `names` lists the effects of each kind (PLAYERS, FACTIONS, SEATS), such as (split, faction). `time` (games) numbers
    the distinct times of play from 0, ascending; the games are in this order. `wins` (effects) is the sum of the shares
    in victories. `nameless` is the number of seats without a player's name.
    """

    results: Results
    names: tuple[list[tuple[Any, ...]], ...]
    time: Ints
    wins: Floats
    nameless: int


def read(connection: "duckdb.DuckDBPyConnection", split: str = "", dated: bool = False) -> Selection:
    """The selected games; dropped seats are left out, as are games without a date if `dated` is set.

    `split` is one of SPLITS.
    """
    connection.execute(_SEATED.format(split=SPLITS[split], condition="played_at <> ''" if dated else "true"))
    names = tuple(_named(connection, table, columns) for table, columns in _KINDS.items())
    sizes = tuple(len(each) for each in names)
    found = connection.execute(_indexed(sizes)).fetchnumpy()
    column = {name: np.ma.filled(values).astype(np.int64) for name, values in found.items() if name != "win_share"}
    games = int(column["game"].max(initial=-1)) + 1
    shape = (games, int(column["chair"].max(initial=-1)) + 1)
    place = (column["game"], column["chair"])
    terms = np.full((*shape, len(sizes)), -1, dtype=np.int64)
    for kind, name in enumerate(("player", "faction", "position")):
        terms[(*place, kind)] = column[name]
    points = _spread(column["vp"], place, shape).astype(np.float64)
    results = Results(_spread(column["rank"], place, shape), terms, sizes, points)
    shares = np.zeros(shape)
    shares[place] = np.ma.filled(found["win_share"], 0.0)
    acting = terms >= 0
    every = np.broadcast_to(shares[:, :, None], terms.shape)
    wins = np.bincount(terms[acting], every[acting], minlength=results.effects).astype(np.float64)
    time = np.zeros(games, dtype=np.int64)
    time[column["game"]] = column["time"]
    return Selection(results, names, time, wins, int((column["player"] < 0).sum()))


def dates(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """When the games that were read last were played: one text per distinct time, ascending."""
    found = connection.execute("SELECT any_value(played_at) FROM seated GROUP BY time ORDER BY time").fetchall()
    return [played_at for (played_at,) in found]


def _spread(values: Ints, place: tuple[Ints, Ints], shape: tuple[int, int]) -> Ints:
    found = np.zeros(shape, dtype=np.int64)
    found[place] = values
    return found


def _named(connection: "duckdb.DuckDBPyConnection", table: str, columns: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """Number the effects of a kind by their names, in a table for joining, and return the names in this order."""
    listed = ", ".join(columns)
    connection.execute(_NAMED.format(table=table, columns=listed, last=columns[-1]))
    return connection.execute(f"SELECT {listed} FROM {table} ORDER BY id").fetchall()


def _indexed(sizes: tuple[int, ...]) -> str:
    """SQL: the seats with the numbers of their effects, numbered across all kinds."""
    return f"""
SELECT game, time, chair, rank, coalesce(vp, 0) AS vp, win_share, coalesce(p.id, -1) AS player,
    coalesce({sizes[0]} + f.id, -1) AS faction, coalesce({sizes[0] + sizes[1]} + s.id, -1) AS position
FROM seated LEFT JOIN player_ids AS p USING (player)
    LEFT JOIN faction_ids AS f ON f.faction = seated.faction AND f.split IS NOT DISTINCT FROM seated.split
    LEFT JOIN seat_ids AS s ON s.start_position = seated.start_position AND s.players = seated.players
"""
