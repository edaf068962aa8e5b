"""The pages of standings: one for each season of a league, the last one under a name of its own as well."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.problems import count
from projections.pages.report.addresses import PLAYERS, STANDINGS, files
from projections.pages.report.contents import GAMES
from projections.pages.report.markup import link, page, text
from projections.pages.report.people import Places
from projections.pictures.pen import node
from projections.pictures.words import plain
from projections.season.forms import (
    TIE_BREAKS,
    Column,
    columns,
    decimal,
    heading,
    pending_words,
    shown,
)
from projections.season.results import Game, seasons
from projections.season.settings import Settings
from projections.season.standings import Row, Table, standings

_TEXTS = ("player", "outcome", "decided_by")


class League(NamedTuple):
    """A league: what its file states, and the games of all its seasons."""

    settings: Settings
    games: Sequence[Game]

    @property
    def seasons(self) -> list[str]:
        """The names of its seasons."""
        return seasons(self.settings, self.games)

    @property
    def files(self) -> dict[str, str]:
        """Season -> file."""
        return files("standings", self.seasons)


def standing_files(league: League) -> list[str]:
    """All files, the one under its own name last."""
    return [*league.files.values(), STANDINGS]


def pages(league: League, places: Places) -> Iterator[tuple[str, bytes]]:
    """The name and content of each page; `places` are seen from the report itself."""
    inside = places._replace(up="../")
    for season, file in league.files.items():
        yield file, _page(league, season, inside)
    yield STANDINGS, _page(league, league.seasons[-1] if league.seasons else "", places)


def _page(league: League, season: str, places: Places) -> bytes:
    way = [link(f"{places.up}index.html", "Overview"), link(f"{places.up}{GAMES}", "Games")]
    way += [link(f"{places.up}{PLAYERS}", "Players")] if places.people.files else []
    body: list[str] = []
    others = [link(f"{places.up}{file}", f"Season {name}") for name, file in league.files.items() if name != season]
    if others:
        body.append(node("nav", " ".join(others), aria_label="Seasons", class_="more"))
    tables = standings(league.settings, season, league.games)
    for table in tables:
        body += _section(league.settings, table, places)
    if not tables:
        body.append('<p class="notice">No game has the tag <code>season</code> yet.</p>')
    body.append(_rules(league.settings))
    return page(f"{league.settings.title}: {f'season {season}' if season else 'standings'}", body, way)


def _section(settings: Settings, table: Table, places: Places) -> Iterator[str]:
    title = heading(table).partition(", ")[2] or heading(table)
    yield f'<section class="answer"><h2>{text(title[:1].upper() + title[1:])}</h2>'
    yield _rows(settings, table, places)
    if table.pending:
        waiting = "".join(
            node("li", text(pending_words(each).removeprefix("to be played: "))) for each in table.pending
        )
        yield f'<h3>To be played</h3><ul class="list">{waiting}</ul>'
    if table.left_out:
        out = "".join(node("li", _game(game, places), text(f": {why}")) for game, why in table.left_out)
        yield f'<h3>Not counted</h3><ul class="list">{out}</ul>'
    yield from (node("p", text(note), class_="notice") for note in table.notes)
    if table.games:
        played = "".join(node("li", _game(game, places)) for game in table.games)
        summary = node("summary", text(count(len(table.games), "game")))
        yield f'<details>{summary}<ul class="list">{played}</ul></details>'
    yield "</section>"


def _rows(settings: Settings, table: Table, places: Places) -> str:
    chosen = columns(settings, [table])
    head = "".join(
        node("th", text(column.head), scope="col", class_=None if column.key in _TEXTS else "number")
        for column in chosen
    )
    body = "".join(node("tr", *(_cell(column, row, places) for column in chosen)) for row in table.rows)
    left = f", {len(table.pending)} to be played" if table.pending else ""
    caption = f"{count(len(table.games), 'game')} counted{left}."
    inside = node("table", node("caption", text(caption)), node("thead", node("tr", head)), f"<tbody>{body}</tbody>")
    return node("div", inside, class_="wide", tabindex=0, role="region", aria_label=heading(table))


def _cell(column: Column, row: Row, places: Places) -> str:
    words = text(shown(column.value(row)))
    if column.key == "player":
        address = places.player(row.player)
        return node("th", node("a", words, href=address) if address else words, scope="row")
    return node("td", words, class_="short" if column.key in _TEXTS else "number")


def _game(game: Game, places: Places) -> str:
    """`2024-05-31, game 3: Ann (nomads) 98, Bob ...`, with links."""
    named = f"game {game.number}" if game.number else game.source or game.game_id
    address = places.game(game.game_id)
    date = f"{text(game.played_at[:10])}, " if game.played_at else ""
    seats = []
    for seat in game.seats:
        own = places.player(seat.player)
        who = link(own, seat.player) if own else text(seat.player or "–")
        faction = f" ({text(plain(seat.faction))})" if seat.faction else ""
        vp = "" if seat.vp is None else f" {seat.vp}"
        seats.append(f"{who}{faction}{vp}{' dropped' if seat.dropped else ''}")
    return f"{date}{link(address, named) if address else text(named)}: {', '.join(seats)}"


def _rules(settings: Settings) -> str:
    """How the tables are made, in words."""
    from fractions import Fraction

    def number(value: float) -> str:
        return decimal(Fraction(str(value)), 6)

    points, ranking = settings.points, settings.ranking
    worth = (
        f"{', '.join(map(number, points.places))} for the places from the first on"
        if points.places
        else f"{number(points.share or 0)} times the share of the win"
    )
    said = [f"Points of a game: {worth}; {number(points.dropped)} for who dropped out. Players on one place share."]
    said.append("Ranked by points per game." if ranking.rank_by == "points_per_game" else "Ranked by points.")
    if ranking.tie_breaks:
        said.append(f"Ties are broken by {', then '.join(TIE_BREAKS[each] for each in ranking.tie_breaks)}.")
    if ranking.best_results:
        said.append(f"The best {count(ranking.best_results, 'result')} of each player count.")
    if ranking.minimum_games:
        said.append(f"A rank needs at least {count(ranking.minimum_games, 'game')}.")
    lines = "".join(node("li", text(line)) for line in said)
    return f'<details><summary>How the tables are made</summary><ul class="list">{lines}</ul></details>'
