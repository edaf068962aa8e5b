"""Filters compared with the store: a value that no stored game has is an error, which lists the stored values."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from events.log.codec import Unreadable
from events.problems import near_match, one_of
from projections.stated_facts import stated, stating
from projections.statistics.filters import Condition, Filters, conditions
from projections.statistics.traits import FACT, OPTION, TAG, TRAITS, Trait, fact, option, tag

if TYPE_CHECKING:
    import duckdb

SHOWN = 40
"""How many stored values are listed."""


def answering(connection: "duckdb.DuckDBPyConnection", games: Sequence[str], filters: Filters) -> list[str]:
    """Those of these rulesets whose stored games have the traits that the filters require, whatever their values.

    Raises Unreadable for a value that none of them has, and if none of them remains.
    """
    left = list(games)
    for one in conditions(filters):
        values = {game: _values(connection, game, one.trait) for game in left}
        left = [game for game in left if values[game]]
        known = _ordered(value for game in left for value in values[game])
        if not left:
            raise _unanswered(connection, list(values), one)
        if not one.any_value and one.value not in known:
            raise _unknown(one, known)
    return left


def splitting(connection: "duckdb.DuckDBPyConnection", games: Sequence[str], by: str) -> Trait:
    """The trait by which a statistic is split: one of every game, a fact, an option or a tag.

    Raises Unreadable for any other name, and for a trait that no stored game of these rulesets has.
    """
    known = [*TRAITS, *dict.fromkeys(each.name for each in stated() if each.game in games)]
    options, tags = _options(connection, games), _tags(connection, games)
    if by not in known and by in options:
        return option(by)
    if by not in known and by in tags:
        return tag(by)
    if by not in known and not stating(by):
        raise Unreadable(f"--by {by}", one_of([*known, *tags, *options], by))
    wanted = TRAITS.get(by) or fact(by)
    if not any(_has_values(connection, game, wanted) for game in games):
        raise Unreadable(f"--by {by}", f"a split that applies: stored games of {' and '.join(games)} have no values")
    return wanted


def stored_values(connection: "duckdb.DuckDBPyConnection", trait: Trait) -> list[str]:
    """All values of a trait in the store, in order."""
    games = connection.execute("SELECT DISTINCT game FROM games").fetchall()
    return _ordered(value for (game,) in games for value in _values(connection, game, trait))


def one_stored(known: Sequence[str], found: str) -> str:
    """The stored words expected instead of one that matches none of them."""
    return f"one that is stored: {_listed(known, found) or 'none yet'}"


def _unknown(one: Condition, known: list[str]) -> Unreadable:
    if one.trait.name == "players":
        return Unreadable(one.words, f"a number that is stored: {', '.join(known)}")
    return Unreadable(one.trait.in_errors(one.value), one_stored(known, one.value))


def _unanswered(connection: "duckdb.DuckDBPyConnection", games: list[str], one: Condition) -> Unreadable:
    """The error for a filter on a trait of which these games have no values."""
    name = one.trait.name
    if one.trait.kind == OPTION:
        return Unreadable(
            f"the option {name!r}", f"one that stored games have: {_listed(_options(connection, games), name)}"
        )
    if one.trait.kind == TAG:
        return Unreadable(f"the tag {name!r}", one_stored(_tags(connection, games), name))
    able = f" (those of {' and '.join(stating(name))} can)" if one.trait.kind == FACT else ""
    expected = f"a filter that applies: stored games of {' and '.join(games)} have no values{able}"
    return Unreadable(one.trait.in_errors(one.value), expected)


def _has_values(connection: "duckdb.DuckDBPyConnection", game: str, trait: Trait) -> bool:
    """Whether any stored game of a ruleset has a value of a trait."""
    found = connection.execute(
        f"SELECT value FROM ({_known(game, trait)}) JOIN games USING (game_id) "
        "WHERE game = ? AND value IS NOT NULL LIMIT 1",
        [*trait.parameters, game],
    )
    return found.fetchone() is not None


def _known(game: str, trait: Trait) -> str:
    """SQL: the relation in which the values of a trait are looked up."""
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
    """The tags of the stored games of these rulesets."""
    sql = (
        "SELECT DISTINCT tag FROM tags SEMI JOIN (SELECT game_id FROM games WHERE game IN (SELECT unnest(?))) "
        "USING (game_id) ORDER BY tag"
    )
    return [name for (name,) in connection.execute(sql, [list(games)]).fetchall()]


def _ordered(values: Iterable[str]) -> list[str]:
    """Each value once: numbers by size, then words."""
    return sorted(set(values), key=lambda value: (not value.isdecimal(), int(value) if value.isdecimal() else 0, value))


def _listed(known: Sequence[str], found: str) -> str:
    more = ", ..." if len(known) > SHOWN else ""
    return f"{', '.join(known[:SHOWN])}{more}{near_match(known, found)}"
