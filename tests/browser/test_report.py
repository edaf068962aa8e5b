"""The report in a real browser: every kind of page, light and dark, wide and narrow, with its list of games."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engine.rules import games
from events import files as logs
from events.log.native import write
from events.problems import count
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.pages.report import begin
from projections.statistics import Filters
from tests.browser.conftest import DARK, LIGHT, sized
from tests.browser.driving import faults, run, wait_for
from tests.browser.report_pages import dead_links, sorting_by_keyboard
from tests.support import LOGS
from tests.support.specimens import Specimen, log_of

LEDGERS = 4
SEEDS = 1
LOOKED_AT = ("seats", "factions", "sources", "players", "endings", "strength")
"""Pages of one game, one per kind of plot, that are examined closely; for the other games, only the first of them."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a store with two games of every ruleset, and of recorded ledgers if there are any."""
    for library in ("altair", "vl_convert"):
        pytest.importorskip(library, reason="no altair with vl-convert: no report can be made")
    folder = tmp_path_factory.mktemp("report")
    for game in games():
        for seed in range(1, SEEDS + 1):
            (folder / f"{game}-{seed}.jsonl").write_bytes(b"\n".join(write(log_of(Specimen(game, seed)))))
    ledgers = sorted((LOGS / "terra-mystica" / "ledger").glob("*"))[:LEDGERS]
    with EventStore(str(folder / "s.duckdb")) as store:
        list(import_files(store, logs.find([str(folder), *map(str, ledgers)]), 1))
    prepared = begin(str(folder / "s.duckdb"), folder / "site", Filters(), 1, force=False)
    assert not [done for chunk in prepared.write(map) for done in chunk if done.problem]
    return folder / "site"


def pages(report: Path) -> list[Path]:
    """The overview, the list of games, and the statistics that are examined."""
    named = [("terra_mystica", name) for name in LOOKED_AT] + [(game, LOOKED_AT[0]) for game in games()]
    wanted = [report / "statistics" / f"{game}-{name}.html" for game, name in dict.fromkeys(named)]
    assert [page.name for page in wanted if not page.exists()] == []
    return [report / "index.html", report / "games.html", *wanted]


def preferring(browser: Any, mode: dict[str, str]) -> None:
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [mode]})


def test_no_page_reports_errors_or_requests_anything(browser: Any, report: Path) -> None:
    """The console has no error (checked by the fixture), nothing but the page is loaded, no address is external."""
    for page in sorted(report.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r'(?:src|href|action|data)="(?!#|[\w./-]+\.html")[^"]*"', text) == [], page
        assert "http:" not in text.replace("http://www.w3.org/2000/svg", ""), page  # a name, not an address
        assert not re.search(r"https:|url\(|@import", text), page
        browser.get(page.as_uri())
        assert run(browser, "return performance.getEntriesByType('resource').length") == 0, page
        assert run(browser, "return document.querySelectorAll('h1').length") == 1, page


def test_accessibility(browser: Any, report: Path) -> None:
    """No serious violation of the axe rules, light and dark, wide and narrow; contrast of texts in plots included."""
    axe = pytest.importorskip("axe_core_python", reason="no axe-core-python: accessibility is not checked")
    script = files(axe).joinpath("axe.min.js").read_text(encoding="utf-8")
    for number, page in enumerate(pages(report)):
        width, mode = ((1280, LIGHT), (1280, DARK), (360, LIGHT), (360, DARK))[number % 4]
        sized(browser, width, 800)
        preferring(browser, mode)
        browser.get(page.as_uri())
        browser.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
        assert faults(browser) == [], page
    run(browser, "document.body.append(document.createElement('button'))")
    assert ["button-name" in fault for fault in faults(browser)] == [True]


def test_long_texts_of_a_table_have_room_for_some_words(browser: Any, report: Path) -> None:
    sized(browser, 1280, 900)
    browser.get((report / "statistics" / "anachrony-openings.html").as_uri())
    widths = "return [...document.querySelectorAll('tbody th:not(.short)')].map(e => e.getBoundingClientRect().width)"
    assert min(run(browser, widths)) >= 180


def test_a_narrow_screen_holds_it(browser: Any, report: Path) -> None:
    sized(browser, 360, 740)
    for page in pages(report):
        browser.get(page.as_uri())
        assert run(browser, "return document.documentElement.scrollWidth") <= 360, page


def test_the_list_of_games_folds_on_a_narrow_screen(browser: Any, report: Path) -> None:
    """Each game is a block of lines, entirely visible without scrolling sideways; empty values are left out."""
    whole = """const list = document.querySelector('.wide');
        const cells = [...document.querySelectorAll('#rows th, #rows td')].map(cell => cell.getBoundingClientRect());
        return [list.scrollWidth <= list.clientWidth, cells.every(cell => cell.right <= innerWidth)]"""
    heads = "return getComputedStyle(document.querySelector('.games thead')).position"
    none = "return [...document.querySelectorAll('#rows .none')].map(cell => cell.offsetHeight > 0)"
    for width, folded in ((320, True), (390, True), (680, True), (1000, False)):
        sized(browser, width, 844)
        browser.get((report / "games.html").as_uri())
        wait_for(browser, "document.body.classList.contains('ready')")
        assert run(browser, whole) == [True, True], width
        assert (run(browser, heads) == "absolute") is folded
        assert {*run(browser, none)} == {not folded}


def test_a_plot_has_a_name_a_description_and_the_colours_of_the_mode(browser: Any, report: Path) -> None:
    seen = []
    for mode in (LIGHT, DARK):
        preferring(browser, mode)
        browser.get((report / "statistics" / "terra_mystica-factions.html").as_uri())
        assert run(browser, "return document.querySelector('svg.plot').getAttribute('role')") == "img"
        assert "win rate" in run(browser, "return document.querySelector('svg.plot > title').textContent")
        assert "the highest" in run(browser, "return document.querySelector('svg.plot > desc').textContent")
        plot = "document.querySelector('svg.plot text')"
        seen.append(
            run(browser, f"return [{plot}, document.body].map((e, n) => getComputedStyle(e)[n ? 'color' : 'fill'])")
        )
    (light_text, light), (dark_text, dark) = seen
    assert light_text == light
    assert dark_text == dark
    assert light != dark


def test_games_are_found_and_lead_to_their_replay_and_back(browser: Any, report: Path) -> None:
    browser.get((report / "games.html").as_uri())
    wait_for(browser, "document.body.classList.contains('ready')")
    rows = "return document.querySelectorAll('#rows tr').length"
    everything = run(browser, rows)
    assert everything >= SEEDS * len(games())

    def search(words: str) -> list[str]:
        run(
            browser,
            "const s = document.getElementById('search'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))",
            words,
        )
        return list(run(browser, "return [...document.querySelectorAll('#rows tr')].map(row => row.textContent)"))

    found = search("GAIA valid")
    assert len(found) == SEEDS
    assert all("Gaia" in row for row in found)
    assert run(browser, "return document.getElementById('found').textContent") == count(SEEDS, "game")
    assert search("no such game") == []
    assert len(search("")) == everything
    run(browser, "document.querySelector('#rows a').click()")
    wait_for(browser, "document.getElementById('slider')")
    assert "/games/" in browser.current_url
    wait_for(browser, "document.querySelector('a.back')")
    run(browser, "document.querySelector('a.back').click()")
    wait_for(browser, "location.pathname.endsWith('/site/index.html')")


def test_every_link_leads_to_a_page(report: Path) -> None:
    assert dead_links(report) == []


@pytest.mark.parametrize("page", ["games.html", "statistics/terra_mystica-factions.html"])
def test_tables_are_sorted_by_the_keyboard(browser: Any, report: Path, page: str) -> None:
    """Tab to a head, Enter, Enter again: in order, then the other way round, with empty values last."""
    assert sorting_by_keyboard(browser, report / page) == []
