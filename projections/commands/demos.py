"""The commands that make something to begin with: a league to try, a package for a game of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from events.problems import count, one_of
from projections.commands.shared import Force, Jobs, Json, file_line, show, usage, watched, whole
from projections.screen.console import note

KINDS = ("league",)


def demo(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="league: seasons of self-played games with all files.")],
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where to write it.")],
    seasons: Annotated[int, whole("--seasons", "How many seasons.", 1, 50)] = 3,
    force: Force = False,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Make a league to try things with: games under names, dates, divisions, a dispute, and a game to type."""
    from events.files.atomic import refuse_existing
    from projections.demo.evening import EVENING, write_evening
    from projections.demo.league import ALIASES, LOGS, SETTINGS, number_of_games, write_league
    from projections.screen import arguments

    if what not in KINDS:
        usage(f"found {what!r}, expected {one_of(KINDS, what)}")
    folder = Path(out)
    made = [folder / SETTINGS, folder / ALIASES, folder / EVENING]
    refuse_existing([*made, folder / LOGS], force)
    if (folder / LOGS).exists() and not force:
        usage(f"{folder / LOGS} already exists; name another folder, or write into this one with --force")
    games = number_of_games(seasons)
    with watched(games, "game") as each:
        logs: list[str] = list(each(write_league(folder, seasons, arguments.jobs(jobs, range(games)))))
    write_evening(folder)
    if json:
        show(file_line(file, json) for file in [*logs, *map(str, made)])
    else:
        show([f"{folder / LOGS}: {count(len(logs), 'log')}", *map(str, made)])


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the game, such as lost_cities.")],
    out: Annotated[
        str | None, typer.Option("--out", metavar="FOLDER", help="Where to write it (default: anyturn-NAME).")
    ] = None,
    json: Json = False,
) -> None:
    """Write the package of a game of your own from a template: rulebook, rules, picture and tests, ready to run."""
    from projections import new_game

    called = new_game.names(name)
    folder = Path(out or called.distribution)
    new_game.write(called, folder)
    show([file_line(folder / path, json) for path in new_game.contents(called)])
    note(f"next: cd {folder}; pip install --editable '.[dev]'; make test")
