"""Strength: how good factions are, apart from who plays them.

Grain: one row per game and faction, the highest shrunk_rating first; with --by map or --by players, also per map or
  number of players, and compared within it; with --by seat, one row per number of players and start position instead.
Plot: intervals of rating from joint_low to joint_high, beside 0
Columns: games (seats that played to the end), group (factions in different groups cannot be compared: no games lead
  from one to the other), shrunk_rating (points on the scale of Elo above the mean of the group's plays, shrunken as far
  as the games suggest), rating (not shrunken so) with its 95 % interval rating_low..rating_high, joint_low..joint_high
  (intervals that all hold at once in 95 % of tables), fair_rate (the win rate to expect at the same tables if everybody
  else were average), win_rate (the plain one), margin (victory points to expect above the mean of an average table)
  with margin_low..margin_high; with --until-width W, also more_games (how many more games like these it takes until
  rating_low..rating_high is at most W points wide) and months (that at the pace of the last year with games).
Caveat: ratings are comparisons with the factions that were played, and include what factions start with; the highest
  rating is too high by chance; players are told apart by name; see docs/strength.md.
Filters arrive in the views selected_games and selected_seats; whole tables are compared.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from events.problems import count
from projections.statistics.computed import Prepared, keep
from projections.statistics.strength import need_libraries

if TYPE_CHECKING:
    import duckdb

    from projections.statistics.strength.data import Selection

NO_FACTION = "nobody has a faction; `anyturn stats players` rates players"
RATINGS = ("shrunk_rating", "rating", "rating_low", "rating_high", "joint_low", "joint_high")
MEASURES = (*RATINGS, "fair_rate", "win_rate", "margin", "margin_low", "margin_high")

DAYS_A_MONTH, LEAST_DAYS = 365.25 / 12, 28
_PACE = """
WITH days AS (
    SELECT coalesce(try_cast(played_at AS DATE), try_cast(played_at || '-15' AS DATE)) AS day FROM selected_games
), span AS (
    SELECT max(day) AS last, greatest(min(day), max(day) - 364) AS first FROM days
)
SELECT count(*), any_value(last - first) + 1 FROM days, span WHERE day >= first
"""
"""SQL: the games of the last year with games, and its days; dates that name only a year are left out."""

WITHIN = {"map": " of a map", "players": " at tables of one size"}
SPLITS = ("map", "players", "seat")
ASKED = ("until_width",)


def prepare(connection: "duckdb.DuckDBPyConnection", by: str, until_width: float | None = None) -> Prepared:
    """Fit the joint model to the selected games, split by one of SPLITS. Raises LibraryMissing.

    With `until_width`, rows say how many more games make the interval of a rating so narrow.
    """
    need_libraries("stats strength")
    from projections.statistics.strength.data import read
    from projections.statistics.strength.estimates import strength_rows

    seats = by == "seat"
    selection = read(connection, "" if seats else by)
    named = named_by(by)
    rows: list[dict[str, Any]] = [
        {**dict(zip(named, row["name"], strict=True)), **row} for row in strength_rows(selection, kind(by), until_width)
    ]
    types = named | {"games": "BIGINT", "group": "BIGINT"} | dict.fromkeys(MEASURES, "DOUBLE")
    said = [*notes(selection, by), *_apart(rows, by)]
    if until_width is None:
        said += _half_as_wide([row["more_games"] for row in rows if row["more_games"] is not None])
    else:
        types |= {"more_games": "BIGINT", "months": "DOUBLE"}
        pace = _pace(connection)
        for row in rows:
            games = row["more_games"]
            row["months"] = games / pace if pace and games is not None else None
        said += [] if pace else ["no pace: too few dates"]
    keep(connection, "strength_rows", types, rows)
    best = f'{by + ", " if by else ""}"group", coalesce(shrunk_rating, rating) DESC NULLS LAST, faction'
    order = "players, start_position" if seats else best
    game = "(SELECT any_value(game) FROM selected_games) AS game"
    shown = [f'"{name}"' for name in types if name != "split"]
    return Prepared(f"SELECT {', '.join([game, *shown])} FROM strength_rows ORDER BY {order}", tuple(said))


def _half_as_wide(games: list[int]) -> list[str]:
    if not games:
        return []
    middle = sorted(games)[len(games) // 2]
    return [f"intervals half as wide: after about {middle:,} more games like these"]


def _pace(connection: "duckdb.DuckDBPyConnection") -> float | None:
    """Games a month in the last year with games, or in the time since the first one; None for less than four weeks."""
    found = connection.execute(_PACE).fetchone()
    games, days = found or (0, None)
    return None if days is None or days < LEAST_DAYS else games / days * DAYS_A_MONTH


def kind(by: str) -> int:
    """The kind of effects that are rated: start positions in a split by seat, else factions."""
    from projections.statistics.strength.data import FACTIONS, SEATS

    return SEATS if by == "seat" else FACTIONS


def named_by(by: str) -> dict[str, str]:
    """The columns that name an effect, with their types; `split` is one that is not shown."""
    if by == "seat":
        return {"players": "INTEGER", "start_position": "INTEGER"}
    return {by or "split": "INTEGER" if by == "players" else "VARCHAR", "faction": "VARCHAR"}


def listed(named: Iterable[str]) -> list[str]:
    """The columns that are shown."""
    return [name for name in named if name != "split"]


def notes(selection: "Selection", by: str) -> list[str]:
    """What a reader must know of the seats and effects that are rated."""
    found = [f"{count(selection.nameless, 'seat')} without a player's name"] if selection.nameless else []
    if len(selection.time) and not selection.names[kind(by)]:
        found.append("no start position is known" if by == "seat" else NO_FACTION)
    return found


def _apart(rows: list[dict[str, Any]], by: str) -> list[str]:
    """One sentence on the comparisons that the data do not allow; none if they allow all."""
    several = [row for row in rows if row["group"] > 1]
    return [apart("factions" + WITHIN.get(by, ""), max(row["group"] for row in several))] if several else []


def apart(what: str, groups: int) -> str:
    """The sentence for games that do not connect all of `what`, such as factions."""
    return (
        f"the games do not connect all {what}: they form up to {groups} groups, each rated against its own mean, "
        "and do not show which of two in different groups is better"
    )
