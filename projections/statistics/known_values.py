"""What filters may ask for: a value that no stored game has is a slip, told with the values that are stored."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from events.log.codec import Unreadable
from events.problems import near_match, one_of
from projections.stated_facts import stated
from projections.statistics.filters import Asked, Filters, asked
from projections.statistics.traits import FACT, OPTION, TAG, TRAITS, Trait, facts, option, tag

if TYPE_CHECKING:
    import duckdb

SHOWN = 40
"""How many stored values are listed."""


def answering(connection: "duckdb.DuckDBPyConnection", games: Sequence[str], filters: Filters) -> list[str]:
    """Those of these rulesets whose stored games can be asked what the filters ask, whatever its value.

    Raises Unreadable for a value that none of them has, and where none of them can be asked.
    """
    left = list(games)
    for one in asked(filters):
        values = {game: _values(connection, game, one.trait) for game in left}
        left = [game for game in left if values[game]]
        known = _ordered(value for game in left for value in values[game])
        if not left:
            raise _unanswered(connection, list(values), one)
        if not one.any_value and one.value not in known:
            raise _unknown(one, known)
    return left


def splitting(connection: "duckdb.DuckDBPyConnection", games: Sequence[str], by: str) -> Trait:
    """What a statistic is to be split by: a trait, an option or a tag.

    Raises Unreadable for what is none of them, and for a trait that no stored game of these rulesets tells.
    """
    if (known := TRAITS | facts()).get(by) is not None:
        if any(_has_values(connection, game, known[by]) for game in games):
            return known[by]
        raise Unreadable(f"--by {by}", f"a split by what stored games of {' and '.join(games)} tell: none tells that")
    own, tagged = _options(connection, games), _tags(connection, games)
    if by in own:
        return option(by)
    if by in tagged:
        return tag(by)
    raise Unreadable(f"--by {by}", one_of([*known, *tagged, *own], by))


def one_stored(known: Sequence[str], found: str) -> str:
    """What is expected in the place of a word that stands for nothing stored."""
    return f"one that is stored: {_listed(known, found) or 'none yet'}"


def _unknown(one: Asked, known: list[str]) -> Unreadable:
    if one.trait.name == "players":
        return Unreadable(one.words, f"a number that is stored: {', '.join(known)}")
    return Unreadable(one.trait.found(one.value), one_stored(known, one.value))


def _unanswered(connection: "duckdb.DuckDBPyConnection", games: list[str], one: Asked) -> Unreadable:
    """What is wrong with a filter that has no values in the games that it is asked of."""
    name = one.trait.name
    if one.trait.kind == OPTION:
        return Unreadable(
            f"the option {name!r}", f"one that stored games have: {_listed(_options(connection, games), name)}"
        )
    if one.trait.kind == TAG:
        return Unreadable(f"the tag {name!r}", one_stored(_tags(connection, games), name))
    able = f" (those of {' and '.join(_stating(name))} can)" if one.trait.kind == FACT else ""
    expected = f"a filter that they answer: stored games of {' and '.join(games)} tell none{able}"
    return Unreadable(one.trait.found(one.value), expected)


def _stating(name: str) -> list[str]:
    """The games that state a fact."""
    return [fact.game for fact in stated() if fact.name == name]


def _has_values(connection: "duckdb.DuckDBPyConnection", game: str, trait: Trait) -> bool:
    """Whether any stored game of a ruleset has a value of a trait."""
    found = connection.execute(
        f"SELECT value FROM ({_known(game, trait)}) JOIN games USING (game_id) "
        "WHERE game = ? AND value IS NOT NULL LIMIT 1",
        [*trait.parameters, game],
    )
    return found.fetchone() is not None


def _known(game: str, trait: Trait) -> str:
    """SQL: where the values of a trait are looked up."""
    return TRAITS.get(trait.values_of, trait).relation(game)


def _values(connection: "duckdb.DuckDBPyConnection", game: str, trait: Trait) -> list[str]:
    """The values of a trait in the stored games of a ruleset."""
    rows = connection.execute(
        f"SELECT DISTINCT value FROM ({_known(game, trait)}) SEMI JOIN (SELECT game_id FROM games WHERE game = ?) "
        "USING (game_id) WHERE value IS NOT NULL",
        [*trait.parameters, game],
    ).fetchall()
    return [value for (value,) in rows]


def _options(connection: "duckdb.DuckDBPyConnection", games: Sequence[str]) -> list[str]:
    """The names of the options that stored games of these rulesets have."""
    sql = """SELECT DISTINCT unnest(json_keys(options)) AS name
        FROM (SELECT DISTINCT options FROM games WHERE game IN (SELECT unnest(?))) ORDER BY name"""
    return [name for (name,) in connection.execute(sql, [list(games)]).fetchall()]


def _tags(connection: "duckdb.DuckDBPyConnection", games: Sequence[str]) -> list[str]:
    """The tags that stored games of these rulesets were given."""
    sql = (
        "SELECT DISTINCT tag FROM tags SEMI JOIN (SELECT game_id FROM games WHERE game IN (SELECT unnest(?))) "
        "USING (game_id) ORDER BY tag"
    )
    return [name for (name,) in connection.execute(sql, [list(games)]).fetchall()]


def _ordered(values: Iterable[str]) -> list[str]:
    """Each value once: numbers by their size, then words."""
    return sorted(set(values), key=lambda value: (not value.isdecimal(), int(value) if value.isdecimal() else 0, value))


def _listed(known: Sequence[str], found: str) -> str:
    more = ", ..." if len(known) > SHOWN else ""
    return f"{', '.join(known[:SHOWN])}{more}{near_match(known, found)}"
