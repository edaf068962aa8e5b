"""The list of games: a script in the page searches it; the first games are listed without scripts as well."""

from collections.abc import Collection, Iterator
from typing import Any

from events.problems import count
from projections.pages.page_file import lean, packed, part
from projections.pages.report.contents import Seat, Stored, Survey, name_of
from projections.pages.report.markup import link, page, text
from projections.pictures.pen import node
from projections.pictures.words import plain
from projections.visible import visible

FIRST = 100
"""How many games are shown at first, and how many more each time."""
COLUMNS = ("Source", "Date", "Game", "Players and points", "Verdict", "Tags")

NONE = "–"
"""The sign for an empty value; omitted on a narrow screen, where each game is a block of lines."""


def page_of(about: Survey, there: Collection[str]) -> bytes:
    """The page; `there` are the games with a replay page."""
    rows = [_row(each, each.game_id in there) for each in about.games]
    script = lean(part("report/games.js"))
    return page("Games", _body(rows), [link("index.html", "Overview")], script, packed({"first": FIRST, "rows": rows}))


def _row(stored: Stored, replayed: bool) -> list[Any]:
    """A game in the list: the address of its page or nothing, then its columns."""
    columns = (
        stored.source or stored.game_id,
        stored.played_at[:10] or NONE,
        name_of(stored.game),
        ", ".join(_seat(seat, number) for number, seat in enumerate(stored.seats, 1)),
        ", ".join(filter(None, [stored.verdict, stored.seals])),
        ", ".join(stored.tags) or NONE,
    )
    return [f"games/{stored.game_id}.html" if replayed else "", *map(visible, columns)]


def _seat(seat: Seat, number: int) -> str:
    """`Ann (nomads) 103`; a dropped player is marked, a player of an unfinished game has no points."""
    who = seat.player or (plain(seat.faction) if seat.faction else f"player {number}")
    faction = f" ({plain(seat.faction)})" if seat.player and seat.faction else ""
    points = " dropped" if seat.dropped else "" if seat.vp is None else f" {seat.vp}"
    return f"{who}{faction}{points}"


def _body(rows: list[list[Any]]) -> Iterator[str]:
    yield '<p class="search" hidden><label for="search">Search</label> <input id="search" type="search"></p>'
    yield f'<p id="found" role="status">{text(_found(len(rows)))}</p>'
    heads = "".join(node("th", head, scope="col") for head in COLUMNS)
    body = "".join(node("tr", _first(*row[:2]), *map(_cell, row[2:])) for row in rows[:FIRST])
    listed = node("table", node("thead", node("tr", heads)), f'<tbody id="rows">{body}</tbody>', class_="games")
    yield node("div", listed, class_="wide", tabindex=0, role="region", aria_label="Games")
    yield '<p><button id="more" hidden>Show more</button></p>'


def _first(address: str, source: str) -> str:
    return node("th", link(address, source) if address else text(source), scope="row")


def _cell(words: str) -> str:
    return node("td", text(words), **({"class_": "none"} if words == NONE else {}))


def _found(games: int) -> str:
    return count(games, "game") if games <= FIRST else f"{count(games, 'game')}, the newest {FIRST} shown"
