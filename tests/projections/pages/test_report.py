"""The report as files: what its pages show and link to, and that it overwrites nothing else in a folder."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events import files as logs
from events.files.atomic import Exists
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.pages import report
from projections.pages.report import Done, Report, Task
from projections.pages.report import statistic_pages as pages_of_statistics
from projections.pages.report.contents import Stored, spread
from projections.pages.report.markup import MOST_ROWS, table, text
from projections.pages.report.people import People, Places
from projections.statistics import Filters, libraries, names, titles
from tests.support import toy_logs as toy

SVG = '<svg class="plot" role="img"><title>t</title></svg>'
SCRIPT = "<script>alert(1)</script>"


TWO = ("factions", "seats")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Plots are empty pictures here, as they are tested elsewhere; only two statistics, except in long tests."""
    monkeypatch.setattr("projections.plots.svg", lambda figure: SVG)
    monkeypatch.setattr(report, "need_libraries", lambda what: None)
    if request.node.get_closest_marker("long") is None:
        two = [one for one in titles() if one["name"] in TWO]
        monkeypatch.setattr("projections.pages.report.contents.titles", lambda game: two)


def one_by_one(work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
    return map(work, tasks)


def written(db: str, folder: Path, pages: int | None = 2, **filters: Any) -> tuple[Report, list[Done]]:
    prepared = report.begin(db, folder, Filters(**filters), pages, force=False)
    return prepared, [done for chunk in prepared.write(one_by_one) for done in chunk]


def links(file: Path) -> list[Path]:
    return [file.parent / address for address in re.findall(r'href="([^"]+)"', file.read_text(encoding="utf-8"))]


WITHOUT_ROWS = ("predict", "calibration", "bids")
"""These have too few games, or none with bids."""


@pytest.mark.long
def test_every_statistic_has_a_page_and_every_link_leads_to_one(to_count: str, tmp_path: Path) -> None:
    prepared, done = written(to_count, tmp_path / "r")
    files = sorted(file for file in (tmp_path / "r").rglob("*") if file.is_file())
    assert files == sorted(prepared.files) == sorted(one.file for one in done)
    assert done[-1].file == tmp_path / "r" / "index.html"
    assert {file.name for file in files if file.parent.name == "statistics"} == {
        f"nim-{name}.html" for name in names() if name not in WITHOUT_ROWS
    }
    for file in files:
        assert [link for link in links(file) if link.name != "#" and not link.exists()] == []
    listed = {file.resolve() for file in links(tmp_path / "r" / "games.html")}
    assert {file for file in listed if file.parent.name != "players"} == {
        file for file in files if file.parent.name == "games"
    } | {tmp_path / "r" / "index.html"}


def test_what_was_counted_stands_above_plot_and_table(to_count: str, tmp_path: Path) -> None:
    written(to_count, tmp_path, players=3)
    page = (tmp_path / "statistics" / "nim-factions.html").read_text(encoding="utf-8")
    assert "Counted: nim: 7 games, 21 seats (finished valid games; 3 players)." in page
    assert page.index("Counted: ") < page.index(SVG) < page.index("<table>")
    caveat = '<p class="notice">Games + dropped, summed over the rows'
    assert page.index(caveat) < page.index("<table>")
    assert "Caveat" not in page
    assert '<th class="short" scope="row"><a href="../factions/nim-red.html">red</a></th>' in page
    assert "Grain" in page
    assert "Filters arrive" not in page
    assert "3 players" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_notes_stand_above_the_table() -> None:
    """What the terminal prints behind the games that were counted: once, as a notice."""
    noted = statistics.Answer("nim", None, "some games", ["game", "faction", "games"], [], ["two groups", "few games"])
    noted.rows = [{"game": "nim", "faction": "red", "games": 3, "small": True}]
    assert noted.words == "some games; two groups; few games"
    page = "".join(pages_of_statistics._section(noted, None, "", False, Places(People({}, {}), (), "../")))
    assert page.index("Counted: some games.") < page.index('<p class="notice">Two groups; few games.</p>')
    assert page.index("few games.</p>") < page.index("<table>")


@pytest.mark.parametrize(("name", "game"), [(one["name"], one["game"] or "") for one in titles()])
def test_every_statistic_explains_its_columns(name: str, game: str) -> None:
    """All parts of its description, and nothing about how it is computed."""
    words = statistics.description(name, game)
    parts = pages_of_statistics._parts(words)
    assert list(parts) == ["Grain", "Columns", "Caveat"]
    text = " ".join(" ".join(line.removeprefix("--").split()) for line in words.splitlines())
    for part, words_of_part in parts.items():
        assert f"{part}: {words_of_part}" in text
    assert not [
        words_of_part for words_of_part in parts.values() if re.search("SELECT|Plot:|Filters arrive", words_of_part)
    ]


def test_spaces_stay_around_code_and_within_figures() -> None:
    """A space that may not be broken stays one; others become single spaces, and none is lost beside a name."""
    assert text(" won 9\u00a0%\n  of <3 ") == "won 9\u00a0% of &lt;3"
    assert pages_of_statistics._notice("Not 0. `bonus` is\nchosen.") == (
        '<p class="notice">Not 0. <code>bonus</code> is chosen.</p>'
    )


@pytest.mark.long
def test_one_clicks_through_what_was_done_first(to_count: str, tmp_path: Path) -> None:
    """Rows within rows, each with how it ended; the inner ones add up; games lead to their replays."""
    written(to_count, tmp_path / "r", pages=None)
    page = (tmp_path / "r" / "explorer" / "nim.html").read_text(encoding="utf-8")
    assert "An action that won often need not be good" in page
    depth, counted = 0, {0: 0}
    for opened, closed, games in re.findall(r"(<details>)|(</details>)|<small>(\d+)\*? games?,", page):
        depth += bool(opened) - bool(closed)
        if games and depth <= 2:
            counted[depth] = counted.get(depth, 0) + int(games)
    assert depth == 0
    assert counted[1] > 1
    assert " %" not in page
    assert 'href="../games/' in page
    assert all(link.exists() for link in links(tmp_path / "r" / "explorer" / "nim.html"))
    assert "explorer/nim.html" in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")


def test_all_games_are_listed_with_what_came_of_them(to_count: str, tmp_path: Path) -> None:
    written(to_count, tmp_path, pages=0)
    page = (tmp_path / "games.html").read_text(encoding="utf-8")
    with EventStore(to_count, read_only=True) as store:
        games = store.connection.execute("SELECT count(*) FROM games").fetchall()[0][0]
    assert page.count('<th scope="row">') == games > 50
    assert "<td>incomplete</td>" in page
    assert " dropped" in page
    assert "<td>2022-06-01</td>" in page


def test_pages_are_of_the_newest_games(to_count: str, tmp_path: Path) -> None:
    prepared, _ = written(to_count, tmp_path, pages=2)
    newest = [each.played_at for each in prepared.about.games][:2]
    assert newest == ["2022-06-01", "2021-06-01"]
    assert list(prepared.about.pages.values()) == [each.game_id for each in prepared.about.games][:2]
    every = report.begin(to_count, tmp_path, Filters(), None, force=False).about
    assert len(every.pages) == len(every.games)


def test_replays_are_spread_over_the_games() -> None:
    """The newest by date of all games were of Anachrony alone."""
    dates = [("anachrony", 9), ("anachrony", 8), ("anachrony", 7), ("gaia", 3), ("gaia", 2), ("nim", 1)]
    stored = [Stored(f"{game}-{date}", game, "valid", True, 5, str(date), "", (), ()) for game, date in dates]
    assert spread(stored, 4) == ["anachrony-9", "anachrony-8", "gaia-3", "nim-1"]
    assert spread(stored, 3) == ["anachrony-9", "gaia-3", "nim-1"]
    assert spread(stored, 0) == []
    assert spread(stored, None) == [each.game_id for each in stored]


def test_a_running_game_with_secrets_has_no_page(nim: str, tmp_path: Path) -> None:
    """Its page would publish hands of cards; a game that is over, or hides nothing, has one."""
    (tmp_path / "logs").mkdir()
    for name, seed, cards, cut in (("over", 1, True, None), ("runs", 2, True, 5), ("open", 3, False, 5)):
        lines = toy.native(seed, 2, {"cards": cards}).splitlines()
        (tmp_path / "logs" / f"{name}.jsonl").write_bytes(b"\n".join(lines[:cut]) + b"\n")
    with EventStore(db := str(tmp_path / "s.duckdb")) as store:
        list(import_files(store, logs.find([str(tmp_path / "logs")]), 1))
    prepared, _ = written(db, tmp_path / "r", None)
    ids = {Path(each.source).stem: each.game_id for each in prepared.about.games}
    assert {*prepared.about.pages.values()} == {ids["over"], ids["open"]}
    assert not (tmp_path / "r" / "games" / f"{ids['runs']}.html").exists()
    listed = (tmp_path / "r" / "games.html").read_text()
    assert "; 1 is still being played, and a page would show what not everybody has seen." in listed
    assert len(report.begin(db, tmp_path / "r", Filters(), 2, force=False).about.pages) == 2


def test_winners_are_marked_and_players_lead_to_their_pages(to_count: str, tmp_path: Path) -> None:
    prepared, _ = written(to_count, tmp_path, pages=1)
    page = (tmp_path / "games.html").read_text(encoding="utf-8")
    player = next(seat.player for game in prepared.about.games for seat in game.seats if seat.rank == 1 and seat.player)
    assert re.search(rf'<strong><a href="players/[\w-]+\.html">{player}[^<]*</a> \*</strong>', page)
    assert "1 game leads to a replay; " in page
    assert "beyond the number of pages that was asked for (--games). * won." in page


@pytest.mark.long
def test_a_statistic_without_rows_or_without_a_subject_has_no_page(to_count: str, tmp_path: Path) -> None:
    """Pages without rows were linked, and so was the table of factions of games without factions: one row, `-`."""
    prepared, _ = written(to_count, tmp_path, pages=0, players=2)
    made = {file.name for file in (tmp_path / "statistics").glob("*.html")}
    assert made < {f"nim-{name}.html" for name in names()}
    overview = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert {*re.findall(r'href="statistics/([^"]+)"', overview)} == made
    assert {file.name for file in prepared.files if file.parent.name == "statistics"} == made
    row = {"game": "x", "faction": None, "games": 3}
    about_nothing = statistics.Answer("x", None, "", ["game", "faction", "games"], [row])
    assert not pages_of_statistics._says_something(about_nothing)


def test_a_file_of_somebody_else_is_not_overwritten(to_count: str, tmp_path: Path) -> None:
    (tmp_path / "games.html").write_text("mine")
    with pytest.raises(Exists, match=r"games.html: not a page of a report"):
        written(to_count, tmp_path)
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".html"] == ["games.html"]
    forced = report.begin(to_count, tmp_path, Filters(), 0, force=True)
    assert len(list(forced.write(one_by_one))) == len(forced.files)
    assert "mine" not in (tmp_path / "games.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_an_own_page_is_and_pages_without_links_are_reported(to_count: str, tmp_path: Path) -> None:
    first, _ = written(to_count, tmp_path, pages=2)
    (tmp_path / "statistics" / "notes.html").write_text("mine")
    again, _ = written(to_count, tmp_path, pages=1)
    gone = {*first.files} - {*again.files}
    assert again.left_behind() == [*gone]
    assert (tmp_path / "statistics" / "notes.html").read_text() == "mine"


def test_a_page_that_fails_leaves_the_others_and_no_link(
    to_count: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = report.begin(to_count, tmp_path, Filters(), 2, force=False)
    broken, whole = prepared.about.pages.values()
    with EventStore(to_count) as store:
        store.connection.execute("UPDATE records SET event = replace(event, '2', '1') WHERE game_id = ?", [broken])
    done = [one for chunk in prepared.write(one_by_one) for one in chunk]
    (problem,) = [one for one in done if one.problem]
    assert (problem.file.stem, problem.status) == (broken, 4)
    listed = (tmp_path / "games.html").read_text(encoding="utf-8")
    assert f"games/{whole}.html" in listed
    assert f"games/{broken}.html" not in listed


def test_whenever_it_ends_every_page_is_whole_and_none_leads_astray(to_count: str, tmp_path: Path) -> None:
    prepared = report.begin(to_count, tmp_path, Filters(), 1, force=False)
    made: list[Path] = []
    for chunk in prepared.write(one_by_one):
        made += [done.file for done in chunk]
        files = sorted(file for file in tmp_path.rglob("*") if file.is_file() and file.suffix != ".duckdb")
        assert files == sorted(made)
        assert all(file.read_text(encoding="utf-8").endswith("</html>\n") for file in files)
        if (tmp_path / "index.html").exists():
            assert files == sorted(prepared.files)


def test_text_in_a_log_stays_text(to_count: str, tmp_path: Path) -> None:
    with EventStore(to_count) as store:
        store.connection.execute("UPDATE seats SET player = ?, faction = ? WHERE seat = 0", [SCRIPT, f"{SCRIPT}\u202e"])
        store.connection.execute("UPDATE games SET source = ?", [SCRIPT])
    written(to_count, tmp_path, pages=0)
    for file in tmp_path.rglob("*.html"):
        page = file.read_text(encoding="utf-8")
        assert "alert(1)</script>" not in page, file
        assert "\u202e" not in page, file
    assert "&lt;script&gt;alert(1)" in (tmp_path / "games.html").read_text(encoding="utf-8")


def test_games_whose_rules_are_not_installed_are_listed(
    to_count: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.pages.report.contents.installed", list)
    prepared, _ = written(to_count, tmp_path / "r")
    assert [file.name for file in prepared.files] == ["games.html", "index.html"]
    assert "<h2>nim</h2>" in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")


def test_an_empty_store_has_a_report(tmp_path: Path) -> None:
    db = str(tmp_path / "s.duckdb")
    with EventStore(db):
        pass
    prepared, _ = written(db, tmp_path / "r")
    assert [file.name for file in prepared.files] == ["games.html", "index.html"]
    assert "No games are stored" in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_statistics_that_miss_their_libraries_are_left_out_with_a_word(
    to_count: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    written(to_count, tmp_path, pages=0)
    assert "Left out: stats strength needs numpy" in (tmp_path / "statistics/nim-strength.html").read_text()
    assert SVG in (tmp_path / "statistics" / "nim-factions.html").read_text()


def test_a_page_limits_its_rows_and_reports_it() -> None:
    rows = [{"faction": f"f{n}", "games": n, "win_rate": n / 1000, "small": n < 30} for n in range(MOST_ROWS + 1)]
    made = table("All.", ["faction", "games", "win_rate"], rows, 1)
    assert made.count("<tr>") == MOST_ROWS + 1
    assert f"All. The first {MOST_ROWS} of {MOST_ROWS + 1} rows." in made
    assert '<td class="number">29*</td><td class="number">2.9</td>' in made
    assert '<td class="number">30</td>' in made


@pytest.mark.long
def test_the_overview_links_to_the_browser_edition_if_there_is_one(to_count: str, tmp_path: Path) -> None:
    for check, linked in (("check/index.html", True), ("", False)):
        folder = tmp_path / str(linked)
        prepared = report.begin(to_count, folder, Filters(), 0, force=False, check=check)
        list(prepared.write(one_by_one))
        overview = (folder / "index.html").read_text(encoding="utf-8")
        assert ('<a href="check/index.html">Check your own log here</a>' in overview) == linked
