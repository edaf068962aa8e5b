"""The command line: parses arguments, calls one function of the layers below and prints; heavy imports happen late."""

import signal
import sys

if sys.argv[0].endswith(("anyturn", "cli.py")) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # while the program loads, Ctrl-C simply ends it; `main` installs the handler

from collections.abc import Callable
from typing import Annotated

import typer

from events.interrupts import Terminated, exit_with, raise_terminated, send_again
from events.problems import FINE, INTERRUPTED, TERMINATED
from events.version import VERSION
from projections.commands.command_table import COMMANDS
from projections.commands.examples import epilog
from projections.commands.usage_errors import slip
from projections.screen.console import final_note, open_streams
from projections.screen.error_lines import describe

app = typer.Typer(
    name="anyturn",
    help="Validate, replay and audit recorded board games, and compute statistics over them.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)


@app.callback(invoke_without_command=True)
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


for _name, _command in COMMANDS.items():
    # an explicit short help is listed in full: typer truncates the one that it derives from the long help
    _short = " ".join((_command.__doc__ or "").split("\n\n")[0].split())
    app.command(_name, short_help=_short, epilog=epilog(_name))(_command)


def _run(work: Callable[[], object]) -> int:
    """Run `work` and return the exit status; the library returns the one with which a command ended."""
    code: object = FINE
    try:
        try:
            code = work()
        except SystemExit:  # how completion ends
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except BrokenPipeError:
        final_note("")
        return FINE
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        line, status = slip(error) or describe(error)
        final_note(f"anyturn: {' '.join(line.splitlines())}" if line else "")
        return status
    return code if isinstance(code, int) else FINE


def main() -> None:
    """The command `anyturn`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, raise_terminated)
    sys.unraisablehook = send_again
    open_streams()
    exit_with(_run(lambda: app(prog_name="anyturn", standalone_mode=False)))


if __name__ == "__main__":
    main()
