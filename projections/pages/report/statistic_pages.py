"""A page for every statistic of every game: what was counted, a plot and a table, what the columns mean."""

from collections.abc import Iterator, Mapping
from itertools import groupby, takewhile

from events.problems import count
from projections import plots
from projections.pages.report.contents import GAMES, Survey, name_of, own
from projections.pages.report.markup import link, page, table, text
from projections.pictures.pen import node
from projections.plots.plot_figures import Figure, figure
from projections.statistics import SMALL, Answer, description, run
from projections.statistics.libraries import LibraryMissing
from projections.store.find import open_tables

HEADLINES = ("strength", "factions", "seats")
"""The overview shows the plot of the first of these that has several rows."""

SHOWN = ("Grain", "Columns", "Caveat")
"""The parts of a description that are shown on the page."""
PARTS = (*SHOWN, "Plot")


def pages(about: Survey, headline: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    """The name and content of each page; the plot for the overview of each game is put into `headline`."""
    files = {place: file for file, place in about.statistics.items()}
    wanted = sorted(about.statistics.values(), key=lambda place: (_rank(place[1]), place[1]))
    best: dict[str, int] = {}
    for name, places in groupby(wanted, key=lambda place: place[1]):
        answers, problem = _answers(about, name)
        for game, _ in places:
            found = [each for each in answers if each.game == game]
            drawn = [(each, figure(each, name)) for each in found]
            shown = [(each, drawing, plots.svg(drawing) if drawing else "") for each, drawing in drawn]
            for answer, drawing, svg in shown:
                if drawing and _rank(name) < best.get(game, len(HEADLINES)) and len(drawing.points) > 1:
                    best[game] = _rank(name)
                    headline[game] = _counted(answer) + _figure(drawing, svg)
            yield files[game, name], _page(about, game, name, shown, problem)


def _rank(name: str) -> int:
    return HEADLINES.index(name) if name in HEADLINES else len(HEADLINES)


def _answers(about: Survey, name: str) -> tuple[list[Answer], str]:
    """The answers to a statistic; if libraries are missing, no answers and the reason."""
    try:
        with open_tables(about.db) as store:
            return run(store.connection, name, about.filters), ""
    except LibraryMissing as problem:
        return [], str(problem)


def _page(about: Survey, game: str, name: str, shown: list[tuple[Answer, Figure | None, str]], problem: str) -> bytes:
    title = about.titles[game, name]
    way = [link("../index.html", "Overview"), link(f"../{GAMES}", "Games")]
    body = [f"<p>{text(title[:1].upper() + title[1:])}</p>"]
    if problem:
        body.append(f'<p class="notice">{text(f"Left out: {problem}")}</p>')
    elif not shown:
        body.append('<p class="notice">No stored game matches.</p>')
    for answer, drawing, svg in shown:
        body += _section(answer, drawing, svg, len(shown) > 1)
    body += [_meaning(game, name), _others(about, game, name)]
    return page(f"{name_of(game)}: {name.replace('_', ' ')}", body, way)


def _section(answer: Answer, drawing: Figure | None, svg: str, several: bool) -> Iterator[str]:
    """What was counted, in words, and the result."""
    yield '<section class="answer">'
    if several:
        yield f"<h2>With the cards {text(answer.catalogue or 'of the rulebook')}</h2>"
    yield _counted(answer)
    if not answer.rows:
        yield "<p>No rows.</p>"
    else:
        columns = [column for column in answer.columns if column != "game"]
        few = f" * fewer than {SMALL} games: small sample." if any(row["small"] for row in answer.rows) else ""
        caption = f"{count(len(answer.rows), 'row')}.{few}"
        yield '<div class="beside">'
        if drawing is not None:
            yield _figure(drawing, svg)
        yield table(caption, columns, answer.rows, columns.index("games"), f"Table: {answer.words}")
        yield "</div>"
    yield "</section>"


def _counted(answer: Answer) -> str:
    """Which games were counted, with the filters."""
    return node("p", text(f"Counted: {answer.words}."), class_="filters")


def _figure(drawing: Figure, svg: str) -> str:
    notes = "; ".join([drawing.title, *drawing.notes])
    plot = node(
        "div", svg, class_="wide", tabindex=0, role="region", aria_label=f"Plot: {drawing.title}; {drawing.words}"
    )
    return node("figure", plot, node("figcaption", text(f"{notes}.")))


def _meaning(game: str, name: str) -> str:
    """The description of the statistic, without its title."""
    parts = _parts(description(name, game if own(game, name) else ""))
    listed = "".join(node("dt", text(part)) + node("dd", text(words)) for part, words in parts.items())
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
    return {name: found[name] for name in SHOWN if name in found}


def _others(about: Survey, game: str, name: str) -> str:
    """Links to the other statistics of the game."""
    there = (
        link(f"{game}-{other}.html", other.replace("_", " "))
        for each, other in about.statistics.values()
        if each == game and other != name
    )
    return node(
        "nav", f"<h2>More about {text(name_of(game))}</h2>", " ".join(there), aria_label="Statistics", class_="more"
    )
