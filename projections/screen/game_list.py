"""The stored games, a line each: when they were played, by whom and with what, the points, who won."""

import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from projections.screen.grid import ELLIPSIS, shorten
from projections.statistics.row_order import arranged
from projections.visible import visible

GAP = " "
BETWEEN = ", "
DATE = len("2024-05-31")
MOST, FEW = 13, 5
"""Games and verdicts have so many characters, or, where room is short, so few: they still differ."""
SORTED_BY = {
    "played": "played_at",
    "imported": "imported_at",
    **{name: name for name in ("game", "verdict", "players", "rounds", "records", "source")},
}
"""What games can be sorted by, and where it stands in a row."""
LEAST = 3
"""Names and factions are cut to so many characters before anything else is."""


def in_order(rows: Sequence[dict[str, Any]], sort: str) -> list[dict[str, Any]]:
    """The stored games as `--sort` asks, such as `played:desc`; those without a value last. Raises Unreadable."""
    sortable = [{name: _value(row[key]) for name, key in SORTED_BY.items()} | {"row": row} for row in rows]
    return [each["row"] for each in arranged([*SORTED_BY], sortable, sort, None)]


def _value(value: Any) -> Any:
    return None if value == "" else value  # the date of a game that nobody told


def game_lines(rows: Sequence[dict[str, Any]], width: int | None) -> list[str]:
    """The stored games, a heading and a line each, as wide as the terminal; a pipe gets all names whole.

    What is the same for all of them (the game, that nothing is wrong) is left out: `same` says it. Where names would be
    cut to nothing, games and verdicts are cut as well.
    """
    if width is None:
        return _lines(rows, sys.maxsize, sys.maxsize, LEAST)
    for most, least in ((MOST, LEAST), (FEW, 1)):
        lines = _lines(rows, width, most, least)
        if all(len(line) <= width for line in lines):
            return lines
    return [part for line in lines for part in _folded(line, width)]


def _lines(rows: Sequence[dict[str, Any]], limit: int, most: int, least: int) -> list[str]:
    """The same with games and verdicts of so many characters at most, names of so many at least."""
    if not rows:
        return []
    columns = [_padded("id", [str(row["mark"]) for row in rows]), _padded("played", [_date(row) for row in rows])]
    if len({row["game"] for row in rows}) > 1:
        columns.append(_padded("game", [_begun(row["game"], most) for row in rows]))
    if {row["verdict"] for row in rows} != {"valid"}:
        columns.append(_padded(_begun("verdict", most), [_begun(row["verdict"], most) for row in rows]))
    heads, *begun = (GAP.join(cells) for cells in zip(*columns, strict=True))
    room = limit - len(heads) - len(GAP)
    told = [f"{begin}{GAP}{result(row['seats'] or [], room, least)}" for begin, row in zip(begun, rows, strict=True)]
    return [f"{heads}{GAP}result (* won)", *told]


def same(rows: Sequence[dict[str, Any]]) -> str:
    """What the heading leaves out because it is the same for all games: ` of nim, valid`."""
    games, verdicts = ({row[name] for row in rows} for name in ("game", "verdict"))
    parts = [f" of {games.pop()}" if len(games) == 1 else "", ", valid" if verdicts == {"valid"} else ""]
    return "".join(parts)


def result(seats: Sequence[dict[str, Any]], room: int, least: int = LEAST) -> str:
    """The seats of a game by rank: `Ann nomads 134*, Ben witches 120`; long names are cut so that it fits.

    Of a player's name its ends are kept, which tell it from others; of a faction the beginning.
    """
    players, factions = [visible(_player(seat)) for seat in seats], [visible(_faction(seat)) for seat in seats]
    points = [_points(seat) for seat in seats]
    most = max(map(len, [*players, *factions]), default=0)
    while True:
        cut = ([_shortened(player, most) for player in players], [_begun(faction, most) for faction in factions])
        told = BETWEEN.join(" ".join(filter(None, parts)) for parts in zip(*cut, points, strict=True))
        if len(told) <= room or most <= least:
            return told
        most -= 1


def _shortened(player: str, most: int) -> str:
    return shorten(player, most) if most >= LEAST else player[:most]


def _begun(text: str, most: int) -> str:
    """A text in so many characters, of which the beginning is kept; marked as cut where there is room for a mark."""
    if len(text) <= most or most < LEAST:
        return text[:most]
    return text[: most - len(ELLIPSIS)] + ELLIPSIS


def _player(seat: dict[str, Any]) -> str:
    """The player; nobody where the faction tells the seat, else the number of the seat."""
    return str(seat["player"]) or ("" if seat["faction"] else f"seat {seat['seat'] + 1}")


def _faction(seat: dict[str, Any]) -> str:
    return (seat["faction"] or "").replace("_", " ")


def _points(seat: dict[str, Any]) -> str:
    """The points, a star for who won, `-` for who was dropped; nothing while the game goes on."""
    if seat["vp"] is None:
        return ""
    mark = "-" if seat["dropped"] else "*" if seat["rank"] == 1 else ""
    return f"{seat['vp']}{mark}"


def _folded(line: str, limit: int) -> list[str]:
    """A line that fits; on a narrow terminal what does not goes on below."""
    return [line] if len(line) <= limit else wrap(line, limit, subsequent_indent="  ", break_on_hyphens=False)


def _date(row: dict[str, Any]) -> str:
    return str(row["played_at"])[:DATE] or "-"


def _padded(head: str, cells: list[str]) -> list[str]:
    wide = max(map(len, [head, *cells]))
    return [cell.ljust(wide) for cell in [head, *cells]]
