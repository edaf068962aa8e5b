"""One family of errors: what people can cause or mend is a Problem, says so in one line and knows its exit status."""

from typing import ClassVar

from events.verdicts import UNREADABLE

FINE, FINDINGS, USAGE, STORE, CHAIN, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""The exit statuses of the program: scripts rely on them."""


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


def count(number: int, noun: str) -> str:
    """`1 record`, `1,200 records`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
