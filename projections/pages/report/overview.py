"""The first page of a report: what is stored, with links to all other pages."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from events.problems import count
from events.verdicts import CLEAN
from projections.pages.report import explorer
from projections.pages.report.contents import GAMES, Stored, Survey, name_of
from projections.pages.report.markup import link, page, table, text
from projections.pictures.pen import node

FILE = "index.html"


def _body(about: Survey, headline: Mapping[str, str], check: str) -> Iterator[str]:
    """The table of stored games; for each game a plot and links to its statistics. `check`: where logs are checked."""
    if check:
        what = "it is judged in your browser, and no log leaves your machine."
        yield f"<p>{link(check, 'Check your own log here')}: {text(what)}</p>"
    if not about.games:
        yield "<p>No games are stored yet; <code>anyturn import PATH</code> stores some.</p>"
        return
    by_game = {
        game: [each for each in about.games if each.game == game] for game in sorted({g.game for g in about.games})
    }
    rows = [_row(game, stored) for game, stored in by_game.items()]
    yield table("Stored games.", list(rows[0]), rows, 1)
    replays = f"{len(about.pages):,} of them can be replayed step by step"
    listed = f"{count(len(about.games), 'game')} with players, results and verdicts; {replays}."
    yield f"<p>{link(GAMES, 'All games')}: {text(listed)}</p>"
    for game in by_game:
        yield f'<section class="answer"><h2>{text(name_of(game))}</h2><div class="beside">'
        yield node("div", headline.get(game, ""))
        yield node("ul", "".join(_statistics(about, game)), class_="list")
        yield "</div></section>"


def _row(game: str, stored: Sequence[Stored]) -> dict[str, object]:
    dates = sorted(each.played_at[:10] for each in stored if each.played_at)
    verdicts = Counter(each.verdict for each in stored)
    players = {seat.player for each in stored for seat in each.seats if seat.player}
    return {
        "game": name_of(game),
        "stored": len(stored),
        "finished": sum(each.finished for each in stored),
        "nothing_wrong": sum(verdicts[verdict] for verdict in CLEAN),
        "players": len(players),
        "first": dates[0] if dates else None,
        "last": dates[-1] if dates else None,
    }


def _statistics(about: Survey, game: str) -> Iterator[str]:
    if file := explorer.files(about).get(game):
        yield node("li", link(file, "explorer"), text(": What was done first, action by action, and how it ended"))
    for file, (each, name) in about.statistics.items():
        if each == game:
            yield node("li", link(file, name.replace("_", " ")), f": {text(about.titles[game, name])}")


def page_of(
    about: Survey, headline: Mapping[str, str], check: str = "", ways: Mapping[str, str] | None = None
) -> bytes:
    """The whole page; `ways` are further pages (file -> name) to which it leads."""
    way = [link(GAMES, "Games"), *(link(file, name) for file, name in (ways or {}).items())]
    return page("Report", _body(about, headline, check), way)
