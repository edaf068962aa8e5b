"""What a game's options mean, in the words of its rulebook: the column for it in the rulebook's table of options."""

import re
from collections.abc import Iterator, Mapping

from engine.clause import rulebook

_SPLIT = re.compile(r"(?<!\\)\|")


def meanings(game: str) -> Mapping[str, str]:
    """Option -> what it changes; options that the rulebook lists in no table of options are left out."""
    found: dict[str, str] = {}
    column = -1
    for line in rulebook(game).splitlines():
        cells = [cell.strip() for cell in _SPLIT.split(line.strip().strip("|"))] if line.startswith("|") else []
        if not cells:
            column = -1
        elif column < 0:
            column = _column(cells)
        elif column < len(cells):
            found |= dict.fromkeys(_names(cells[0]), _plain(cells[column]))
    return found


def _column(heads: list[str]) -> int:
    """The column that states what an option changes, in a table of options; else -1."""
    if not heads[0].casefold().startswith("option"):
        return -1
    return next((number for number, head in enumerate(heads) if "change" in head.casefold()), -1)


def _names(cell: str) -> Iterator[str]:
    yield from (name.strip() for name in re.findall(r"`([^`]+)`", cell))


def _plain(cell: str) -> str:
    return " ".join(cell.replace("`", "").replace("**", "").split())
