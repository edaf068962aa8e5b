"""A page for every statistic of every game: what was counted, a plot and a table, what the columns mean."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, takewhile
from typing import Any

from events.problems import count
from projections import plots
from projections.pages.report.contents import GAMES, Survey, name_of, own
from projections.pages.report.markup import inline, link, page, table, text
from projections.pages.report.people import Places, people
from projections.pictures.pen import node
from projections.plots.plot_figures import Figure, figure
from projections.statistics import SMALL, Answer, description, run
from projections.statistics.libraries import LibraryMissing
from projections.store.find import open_tables

HEADLINES = ("strength", "factions", "seats")
"""The overview shows the plot of the first of these that has several rows."""

SHOWN, CAVEAT = ("Grain", "Columns"), "Caveat"
"""The parts of a description that are shown on the page: those that explain, and the one that warns."""
PARTS = (*SHOWN, CAVEAT, "Plot")
PLAYERS = ("player", "opponent", "rival")
FACTIONS = ("faction", "versus")
"""Columns whose values are players, and factions."""


def pages(about: Survey, headline: dict[str, str]) -> dict[str, bytes]:
    """The content of each page that has rows, by name; the plot for the overview of a game is put into `headline`."""
    files = {place: file for file, place in about.statistics.items()}
    wanted = sorted(about.statistics.values(), key=lambda place: (_rank(place[1]), place[1]))
    best: dict[str, int] = {}
    places = Places(people(about.games), (), "../")
    made: dict[str, tuple[str, str, list[str]]] = {}
    for name, same in groupby(wanted, key=lambda place: place[1]):
        answers, problem = _answers(about, name)
        for game, _ in same:
            found = [each for each in answers if each.game == game]
            drawn = [(each, figure(each, name)) for each in found]
            shown = [(each, drawing, plots.svg(drawing) if drawing else "") for each, drawing in drawn]
            for answer, drawing, svg in shown:
                if drawing and _rank(name) < best.get(game, len(HEADLINES)) and len(drawing.points) > 1:
                    best[game] = _rank(name)
                    headline[game] = _counted(answer) + _figure(drawing, svg)
            if problem or any(_says_something(answer) for answer in found):
                made[files[game, name]] = game, name, _body(about, game, name, shown, problem, places)
    return {file: _page(made, *page) for file, page in made.items()}


def _says_something(answer: Answer) -> bool:
    """Whether an answer has rows, and not only one about nothing: the factions of a game without factions."""
    subject = answer.columns[: answer.columns.index("games")]
    subject = [column for column in subject if column != "game"]
    return any(not subject or any(row[column] is not None for column in subject) for row in answer.rows)


def _rank(name: str) -> int:
    return HEADLINES.index(name) if name in HEADLINES else len(HEADLINES)


def _answers(about: Survey, name: str) -> tuple[list[Answer], str]:
    """The answers to a statistic; if libraries are missing, no answers and the reason."""
    try:
        with open_tables(about.db) as store:
            return run(store.connection, name, about.filters), ""
    except LibraryMissing as problem:
        return [], str(problem)


def _page(made: Mapping[str, tuple[str, str, list[str]]], game: str, name: str, body: list[str]) -> bytes:
    """The whole page, with links to the other pages of the game that are made."""
    way = [link("../index.html", "Overview"), link(f"../{GAMES}", "Games")]
    others = [other for each, other, _ in made.values() if each == game and other != name]
    return page(f"{name_of(game)}: {name.replace('_', ' ')}", [*body, _others(game, others)], way)


def _body(
    about: Survey,
    game: str,
    name: str,
    shown: list[tuple[Answer, Figure | None, str]],
    problem: str,
    places: Places,
) -> list[str]:
    title = about.titles[game, name]
    body = [f"<p>{text(title[:1].upper() + title[1:])}</p>"]
    if problem:
        body.append(_notice(f"Left out: {problem}"))
    parts = _parts(description(name, game if own(game, name) else ""))
    if CAVEAT in parts and shown:
        body.append(_notice(_sentence(parts[CAVEAT])))
    for answer, drawing, svg in shown:
        body += _section(answer, drawing, svg, len(shown) > 1, places)
    return [*body, _meaning(parts)]


def _section(answer: Answer, drawing: Figure | None, svg: str, several: bool, places: Places) -> Iterator[str]:
    """What was counted, in words, and the result."""
    yield '<section class="answer">'
    if several:
        yield f"<h2>With the cards {text(answer.catalogue or 'of the rulebook')}</h2>"
    yield _counted(answer)
    if answer.notes:
        yield _notice(f"{_sentence('; '.join(answer.notes))}.")
    if not answer.rows:
        yield "<p>No rows.</p>"
    else:
        columns = [column for column in answer.columns if column != "game"]
        few = f" * fewer than {SMALL} games: small sample." if any(row["small"] for row in answer.rows) else ""
        caption = f"{count(len(answer.rows), 'row')}.{few}"
        yield '<div class="beside">'
        if drawing is not None:
            yield _figure(drawing, svg)
        named = columns.index("games")
        yield table(
            caption, columns, answer.rows, named, f"Table: {answer.words}", partial(_address, places, answer.game)
        )
        yield "</div>"
    yield "</section>"


def _address(places: Places, game: str, column: str, row: Mapping[str, Any]) -> str:
    """Where a name of a table leads."""
    if column in PLAYERS:
        return places.player(row[column] or "")
    return places.faction(game, row[column]) if column in FACTIONS else ""


def _counted(answer: Answer) -> str:
    """Which games were counted, with the filters."""
    return node("p", text(f"Counted: {answer.counted}."), class_="filters")


def _notice(words: str) -> str:
    """What to know before reading the figures below it; names between grave accents are drawn as code."""
    parts = [
        node("code", text(part)) if number % 2 else inline(part)
        for number, part in enumerate(re.split(r"`([^`]+)`", words))
    ]
    return node("p", *parts, class_="notice")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _figure(drawing: Figure, svg: str) -> str:
    notes = "; ".join([drawing.title, *drawing.notes])
    plot = node(
        "div", svg, class_="wide", tabindex=0, role="region", aria_label=f"Plot: {drawing.title}; {drawing.words}"
    )
    return node("figure", plot, node("figcaption", text(f"{notes}.")))


def _meaning(parts: Mapping[str, str]) -> str:
    """The description of the statistic, without its title and caveat."""
    listed = "".join(node("dt", text(part)) + node("dd", text(parts[part])) for part in SHOWN if part in parts)
    return node("details", "<summary>What the columns mean</summary>", node("dl", listed))


def _parts(words: str) -> Mapping[str, str]:
    """Grain, columns and caveat of a description by name, from an SQL comment or a docstring."""
    lines = words.splitlines()
    if lines[0].startswith("--"):
        lines = [line.removeprefix("--").strip() for line in takewhile(lambda line: line.startswith("--"), lines)]
    found: dict[str, str] = {}
    part = ""
    for line in takewhile(lambda line: not line.startswith("Filters arrive"), lines[1:]):
        head, colon, rest = line.partition(": ")
        if colon and head in PARTS:
            part, found[head] = head, rest
        elif part:
            found[part] += f" {line.strip()}"
    return {name: found[name] for name in (*SHOWN, CAVEAT) if name in found}


def _others(game: str, others: Iterable[str]) -> str:
    """Links to the other statistics of the game."""
    there = (link(f"{game}-{other}.html", other.replace("_", " ")) for other in sorted(others))
    return node(
        "nav", f"<h2>More about {text(name_of(game))}</h2>", " ".join(there), aria_label="Statistics", class_="more"
    )
