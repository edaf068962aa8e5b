"""Commands for those who run a league: standings, a player's page, and a season that keeps itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from events.problems import FINDINGS, count, one_of
from projections.commands import filter_options
from projections.commands.shared import (
    Db,
    Force,
    Jobs,
    Json,
    Pseudonymous,
    json_line,
    need_file,
    show,
    show_paged,
    store_of,
    usage,
)
from projections.screen.console import note, width

if TYPE_CHECKING:
    from projections.season.profiles import Profile
    from projections.season.settings import Settings
    from projections.season.standings import Table

SeasonFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A season.toml: what the league's seasons are (docs/seasons.md).")
]


def standings(
    file: SeasonFile,
    season: Annotated[
        str | None, typer.Option("--season", metavar="NAME", help="Which season (default: the last).")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All seasons.")] = False,
    xlsx: Annotated[str | None, typer.Option("--xlsx", metavar="FILE", help="Write an Excel file.")] = None,
    force: Force = False,
    db: Db = None,
    json: Json = False,
    csv: filter_options.Csv = False,
    decimal_comma: filter_options.DecimalComma = False,
    markdown: filter_options.Markdown = False,
    forum: Annotated[bool, typer.Option("--forum", help="Print the code of forums (BBCode).")] = False,
    pseudonyms: Pseudonymous = False,
) -> None:
    """Show the tables of a league's season, with promotion, relegation and what is still to be played."""
    from projections.season.forms import as_json, csv_lines, forum_lines, markdown_lines, totals
    from projections.season.reading import read

    given = {"--json": json, "--csv": csv, "--markdown": markdown, "--forum": forum, "--xlsx": xlsx is not None}
    if len(chosen := [option for option, value in given.items() if value]) > 1:
        usage(f"found {' with '.join(chosen)}, expected one of them")
    if decimal_comma and not csv:
        usage("found --decimal-comma without --csv, expected both or none")
    if everything and season is not None:
        usage("found --all with --season, expected one of them")
    need_file(force, xlsx, files="--xlsx FILE")
    about = read(file)
    if xlsx is not None:
        _check_workbook(xlsx, force)
    settings, tables = _tables(about.settings, season, everything, db, pseudonyms)
    if xlsx is not None:
        _write_workbook(settings, tables, xlsx, force)
    elif json:
        show_paged(json_line(row) for table in tables for row in as_json(table))
    elif csv:
        show_paged(csv_lines(tables, decimal_comma))
    elif markdown:
        show_paged(markdown_lines(settings, tables))
    elif forum:
        show_paged(forum_lines(settings, tables))
    else:
        show_paged(_lines(settings, tables))
    note(totals(tables))


def _tables(
    settings: "Settings", season: str | None, everything: bool, db: str | None, pseudonyms: bool
) -> "tuple[Settings, list[Table]]":
    """The settings and the tables that are asked for; both without names if there are pseudonyms."""
    from projections.season.nameless import without_names
    from projections.season.results import season_games, seasons
    from projections.season.standings import standings

    with store_of(db, pseudonyms) as (path, named):
        games = season_games(path, settings)
    if named is not None:
        settings = without_names(settings, named.of)
    known = seasons(settings, games)
    if season is not None and season not in known:
        usage(
            f"found the season {season!r}, expected {one_of(known, season) if known else 'games with the tag season'}"
        )
    wanted = known if everything else [season] if season is not None else known[-1:]
    return settings, [table for name in wanted for table in standings(settings, name, games)]


def _lines(settings: "Settings", tables: "list[Table]") -> "list[str]":
    """The tables for people."""
    from projections.season.forms import aligned, heading, remarks

    lines: list[str] = []
    for table in tables:
        lines += ["", heading(table), *aligned(settings, table), *(f"  {line}" for line in remarks(table))]
    return lines[1:] or ["no games: the tag `season` of games says to which season they belong (docs/seasons.md)"]


def _check_workbook(file: str, force: bool) -> None:
    from events.files.atomic import refuse_existing
    from projections.season.workbook import need_library

    if not file.endswith(".xlsx"):
        usage(f"found --xlsx {file}, expected a file name ending in .xlsx")
    refuse_existing([Path(file)], force)
    need_library("standings --xlsx")


def _write_workbook(settings: "Settings", tables: "list[Table]", file: str, force: bool) -> None:
    from events.files.atomic import write_whole
    from projections.season.workbook import workbook

    write_whole(workbook(settings, tables), Path(file), force=force)
    show([file])


def player(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player's name, or an alias.")],
    game: filter_options.OneGame = None,
    everything: Annotated[bool, typer.Option("--all", help="Also list all games of the player.")] = False,
    pseudonyms: Pseudonymous = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Show a player's profile: results, factions, ratings, openings, opponents, best games."""
    from projections.screen.profile_page import profile_lines
    from projections.season.profiles import one_player
    from projections.statistics import Filters

    with store_of(db, pseudonyms) as (path, named):
        shown = named.of(name) if named is not None and named.knows(name) else name
        profile = one_player(path, shown, Filters(game=game))
    if json:
        show_paged(map(json_line, _objects(profile)))
    else:
        show_paged(profile_lines(profile, width(), everything))


def _objects(profile: "Profile") -> Iterator[dict[str, object]]:
    """An object for each row of a profile; `part` says what it is about."""
    for part in profile.parts:
        about = {"player": profile.name, "game": part.game, "catalogue": part.catalogue}
        for name, rows in part.rows.items():
            yield from (row | about | {"part": name} for row in rows)
        yield from (row | about | {"part": "rating"} for row in part.ratings)
    yield from (row | {"part": "game"} for row in profile.games)


def season(
    file: SeasonFile,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="The folder of the site.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only new findings.")] = False,
    force: Force = False,
    jobs: Jobs = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Take in what is new and bring a league's site up to date; made to be run regularly, such as by cron."""
    from projections.keeping.keeper import keep
    from projections.season.reading import read

    about = read(file)
    store = db or str(Path(file).parent / about.settings.site.store)
    run = keep(about, Path(out), store, jobs, force=force)
    if json:
        show(
            [
                json_line(
                    {
                        "file": str(Path(out, "index.html")),
                        "new": len(run.new),
                        "findings": run.findings,
                        "pages": run.pages,
                    }
                )
            ]
        )
    elif not quiet and run.pages:
        new = len(run.new) - len(run.new_findings)
        show([f"{count(new, 'new game')}, {count(run.pages, 'page')}: {Path(out, 'index.html')}"])
    for finding in run.new_findings:
        note(f"anyturn: {finding}")
    if run.findings:
        raise typer.Exit(max(FINDINGS, run.status))
