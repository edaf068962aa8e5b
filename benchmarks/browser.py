"""How fast the browser edition starts and judges, and how much it loads, in Chromium from a server on this machine.

    python benchmarks/browser.py [LEDGER...] [--repeat 3]

Cold: a new profile of the browser, until the first verdict. Again: the same profile in a new browser, while the server
is gone. Without ledgers, one is written from a self-played game. Needs npm, Chromium and chromedriver.
"""

import argparse
import gzip
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from figures import record_figure  # noqa: E402

from engine.rules import ruleset  # noqa: E402
from engine.selfplay import selfplay_log  # noqa: E402
from engine.writing import write  # noqa: E402
from projections.browser.site.assembling import build  # noqa: E402
from projections.commands.site import packages_folder  # noqa: E402
from tests.browser.app.conftest import Quiet  # noqa: E402
from tests.browser.conftest import CHROMIUM, FLAGS  # noqa: E402

FIRST = """
const [names, texts] = arguments, done = arguments[arguments.length - 1];
(async () => {
  const {bench} = await import('./python.js'), times = [];
  for (const [at, name] of names.entries()) {
    const begun = performance.now(), bytes = new TextEncoder().encode(texts[at]);
    await bench.ask({to: 'judging', kind: 'judge', name}, {files: [{path: name, bytes}]});
    times.push([begun, performance.now()]);
  }
  const usable = performance.getEntriesByName('usable')[0].startTime;
  return {usable, times};
})().then(done, error => done(String(error)));
"""
KEPT = "return document.getElementById('offline').innerText.includes('without a network')"
AIMS = {"cold": 5.0, "again": 2.5, "usable": 0.5, "further": 0.12, "size": 9.0}


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the browser edition starts and judges.")
    parser.add_argument("ledgers", nargs="*", type=Path, help="logs to judge")
    parser.add_argument("--repeat", type=int, default=3, help="how often the start is measured")
    options = parser.parse_args()
    if not (shutil.which("npm") and shutil.which("chromedriver") and any(map(shutil.which, CHROMIUM))):
        print("skipped: needs npm, chromium and chromedriver")
        return
    with tempfile.TemporaryDirectory(prefix="anyturn-site-") as folder:
        site = Path(folder, "site")
        files = build(site, packages_folder(), lambda step: None)
        logs = {file.name: file.read_text() for file in options.ledgers} or {"ledger.txt": _ledger()}
        runs = [_measured(site, Path(folder, f"profile{number}"), logs) for number in range(options.repeat)]
        size = sum(min(file.stat().st_size, len(gzip.compress(file.read_bytes(), mtime=0))) for file in files) / 1e6
    found = {name: median(run[name] for run in runs) for name in runs[0]} | {"size": size}
    for name, value in found.items():
        unit = "MB" if name == "size" else "s"
        print(f"{name:<8} {value:>7.3f} {unit:<2} (limit {AIMS[name]})")
        record_figure(f"browser: {name}", value, unit, AIMS[name])


def _ledger() -> str:
    return write(selfplay_log(ruleset("terra_mystica"), "browser", 4, {}, "sensible"), "snellman_ledger")


def _measured(site: Path, profile: Path, logs: dict[str, str]) -> dict[str, float]:
    """Seconds: cold to the first verdict, the same again without a server, the page usable, each further log."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/index.html"
    several = [*logs.items()] * (1 if len(logs) > 5 else 6)
    with _chromium(profile) as browser:
        cold = _judged(browser, address, several)
        until = time.monotonic() + 60
        while not browser.execute_script(KEPT) and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(2)  # the memory of Python is written
    server.shutdown()
    server.server_close()
    with _chromium(profile) as browser:
        again = _judged(browser, address, several[:1])
    further = median(end - begun for begun, end in cold["times"][1:])
    ends = {"cold": cold["times"][0][1], "again": again["times"][0][1], "usable": cold["usable"], "further": further}
    return {name: milliseconds / 1000 for name, milliseconds in ends.items()}


def _judged(browser: Any, address: str, logs: list[tuple[str, str]]) -> Any:
    browser.get(address)
    found = browser.execute_async_script(FIRST, [name for name, _ in logs], [text for _, text in logs])
    assert isinstance(found, dict), found
    return found


@contextmanager
def _chromium(profile: Path) -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(None, map(shutil.which, CHROMIUM)))
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    browser = webdriver.Chrome(service=webdriver.ChromeService(shutil.which("chromedriver")), options=options)
    browser.set_script_timeout(300)
    try:
        yield browser
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
