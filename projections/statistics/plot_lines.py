"""How a statistic is drawn: a line `Plot: ...` of its description states it.

    Plot: intervals of win_rate from low to high, beside expected
    Plot: bars of mean_vp stacked by source
    Plot: lines of win_rate from low to high over month

A row is drawn under the values of its first columns, those before `games`. `beside` is a column or a number to compare
with, `where COLUMN is none` leaves the other rows to the table. Of several such lines the first is taken whose columns
are there.
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
"""What a kind of plot has to name beside its value."""


class Drawn(Struct, frozen=True):
    """A plot of `value`, a column; the others are columns as well, or None. `beside` is a column or a number."""

    kind: str
    value: str
    low: str | None = None
    high: str | None = None
    stacked: str | None = None
    over: str | None = None
    beside: str | None = None
    unless: str | None = None

    def columns(self) -> set[str]:
        """The columns that it is drawn from."""
        named = (self.value, self.low, self.high, self.stacked, self.over, self.beside, self.unless)
        return {name for name in named if name is not None and not name[0].isdecimal()}


def read(words: str) -> Drawn:
    """The meaning of such a line. Raises Unreadable if it is malformed."""
    found = _WORDS.fullmatch(words.strip())
    if found is None or any(found[name] is None for name in NEEDED[found["kind"]]):
        raise Unreadable(f"the plot {words!r}", "such as `intervals of win_rate from low to high, beside expected`")
    return Drawn(**found.groupdict())


def plots(name: str, game: str = "") -> Iterator[Drawn]:
    """How a statistic of a game can be drawn. Raises Unreadable for a malformed line."""
    own = game if game and name in queries(game) else ""
    return (read(line["words"]) for line in _LINE.finditer(description(name, own)))


def drawn(answer: Answer, name: str) -> Drawn | None:
    """How an answer is drawn; None if the statistic does not say, or the columns are not there."""
    there = set(answer.columns)
    found = (each for each in plots(name, answer.game) if each.columns() <= there)
    return next(found, None)
