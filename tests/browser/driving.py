"""What a reader does on a page of a game, and what the reader then sees."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.rules import games
from events.log.native import GameLog

Written = Callable[[GameLog], str]
KEYS = {
    "left": "\ue012",
    "right": "\ue014",
    "page up": "\ue00e",
    "page down": "\ue00f",
    "home": "\ue011",
    "end": "\ue010",
}
TAB, ESCAPE, ENTER = "\ue004", "\ue00c", "\ue007"
QUICK = "gaia"
every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == QUICK else [pytest.mark.long]) for game in games()]
)


def opened(browser: Any, address: str) -> None:
    browser.get("about:blank")
    browser.get(address)
    wait_for(browser, "document.body?.classList.contains('ready')")


def wait_for(browser: Any, condition: str) -> None:
    for _ in range(200):
        if browser.execute_script(f"return Boolean({condition})"):
            return
        time.sleep(0.05)
    raise AssertionError(f"this did not come: {condition}")


def run(browser: Any, script: str, *arguments: Any) -> Any:
    return browser.execute_script(script, *arguments)


def where(browser: Any) -> str:
    return str(run(browser, "return document.querySelector('#where b').textContent"))


def press(browser: Any, *keys: str) -> str:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()
    return where(browser)


def link_to(browser: Any, address: str) -> str:
    """Go to an address as a link does, and return the position that is then shown."""
    browser.execute_async_script(
        "const [to, done] = arguments;"
        "if (decodeURIComponent(location.hash) === to) { done(); return; }"
        "addEventListener('hashchange', () => setTimeout(done), {once: true});"
        "location.hash = to",
        address,
    )
    return where(browser)


def faults(browser: Any) -> list[str]:
    """The violations of the axe rules in the page and its picture."""
    browser.set_script_timeout(300)
    found = browser.execute_async_script("axe.run(document, {resultTypes: ['violations']}).then(arguments[0])")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
