"""The stored games, one line each: date, players and factions, points, winner."""

import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from projections.screen.answers import csv_line
from projections.screen.grid import ELLIPSIS, shorten
from projections.statistics.row_order import arranged
from projections.visible import visible

GAP = " "
BETWEEN = ", "
DATE = len("2024-05-31")
MOST, FEW = 13, 5
"""Games and verdicts are cut to MOST characters, or to FEW where room is short; they remain distinct."""
SORTED_BY = {
    "played": "played_at",
    "imported": "imported_at",
    **{name: name for name in ("game", "verdict", "players", "rounds", "records", "source")},
}
"""What games can be sorted by -> its column."""
FILE, UNCUT = 20, 12
"""Names of files are cut to FILE characters, and left out where players' names would be cut below UNCUT for them."""
LEAST = 3
"""Names and factions are cut down to this many characters before anything else is cut."""


def in_order(rows: Sequence[dict[str, Any]], sort: str) -> list[dict[str, Any]]:
    """The stored games in the order of `--sort`, such as `played:desc`; missing values last. Raises Unreadable."""
    sortable = [{name: _value(row[key]) for name, key in SORTED_BY.items()} | {"row": row} for row in rows]
    return [each["row"] for each in arranged([*SORTED_BY], sortable, sort, None)]


def _value(value: Any) -> Any:
    return None if value == "" else value  # the date of a game, if unknown


def game_lines(rows: Sequence[dict[str, Any]], width: int | None) -> list[str]:
    """A heading and one line per game, as wide as the terminal; a pipe gets all names in full.

    A game or verdict shared by all of them is left out, as `same` states it. If names would be cut to nothing, games
    and verdicts are also cut.
    """
    if width is None:
        return _lines(rows, sys.maxsize, sys.maxsize, LEAST, sys.maxsize)
    for most, least, files in ((MOST, UNCUT, FILE), (MOST, LEAST, 0), (FEW, 1, 0)):
        lines = _lines(rows, width, most, least, files)
        if all(len(line) <= width for line in lines):
            return lines
    return [part for line in lines for part in _folded(line, width)]


def _lines(rows: Sequence[dict[str, Any]], limit: int, most: int, least: int, files: int = 0) -> list[str]:
    """The lines, with at most `most` characters for games and verdicts and at least `least` for names.

    Names of files are cut to `files` characters; with 0 they are left out.
    """
    if not rows:
        return []
    columns = [_padded("id", [str(row["mark"]) for row in rows]), _padded("played", [_date(row) for row in rows])]
    if len({row["game"] for row in rows}) > 1:
        columns.append(_padded("game", [_begun(row["game"], most) for row in rows]))
    if any(row["branch_seq"] is not None for row in rows):
        columns.append(_padded("branch", [_left(row) for row in rows]))
    if {row["verdict"] for row in rows} != {"valid"}:
        columns.append(_padded(_begun("verdict", most), [_begun(row["verdict"], most) for row in rows]))
    if files and any(map(_file, rows)):
        columns.append(_padded("file", [_shortened(visible(_file(row)), files) for row in rows]))
    heads, *begun = (GAP.join(cells) for cells in zip(*columns, strict=True))
    room = limit - len(heads) - len(GAP)
    lines = [f"{begin}{GAP}{result(row['seats'] or [], room, least)}" for begin, row in zip(begun, rows, strict=True)]
    return [f"{heads}{GAP}result (* won)", *lines]


def csv_lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The games as CSV, one line each: what `--json` prints, without tags, and the result in words."""
    columns = [name for name in rows[0] if name not in ("mark", "tags", "seats")] if rows else []
    if rows:
        yield csv_line([*columns, "result"])
    for row in rows:
        values = ["" if row[name] is None else " ".join(str(row[name]).splitlines()) for name in columns]
        yield csv_line([*values, result(row["seats"] or [], sys.maxsize)])


def same(rows: Sequence[dict[str, Any]]) -> str:
    """What the lines leave out because all games share it: ` of nim, valid`."""
    games, verdicts = ({row[name] for row in rows} for name in ("game", "verdict"))
    parts = [f" of {games.pop()}" if len(games) == 1 else "", ", valid" if verdicts == {"valid"} else ""]
    return "".join(parts)


def result(seats: Sequence[dict[str, Any]], room: int, least: int = LEAST) -> str:
    """The seats of a game by rank: `Ann nomads 134*, Ben witches 120`; long names are cut to fit.

    A player's name keeps both ends, which distinguish it best; a faction keeps its beginning.
    """
    players, factions = [visible(_player(seat)) for seat in seats], [visible(_faction(seat)) for seat in seats]
    points = [_points(seat) for seat in seats]
    most = max(map(len, [*players, *factions]), default=0)
    while True:
        cut = ([_shortened(player, most) for player in players], [_begun(faction, most) for faction in factions])
        line = BETWEEN.join(" ".join(filter(None, parts)) for parts in zip(*cut, points, strict=True))
        if len(line) <= room or most <= least:
            return line
        most -= 1


def _shortened(player: str, most: int) -> str:
    return shorten(player, most) if most >= LEAST else player[:most]


def _begun(text: str, most: int) -> str:
    """The beginning of a text, marked as cut if there is room for the mark."""
    if len(text) <= most or most < LEAST:
        return text[:most]
    return text[: most - len(ELLIPSIS)] + ELLIPSIS


def _file(row: dict[str, Any]) -> str:
    """The name of the file that a game was read from, without its folders."""
    return str(row.get("source", "")).rsplit("/", 1)[-1]


def _player(seat: dict[str, Any]) -> str:
    """The player; if unnamed, nothing where the faction identifies the seat, else the number of the seat."""
    return str(seat["player"]) or ("" if seat["faction"] else f"seat {seat['seat'] + 1}")


def _faction(seat: dict[str, Any]) -> str:
    return (seat["faction"] or "").replace("_", " ")


def _points(seat: dict[str, Any]) -> str:
    """The points, with `*` for the winner and `-` for a dropped player; empty while the game goes on."""
    if seat["vp"] is None:
        return ""
    mark = "-" if seat["dropped"] else "*" if seat["rank"] == 1 else ""
    return f"{seat['vp']}{mark}"


def _folded(line: str, limit: int) -> list[str]:
    """The line, wrapped if it does not fit."""
    return [line] if len(line) <= limit else wrap(line, limit, subsequent_indent="  ", break_on_hyphens=False)


def _date(row: dict[str, Any]) -> str:
    return str(row["played_at"])[:DATE] or "-"


def _left(row: dict[str, Any]) -> str:
    """The record at which a branch left another game."""
    return "-" if row["branch_seq"] is None else f"#{row['branch_seq']}"


def _padded(head: str, cells: list[str]) -> list[str]:
    wide = max(map(len, [head, *cells]))
    return [cell.ljust(wide) for cell in [head, *cells]]
