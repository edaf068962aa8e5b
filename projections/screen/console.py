"""Data on standard output and notes on standard error, for readers that can close them at any time."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from projections.visible import visible


def open_streams() -> None:
    """Open the streams that the program was started without (`>&-`), so that no other file takes their numbers.

    Standard input stays closed; a command that reads it reports that.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8"))
        getattr(sys, name).reconfigure(errors="backslashreplace")


def width() -> int | None:
    """The columns of the terminal; None if standard output is a pipe or a file."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def is_dumb() -> bool:
    """Whether the terminal only takes plain lines: no colour, no redrawing, no full screen."""
    return os.environ.get("TERM", "") in ("", "dumb") and os.name != "nt"  # on Windows, terminals have no name


def printed(lines: Iterable[str], shown: Callable[[str], str] = visible) -> bool:
    """Print lines. Returns whether anybody still reads them; work that writes files or rows goes on without a reader.

    `shown` escapes whatever in a log or a name could control a terminal.
    """
    try:
        for line in lines:
            sys.stdout.write(f"{shown(line)}\n")
    except BrokenPipeError:
        _give_up(sys.stdout)
        return False
    return True


def flushed() -> None:
    """Flush standard output, if anybody still reads it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)


def note(line: str) -> None:
    """Print a line to standard error, after all data printed so far; silently if nobody reads either."""
    flushed()
    try:
        sys.stderr.write(f"{visible(line)}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        _give_up(sys.stderr)


def final_note(line: str) -> None:
    """Print why the work ends, even if standard output takes no more data (a full disk)."""
    try:
        sys.stdout.flush()
    except OSError:
        _give_up(sys.stdout)
    if line:
        note(line)


def _give_up(stream: Any) -> None:
    """Discard whatever is still to be printed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
