"""What filters may ask for: a value that no stored game has is a slip, told with the values that are stored."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from events.codec import Unreadable
from events.problems import count, near_match

if TYPE_CHECKING:
    import duckdb

SHOWN = 40
"""How many stored values are listed."""


def path(option: str) -> str:
    """Where an option stands in the JSON of a game's options."""
    return '$."' + option.replace('"', "") + '"'


def check(
    connection: "duckdb.DuckDBPyConnection", games: Sequence[str], players: int | None, options: Mapping[str, str]
) -> None:
    """Raises Unreadable for a number of players, an option or a value that no stored game of these rulesets has."""
    if players is not None:
        numbers = _distinct(connection, games, "players")
        if str(players) not in numbers:
            raise Unreadable(count(players, "player"), f"a number that is stored: {', '.join(numbers)}")
    for option, value in options.items():
        values = _distinct(connection, games, "json_extract_string(options, ?)", path(option))
        if value in values:
            continue
        if values:
            found = f"the map {value!r}" if option == "map" else f"{option} = {value!r}"
            raise Unreadable(found, f"one that is stored: {_listed(values, value)}")
        names = _distinct(connection, games, "unnest(json_keys(options))")
        raise Unreadable(f"the option {option!r}", f"one that stored games have: {_listed(names, option)}")


def one_stored(known: Sequence[str], found: str) -> str:
    """What is expected in the place of a word that stands for nothing stored."""
    return f"one that is stored: {_listed(known, found) or 'none yet'}"


def _distinct(
    connection: "duckdb.DuckDBPyConnection", games: Sequence[str], expression: str, *values: Any
) -> list[str]:
    """The values of an SQL expression over the stored games of these rulesets, as text, in their order."""
    rows = connection.execute(
        f"SELECT DISTINCT value FROM (SELECT {expression} AS value FROM games WHERE game IN (SELECT unnest(?))) "
        "WHERE value IS NOT NULL ORDER BY value",
        [*values, list(games)],
    ).fetchall()
    return [str(value) for (value,) in rows]


def _listed(known: Sequence[str], found: str) -> str:
    more = ", ..." if len(known) > SHOWN else ""
    return f"{', '.join(known[:SHOWN])}{more}{near_match(known, found)}"
