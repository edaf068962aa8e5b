"""How a statistic is drawn, as given by a line `Plot: ...` in its description.

    Plot: intervals of win_rate from low to high, beside expected
    Plot: bars of mean_vp stacked by source
    Plot: lines of win_rate from low to high over month

A row is labelled with the values of its first columns, those before `games`. `beside` names a column or a number to
compare with; with `where COLUMN is none`, the other rows appear only in the table. If there are several such lines, the
first whose columns exist is used.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from events.log.codec import Unreadable
from projections.statistics import Answer, description, queries

_LINE = re.compile(r"^(?:-- )?Plot: (?P<words>.*)$", re.M)
_WORDS = re.compile(
    r"(?P<kind>intervals|bars|lines) of (?P<value>\w+)(?: from (?P<low>\w+) to (?P<high>\w+))?"
    r"(?: stacked by (?P<stacked>\w+))?(?: over (?P<over>\w+))?"
    r"(?:, beside (?P<beside>\w+(?:\.\d+)?))?(?:, where (?P<unless>\w+) is none)?"
)
NEEDED = {"intervals": ("low",), "bars": (), "lines": ("over",)}
"""What each kind of plot has to name in addition to its value."""


class Drawn(Struct, frozen=True):
    """A plot of the column `value`; the other fields are columns or None, and `beside` is a column or a number."""

    kind: str
    value: str
    low: str | None = None
    high: str | None = None
    stacked: str | None = None
    over: str | None = None
    beside: str | None = None
    unless: str | None = None

    def columns(self) -> set[str]:
        """The columns from which the plot is drawn."""
        named = (self.value, self.low, self.high, self.stacked, self.over, self.beside, self.unless)
        return {name for name in named if name is not None and not name[0].isdecimal()}


def read(words: str) -> Drawn:
    """The plot that such a line describes. Raises Unreadable if it is malformed."""
    found = _WORDS.fullmatch(words.strip())
    if found is None or any(found[name] is None for name in NEEDED[found["kind"]]):
        raise Unreadable(f"the plot {words!r}", "such as `intervals of win_rate from low to high, beside expected`")
    return Drawn(**found.groupdict())


def plots(name: str, game: str = "") -> Iterator[Drawn]:
    """How a statistic of a game can be drawn. Raises Unreadable for a malformed line."""
    own = game if game and name in queries(game) else ""
    return (read(line["words"]) for line in _LINE.finditer(description(name, own)))


def drawn(answer: Answer, name: str) -> Drawn | None:
    """How an answer is drawn; None if the statistic has no such line, or none whose columns exist."""
    there = set(answer.columns)
    found = (each for each in plots(name, answer.game) if each.columns() <= there)
    return next(found, None)
