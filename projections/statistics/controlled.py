"""`--controlled`: what a tile is worth to a faction, with players, factions and all else that was dealt as controls.

A statistic that compares factions with and without a tile gets three more columns, from the regression of
`stats advice` over the same games: `controlled` (victory points with the tile minus those without it) and the ends of
intervals that all hold at once in 95 % of tables. They are null for what players choose themselves, and where all games
have the tile.
"""

from typing import TYPE_CHECKING

from projections.statistics.computed import Prepared, keep

if TYPE_CHECKING:
    import duckdb

STATISTICS = ("setup",)
"""The statistics that can be controlled: their rows have a faction, a kind and a tile."""
_COLUMNS = {
    "faction": "VARCHAR",
    "kind": "VARCHAR",
    "tile": "VARCHAR",
    "controlled": "DOUBLE",
    "controlled_low": "DOUBLE",
    "controlled_high": "DOUBLE",
}
_WITH = """
SELECT counted.*, controlled, controlled_low, controlled_high
FROM (
{sql}
) AS counted LEFT JOIN controlled_effects USING (faction, kind, tile)
ORDER BY game, faction, kind, tile
"""


def with_controls(connection: "duckdb.DuckDBPyConnection", name: str, sql: str) -> Prepared:
    """The statistic with its three more columns; they are computed over whole tables. Raises LibraryMissing."""
    from projections.statistics.strength import need_libraries

    need_libraries(f"stats {name} --controlled")
    from projections.statistics.strength.data import FACTIONS, read
    from projections.statistics.strength.settings import read_settings
    from projections.statistics.strength.setup_differences import with_and_without
    from projections.statistics.strength.setup_rows import fitted

    selection = read(connection)
    settings = read_settings(connection)
    rows = []
    if selection.names[FACTIONS] and settings.names:
        made = fitted(selection, settings)
        found = with_and_without(made.design, settings, made.fit)
        for pair, value, wide in zip(found.pair, found.values.tolist(), found.wide.tolist(), strict=True):
            kind, tile = settings.names[made.design.setting[pair]]
            named = {"faction": selection.names[FACTIONS][made.design.faction[pair]][-1], "kind": kind, "tile": tile}
            ends = {"controlled_low": value - wide, "controlled_high": value + wide}
            rows.append({**named, "controlled": value, **ends})
    keep(connection, "controlled_effects", _COLUMNS, rows)
    return Prepared(_WITH.format(sql=sql))
