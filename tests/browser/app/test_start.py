"""The start: small, soon usable, and without a network after the first visit."""

import gzip
import os
import subprocess
import sys
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from events.log.native import write
from tests.browser.app.conftest import App, Quiet
from tests.support import PROJECT
from tests.support.specimens import Specimen, log_of

LARGEST = 9 * 10**6
"""Bytes to load before everything works, as a server that compresses sends them."""
USABLE = 2500
"""Milliseconds until there is something to do; on an idle machine 500."""


def test_the_site_is_small(site: Path) -> None:
    files = [file for file in site.rglob("*") if file.is_file()]
    sizes = {file: min(file.stat().st_size, len(gzip.compress(file.read_bytes()))) for file in files}
    assert sum(sizes.values()) <= LARGEST


def test_the_page_can_be_used_before_python_is_there(app: App) -> None:
    app.open()
    marks = app.run("return Object.fromEntries(performance.getEntriesByType('mark').map(m => [m.name, m.startTime]))")
    assert marks["usable"] < USABLE
    assert marks["usable"] < marks["ready"]


def test_nothing_is_loaded_from_elsewhere(app: App, address: str, tmp_path: Path) -> None:
    app.open()
    loaded = app.run("return performance.getEntriesByType('resource').map(each => each.name)")
    origin = address.rpartition("/")[0]
    assert [each for each in loaded if not each.startswith((f"{origin}/", "blob:"))] == []
    refused = "return fetch('https://example.org/').then(() => 'sent', error => error.name)"
    assert app.imported(refused) == "TypeError"
    app.browser.get_log("browser")  # the policy reports what it refused


def test_a_second_visit_needs_no_network(browser: Any, site: Path, tmp_path: Path) -> None:
    """The server is gone; page, Python and program come from the browser, and a log is judged."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    app = App(browser, f"http://127.0.0.1:{server.server_address[1]}/index.html").open()
    app.wait("document.getElementById('offline').innerText.includes('without a network')")
    server.shutdown()
    server.server_close()
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(write(log_of(Specimen("gaia", 1)))))
    app.open().choose(file)
    app.wait("document.querySelector('#verdicts [data-verdict=valid]')")


def test_two_builds_have_the_same_bytes(site: Path, tmp_path: Path) -> None:
    """Whatever the hash seed, the working folder and the locale are."""
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    command = [sys.executable, "-c", "import cli; cli.main()", "site", "--out", "again"]
    environment["PYTHONPATH"] = str(PROJECT)
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    again = tmp_path / "again"
    names = sorted(str(file.relative_to(site)) for file in site.rglob("*") if file.is_file())
    assert names == sorted(str(file.relative_to(again)) for file in again.rglob("*") if file.is_file())
    assert [name for name in names if (site / name).read_bytes() != (again / name).read_bytes()] == []
