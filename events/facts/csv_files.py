"""Facts in a table of comma-separated values: a line a game, or a line an alias.

The first line names the columns. Of games: `game` or `source`, `played_at`, and any others, each of them a tag; an
empty cell says nothing. Of players: `alias` and `player`.
"""

import csv
import io
from collections.abc import Iterator

from events.facts.fact import (
    GAME,
    SOURCE,
    StatedFact,
    alias,
    known_only,
    need_game,
    no_mistyped_column,
    played_at,
    tag,
    tag_name,
    words,
)
from events.log.codec import Unreadable
from events.problems import count
from events.store.schema import PLAYED_AT

ALIASES = ("alias", "player")
_DATES = ("date", "played", "time")
"""Columns that are meant as the date of the game, and would be tags."""
_FEW = 5
"""So many columns are named where none is known."""
_SEPARATORS = ",;\t"


def read(text: str) -> Iterator[StatedFact]:
    """The facts of a table. Raises Unreadable at the line that is not in order."""
    rows = _rows(text)
    line, columns = next(rows, (1, []))
    names = [name.strip() for name in columns]
    if not names:
        raise Unreadable("nothing", "a first line that names the columns", line=line)
    again = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if again is not None:
        raise Unreadable(f"two columns {again!r}", "each of them once", line=line)
    of_players = not {GAME, SOURCE} & {*names}
    _check(names, of_players, line)
    for line, row in rows:
        if len(row) != len(names):
            raise Unreadable(count(len(row), "cell"), f"{len(names)}, as the first line has", line=line)
        cells = dict(zip(names, row, strict=True))
        yield from [alias(cells["alias"], cells["player"], line)] if of_players else _of_a_game(cells, line)


def _check(names: list[str], of_players: bool, line: int) -> None:
    """The columns: raises Unreadable for those that do not fit together, and for a tag that looks like a slip."""
    if of_players:
        if not set(ALIASES) & {*names}:
            listed = ", ".join(map(repr, names[:_FEW])) + (", ..." if len(names) > _FEW else "")
            raise Unreadable(f"the columns {listed}", f"`{GAME}` or `{SOURCE}`, or `alias` and `player`", line=line)
        known_only(names, ALIASES, "the column", line)
        known_only(ALIASES, names, "no column", line)
        return
    for name in names:
        if name in ALIASES:
            raise Unreadable(f"the column {name!r}", "aliases of players in a file of their own", line=line)
        if name not in (GAME, SOURCE, PLAYED_AT):
            no_mistyped_column(name, (GAME, SOURCE, PLAYED_AT), line)
            if name in _DATES:
                raise Unreadable(f"the column {name!r}", f"`{PLAYED_AT}`", line=line)
            tag_name(name, line)


def _of_a_game(cells: dict[str, str], line: int) -> Iterator[StatedFact]:
    game, source = (words(cells.get(name, ""), name, line) for name in (GAME, SOURCE))
    need_game(game, source, line)
    for name, cell in cells.items():
        if cell.strip() and name not in (GAME, SOURCE):
            yield (played_at(cell, line, game, source) if name == PLAYED_AT else tag(name, cell, line, game, source))


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the line in which it begins. Raises Unreadable."""
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise Unreadable(f"no table ({error})", "comma-separated values", line=line) from None
        if row is None:
            return
        if any(cell.strip() for cell in row):
            yield line, row
        line = rows.line_num + 1
