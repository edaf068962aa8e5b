"""The pages of players and factions, and the page that lists them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from events.problems import count
from projections.pages.report.addresses import PLAYERS, files
from projections.pages.report.contents import GAMES, Stored, name_of, ruled
from projections.pages.report.markup import link, page, table, text
from projections.pages.report.rating_curve import curve
from projections.pictures.pen import node
from projections.pictures.words import plain
from projections.season import profiles
from projections.season.profiles import FACTIONS, OPENINGS, OPPONENTS, RESULTS, Part, Profile, Profiles
from projections.statistics import SMALL

Row = Mapping[str, Any]
HEADS = {
    RESULTS: "Results",
    FACTIONS: "Factions",
    profiles.PLAYERS: "Players",
    OPENINGS: "Usual openings",
    OPPONENTS: "Opponents",
}
MOST = {OPENINGS: 10, OPPONENTS: 30, profiles.PLAYERS: 50}
"""At most this many rows of a part are shown."""
RATED = ("since", "until", "games", "rating", "rating_low", "rating_high")
OF_RATINGS = (
    "With its 95 % interval, right in 95 of 100 periods chosen beforehand, if the model holds. Later games "
    "count, too. 1500 is the mean of those who have begun by then: if everybody improves alike, it does not show. In a "
    "pause the interval widens, as the player may have changed unseen."
)


class People(NamedTuple):
    """Player -> file, and (game, faction) -> file."""

    players: Mapping[str, str]
    factions: Mapping[tuple[str, str], str]

    @property
    def files(self) -> list[str]:
        """All files, the list first; none if nobody is known."""
        own = [*self.players.values(), *self.factions.values()]
        return [PLAYERS, *own] if own else []


def people(games: Sequence[Stored]) -> People:
    """The pages for everybody who sits in one of these games, and for each faction that is played there.

    Games whose rules are not installed have no statistics, and so no such pages.
    """
    seats = [(game.game, seat) for game in ruled(games) for seat in game.seats]
    names = sorted({seat.player for _, seat in seats if seat.player})
    factions = sorted({(game, seat.faction) for game, seat in seats if seat.faction})
    return People(
        files("players", names),
        {(game, faction): f"factions/{game}-{plain(faction).replace(' ', '-')}.html" for game, faction in factions},
    )


class Places(NamedTuple):
    """Where pages are, as seen from a folder of the report: `up` leads to the report itself."""

    people: People
    replayed: Collection[str]
    up: str

    def player(self, name: str) -> str:
        """The address of a player's page; empty if there is none."""
        return self._address(self.people.players.get(name))

    def faction(self, game: str, faction: str | None) -> str:
        """The address of a faction's page; empty if there is none."""
        return self._address(self.people.factions.get((game, faction or "")))

    def game(self, game_id: str) -> str:
        """The address of a replay; empty if there is none."""
        return self._address(f"games/{game_id}.html" if game_id in self.replayed else None)

    def _address(self, file: str | None) -> str:
        return f"{self.up}{file}" if file else ""


def pages(found: Profiles, about: People, replayed: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """The name and content of each page; `replayed` are the games with a replay page."""
    inside = Places(about, replayed, "../")
    for name, file in about.players.items():
        yield file, _player_page(found.player(name), inside)
    for (game, faction), file in about.factions.items():
        yield file, _faction_page(found.faction(game, faction), game, inside)
    if about.files:
        yield PLAYERS, _list(found, Places(about, replayed, ""))


def _way(up: str) -> list[str]:
    return [link(f"{up}index.html", "Overview"), link(f"{up}{GAMES}", "Games"), link(f"{up}{PLAYERS}", "Players")]


def _player_page(profile: Profile, places: Places) -> bytes:
    body = [node("p", text(f"Also called {', '.join(profile.aliases)}."))] if profile.aliases else []
    for part in profile.parts:
        body += _part(part, profile, places, (RESULTS, FACTIONS, OPENINGS, OPPONENTS))
    body += _all_games(profile, places, "faction")
    body += [node("p", text(note), class_="notice") for note in profile.notes]
    return page(profile.name, body, _way(places.up))


def _faction_page(profile: Profile, game: str, places: Places) -> bytes:
    body: list[str] = []
    for part in profile.parts:
        body += _part(part, profile, places, (RESULTS, profiles.PLAYERS, OPENINGS, OPPONENTS))
    body += _all_games(profile, places, "player")
    return page(f"{name_of(game)}: {plain(profile.name)}", body, _way(places.up))


def _part(part: Part, profile: Profile, places: Places, shown: Sequence[str]) -> Iterator[str]:
    head = name_of(part.game) + (f", with {part.catalogue}" if part.catalogue else "")
    yield f'<section class="answer"><h2>{text(head)}</h2>'
    yield node("p", text(f"Counted: {part.words}."), class_="filters")
    for name in shown:
        rows = part.rows[name]
        if not rows or (name == FACTIONS and not any(row["faction"] for row in rows)):
            continue
        columns = part.columns[name]
        most = MOST.get(name, len(rows))
        caption = HEADS[name] + (f": the {most} with the most games" if len(rows) > most else "") + "."
        caption += f" * fewer than {SMALL} games: small sample." if any(row["small"] for row in rows[:most]) else ""
        named = columns.index("games")

        def address(column: str, row: Row) -> str:
            if column in ("player", "opponent"):
                return places.player(row[column])
            return places.faction(part.game, row[column]) if column in ("faction", "against") else ""

        yield table(caption, columns, rows[:most], named, f"{HEADS[name]}: {head}", address)
    if part.ratings:
        yield "<h3>Rating over time</h3>"
        yield node("p", text(OF_RATINGS), class_="notice")
        yield node("figure", curve(part.ratings, profile.name))
        rated = table("Rating.", RATED, [_dated(row) for row in part.ratings], 2, f"Rating: {head}")
        yield f"<details><summary>As a table</summary>{rated}</details>"
    if best := profile.best(part):
        yield _games("Best games, by the lead over the mean of the table.", best, places, "", f"Best games: {head}")
    yield "</section>"


def _dated(row: Row) -> Row:
    return {**row, "since": row["since"][:10], "until": row["until"][:10]}


def _all_games(profile: Profile, places: Places, column: str) -> Iterator[str]:
    yield f"<section><h2>{text(count(len(profile.games), 'game'))}</h2>"
    yield _games("All games, the newest first.", profile.games, places, column, "All games")
    yield "</section>"


def _games(caption: str, rows: Sequence[Row], places: Places, column: str, label: str) -> str:
    """A list of games with links to their replays, and to the pages of those who sat there."""
    named = column or "faction"
    heads = ["date", "game", named, "place", "vp", "verdict", "table"]
    heads = [head for head in heads if head != "faction" or any(row["faction"] for row in rows)]
    body = "".join(node("tr", *(_cell(head, row, places) for head in heads)) for row in rows)
    head = node(
        "tr", *(node("th", text(each), scope="col", class_="number" if each == "vp" else None) for each in heads)
    )
    listed = node("thead", head), f"<tbody>{body}</tbody>"
    inside = node("table", node("caption", text(caption)), *listed, class_="played")
    return node("div", inside, class_="wide", tabindex=0, role="region", aria_label=label)


def _cell(head: str, row: Row, places: Places) -> str:
    if head == "date":
        return node("th", text(row["played_at"][:10] or "–"), scope="row", class_="short")
    if head == "game":
        return node("td", _linked(places.game(row["game_id"]), row["source"] or row["game_id"]))
    if head == "player":
        return node("td", _linked(places.player(row["player"]), row["player"] or "–"))
    if head == "faction":
        return node("td", _linked(places.faction(row["game"], row["faction"]), plain(row["faction"] or "–")))
    if head == "table":
        return node("td", ", ".join(_seat(seat, row["game"], places) for seat in row["seats"]))
    if head == "place":
        placed = "–" if row["rank"] is None else f"{row['rank']} of {row['players']}"
        return node("td", text("dropped" if row["dropped"] else placed), class_="short")
    value = row[head]
    return node("td", text("–" if value is None else value), class_="number" if head == "vp" else "short")


def _seat(seat: Row, game: str, places: Places) -> str:
    """`Ann (nomads) 103`, with links."""
    if seat["player"]:
        who = _linked(places.player(seat["player"]), seat["player"])
        what = f" ({_linked(places.faction(game, seat['faction']), plain(seat['faction']))})" if seat["faction"] else ""
    else:
        who, what = _linked(places.faction(game, seat["faction"]), plain(seat["faction"] or "nobody")), ""
    points = "" if seat["vp"] is None else f" {seat['vp']}"
    return f"{who}{what}{points}{' dropped' if seat['dropped'] else ''}"


def _linked(address: str, words: str) -> str:
    return link(address, words) if address else text(words)


def _list(found: Profiles, places: Places) -> bytes:
    """Players of each game with their results, then its factions."""
    body: list[str] = []
    for answer in found.answers["players"]:
        columns = [column for column in answer.columns if column != "game"]
        body.append(f'<section class="answer"><h2>{text(name_of(answer.game))}</h2>')
        body.append(node("p", text(f"Counted: {answer.words}."), class_="filters"))
        body.append(
            table(
                f"Players. * fewer than {SMALL} games: small sample.",
                columns,
                answer.rows,
                columns.index("games"),
                f"Players: {answer.words}",
                lambda column, row: places.player(row["player"]) if column == "player" else "",
            )
        )
        factions = [faction for game, faction in places.people.factions if game == answer.game]
        if factions:
            there = " ".join(link(places.faction(answer.game, each), plain(each)) for each in factions)
            body.append(node("nav", "<h3>Factions</h3>", there, aria_label=f"Factions: {answer.words}", class_="more"))
        body.append("</section>")
    rest = sorted({*places.people.players} - {row["player"] for each in found.answers["players"] for row in each.rows})
    if rest:
        links = " ".join(link(places.player(name), name) for name in rest)
        body.append(node("nav", "<h2>Without a counted game</h2>", links, aria_label="Others", class_="more"))
    return page("Players", body, [link("index.html", "Overview"), link(GAMES, "Games")])
