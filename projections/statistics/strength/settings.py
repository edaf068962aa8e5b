"""What is known of a table before factions are chosen, from the store: its map, size, start positions and dealt tiles.

Each such thing is a setting: a kind, such as `map` or `scoring`, and its value. A kind with the same value everywhere
tells nothing and is left out, and so is what players choose themselves, such as the bonus card of round 1.
"""

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from projections.stated_facts import games_with_facts
from projections.statistics.strength.results import Ints

if TYPE_CHECKING:
    import duckdb

SEAT, PLAYERS = "seat", "players"
"""The kinds that are start positions and the sizes of tables."""

_SETTINGS = f"""
CREATE OR REPLACE TEMP TABLE seat_settings AS
WITH numbered AS (
    SELECT DISTINCT game_id, game FROM seated
), of_games AS (
    SELECT numbered.game, 'map' AS kind, options ->> '$.map' AS value FROM selected_games JOIN numbered USING (game_id)
    UNION ALL
    SELECT numbered.game, '{PLAYERS}', players::VARCHAR FROM selected_games JOIN numbered USING (game_id)
    UNION ALL
    SELECT DISTINCT numbered.game, fact, value FROM {{facts}} JOIN numbered USING (game_id) WHERE seat IS NULL
), of_seats AS (
    SELECT seated.game, chair, kind, value FROM seated JOIN of_games USING (game)
    UNION ALL
    SELECT game, chair, '{SEAT}', start_position::VARCHAR FROM seated
)
SELECT game, chair, kind, value, dense_rank() OVER (ORDER BY kind, length(value), value) - 1 AS setting
FROM of_seats WHERE value IS NOT NULL
    AND kind IN (SELECT kind FROM of_seats WHERE value IS NOT NULL GROUP BY kind HAVING count(DISTINCT value) > 1)
"""
_NO_FACTS = "(SELECT NULL::VARCHAR AS game_id, NULL::INTEGER AS seat, '' AS fact, '' AS value WHERE false)"


class Settings(Struct, frozen=True):
    """The settings of all seats: the `setting` of `chair` in `game` (arrays of equal length; a seat has several).

    `names` lists the (kind, value) of each setting, by kind. Games and chairs are those of the results read before.
    """

    names: list[tuple[str, str]]
    game: Ints
    chair: Ints
    setting: Ints

    @property
    def kinds(self) -> list[str]:
        """The kinds, in order."""
        return list(dict.fromkeys(kind for kind, _ in self.names))

    @property
    def alike(self) -> list[str]:
        """What settings vary alike, in order: each kind, those of several rounds (`scoring`, `scoring_2`) together."""
        return list(dict.fromkeys(_family(kind) for kind, _ in self.names))

    def family(self) -> Ints:
        """(names): which of `alike` each setting belongs to."""
        alike = self.alike
        return np.array([alike.index(_family(kind)) for kind, _ in self.names], dtype=np.int64)


def _family(kind: str) -> str:
    stem, _, last = kind.rpartition("_")
    return stem if stem and last.isdecimal() else kind


def read_settings(connection: "duckdb.DuckDBPyConnection") -> Settings:
    """The settings of the seats that `data.read` read last."""
    (game,) = connection.execute("SELECT any_value(game) FROM selected_games").fetchone() or (None,)
    facts = f"{game}_facts" if game in games_with_facts() else _NO_FACTS
    connection.execute(_SETTINGS.format(facts=facts))
    names = connection.execute("SELECT DISTINCT kind, value, setting FROM seat_settings ORDER BY setting").fetchall()
    found = connection.execute("SELECT game, chair, setting FROM seat_settings ORDER BY ALL").fetchnumpy()
    column = {name: np.ma.filled(values).astype(np.int64) for name, values in found.items()}
    return Settings([(kind, value) for kind, value, _ in names], column["game"], column["chair"], column["setting"])
