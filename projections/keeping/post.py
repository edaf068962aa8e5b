"""A summary to post: what is new, who moved in the standings, what is still to be played, what is wrong."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from events.problems import count
from projections.keeping.feed import headline, result
from projections.keeping.news import Known, key
from projections.keeping.state import State
from projections.season.forms import forum_lines, markdown_lines
from projections.season.results import seasons
from projections.season.settings import Settings
from projections.season.standings import Table, standings

MARKDOWN, FORUM = "summary.md", "summary.txt"
"""The files: in Markdown, and in the code of forums."""
MOST = 25
"""At most this many new games are listed."""


def posts(settings: Settings, known: Known, state: State) -> dict[str, bytes]:
    """The content of each file; `state` says what is new."""
    tables = _latest(settings, known, None)
    news = [*_news(known, state), *_moves(settings, known, state, tables)]
    title = f"{settings.title}: what is new"
    markdown = [f"# {title}", "", *(f"- {line}" for line in news), "", *markdown_lines(settings, tables)]
    forum = [f"[b]{title}[/b]", "[list]", *(f"[*]{line}" for line in news), "[/list]", *forum_lines(settings, tables)]
    return {MARKDOWN: _joined(markdown), FORUM: _joined(forum)}


def _joined(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


def _news(known: Known, state: State) -> Iterator[str]:
    latest = set(state.latest)
    new = [row for row in known.rows if row["finished"] and key(row) in latest]
    for row in new[:MOST]:
        date = f"{row['played_at'][:10]}, " if row["played_at"] else ""
        yield _plain(f"{date}{headline(row)}: {result(row)}")
    if len(new) > MOST:
        yield f"and {count(len(new) - MOST, 'more game')}"
    yield from (_plain(f"wrong: {finding}") for finding in known.findings if finding in latest)
    if not new and not latest:
        yield "nothing yet"


def _plain(text: str) -> str:
    """A line that neither Markdown nor a forum takes for code."""
    return "".join(
        "(" if letter in "[<{" else ")" if letter in "]>}" else letter for letter in text if letter.isprintable()
    )


def _latest(settings: Settings, known: Known, only: set[str] | None) -> list[Table]:
    """The tables of the last season; with `only`, as if there were only these games."""
    names = seasons(settings, known.games)
    games = [game for game in known.games if only is None or game.game_id in only]
    return standings(settings, names[-1], games) if names else []


def _moves(settings: Settings, known: Known, state: State, tables: Sequence[Table]) -> Iterator[str]:
    """Who moved since the games of the latest news; nothing if a table had none before."""
    before = {each.split(" ")[0] for each in state.before}
    earlier = {table.place: table for table in _latest(settings, known, before)}
    for table in tables:
        there: dict[str, Any] = {}
        if table.place in earlier and earlier[table.place].games:
            there = {row.player: row.rank for row in earlier[table.place].rows}
        for row in table.rows:
            was = there.get(row.player)
            if was is not None and row.rank is not None and was != row.rank:
                way = "rises" if row.rank < was else "falls"
                yield _plain(f"{table.place.words}: {row.player} {way} from {was} to {row.rank}")
