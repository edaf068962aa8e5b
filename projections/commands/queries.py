"""Commands that ask the store."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from events.problems import count
from projections.commands import annotations, completion, filter_options
from projections.commands.reporting import check_plot, write_plot
from projections.commands.shared import (
    Db,
    Force,
    Json,
    alone,
    json_line,
    need_file,
    show,
    show_paged,
    typed,
    usage,
    whole,
)
from projections.screen.console import note, width
from projections.stated_facts import stated

if TYPE_CHECKING:
    from projections.statistics import Answer, Filters

_OF_THE_LIST = ("--game", "--facts", "--json", "--db")
"""The options that go together with the list of statistics."""


def games(
    where: Annotated[str | None, typer.Option("--where", metavar="SQL", help='Which, such as "players = 4".')] = None,
    forget: Annotated[
        str | None,
        typer.Option("--forget", metavar="GAME", help="Take this game out.", autocompletion=completion.stored_games),
    ] = None,
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            metavar="COLUMN[:asc|:desc]",
            help="Sort by played, records, game ... (default: the latest import).",
        ),
    ] = "",
    limit: Annotated[int | None, whole("--limit", "Only the first N games.", 1)] = None,
    installed: Annotated[
        bool, typer.Option("--installed", help="List the games that can be judged, and who brings them.")
    ] = False,
    db: Db = None,
    json: Json = False,
    csv: filter_options.Csv = False,
) -> None:
    """List what is stored, or forget a game; or list the games that are installed."""
    if installed:
        alone(
            {
                "--where": where,
                "--forget": forget,
                "--sort": sort or None,
                "--limit": limit,
                "--db": db,
                "--installed": 1,
            }
        )
        _installed(json, csv)
        return
    if forget is not None:
        alone({"--where": where, "--sort": sort or None, "--limit": limit, "--csv": csv or None, "--forget": forget})
        annotations.forget(forget, db, json)
        return
    from projections.screen.arguments import one_form
    from projections.screen.game_list import csv_lines, game_lines, in_order, same
    from projections.store.find import store_path
    from projections.store.query import games
    from projections.store.query_limits import USUAL, memory_of

    form = one_form(json=json, csv=csv, markdown=False)
    with memory_of(USUAL):
        every = in_order(games(store_path(db), where), sort)
    rows = every[:limit]
    if form:
        show_paged(map(json_line, rows) if json else csv_lines(rows))
    else:
        show_paged(game_lines(rows, width()))
    note(f"{f'{len(rows):,} of ' if len(rows) < len(every) else ''}{count(len(every), 'game')}{same(rows)}")


def _installed(json: bool, csv: bool) -> None:
    from projections.installed import rows
    from projections.screen.answers import csv_line
    from projections.screen.arguments import one_form
    from projections.screen.tables import table

    one_form(json=json, csv=csv, markdown=False)
    columns, found = rows()
    if json:
        show(map(json_line, found))
    elif csv:
        show([csv_line(columns), *(csv_line([row[column] for column in columns]) for row in found)])
    else:
        show(table(columns, found, width(), wraps=True))


@filter_options.filtered(filter_options.EVERYTHING)
def stats(
    ctx: typer.Context,
    filters: "Filters",
    name: filter_options.Name = None,
    facts: Annotated[
        bool, typer.Option("--facts", help="List the facts that games state, to filter and split by.")
    ] = False,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE", help="Draw it, as .svg or .png.")] = None,
    force: Force = False,
    db: Db = None,
    json: Json = False,
    csv: filter_options.Csv = False,
    decimal_comma: filter_options.DecimalComma = False,
    markdown: filter_options.Markdown = False,
) -> None:
    """Count over the stored games; without a name, list the statistics there are."""
    from projections.screen import arguments

    form = arguments.one_form(json=json, csv=csv, markdown=markdown)
    if plot is not None and form in ("csv", "markdown"):
        usage(f"found --plot with --{form}, expected one of them")
    if decimal_comma and not csv:
        usage("found --decimal-comma without --csv, expected both or none")
    if name is None:
        if ignored := [option for option in typed(ctx) if option not in _OF_THE_LIST]:
            usage(f"found {ignored[0]} without a statistic, expected one, such as `anyturn stats factions`")
        _list_facts(filters.game, json) if facts else _list(filters.game, json)
        return
    if facts:
        usage(f"found --facts with {name}, expected one of them")
    need_file(force, plot, files="--plot FILE")
    if plot is not None:
        check_plot(plot, force)
    answers = _answers(name, filters, db)
    if plot is not None:
        write_plot(answers, name, plot, force, json)
    else:
        _show(answers, form, decimal_comma)


def _list_facts(game: str | None, json: bool) -> None:
    """Print the facts that games state, each with the option that spells it."""
    from engine.rules import ruleset
    from projections.screen.tables import table

    own = None if game is None else ruleset(game).id
    found = [fact for fact in stated() if own in (None, fact.game)]
    rows = [
        {
            "game": fact.game,
            "fact": fact.name,
            "of": "seats" if fact.of_seats else "games",
            "title": fact.title,
            "option": f"--{fact.option} {fact.metavar}" if fact.option else f"--fact {fact.name}=VALUE",
        }
        for fact in found
    ]
    show_paged(map(json_line, rows) if json else table(list(rows[0]) if rows else [], rows, width()))
    if not rows:
        note(f"{game or 'no installed game'} states no facts")


def _list(game: str | None, json: bool) -> None:
    """Print the available statistics, each with its title."""
    from projections.screen.wording import title_lines
    from projections.statistics import titles

    listed = titles(game)
    show_paged(map(json_line, listed) if json else title_lines(listed, width()))


def _answers(name: str, filters: "Filters", db: str | None) -> "list[Answer]":
    """The answers of the store, with a note on what was counted separately."""
    from projections.statistics import apart, run
    from projections.store.find import open_tables, store_path

    with open_tables(store_path(db)) as store:
        answers = run(store.connection, name, filters)
    if words := apart(answers):
        note(words)
    return answers


def _show(answers: "Sequence[Answer]", form: str, decimal_comma: bool) -> None:
    """Print answers in a form; in CSV, which only holds the rows, notes on standard error state what was counted."""
    from projections.screen.answers import shown

    if form == "csv":
        for answer in answers:
            note(answer.words)
    show_paged(shown(answers, form, width(), decimal_comma=decimal_comma))
    if not answers:
        note("no game is stored; `anyturn import PATH` stores some")


def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One SELECT; - reads it from standard input.")],
    timeout: Annotated[int, whole("--timeout", "End it after N seconds.", 1, 1_000_000)] = 300,
    memory: Annotated[int, whole("--memory", "Let it use N megabytes of memory.", 50, 1_000_000)] = 2000,
    db: Db = None,
    json: Json = False,
) -> None:
    """Ask the store in SQL; nothing can be written."""
    from events.files import standard_input
    from projections.screen.tables import plain_table
    from projections.store.find import store_path
    from projections.store.query import ask
    from projections.store.query_limits import Limits, memory_of

    headed = True
    text = standard_input().read().decode(errors="replace") if sql == "-" else sql
    limits = Limits(timeout, memory)
    with memory_of(limits):
        for columns, rows in ask(store_path(db), text, limits):
            found = (dict(zip(columns, row, strict=True)) for row in rows)
            show(map(json_line, found) if json else plain_table(columns, rows, headed, width()))
            headed = False
