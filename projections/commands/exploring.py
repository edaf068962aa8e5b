"""The command that shows what was done next after a beginning."""

from typing import TYPE_CHECKING, Annotated

import typer

from projections.commands import completion, filter_options
from projections.commands.shared import Db, GameIfAny, Json, Notation, json_line, show_paged, usage
from projections.screen.console import width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from projections.game.lines import Explored
    from projections.statistics import Filters

Then = Annotated[
    list[int] | None,
    typer.Option("--then", metavar="N", help="Go on with the N-th action of the answer; repeatable.", min=1),
]
OfFaction = Annotated[
    str | None,
    typer.Option(
        "--faction",
        metavar="FACTION",
        help="Without GAME: the faction to begin with.",
        autocompletion=completion.factions,
    ),
]
At = Annotated[
    str | None,
    typer.Option("--at", "--to", metavar="PLACE", help="With GAME: the place, such as r1 or #12 (default end)."),
]
SHOWN = 2
"""At most this many games are named in a row."""
COLUMNS = ("number", "action", "games", "wins", "win_rate", "low", "high", "expected", "mean_vp", "mean_margin", "ids")


@filter_options.filtered(tuple(option for option in filter_options.GAMES if option.name != "min_games"))
def explore(
    filters: "Filters",
    stored: GameIfAny = None,
    at: At = None,
    faction: OfFaction = None,
    then: Then = None,
    notation: Notation = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Show what was done next after the same beginning, and how it ended."""
    from projections.game.lines import at_address, explored, opening
    from projections.screen import arguments
    from projections.store.find import open_tables, store_path

    who = ""
    if stored is None and (at is not None or notation is not None):
        usage(f"found {'--at' if at is not None else '--notation'} without a game, expected a game")
    if stored is None and filters.game is None:
        usage("found neither a game nor --game, expected a game with --at PLACE, or --game NAME with --faction FACTION")
    if stored is not None and faction is not None:
        usage("found --faction with a game, expected one of them")
    path = store_path(db)
    if stored is not None:
        begun, who = at_address(stored, path, at or "end", arguments.notation(notation))
    with open_tables(path) as store:
        if stored is None:
            begun = opening(store.connection, str(filters.game), faction, filters)
        found = explored(store.connection, begun, filters, then or ())
    show_paged(map(json_line, _objects(found)) if json else _lines(found, who))


def _objects(found: "Explored") -> "list[dict[str, object]]":
    """An object for each row, with the beginning that it follows."""
    about = found.beginning
    return [
        {"game": about.game, "faction": about.faction, "map": about.map, "after": found.depth, **row}
        for row in found.rows
    ]


def _ids(games: "Sequence[str]") -> str:
    """The beginnings of the ids of a few games, by which commands find them."""
    return ", ".join(each[:8] for each in games[:SHOWN]) + (" ..." if len(games) > SHOWN else "")


def _lines(found: "Explored", who: str) -> "list[str]":
    from events.problems import count
    from projections.game.lines import in_words
    from projections.screen.answers import answer_lines
    from projections.statistics import Answer

    about = found.beginning
    named = " ".join(part for part in (about.game, about.faction, f"on {about.map}" if about.map else "") if part)
    lines = [f"{who + ': ' if who else ''}{named}; counted: {found.words}"]
    for number, event in enumerate(about.actions[: found.depth], 1):
        lines.append(f"{number:>4}  {in_words(about.game, event)}  ({found.reached[number]:,} of {found.reached[0]:,})")
    if found.depth < len(about.actions):
        rest = len(about.actions) - found.depth
        lines.append(f"      no other counted seat began with the next of {rest:,} further actions")
    rows = [{"number": number, **row, "ids": _ids(row["game_ids"])} for number, row in enumerate(found.rows, 1)]
    answer = Answer(about.game, None, f"done next after {count(found.depth, 'action')}", [*COLUMNS], rows)
    return [*lines, *answer_lines(answer, width())]
