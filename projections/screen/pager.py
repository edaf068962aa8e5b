"""Long answers on a terminal, page by page: through the user's pager, as `git` and `man` do it.

`PAGER` names the pager; without it `less -FRX` is taken where there is one. An empty `PAGER` or `--no-pager` turns it
off. What fits the screen, and what is read on no terminal or on a dumb one, never goes through one.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import chain, islice

from projections.screen.console import flushed, is_dumb, printed

LESS = ("less", "-FRX")
_turned_off = False


def turn_off() -> None:
    """Use no pager in this run."""
    global _turned_off
    _turned_off = True


def pager() -> list[str]:
    """The words of the pager's command, none where there is to be no pager."""
    if _turned_off or is_dumb() or not (sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()):
        return []
    named = os.environ.get("PAGER")
    if named is None:
        return [*LESS] if shutil.which(LESS[0]) else []
    try:
        asked = shlex.split(named)
    except ValueError:  # a quotation mark without its other half
        return []
    return asked if asked and asked != ["cat"] and shutil.which(asked[0]) else []


def paged(lines: Iterable[str], shown: Callable[[str], str]) -> bool:
    """Print lines, through the pager if they are more than the screen holds; tells whether somebody still reads.

    Who leaves the pager has read enough: the work goes on, and its exit status is told.
    """
    command = pager()
    if not command:
        return printed(lines, shown)
    rest = iter(lines)
    first = list(islice(rest, shutil.get_terminal_size().lines))
    if len(first) < shutil.get_terminal_size().lines:
        return printed(first, shown)
    flushed()
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env={"LESS": "FRX", **os.environ})
    except OSError:  # a pager that cannot be started
        return printed(chain(first, rest), shown)
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's while it shows
    try:
        with process:
            _fill(process, (f"{shown(line)}\n" for line in chain(first, rest)))
    finally:
        signal.signal(signal.SIGINT, kept)
    return True


def _fill(process: subprocess.Popen[bytes], lines: Iterable[str]) -> None:
    """Give lines to a pager, until it takes no more."""
    assert process.stdin is not None
    try:
        for line in lines:
            process.stdin.write(line.encode("utf-8", "backslashreplace"))
        process.stdin.close()
    except BrokenPipeError:  # enough was read
        return
