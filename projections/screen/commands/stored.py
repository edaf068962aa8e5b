"""Commands that ask the store."""

from typing import Annotated

import typer

from events.problems import count
from projections.screen.commands import completing, told
from projections.screen.commands.parts import Db, Json, Options, Players, json_line, show, show_paged, usage
from projections.screen.console import say, width


def games(
    where: Annotated[str | None, typer.Option("--where", metavar="SQL", help='Which, such as "players = 4".')] = None,
    forget: Annotated[
        str | None,
        typer.Option("--forget", metavar="GAME", help="Take this game out.", autocompletion=completing.stored_games),
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """List what is stored, or forget a game."""
    if forget is not None:
        if where is not None:
            usage("found --where with --forget, expected one of them")
        told.forget(forget, db, json)
        return
    from projections.screen.games import game_lines, same
    from projections.store.find import store_path
    from projections.store.query import games

    rows = games(store_path(db), where)
    show_paged(map(json_line, rows) if json else game_lines(rows, width()))
    say(f"{count(len(rows), 'game')}{same(rows)}")


def stats(
    name: Annotated[
        str | None,
        typer.Argument(help="Such as factions; without it, which there are.", autocompletion=completing.statistics),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", help="Only this game (as `anyturn rules` names it).", autocompletion=completing.games),
    ] = None,
    players: Players = None,
    option: Options = None,
    map_: Annotated[
        str | None, typer.Option("--map", help="Only games on this map.", autocompletion=completing.maps)
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="Only games played since.")] = None,
    min_games: Annotated[int, typer.Option("--min-games", min=0, help="Only rows based on at least N games.")] = 0,
    by: Annotated[str, typer.Option("--by", metavar="map|players|seat", help="Split strength by this.")] = "",
    with_discrepant: Annotated[bool, typer.Option("--with-discrepant", help="Count discrepant games, too.")] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Count over the stored games; without a name, list the statistics there are."""
    from projections.screen import arguments
    from projections.screen.wording import answer_lines, title_lines
    from projections.statistics import Filters, apart, run, titles
    from projections.store.find import open_tables, store_path

    if name is None:
        listed = titles(game)
        show_paged(map(json_line, listed) if json else title_lines(listed, width()))
        return
    options = arguments.pairs(option) | ({"map": map_} if map_ is not None else {})
    filters = Filters(
        game=game,
        players=players,
        options=options,
        since=arguments.date(since),
        min_games=min_games,
        discrepant=with_discrepant,
        by=by,
    )
    with open_tables(store_path(db)) as store:
        answers = run(store.connection, name, filters)
    if words := apart(answers):
        say(words)
    shown: list[str] = []
    for number, answer in enumerate(answers):
        if json:
            named = {"game": answer.game, "catalogue": answer.catalogue, "filters": answer.words}
            shown += [json_line(row | named) for row in answer.rows]
        else:
            shown += [*([""] if number else []), *answer_lines(answer, width())]
    show_paged(shown)
    if not answers:
        say("no game is stored; `anyturn import PATH` stores some")


def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One SELECT; - reads it from standard input.")],
    db: Db = None,
    json: Json = False,
) -> None:
    """Ask the store in SQL; nothing can be written."""
    from events.files import standard_input
    from projections.screen.tables import plain_table
    from projections.store.find import store_path
    from projections.store.query import ask

    headed = True
    text = standard_input().read().decode(errors="replace") if sql == "-" else sql
    for columns, rows in ask(store_path(db), text):
        found = (dict(zip(columns, row, strict=True)) for row in rows)
        show(map(json_line, found) if json else plain_table(columns, rows, headed, width()))
        headed = False
