"""The options of `stats` and `report` that select games, seats and rows."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from projections.commands import completion
from projections.commands.shared import Options, Players, usage, whole
from projections.stated_facts import fact_named, stated

if TYPE_CHECKING:
    from projections.statistics import Filters

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME", help="Such as factions; without it, all are listed.", autocompletion=completion.statistics
    ),
]
OneGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="Only this game, as listed by `anyturn rules`.",
        autocompletion=completion.games,
    ),
]
Map = Annotated[
    str | None,
    typer.Option("--map", metavar="NAME", help="Only games on this map.", autocompletion=completion.maps),
]
Tags = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="NAME[=VALUE]", help="Only games with this tag; repeatable."),
]
Facts = Annotated[
    list[str] | None,
    typer.Option(
        "--fact",
        metavar="NAME=VALUE",
        help="Only games, or seats, with this fact (see `anyturn stats --facts`); repeatable.",
        autocompletion=completion.facts,
    ),
]
Ended = Annotated[
    str | None,
    typer.Option("--ended", metavar="finished|dropped", help="Only games in which nobody, or somebody, was dropped."),
]
Since = Annotated[str | None, typer.Option("--since", metavar="DATE", help="Only games played on or after this date.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only games played on or before this date.")]
Discrepant = Annotated[bool, typer.Option("--with-discrepant", help="Also count discrepant games.")]
Faction = Annotated[
    str | None,
    typer.Option("--faction", metavar="NAME", help="Only seats with this faction.", autocompletion=completion.factions),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="FACTION",
        help="Only seats with this faction at the table.",
        autocompletion=completion.factions,
    ),
]
Player = Annotated[
    str | None,
    typer.Option("--player", metavar="NAME", help="Only this player's seats.", autocompletion=completion.players),
]
Seat = Annotated[int | None, whole("--seat", "Only seats with the N-th start position.", 1, 99)]
Rating = Annotated[
    str | None,
    typer.Option(
        "--rating", metavar="LOW-HIGH", help="Only seats of players rated so by earlier games; also 1600- or -1400."
    ),
]
Drops = Annotated[
    str,
    typer.Option("--drops", metavar="out|last", help="Leave dropped seats out (default), or count them as last."),
]
NetOfStart = Annotated[
    bool, typer.Option("--net-of-start", help="Count results without the points that seats began with.")
]
UntilWidth = Annotated[
    int | None,
    whole("--until-width", "For strength: games until intervals are so wide, end to end.", 1, metavar="POINTS"),
]
Table = Annotated[
    str | None,
    typer.Option("--table", metavar="SEATS", help='For predict: chances of a table: "Ann:nomads,Bob:witches".'),
]
Setup = Annotated[
    str | None,
    typer.Option("--setup", metavar="SETTINGS", help='For advice: factions in a setup: "map=base,players=4".'),
]
Controlled = Annotated[
    bool,
    typer.Option("--controlled", help="For setup: effects with players and factions as controls (extra `strength`)."),
]
MinGames = Annotated[int, whole("--min-games", "Only rows based on at least N games.", 0)]
By = Annotated[
    str,
    typer.Option("--by", metavar="WHAT", help="Split by map, seat, season, players, player, faction, year ..."),
]
Sort = Annotated[
    str, typer.Option("--sort", metavar="COLUMN[:asc|:desc]", help="Sort the rows by a column, largest first.")
]
Limit = Annotated[int | None, whole("--limit", "Only the first N rows.", 1)]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
DecimalComma = Annotated[
    bool, typer.Option("--decimal-comma", help="With --csv: 2,5 for 2.5, semicolons between fields.")
]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]


class _Option(NamedTuple):
    """A parameter that the command line fills: its name, its annotation for typer, its default."""

    name: str
    annotation: Any
    default: Any = None


def _declared(of_seats: bool) -> list[_Option]:
    """The options that games declare for their facts, each a spelling of --fact NAME=VALUE."""
    options = {
        fact.option: _Option(
            f"fact_{fact.name}",
            Annotated[
                str | None,
                typer.Option(
                    f"--{fact.option}",
                    metavar=fact.metavar,
                    help=f"{fact.help}.",
                    autocompletion=completion.values_of_fact(fact.name),
                ),
            ],
        )
        for fact in stated()
        if fact.option and fact.of_seats == of_seats
    }
    return list(options.values())


_OF_GAMES = [
    _Option("game", OneGame),
    _Option("players", Players),
    _Option("option", Options),
    _Option("map_", Map),
    _Option("tag", Tags),
    _Option("fact", Facts),
    *_declared(of_seats=False),
    _Option("ended", Ended),
    _Option("since", Since),
    _Option("until", Until),
    _Option("with_discrepant", Discrepant, False),
]
_OF_SEATS = [
    _Option("faction", Faction),
    _Option("against", Against),
    _Option("player", Player),
    _Option("seat", Seat),
    *_declared(of_seats=True),
    _Option("rating", Rating),
    _Option("drops", Drops, "out"),
    _Option("net_of_start", NetOfStart, False),
    _Option("until_width", UntilWidth),
    _Option("table", Table),
    _Option("setup", Setup),
    _Option("controlled", Controlled, False),
]
_OF_ROWS = [_Option("by", By, ""), _Option("sort", Sort, ""), _Option("limit", Limit)]
_ENOUGH = [_Option("min_games", MinGames, 0)]
GAMES = (*_OF_GAMES, *_ENOUGH)
"""The options that select games."""
EVERYTHING = (*_OF_GAMES, *_OF_SEATS, *_ENOUGH, *_OF_ROWS)
"""The options that select games, seats and rows."""


def filtered(options: Sequence[_Option]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these options in place of its parameter `filters`, which receives the `Filters` built from them.

    The signature of the command is assembled here, because typer reads the options from it.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_filters(**given: Any) -> None:
            values = {option.name: given.pop(option.name) for option in options}
            command(filters=_filters(**values), **given)

        parameters: list[Parameter] = []
        for parameter in signature(command).parameters.values():
            added = options if parameter.name == "filters" else (_Option(parameter.name, parameter.annotation),)
            for name, annotation, default in added:
                default = parameter.default if parameter.name == name else default
                parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))
        with_filters.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # as inspect documents it
        with_filters.__annotations__ = {each.name: each.annotation for each in parameters}
        return with_filters

    return decorate


def _filters(
    *,
    option: list[str] | None,
    map_: str | None,
    tag: list[str] | None,
    fact: list[str] | None,
    since: str | None,
    until: str | None,
    with_discrepant: bool,
    rating: str | None = None,
    **others: Any,
) -> "Filters":
    """The filters for the values of options; `others` are passed on as typed, or are spellings of facts.

    Without options of seats, facts of seats are refused.
    """
    from projections.screen import arguments
    from projections.statistics import Filters

    arguments.in_order(since, until)
    if others.get("drops", "out") not in ("out", "last"):
        usage(f"found --drops {others['drops']}, expected out or last")
    spelled = {name: others.pop(name) for name in list(others) if name.startswith("fact_")}
    facts = arguments.pairs(fact, "--fact")
    for name, value in facts.items():
        if "seat" not in others and (found := fact_named(name)) is not None and found.of_seats:
            usage(f"found --fact {name}={value}, a fact of seats, expected one of games")
    for name, value in spelled.items():
        if value is not None and facts.setdefault(name.removeprefix("fact_"), value) != value:
            usage(f"found two values of the fact {name.removeprefix('fact_')}, expected one")
    return Filters(
        options=arguments.pairs(option) | ({"map": map_} if map_ is not None else {}),
        tags=arguments.tags(tag),
        facts=facts,
        since=arguments.date(since),
        until=arguments.date(until, "--until"),
        discrepant=with_discrepant,
        rating=arguments.band(rating),
        **others,
    )
