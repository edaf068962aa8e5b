"""A browser without a window: Chromium, driven by Selenium. Without one, these tests are skipped, with the reason."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from events.log.native import GameLog, write
from projections.pages import replay_page

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser, and for the browser edition a whole site, has to be made ready first: all of these tests are long."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The browser, started once."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium: pages are not looked at in a browser")
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no chromium with chromedriver: pages are not looked at in a browser")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(service=webdriver.ChromeService(driver), options=options)
    yield browser
    browser.quit()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """The browser with its defaults, in a tab with an empty history: 1280 by 900, light; its console must stay empty.

    A tab with fifty entries in its history forgets some of them, and not the oldest. A new tab is not always the one
    that has the focus; without it no element is told that it has got it.
    """
    before = chromium.current_window_handle
    chromium.switch_to.new_window("tab")
    chromium.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    sized(chromium, 1280, 900)
    preferring(chromium, LIGHT)
    chromium.get("about:blank")
    chromium.get_log("browser")
    yield chromium
    messages = [each["message"] for each in chromium.get_log("browser")]
    chromium.close()
    chromium.switch_to.window(before)
    assert messages == []


LIGHT = {"name": "prefers-color-scheme", "value": "light"}
DARK = {"name": "prefers-color-scheme", "value": "dark"}


def sized(browser: Any, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def preferring(browser: Any, mode: dict[str, str]) -> None:
    """What the system of the reader is set to: `LIGHT` or `DARK`."""
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": [mode]})


@pytest.fixture(scope="session")
def page_of_lines(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], str]:
    """Writes the page of a native log and returns its address; that of the same log only once."""

    @cache
    def written(lines: bytes) -> str:
        folder = tmp_path_factory.mktemp("page")
        file, place = folder / "game.jsonl", folder / "page.html"
        file.write_bytes(lines)
        place.write_bytes(replay_page(str(file), "").data)
        return place.as_uri()

    return written


@pytest.fixture
def page(page_of_lines: Callable[[bytes], str]) -> Callable[[GameLog], str]:
    """Writes the page of a log and returns its address."""
    return lambda log: page_of_lines(b"\n".join(write(log)))
