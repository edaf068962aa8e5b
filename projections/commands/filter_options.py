"""The options of `anyturn stats`: which games and seats count, and which rows are shown."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from projections.commands import completion
from projections.commands.shared import whole

if TYPE_CHECKING:
    from projections.statistics import Filters

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME", help="Such as factions; without it, which there are.", autocompletion=completion.statistics
    ),
]
OneGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="Only this game (as `anyturn rules` names it).",
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
Scoring = Annotated[
    str | None, typer.Option("--scoring", metavar="TILE", help="Only games with this scoring tile in round 1.")
]
Final = Annotated[str | None, typer.Option("--final", metavar="TILE", help="Only games with this final scoring tile.")]
Ended = Annotated[
    str | None,
    typer.Option("--ended", metavar="finished|dropped", help="Only games in which nobody, or somebody, was dropped."),
]
Since = Annotated[str | None, typer.Option("--since", metavar="DATE", help="Only games played since.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only games played until then.")]
Discrepant = Annotated[bool, typer.Option("--with-discrepant", help="Count discrepant games, too.")]
Faction = Annotated[
    str | None,
    typer.Option("--faction", metavar="NAME", help="Only seats with this faction.", autocompletion=completion.factions),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="FACTION",
        help="Only seats with this one at the table.",
        autocompletion=completion.factions,
    ),
]
Player = Annotated[
    str | None,
    typer.Option("--player", metavar="NAME", help="Only this player's seats.", autocompletion=completion.players),
]
Seat = Annotated[int | None, whole("--seat", "Only seats that started as the N-th.", 1, 99)]
Bonus = Annotated[
    str | None, typer.Option("--bonus", metavar="CARD", help="Only seats with this bonus card in round 1.")
]
Rating = Annotated[
    str | None,
    typer.Option("--rating", metavar="LOW-HIGH", help="Only seats of players rated so; also 1600- or -1400."),
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


def filters(
    *,
    option: list[str] | None,
    map_: str | None,
    tag: list[str] | None,
    since: str | None,
    until: str | None,
    **others: Any,
) -> "Filters":
    """The filters that options ask for; `others` are those that mean what is typed."""
    from projections.screen import arguments
    from projections.statistics import Filters

    arguments.in_order(since, until)
    return Filters(
        options=arguments.pairs(option) | ({"map": map_} if map_ is not None else {}),
        tags=arguments.tags(tag),
        since=arguments.date(since),
        until=arguments.date(until, "--until"),
        **others,
    )
