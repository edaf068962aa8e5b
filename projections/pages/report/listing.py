"""The list of games: a script in the page searches it; the first games are listed without scripts as well."""

from collections.abc import Collection, Iterator
from typing import Any

from events.problems import count
from projections.pages.page_file import lean, packed, part
from projections.pages.report.contents import Seat, Stored, Survey, name_of
from projections.pages.report.markup import link, page, text
from projections.pages.report.people import Places
from projections.pictures.pen import node
from projections.pictures.words import plain
from projections.visible import visible

FIRST = 100
"""How many games are shown at first, and how many more each time."""
COLUMNS = ("Source", "Date", "Game", "Players and points", "Verdict", "Tags")

NONE = "–"
"""The sign for an empty value; omitted on a narrow screen, where each game is a block of lines."""


def page_of(about: Survey, places: Places) -> bytes:
    """The page; `places` know the games with a replay page, and the pages of players."""
    rows = [_row(each, places) for each in about.games]
    script = lean(part("report/games.js"))
    body = [*_without(about, places.replayed), *_body(rows)]
    return page("Games", body, [link("index.html", "Overview")], script, packed({"first": FIRST, "rows": rows}))


def _without(about: Survey, replayed: Collection[str]) -> Iterator[str]:
    """Why games have no replay page, and what the mark of a winner means."""
    results = sum(not each.records for each in about.games)
    failed = sum(game_id not in replayed for game_id in about.pages.values())
    others = len(about.games) - len(about.pages) - results - len(about.secret)
    why = [
        f"{count(others, 'other is', 'others are')} beyond the number of pages that was asked for (--games)"
        if others
        else "",
        f"{count(len(about.secret), 'is', 'are')} still being played, and a page would show what not everybody has seen"
        if about.secret
        else "",
        f"{count(results, 'is a result', 'are results')} without records" if results else "",
        f"{count(failed, 'cannot', 'cannot')} be replayed" if failed else "",
    ]
    linked = f"{count(len(replayed), 'game leads', 'games lead')} to a replay"
    yield node("p", text(f"{'; '.join([linked, *filter(None, why)])}. * won."), class_="filters")


def _row(stored: Stored, places: Places) -> list[Any]:
    """A game in the list: the address of its page or nothing, then its columns."""
    return [
        places.game(stored.game_id),
        visible(stored.source or stored.game_id),
        stored.played_at[:10] or NONE,
        name_of(stored.game),
        [_seat(seat, number, places) for number, seat in enumerate(stored.seats, 1)],
        visible(", ".join(filter(None, [stored.verdict, stored.seals]))),
        visible(", ".join(stored.tags)) or NONE,
    ]


def _seat(seat: Seat, number: int, places: Places) -> list[Any]:
    """The address of the player's page, `Ann (nomads) 103`, and 1 for a winner.

    A dropped player is marked, a player of an unfinished game has no points.
    """
    who = seat.player or (plain(seat.faction) if seat.faction else f"player {number}")
    faction = f" ({plain(seat.faction)})" if seat.player and seat.faction else ""
    points = " dropped" if seat.dropped else "" if seat.vp is None else f" {seat.vp}"
    return [places.player(seat.player) if seat.player else "", visible(f"{who}{faction}{points}"), int(seat.rank == 1)]


def _body(rows: list[list[Any]]) -> Iterator[str]:
    yield '<p class="search" hidden><label for="search">Search</label> <input id="search" type="search"></p>'
    yield f'<p id="found" role="status">{text(_found(len(rows)))}</p>'
    heads = "".join(node("th", head, scope="col") for head in COLUMNS)
    body = "".join(node("tr", _first(*row[:2]), *(_cell(each) for each in row[2:])) for row in rows[:FIRST])
    listed = node("table", node("thead", node("tr", heads)), f'<tbody id="rows">{body}</tbody>', class_="games")
    yield node("div", listed, class_="wide", tabindex=0, role="region", aria_label="Games")
    yield '<p><button id="more" hidden>Show more</button></p>'


def _first(address: str, source: str) -> str:
    return node("th", link(address, source) if address else text(source), scope="row")


def _cell(words: str | list[list[Any]]) -> str:
    if isinstance(words, list):
        return node("td", ", ".join(_seated(*each) for each in words))
    return node("td", text(words), **({"class_": "none"} if words == NONE else {}))


def _seated(address: str, words: str, won: int) -> str:
    inside = link(address, words) if address else text(words)
    return node("strong", inside, " *") if won else inside


def _found(games: int) -> str:
    return count(games, "game") if games <= FIRST else f"{count(games, 'game')}, the newest {FIRST} shown"
