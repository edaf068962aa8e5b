"""Answers on standard output and words on standard error, for readers who may leave at any time."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from projections.visible import visible


def open_streams() -> None:
    """Open what the program was started without (`>&-`): nobody reads it, but no other file may take its number.

    Standard input stays missing: a command that is to read it says so.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number is this one
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8"))
        getattr(sys, name).reconfigure(errors="backslashreplace")


def width() -> int | None:
    """The columns of the terminal; None if it is none, but a pipe or a file."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def is_dumb() -> bool:
    """Whether the terminal takes plain lines only: no colour, nothing drawn over, no whole screen."""
    return os.environ.get("TERM", "") in ("", "dumb") and os.name != "nt"  # on Windows no terminal has a name


def printed(lines: Iterable[str], shown: Callable[[str], str] = visible) -> bool:
    """Print lines; tells whether somebody still reads. Work that leaves something behind goes on without a reader.

    What a log or a name could do to a terminal is spelt out; `shown` is how.
    """
    try:
        for line in lines:
            sys.stdout.write(f"{shown(line)}\n")
    except BrokenPipeError:
        _give_up(sys.stdout)
        return False
    return True


def flushed() -> None:
    """Show what is printed so far, if somebody still reads."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)


def note(line: str) -> None:
    """Words, after the data before them; if nobody reads the one or the other, it is lost and that is all."""
    flushed()
    try:
        sys.stderr.write(f"{visible(line)}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        _give_up(sys.stderr)


def final_note(line: str) -> None:
    """Why the work ends, even if the output takes no more (a full disk)."""
    try:
        sys.stdout.flush()
    except OSError:
        _give_up(sys.stdout)
    if line:
        note(line)


def _give_up(stream: Any) -> None:
    """Send what is still to be printed nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
