"""Witnesses: roots of a store that somebody kept elsewhere, compared with the history of the store.

A file of witnesses has a line for each root: the date on which it was published, the root, and an optional comment;
lines that begin with `#`, and empty ones, do not count.

    2026-05-31 27:9f86d081... posted in the forum of the club
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from events import files
from events.facts.dates import is_date
from events.log.codec import Unreadable
from events.problems import count, shortened
from events.store import root
from events.store.completeness import Ledger
from events.store.root import Root

MOST = 100_000
"""The most lines in a file of witnesses."""


class Witness(Struct, frozen=True):
    """A root that somebody kept: its line, its date, and a comment."""

    line: int
    date: str
    root: Root
    comment: str = ""


class Misfit(Struct, frozen=True):
    """A root that the store never had, and why it does not fit."""

    witness: Witness
    why: str


def read(path: str) -> list[Witness]:
    """The roots in a file of witnesses. Raises Unreadable with file and line; NoInput for `-` without an input."""
    blob = files.read(path)
    if blob.problem is not None:
        raise blob.problem
    try:
        found = list(_lines(files.text(blob)))
        if not found:
            raise Unreadable("no roots", "lines with a date and a root")
    except Unreadable as problem:
        problem.name = problem.name or blob.name
        raise
    return found


def _lines(text: str) -> Iterator[Witness]:
    for number, line in enumerate(text.splitlines(), 1):
        if number > MOST:
            raise Unreadable(f"over {MOST:,} lines", "at most that many", line=number)
        words = line.split(maxsplit=2)
        if not words or words[0].startswith("#"):
            continue
        if not is_date(words[0]):
            raise Unreadable(shortened(repr(words[0]), 60), "a date such as 2024-05-31, then a root", line=number)
        try:
            stated = root.parse(words[1] if len(words) > 1 else "")
        except Unreadable as problem:
            problem.line = number
            raise
        yield Witness(number, words[0], stated, words[2].strip() if len(words) > 2 else "")


def misfits(ledger: Ledger, witnesses: Sequence[Witness]) -> list[Misfit]:
    """The roots that the store never had, the oldest first: by size, then by line."""
    ordered = sorted(witnesses, key=lambda one: (one.root.size, one.line))
    return [Misfit(one, why) for one in ordered if (why := _why(ledger, one.root))]


def _why(ledger: Ledger, witnessed: Root) -> str:
    """Why a root does not fit the history of a store; empty if it does."""
    then = ledger.root_at(witnessed.size)
    if then is None:
        there = count(ledger.tree.size, "leaf", "leaves")
        return f"the store has {there}: what came in last is gone, or this is another store"
    if then != witnessed:
        leaves = count(witnessed.size, "leaf", "leaves")
        return f"with {leaves} the store had {then}: something among them was replaced, or this is another store"
    return ""
