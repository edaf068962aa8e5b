"""Long output on a terminal goes through the user's pager, as with `git` and `man`.

`PAGER` names the pager; the default is `less -FRX` if it is installed. An empty `PAGER` or `--no-pager` turns it off.
Output is never paged if it fits on the screen, does not go to a terminal, or goes to a dumb one.
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
    """The pager's command line; empty if output is not paged."""
    if _turned_off or is_dumb() or not (sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()):
        return []
    named = os.environ.get("PAGER")
    if named is None:
        return [*LESS] if shutil.which(LESS[0]) else []
    try:
        command = shlex.split(named)
    except ValueError:  # an unbalanced quotation mark
        return []
    return command if command and command != ["cat"] and shutil.which(command[0]) else []


def paged(lines: Iterable[str], shown: Callable[[str], str]) -> bool:
    """Print lines, through the pager if they do not fit on the screen. Returns whether anybody still reads them.

    Leaving the pager does not end the command; its exit status is unaffected.
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
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)  # while the pager runs, Ctrl-C is for the pager
    try:
        with process:
            _fill(process, (f"{shown(line)}\n" for line in chain(first, rest)))
    finally:
        signal.signal(signal.SIGINT, kept)
    return True


def _fill(process: subprocess.Popen[bytes], lines: Iterable[str]) -> None:
    """Pipe lines to a pager until it takes no more."""
    assert process.stdin is not None
    try:
        for line in lines:
            process.stdin.write(line.encode("utf-8", "backslashreplace"))
        process.stdin.close()
    except BrokenPipeError:  # the user has left the pager
        return
