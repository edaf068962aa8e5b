"""One family of errors: what people can cause or mend is a Problem, says so in one line and knows its exit status."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar

from events.verdicts import UNREADABLE

FINE, FINDINGS, USAGE, STORE, CHAIN, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 4, 130, 143
"""The exit statuses of the program: scripts rely on them."""

LEAST = 3
"""Shorter words are near to no name because they are a part of it."""


class Problem(Exception):
    """What went wrong: its text is for people and says what was found, where, what was expected, or what to do."""

    STATUS: ClassVar[int] = FINDINGS

    @property
    def status(self) -> int:
        """With which exit status a program ends because of it."""
        return self.STATUS


class LogProblem(Problem):
    """What is wrong with one log, so that it gets the verdict `VERDICT`; `name` is its file, where that is known."""

    VERDICT: ClassVar[str] = UNREADABLE
    name: str = ""


def one_of(known: Iterable[str], found: str, where: str = "") -> str:
    """What is expected in the place of a word that is not known: `one of factions, games; did you mean games?`.

    Of a single one `native for gaia`, where ` for gaia` is `where` they are known.
    """
    names = list(known)
    return f"{'one of ' if len(names) > 1 else ''}{', '.join(names)}{where}{near_match(names, found)}"


def near_match(known: Iterable[str], found: str) -> str:
    """`; did you mean games?`; empty if no known word is near to the one that was found, or it is one of them.

    Near is what is spelt nearly so, else the only name that has it for one of its words: `ship` of `bonus_ship`.
    """
    near = {name.casefold(): name for name in reversed(list(known))}
    typed = found.casefold()
    nearest = get_close_matches(typed, near, n=1)
    if not nearest and len(typed) >= LEAST:
        nearest = [name for name in near if typed in re.split("[_ ]", name)]
        nearest = nearest if len(nearest) == 1 else []
    return f"; did you mean {near[nearest[0]]}?" if nearest and near[nearest[0]] != found else ""


def shortened(text: str, most: int = 300) -> str:
    """A text that a file brought, as far as a line of words has room for it."""
    return text if len(text) <= most else f"{text[:most]}... ({count(len(text), 'character')})"


def count(number: int, noun: str, several: str = "") -> str:
    """`1 record`, `1,200 records`; `several` is the plural where that is not the noun with an s."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
