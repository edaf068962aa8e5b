"""The application that reads the words of a command line: of all commands only the one that is called is loaded."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from events.version import VERSION
from projections.commands.command_table import COMMANDS
from projections.commands.examples import epilog


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The application with these commands."""
    app = _without_commands()
    for name in names:
        command = COMMANDS[name]
        # an explicit short help is listed in full: typer truncates the one that it derives from the long help
        app.command(name, short_help=command.summary, epilog=epilog(name))(command.load())
    return app


def overview() -> typer.Typer:
    """The application for words that call no command: it lists them all, and runs none."""
    app = _without_commands()
    for name, command in COMMANDS.items():
        app.command(name, short_help=command.summary)(_not_called)
    return app


def called(words: Sequence[str]) -> str:
    """The command that words call; empty if they call none."""
    first = next((word for word in words if word not in ("--no-pager", "--")), "")
    return first if first in COMMANDS else ""


def _without_commands() -> typer.Typer:
    app = typer.Typer(
        name="anyturn",
        help="Validate, replay and audit recorded board games, and compute statistics over them.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
    )
    app.callback(invoke_without_command=True)(_anyturn)
    return app


def _anyturn(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
    no_pager: Annotated[bool, typer.Option("--no-pager", help="Never show long output through a pager.")] = False,
) -> None:
    if no_pager:
        from projections.screen import pager

        pager.turn_off()
    if version:
        print(f"anyturn {VERSION}")
        raise typer.Exit


def _not_called() -> None:
    """A command of the overview."""
