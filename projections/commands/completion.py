"""Shell completion: games, statistics, notations, and values from the store.

Quick and silent: nothing is loaded before it is needed, and if anything fails (a missing or locked store) nothing is
offered. The shell itself completes paths where nothing here matches.
"""

import os
from collections.abc import Callable, Iterable

import typer

POLICIES = ("sensible", "random")
RANDOM = "random"
"""The value of `--option` that draws all options not given."""
SARIF = "sarif"
FORMATS = ("github", SARIF)
"""The forms in which `validate` reports findings to other programs."""
MOST = 200
"""At most this many stored games are offered."""


def games(incomplete: str) -> list[str]:
    """The installed games."""
    return _offered(_games, incomplete)


def rulebooks(incomplete: str) -> list[str]:
    """The installed games, and `drift`, which `anyturn rules` takes instead of one."""
    return _offered(lambda: [*_games(), "drift"], incomplete)


def kits(incomplete: str) -> list[str]:
    """The installed games, and `check`, which `anyturn kit` takes instead of one."""
    return _offered(lambda: [*_games(), "check"], incomplete)


def notations(incomplete: str) -> list[str]:
    """The known notations."""

    def named() -> list[str]:
        from events.notations import names

        return names()

    return _offered(named, incomplete)


def schemas(incomplete: str) -> list[str]:
    """What there is a schema of."""

    def named() -> list[str]:
        from projections.schemas.documents import PARTS

        return [*PARTS]

    return _offered(named, incomplete)


def statistics(ctx: typer.Context, incomplete: str) -> list[str]:
    """The statistics of the game named before, else of all games."""

    def named() -> list[str]:
        from projections.statistics import titles

        return sorted({str(one["name"]) for one in titles(ctx.params.get("game"))})

    return _offered(named, incomplete)


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """`NAME=`, and after it every value that can be listed, for the game named before, else for the stored games."""
    return _offered(lambda: _options(ctx, incomplete), incomplete)


def options_to_play(ctx: typer.Context, incomplete: str) -> list[str]:
    """The same as `options`, and `random`, which draws the other options."""
    return _offered(lambda: [RANDOM, *_options(ctx, incomplete)], incomplete)


def parts(ctx: typer.Context, incomplete: str) -> list[str]:
    """The parts of the picture of the game named before."""

    def named() -> list[str]:
        from projections.game.position import position
        from projections.pictures import part_names
        from projections.store.find import store_path

        return part_names(position(ctx.params["game"], store_path(ctx.params.get("db")), "start"))

    return _offered(named, incomplete)


def policies(incomplete: str) -> list[str]:
    """The policies of self-play."""
    return _offered(lambda: POLICIES, incomplete)


def formats(incomplete: str) -> list[str]:
    """The forms of findings."""
    return _offered(lambda: FORMATS, incomplete)


def maps(ctx: typer.Context, incomplete: str) -> list[str]:
    """The maps that stored games were played on."""
    sql = (
        "SELECT DISTINCT json_extract_string(options, '$.map') AS name FROM games WHERE name IS NOT NULL ORDER BY name"
    )
    return _offered(lambda: _stored(ctx, sql), incomplete)


def facts(ctx: typer.Context, incomplete: str) -> list[str]:
    """`NAME=` of the facts that the game named before states, or any game; after it the values in the store."""

    def named() -> list[str]:
        from projections.stated_facts import stated

        name, equals, _ = incomplete.partition("=")
        if equals:
            return [f"{name}={value}" for value in _values_of_fact(ctx, name)]
        game = ctx.params.get("game")
        return list(dict.fromkeys(f"{fact.name}=" for fact in stated() if game in (None, fact.game)))

    return _offered(named, incomplete)


def values_of_fact(name: str) -> Callable[[typer.Context, str], list[str]]:
    """A completion of the values that a fact has in the stored games."""

    def values(ctx: typer.Context, incomplete: str) -> list[str]:
        return _offered(lambda: _values_of_fact(ctx, name), incomplete)

    return values


def factions(ctx: typer.Context, incomplete: str) -> list[str]:
    """The factions of stored games."""
    sql = "SELECT DISTINCT faction FROM seats WHERE faction IS NOT NULL ORDER BY faction"
    return _offered(lambda: _stored(ctx, sql), incomplete)


def players(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of stored games, as the logs name them."""
    sql = f"""SELECT DISTINCT player FROM seats WHERE player <> '' AND starts_with(player, ?)
        ORDER BY player LIMIT {MOST}"""
    return _offered(lambda: _stored(ctx, sql, incomplete), incomplete)


def stored_games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids of stored games, and the names of the files they came from."""
    sql = f"""SELECT name FROM (
        SELECT game_id AS name FROM games UNION SELECT parse_filename(name, true) FROM sources
        ) WHERE starts_with(name, ?) ORDER BY name LIMIT {MOST}"""
    return _offered(lambda: _stored(ctx, sql, incomplete), incomplete)


def _games() -> list[str]:
    from engine.rules import games

    return games()


def _options(ctx: typer.Context, incomplete: str) -> list[str]:
    from engine.clause import in_json
    from engine.options import options_of_game

    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    game = next(
        (word for word in typed.split() if word in _games()), None
    )  # an option without a value hides the params
    if game is None:
        sql = "SELECT DISTINCT unnest(json_keys(options)) AS name FROM games ORDER BY name"
        return [f"{name}=" for name in _stored(ctx, sql)]
    known = options_of_game(game)
    if "=" not in incomplete:
        return [f"{name}=" for name in known]
    name = incomplete.partition("=")[0]
    return [f"{name}={each if isinstance(each, str) else in_json(each)}" for each in known.get(name, ())]


def _stored(ctx: typer.Context, sql: str, *values: str) -> list[str]:
    from events.store.event_store import EventStore
    from projections.store.find import store_path

    with EventStore(store_path(ctx.params.get("db")), read_only=True) as store:
        return [str(name) for (name,) in store.connection.execute(sql, [*values]).fetchall()]


def _values_of_fact(ctx: typer.Context, name: str) -> list[str]:
    from events.store.event_store import EventStore
    from projections.statistics import define
    from projections.statistics.known_values import stored_values
    from projections.statistics.traits import fact
    from projections.store.find import store_path

    with EventStore(store_path(ctx.params.get("db")), read_only=True) as store:
        define(store.connection)
        return stored_values(store.connection, fact(name))


def _offered(names: Callable[[], Iterable[str]], incomplete: str) -> list[str]:
    """The names that begin with the typed text; none if listing them fails, as completion must stay silent."""
    try:
        return [name for name in names() if name.startswith(incomplete)]
    except Exception:
        return []
