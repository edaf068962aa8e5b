"""The pages of players, factions and seasons in a browser: accessible, silent, inside narrow and wide screens."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from events import files as logs
from events.store.clock import now
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.pages.report import begin
from projections.season.names import add_named
from projections.season.reading import read
from projections.statistics import Filters
from tests.browser.conftest import DARK, LIGHT, sized
from tests.browser.driving import faults, run
from tests.support import TOY, install
from tests.support.seasons import settings, write_league

NIM = "factions/nim-red.html"
FOLDERS = ("players", "factions", "standings")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a league of two seasons, with standings that have something in every part."""
    folder = tmp_path_factory.mktemp("league")
    write_league(folder / "logs", seasons=["1", "2"])
    plan = '[[scheduled]]\nseason = "2"\ndivision = "A"\ngame = "99"\nplayers = ["ann", "ben"]\ndue = 2025-05-31\n'
    (folder / "season.toml").write_text(settings(plan, "minimum_games = 5\n"))
    with pytest.MonkeyPatch.context() as changed:
        install(changed, TOY)
        changed.setattr("projections.plots.svg", lambda figure: "")
        changed.setattr("projections.pages.report.need_libraries", lambda what: None)
        about = read(str(folder / "season.toml"))
        with EventStore(str(folder / "s.duckdb")) as store:
            list(import_files(store, logs.find([str(folder / "logs")]), 1))
            add_named(store, about, now())
        prepared = begin(str(folder / "s.duckdb"), folder / "site", Filters(), 1, force=False, settings=about.settings)
        assert not [done for chunk in prepared.write(map) for done in chunk if done.problem]
    return folder / "site"


def pages(site: Path) -> list[Path]:
    """Every page of these kinds."""
    inside = [page for folder in FOLDERS for page in sorted((site / folder).glob("*.html"))]
    return [site / "players.html", site / "standings.html", *inside]


def examined(site: Path) -> list[Path]:
    """Those that are examined closely: each kind, in both modes and widths."""
    return [site / "players.html", site / "standings.html", *sorted((site / "players").glob("*"))[:2], site / NIM]


def test_every_page_fits_and_loads_nothing(browser: Any, site: Path) -> None:
    """No page is wider than the screen; tables scroll inside themselves and can be reached with the keyboard."""
    for page in pages(site):
        browser.get(page.as_uri())
        for wide in (1440, 390):
            sized(browser, wide, 800)
            assert run(browser, "return document.documentElement.scrollWidth") <= wide, page
            captions = (
                "return [...document.querySelectorAll('caption')].map(each => each.getBoundingClientRect().right)"
            )
            assert all(right <= wide for right in run(browser, captions)), page
        assert run(browser, "return performance.getEntriesByType('resource').length") == 0, page
        assert run(browser, "return [...document.querySelectorAll('.wide')].every(each => each.tabIndex === 0)"), page


def test_accessibility(browser: Any, site: Path) -> None:
    """No serious violation of the axe rules, light and dark, wide and narrow."""
    axe = pytest.importorskip("axe_core_python", reason="no axe-core-python: accessibility is not checked")
    script = files(axe).joinpath("axe.min.js").read_text(encoding="utf-8")
    for number, page in enumerate(examined(site)):
        width, mode = ((1440, LIGHT), (390, DARK), (1440, DARK), (390, LIGHT))[number % 4]
        sized(browser, width, 800)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [mode]})
        browser.get(page.as_uri())
        browser.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
        assert faults(browser) == [], page


def test_the_keyboard_leads_from_the_standings_to_a_player_s_games(browser: Any, site: Path) -> None:
    sized(browser, 1280, 800)
    browser.get((site / "standings.html").as_uri())
    run(browser, "document.querySelector('tbody th a').focus()")
    browser.execute_script("document.activeElement.click()")
    assert "/players/" in browser.current_url
    assert run(browser, "return document.querySelectorAll('h1').length") == 1
    assert run(browser, "return document.querySelector('svg.rating') !== null")
