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

_PLAYING = "SELECT * FROM selected_tables WHERE NOT dropped AND rank IS NOT NULL"
_SEATED = f"""
CREATE OR REPLACE TEMP TABLE seated AS
WITH playing AS (
    {_PLAYING}
), ordered AS (
    SELECT game_id, players, options, row_number() OVER (ORDER BY played_at, game_id) - 1 AS game,
        dense_rank() OVER (ORDER BY played_at) - 1 AS time, played_at
    FROM selected_games SEMI JOIN playing USING (game_id) WHERE {{condition}}
)
SELECT game_id, game, time, played_at, seat AS chair, nullif(player, '') AS player,
    CASE WHEN faction IS NOT NULL THEN {{split}} END AS split, faction,
    CASE WHEN start_position IS NOT NULL THEN players END AS players, start_position, vp, rank, win_share
FROM playing JOIN ordered USING (game_id)
"""
_KINDS = ("player", "split, faction", "players, start_position")


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
    names = tuple(connection.execute(f"{_names(columns)} ORDER BY {columns}").fetchall() for columns in _KINDS)
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


def has_factions(connection: "duckdb.DuckDBPyConnection") -> bool:
    """Whether `read` would find a faction, which takes far less time to find out."""
    found: bool = connection.execute(f"SELECT count(faction) > 0 FROM ({_PLAYING})").fetchall()[0][0]
    return found


def dates(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """When the games that were read last were played: one text per distinct time, ascending."""
    found = connection.execute("SELECT any_value(played_at) FROM seated GROUP BY time ORDER BY time").fetchall()
    return [played_at for (played_at,) in found]


def _spread(values: Ints, place: tuple[Ints, Ints], shape: tuple[int, int]) -> Ints:
    found = np.zeros(shape, dtype=np.int64)
    found[place] = values
    return found


def _names(columns: str) -> str:
    """SQL: the effects of a kind by their names; they are those of seats of which the last name is known."""
    return f"SELECT DISTINCT {columns} FROM seated WHERE {columns.split(', ')[-1]} IS NOT NULL"


def _numbered(columns: str) -> str:
    """SQL: the same with their numbers from 0, in the order of the names."""
    return f"(SELECT *, row_number() OVER (ORDER BY {columns}) - 1 AS id FROM ({_names(columns)}))"


def _indexed(sizes: tuple[int, ...]) -> str:
    """SQL: the seats with the numbers of their effects, numbered across all kinds."""
    players, factions, seats = map(_numbered, _KINDS)
    return f"""
SELECT game, time, chair, rank, coalesce(vp, 0) AS vp, win_share, coalesce(p.id, -1) AS player,
    coalesce({sizes[0]} + f.id, -1) AS faction, coalesce({sizes[0] + sizes[1]} + s.id, -1) AS position
FROM seated LEFT JOIN {players} AS p USING (player)
    LEFT JOIN {factions} AS f ON f.faction = seated.faction AND f.split IS NOT DISTINCT FROM seated.split
    LEFT JOIN {seats} AS s ON s.start_position = seated.start_position AND s.players = seated.players
"""
