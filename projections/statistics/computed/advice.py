"""Advice: which factions suit a map, a table size, a seat and the tiles dealt, apart from who plays them.

Grain: one row per game, faction and setting, the surest effect first; with --setup SETTINGS instead one row per
  faction, the best in that setup first.
Plot: intervals of effect from joint_low to joint_high, beside 0
Plot: intervals of margin from margin_low to margin_high, beside usual_margin
Columns: kind and value of the setting (map, players, seat, and what games state of their deal, such as scoring: the
  scoring tile of round 1), games (seats of the faction there that played to the end), effect (victory points more than
  the faction usually makes, shrunken as far as the games suggest) with its 95 % interval effect_low..effect_high,
  and joint_low..joint_high (intervals that all hold at once in 95 % of tables). With --setup: games (seats of the
  faction), margin (victory points above the mean of an average table in that setup) with its 95 % interval
  margin_low..margin_high and joint_low..joint_high, usual_margin (that without the setup), win_chance with its 95 %
  interval chance_low..chance_high, group (as in `stats strength`).
Caveat: of the settings, only what is fixed before factions are chosen counts. Effects add up, and two settings together
  are not more than both. Pick a row from the table by its joint interval. The notes say whether earlier games with
  these effects predict later ones better than factions alone.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from typing import TYPE_CHECKING, Any

from projections.statistics.computed import Prepared, keep
from projections.statistics.computed.strength import NO_FACTION
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb


ASKED = ("setup",)
EFFECTS = ("effect", "effect_low", "effect_high", "joint_low", "joint_high")
IN_SETUP = (
    "margin",
    "margin_low",
    "margin_high",
    "joint_low",
    "joint_high",
    "usual_margin",
    "win_chance",
    "chance_low",
    "chance_high",
)


def prepare(connection: "duckdb.DuckDBPyConnection", by: str, setup: str | None = None) -> Prepared:
    """Compute what settings are worth to factions, or compare the factions in a `setup`.

    The statistic makes no splits itself. Raises LibraryMissing, and Unreadable for a setup that cannot be read.
    """
    need_libraries("stats advice")
    rows, note = _compared(connection, setup)
    for number, row in enumerate(rows):
        row["number"] = number
    numbers, measures = (("games",), EFFECTS) if setup is None else (("games", "group"), IN_SETUP)
    named = ("faction", "kind", "value") if setup is None else ("faction",)
    types = {"number": "BIGINT", **dict.fromkeys(named, "VARCHAR"), **dict.fromkeys(numbers, "BIGINT")}
    keep(connection, "advice_rows", types | dict.fromkeys(measures, "DOUBLE"), rows)
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    return Prepared(f"SELECT {game}, * EXCLUDE number FROM advice_rows ORDER BY number", (note,))


def _compared(connection: "duckdb.DuckDBPyConnection", setup: str | None) -> tuple[list[dict[str, Any]], str]:
    """The rows, and a note."""
    from projections.statistics.strength.data import FACTIONS, has_factions, read
    from projections.statistics.strength.settings import read_settings
    from projections.statistics.strength.setup_rows import advice_rows, chosen, effect_rows, fitted

    if setup is None and not has_factions(connection):  # nothing else need be read
        return [], NO_FACTION
    selection = read(connection)
    settings = read_settings(connection)
    wanted = [] if setup is None else chosen(setup, settings)
    if not selection.names[FACTIONS]:
        return [], NO_FACTION
    if not settings.names:
        return [], "the games differ in no setting"
    found = fitted(selection, settings)
    rows = effect_rows(selection, settings, found)
    if setup is not None:
        rows = advice_rows(selection, settings, found, wanted)
    return list(rows), _judged(connection)


def _judged(connection: "duckdb.DuckDBPyConnection") -> str:
    """Whether games with a date are predicted better with settings than by factions alone, in a sentence."""
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import gain_of_setup
    from projections.statistics.strength.settings import read_settings

    selection = read(connection, dated=True)
    gain = gain_of_setup(selection, read_settings(connection))
    if gain is None:
        return "not judged: too few games with a date to learn from and to predict"
    told = f"log loss of later games {-gain.mean:+z.3f} [{-gain.high:+z.3f}, {-gain.low:+z.3f}] with settings"
    if gain.low > 0:
        return f"better than factions alone: {told}"
    return f"no better than factions alone: {told}"
