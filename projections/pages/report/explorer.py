"""The page on which one clicks through what seats did first, action by action, and how it ended."""

from collections.abc import Iterator, Sequence

from projections.game.lines import Ended, all_lines, in_words, results
from projections.pages.report.contents import GAMES, Survey, name_of
from projections.pages.report.markup import link, page, text
from projections.pages.report.people import Places
from projections.pictures.pen import node
from projections.pictures.words import plain
from projections.statistics import SMALL, define
from projections.statistics.selecting import CATALOGUE, select
from projections.store.find import open_tables

LENGTH = 8
"""So many actions of a seat are shown."""
ROWS = 1_500
"""A page has about so many rows: an action is followed further if it is not too rare for that."""
LINKS = 5
"""At most this many games are linked from a row."""
WARNING = (
    "An action that won often need not be good: who plays, the setup and luck are in these figures, and intervals are "
    "for one row that you chose beforehand; of many rows, some look good or bad by chance. "
    f"* fewer than {SMALL} games: small sample."
)


def files(about: Survey) -> dict[str, str]:
    """Game -> page, for the games that have records."""
    return {
        game: f"explorer/{game}.html"
        for game in sorted({each for each, _ in about.statistics.values()})
        if any(each.records and each.game == game for each in about.games)
    }


def pages(about: Survey, places: Places) -> Iterator[tuple[str, bytes]]:
    """The name and content of each page; `places` lead to the replays."""
    for game, file in files(about).items():
        yield file, _page(about, game, places)


def _page(about: Survey, game: str, places: Places) -> bytes:
    body = [node("p", text("Open a row to see what the same seats did next. " + WARNING), class_="notice")]
    with open_tables(about.db) as store:
        define(store.connection)
        found = store.connection.execute(
            f"SELECT DISTINCT {CATALOGUE} FROM games WHERE game = ? AND records > 0 ORDER BY 1 NULLS FIRST", [game]
        ).fetchall()
        for (catalogue,) in found:
            select(store.connection, game, catalogue, about.filters)
            lines = all_lines(store.connection, LENGTH)
            head = f"With {catalogue}" if catalogue else "First actions"
            body.append(f'<section class="explorer"><h2>{text(head)}</h2>')
            body += _beginnings(game, lines, places) if lines else [node("p", "no rows")]
            body.append("</section>")
    way = [link(f"{places.up}index.html", "Overview"), link(f"{places.up}{GAMES}", "Games")]
    return page(f"{name_of(game)}: what was done, and how it ended", body, way)


def _beginnings(game: str, lines: Sequence[Ended], places: Places) -> Iterator[str]:
    least = max(2, len(lines) * LENGTH // ROWS)
    begun: dict[tuple[str, str], list[Ended]] = {}
    for each in lines:
        begun.setdefault((each.faction or "", each.map or ""), []).append(each)
    for (faction, map_), seats in sorted(begun.items()):
        words = " on ".join(part for part in (plain(faction) or "any seat", map_) if part)
        yield _row(game, words, seats, 0, least, places)


def _row(game: str, words: str, seats: Sequence[Ended], depth: int, least: int, places: Places) -> str:
    """What seats did that were alike so far; inside it, what they did next."""
    found = results(seats)
    star = "*" if found["small"] else ""
    rate, low, high, expected = (_percent(found[name]) for name in ("win_rate", "low", "high", "expected"))
    figures = (
        f"{found['games']:,}{star} games, won {rate} [{low},\u00a0{high}], "
        f"expected {expected}, margin {found['mean_margin']:+z.1f}"
    )
    if len(seats) == 1:
        figures = f"1{star} game, {'won' if found['wins'] else 'not won'}, {found['mean_vp']:.0f} VP"
    summary = f"<span>{text(words)}</span> <small>{text(figures)}</small>"
    games = _games(seats, places)
    if len(seats) < least or depth == LENGTH:
        return node("div", summary, games, class_="line")
    following: dict[str | None, list[Ended]] = {}
    for each in seats:
        following.setdefault(each.line[depth] if len(each.line) > depth else None, []).append(each)
    inside = [
        _row(game, in_words(game, event), next_seats, LENGTH if event is None else depth + 1, least, places)
        for event, next_seats in sorted(following.items(), key=lambda one: (-len(one[1]), one[0] or ""))
    ]
    return node("details", node("summary", summary), games, *inside)


def _games(seats: Sequence[Ended], places: Places) -> str:
    """Links to the replays of a few of the games."""
    there = list(dict.fromkeys(each.game_id for each in seats if places.game(each.game_id)))[:LINKS]
    return "".join(f" {link(places.game(game_id), game_id[:8])}" for game_id in there)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"
