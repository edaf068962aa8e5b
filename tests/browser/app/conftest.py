"""The browser edition in Chromium: built once, served from this machine, driven by Selenium."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from projections.browser.site.assembling import build
from projections.browser.site.packages import PackageMissing
from projections.commands.site import packages_folder

LONGEST = 120.0
"""Seconds for a busy machine to start Python in the browser."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once for all processes that test."""
    if shutil.which("node") is None:
        pytest.skip("no node: the browser edition is not built")
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    try:
        shared.mkdir()
    except FileExistsError:
        _wait_until(lambda: (shared / "done").is_file() or (shared / "missing").is_file(), "a site")
    else:
        _build(shared)
    if (missing := shared / "missing").is_file():
        pytest.skip(f"the browser edition is not built: {missing.read_text()}")
    return shared / "pages"


def _build(shared: Path) -> None:
    try:
        build(shared / "pages", packages_folder(), lambda step: None)
        (shared / "done").touch()
    except BaseException as error:
        (shared / "missing").write_text(str(error))
        if not isinstance(error, PackageMissing):
            raise


def _wait_until(condition: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + 600
    while not condition():
        assert time.monotonic() < until, f"{what} did not come"
        time.sleep(0.2)


class Quiet(SimpleHTTPRequestHandler):
    """Serves the files of a folder and says nothing about it."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address of the page, served by a plain server of files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
    server.shutdown()


class App:
    """The page in a browser: what a person would do with it, and what the person then sees."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address = browser, address

    def open(self, view: str = "") -> "App":
        """Open a view (`judge`, `look?log=1`) and wait until Python is ready."""
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}#/{view}" if view else self.address)
        self.wait("document.body?.classList.contains('ready')")
        return self

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page and return what it returns."""
        return self.browser.execute_script(script, *arguments)

    def imported(self, script: str, *arguments: Any) -> Any:
        """The same for a script with `await`, which may import the modules of the page."""
        done = self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"(async () => {{ {script} }})().then(value => done({{value}}), error => done({{error: String(error)}}))",
            *arguments,
        )
        assert "error" not in done, done["error"]
        return done.get("value")

    def wait(self, condition: str, seconds: float = LONGEST) -> Any:
        """Wait until an expression in the page is true, and return its value."""
        until = time.monotonic() + seconds
        while True:
            if found := self.run(f"return {condition}"):
                return found
            assert time.monotonic() < until, f"this did not come: {condition}; {self.text('body')[:500]}"
            time.sleep(0.05)

    def find(self, selector: str) -> Any:
        """The first element that a selector finds."""
        return self.browser.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        """Click on the first element that a selector finds."""
        self.find(selector).click()

    def text(self, selector: str) -> str:
        """The text that is shown in an element."""
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def choose(self, *files: Path) -> None:
        """Choose files as a person does with the button for it."""
        self.find("input[type=file]").send_keys("\n".join(map(str, files)))


@pytest.fixture
def app(browser: Any, address: str) -> App:
    """The page, not yet opened; what an earlier test kept in the browser is gone, but for the site itself."""
    origin = address.rpartition("/")[0]
    kept = {"origin": origin, "storageTypes": "local_storage,indexeddb"}
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", kept)
    return App(browser, address)
