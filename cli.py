"""The door: parses words, calls one function of the floors below, prints. Imports nothing heavy before it is needed."""

import signal
import sys

if sys.argv[0].endswith(("anyturn", "cli.py")) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C just ends the program while it loads, until `main` answers it

from collections.abc import Callable
from typing import Annotated

import typer

from events.interrupts import Terminated, come_again, raise_terminated
from events.problems import FINE, INTERRUPTED, TERMINATED
from projections.commands import COMMANDS
from projections.commands.examples import epilog
from projections.commands.usage_errors import slip
from projections.screen.console import open_streams, say_finally
from projections.screen.error_lines import describe

app = typer.Typer(
    name="anyturn",
    help="Validate, replay, audit and count recorded board games.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)


@app.callback(invoke_without_command=True)
def _anyturn(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
    no_pager: Annotated[bool, typer.Option("--no-pager", help="Never show long answers through a pager.")] = False,
) -> None:
    if no_pager:
        from projections.screen import pager

        pager.turn_off()
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        try:
            print(f"anyturn {installed('anyturn')}")
        except PackageNotFoundError:
            print("anyturn (not installed)")
        raise typer.Exit


for _name, _command in COMMANDS.items():
    # with a short help of its own a command is listed whole: typer cuts what it makes of the long one
    _short = " ".join((_command.__doc__ or "").split("\n\n")[0].split())
    app.command(_name, short_help=_short, epilog=epilog(_name))(_command)


def _run(work: Callable[[], object]) -> int:
    """Work, and its exit status, which the library returns where a command ended with one."""
    code: object = FINE
    try:
        try:
            code = work()
        except SystemExit:  # how completion ends
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except BrokenPipeError:
        say_finally("")
        return FINE
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        line, status = slip(error) or describe(error)
        say_finally(f"anyturn: {' '.join(line.splitlines())}" if line else "")
        return status
    return code if isinstance(code, int) else FINE


def main() -> None:
    """The command `anyturn`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, raise_terminated)
    sys.unraisablehook = come_again
    open_streams()
    sys.exit(_run(lambda: app(prog_name="anyturn", standalone_mode=False)))


if __name__ == "__main__":
    main()
