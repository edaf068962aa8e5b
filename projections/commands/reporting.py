"""Commands that draw: the report of a store, and the plot of a statistic."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from events.problems import FINDINGS, count
from projections.commands import filter_options
from projections.commands.shared import Db, Force, Jobs, Json, Pseudonymous, json_line, show, store_of, usage, watched
from projections.commands.site import write_site
from projections.screen.console import note

if TYPE_CHECKING:
    from projections.season.settings import Settings
    from projections.statistics import Answer, Filters

PLOTS = (".svg", ".png")
ALL = "all"
CHECK = "check"
"""The folder of the browser edition in a report."""


@filter_options.filtered(filter_options.GAMES)
def report(
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where to write the pages.")],
    filters: "Filters",
    games: Annotated[str, typer.Option("--games", metavar="N|all", help="How many games get a replay page.")] = "20",
    check: Annotated[
        bool, typer.Option("--check", help="Also write the browser edition, where readers check their own logs.")
    ] = False,
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="FILE", help="Also write the standings by a season.toml."),
    ] = None,
    pseudonyms: Pseudonymous = False,
    force: Force = False,
    jobs: Jobs = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Write pages about the stored games: statistics with plots, a list of games, replays."""
    from projections.batch.pool import in_order
    from projections.pages.report import Done, begin
    from projections.screen import arguments
    from projections.season.nameless import without_names

    there = f"{CHECK}/index.html" if check else ""
    settings = None if season is None else _settings(season)
    made: list[Done] = []
    with store_of(db, pseudonyms) as (path, named):
        if settings is not None and named is not None:
            settings = without_names(settings, named.of)
        prepared = begin(path, Path(out), filters, _number(games), force=force, check=there, settings=settings)
        if check:
            write_site(Path(out, CHECK), None, force=force)
        spread = partial(in_order, jobs=arguments.jobs(jobs, prepared.about.pages))
        with watched(len(prepared.files), "page", "finished pages stay") as each:
            made += each(prepared.write(spread))
    first = prepared.files[-1]
    show([json_line({"file": str(first), "pages": sum(not one.problem for one in made)}) if json else str(first)])
    problems = [one for one in made if one.problem]
    for line in (*_left_behind(prepared.left_behind()), *(f"anyturn: {one.problem}" for one in problems)):
        note(line)
    if problems:
        raise typer.Exit(max([FINDINGS, *(one.status for one in problems)]))


def _settings(file: str) -> "Settings":
    from projections.season.reading import read

    return read(file).settings


def _number(games: str) -> int | None:
    """The number of games that get a page; None for all."""
    if games == ALL:
        return None
    from projections.screen import arguments

    return arguments.number(games, "--games", 0, or_else=f", or {ALL}")


def _left_behind(files: Sequence[Path]) -> Iterator[str]:
    """A note about pages of an earlier report, which no page links to any more."""
    if files:
        yield f"{count(len(files), 'page')} of an earlier report remain, such as {files[0]}; delete them if unneeded"


def check_plot(file: str, force: bool) -> None:
    """Refuse an unsuitable plot file before the work starts. Raises LibraryMissing and Exists."""
    from events.files.atomic import refuse_existing
    from projections.plots import need_libraries

    if Path(file).suffix not in PLOTS:
        usage(f"found --plot {file}, expected a file name ending in {' or '.join(PLOTS)}")
    refuse_existing([Path(file)], force)
    need_libraries("stats --plot")


def write_plot(answers: "Sequence[Answer]", name: str, file: str, force: bool, json: bool) -> None:
    """Draw a statistic into a file; its name decides between SVG and PNG."""
    from events.files.atomic import write_whole
    from projections.plots import drawable, file_of

    place = Path(file)
    write_whole(file_of(drawable(answers, name), place.suffix[1:]), place, force=force)
    show([json_line({"file": file})] if json else [file])
