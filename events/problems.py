"""Errors that users can cause or fix: each is a Problem, with a one-line message and an exit status."""

import re
from collections.abc import Iterable
from typing import ClassVar

from events.verdicts import UNREADABLE

FINE, FINDINGS, USAGE, STORE, CHAIN, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 4, 130, 143
"""The exit statuses of the program; scripts rely on them."""

LEAST = 3
"""The length below which a word does not match a name that contains it."""
_LINE_BREAKS = {ord(each): f"\\u{ord(each):04x}" for each in "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"}


class Problem(Exception):
    """Something went wrong; the message states what was found, where, what was expected, or what to do."""

    STATUS: ClassVar[int] = FINDINGS

    @property
    def status(self) -> int:
        """The exit status of a program that ends because of it."""
        return self.STATUS


class LogProblem(Problem):
    """A problem of one log, which gets the verdict `VERDICT`; `name` is its file, if known."""

    VERDICT: ClassVar[str] = UNREADABLE
    name: str = ""


def one_of(known: Iterable[str], found: str, where: str = "") -> str:
    """A description of what is expected instead of an unknown word: `one of factions, games; did you mean games?`.

    If only one is known: `native for GAME`, where ` for GAME` is `where`.
    """
    names = list(known)
    return f"{'one of ' if len(names) > 1 else ''}{', '.join(names)}{where}{near_match(names, found)}"


def near_match(known: Iterable[str], found: str) -> str:
    """`; did you mean games?`; empty if `found` is known or close to no known word.

    A word is close to one with a similar spelling, otherwise to the only name that contains it: `ship` to `bonus_ship`.
    """
    from difflib import get_close_matches  # only errors need it

    near = {name.casefold(): name for name in reversed(list(known))}
    typed = found.casefold()
    nearest = get_close_matches(typed, near, n=1)
    if not nearest and len(typed) >= LEAST:
        nearest = [name for name in near if typed in re.split("[_ ]", name)]
        nearest = nearest if len(nearest) == 1 else []
    return f"; did you mean {near[nearest[0]]}?" if nearest and near[nearest[0]] != found else ""


def shortened(text: str, most: int = 300) -> str:
    r"""A text from a file, cut to fit a message, on one line: its line breaks are written as \u000a."""
    shown = text if len(text) <= most else f"{text[:most]}... ({count(len(text), 'character')})"
    return shown.translate(_LINE_BREAKS)


def count(number: int, noun: str, several: str = "") -> str:
    """`1 record`, `1,200 records`; `several` is an irregular plural."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
