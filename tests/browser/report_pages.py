"""Every page of a report, looked at by a script: axe, console, width, links, and sorting by the keyboard.

`python -m tests.browser.report_pages [--games 300]` plays that many games besides the seasons of the demo league, makes
their report with standings and a replay of each twentieth, looks at every page, and prints what it found. `--report
FOLDER` looks at a report that is there.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.browser.conftest import DARK, LIGHT, chromium, sized
from tests.browser.driving import faults, run, wait_for

WIDTHS = (390, 1440)
SHARES = {"dice_forge": 25, "gaia": 30, "daitoshi": 20, "terra_mystica": 15, "anachrony": 10}
"""Of a hundred games, how many are of each."""


def dead_links(folder: Path) -> list[str]:
    """Links that lead nowhere: to a file that does not exist, or out of the report."""
    found = []
    for page in sorted(folder.rglob("*.html")):
        for address in re.findall(r'<a [^>]*href="([^"]*)"', page.read_text(encoding="utf-8")):
            file = unquote(address.partition("#")[0])
            target = (page.parent / file).resolve() if file else page.resolve()
            if not target.is_file() or folder.resolve() not in target.parents:
                found.append(f"{page.relative_to(folder)}: {address}")
    return found


def unlinked(folder: Path) -> list[str]:
    """Pages to which no other page leads; the list of games may link by its script."""
    texts = {page: page.read_text(encoding="utf-8") for page in folder.rglob("*.html")}
    linked = {
        (page.parent / unquote(address)).resolve()
        for page, text in texts.items()
        for address in re.findall(r'<a [^>]*href="([^"#]+)"', text)
    }
    return sorted(
        str(page.relative_to(folder)) for page in texts if page.resolve() not in linked and page.parent.name != "games"
    )


def look(browser: Any, folder: Path, pages: Iterable[Path]) -> list[str]:
    """What is wrong with pages: messages in the console, violations of axe in one of both modes, pages too wide.

    Replay pages have tests of their own, and are asked here for their console and the link back only.
    """
    import axe_core_python

    axe = files(axe_core_python).joinpath("axe.min.js").read_text(encoding="utf-8")
    found: list[str] = []
    for number, page in enumerate(pages):
        name = str(page.relative_to(folder))
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [(LIGHT, DARK)[number % 2]]})
        browser.get(page.as_uri())
        if page.parent.name == "games":
            wait_for(browser, "document.getElementById('slider')")
            back = run(browser, "return document.querySelector('a.back').href")
            found += [] if back.endswith("/index.html") else [f"{name}: leads back to {back}"]
        else:
            if page.name == "games.html":
                wait_for(browser, "document.body.classList.contains('ready')")
            for width in WIDTHS:
                sized(browser, width, 900)
                wide = run(browser, "return document.documentElement.scrollWidth")
                found += [f"{name}: {wide} wide at {width}"] if wide > width else []
            browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
            found += [f"{name}: {fault}" for fault in faults(browser)]
        found += [f"{name}: {each['message']}" for each in browser.get_log("browser")]
    return found


def sorting_by_keyboard(browser: Any, page: Path) -> list[str]:
    """Sort every table of a page by every column with Tab and Enter alone, both ways; what is wrong."""
    browser.get(page.as_uri())
    if page.name == "games.html":
        wait_for(browser, "document.body.classList.contains('ready')")
    run(browser, "for (const folded of document.querySelectorAll('details')) folded.open = true;")
    heads = run(browser, f"return {TABLES}.map(table => table.tHead.querySelectorAll('button').length)")
    return [
        f"{page.parent.name}/{page.name}, table {table}, {fault}"
        for table, columns in enumerate(heads)
        for fault in _sorted_by_keyboard(browser, table, columns)
    ]


def _sorted_by_keyboard(browser: Any, table: int, columns: int) -> list[str]:
    from selenium.webdriver.common.keys import Keys

    found = []
    run(browser, f"{TABLES}[arguments[0]].closest('.wide').focus()", table)
    for column in range(columns):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        seen = []
        for _ in range(2):
            browser.switch_to.active_element.send_keys(Keys.ENTER)
            seen.append(run(browser, COLUMN, table, column))
        orders = {each["order"] for each in seen}
        if orders != {"ascending", "descending"}:
            found.append(f"column {column}: {orders}")
        for each in seen:
            known = [words for words in each["words"] if words != "–"]
            if each["words"][: len(known)] != known:
                found.append(f"column {column}: empty values are not last")
            numbers = [re.sub(r"[,%*+\s]", "", words).replace("−", "-") for words in known]
            if all(re.fullmatch(r"-?\d+(\.\d+)?", number) for number in numbers):
                values = [float(number) for number in numbers]
                if values != sorted(values, reverse=each["order"] == "descending"):
                    found.append(f"column {column}: {values[:8]} is not {each['order']}")
    return found


TABLES = (
    "[...document.querySelectorAll('main table')].filter(table => table.tHead && table.tHead.querySelector('button'))"
)
"""The tables of a page that can be sorted."""
COLUMN = f"""
const table = {TABLES}[arguments[0]];
const head = table.tHead.rows[0].cells[arguments[1]];
const same = head === document.activeElement.closest('th');
return {{order: same ? head.getAttribute('aria-sort') : 'no focus',
        words: [...table.tBodies[0].rows].map(row => row.cells[arguments[1]].textContent.trim())}};
"""


def made(folder: Path, games: int) -> Path:
    """The report of self-played games and of a league, written by the commands."""
    program = [sys.executable, "-m", "anyturn"]
    for game, share in SHARES.items():
        number = str(max(1, games * share // 100))
        play = ["selfplay", game, "--games", number, "--seed", "300", "--out", "logs"]
        subprocess.run([*program, *play], cwd=folder, check=True, capture_output=True)
    subprocess.run([*program, "demo", "league", "--out", "club"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*program, "import", "logs", "--quiet"], cwd=folder, check=True, capture_output=True)
    league = ["import", "club/games", "--season", "club/season.toml", "--facts", "club/aliases.csv", "--quiet"]
    subprocess.run([*program, *league], cwd=folder, check=False, capture_output=True)  # a log of it is disputed
    report = ["report", "--out", "site", "--games", str(max(5, games // 20)), "--season", "club/season.toml"]
    subprocess.run([*program, *report], cwd=folder, check=True, capture_output=True)
    return folder / "site"


def main() -> None:
    """Make a report and look at all of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--report", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = chosen.report or made(Path(place), chosen.games)
        pages = sorted(folder.rglob("*.html"))
        found = [f"leads nowhere: {each}" for each in dead_links(folder)]
        found += [f"not linked: {each}" for each in unlinked(folder)]
        browser = next(chromium.__wrapped__(Folders(Path(place))))
        try:
            browser.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
            found += look(browser, folder, pages)
            for page in pages:
                if page.parent.name != "games" and "<table" in page.read_text(encoding="utf-8"):
                    found += sorting_by_keyboard(browser, page)
        finally:
            browser.quit()
    print("\n".join(found))
    print(f"{len(pages)} pages, {len(found)} findings")
    sys.exit(bool(found))


class Folders:
    """Stands for pytest's factory of temporary folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def mktemp(self, name: str) -> Path:
        """A folder of that name."""
        made = self.folder / name
        made.mkdir()
        return made


if __name__ == "__main__":
    main()
