"""The command line: loads what the words call, calls it, and ends with its status; heavy imports happen late."""

import signal
import sys

if sys.argv[0].endswith(("anyturn", "cli.py")) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # while the program loads, Ctrl-C simply ends it; `main` installs the handler
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import os
from collections.abc import Callable

from events.interrupts import Terminated, exit_with, raise_terminated, send_again
from events.problems import FINE, INTERRUPTED, TERMINATED
from events.version import VERSION
from projections.garbage import seldom_collected
from projections.screen.console import final_note, open_streams

COMPLETING = "_ANYTURN_COMPLETE"
"""Set by a shell that asks for completions."""


def _work(words: list[str]) -> Callable[[], object]:
    """What the words ask for, loaded but not done yet."""
    if words == ["--version"]:  # needs no commands
        return lambda: print(f"anyturn {VERSION}")
    from projections.commands.application import application, called, overview

    if command := called(words):
        app = application([command])
    else:
        app = application() if COMPLETING in os.environ else overview()
    return lambda: app(prog_name="anyturn", standalone_mode=False)


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
        from projections.commands.usage_errors import slip
        from projections.screen.error_lines import describe

        line, status = slip(error) or describe(error)
        final_note(f"anyturn: {' '.join(line.splitlines())}" if line else "")
        return status
    return code if isinstance(code, int) else FINE


def main() -> None:
    """The command `anyturn`."""
    with seldom_collected():
        status = _status(sys.argv[1:])
    exit_with(status)


def _status(words: list[str]) -> int:
    """Do what the words ask for, with the handlers of signals in place, and return the exit status."""
    work = _work(words)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, raise_terminated)
    sys.unraisablehook = send_again
    open_streams()
    return _run(work)


if __name__ == "__main__":
    main()
