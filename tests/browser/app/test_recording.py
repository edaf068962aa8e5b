"""Record: games entered by taps are the logs that they were; nothing that was shown as recorded is ever lost."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.anachrony.options import NAMED
from engine.games.dice_forge.options import QUIRKS
from engine.intake import examine
from engine.rules import games, ruleset
from engine.selfplay import header_for, play
from events.files import Blob
from events.log.native import GameLog, read
from events.log.record import Header, Seat
from tests.browser.app.conftest import App
from tests.browser.app.entering import Entering, Tap, begin, do, kept, tap_all

QUICK = "gaia"
few_games = [pytest.param(name, marks=[] if name == QUICK else [pytest.mark.long]) for name in games()]


def game_of(name: str, seed: str, players: int | None = 2) -> GameLog:
    """A self-played game with the usual options."""
    rules = ruleset(name)
    return play(rules, header_for(rules, seed, players, {}, False), seed).log()


def taps_of(log: GameLog, records: int | None = None) -> Iterator[tuple[int, Tap]]:
    """The taps that enter a game, each with the number of the record that it belongs to."""
    entering = Entering(GameLog(log.header, []))
    for record in log.records[:records]:
        for tap in entering.taps(record.actor, record.event):
            yield record.seq, tap


def entered(app: App) -> list[tuple[int | None, Any]]:
    return [(record.actor, record.event) for record in read(kept(app)).records]


def played(log: GameLog, records: int | None = None) -> list[tuple[int | None, Any]]:
    return [(record.actor, record.event) for record in log.records[:records]]


@pytest.mark.parametrize("name", few_games)
def test_a_game_entered_by_taps_is_the_game(app: App, name: str) -> None:
    """A beginning of it; `python -m tests.browser.app.enter_games` enters whole ones."""
    log = game_of(name, "taps")
    begin(app.open("record"), log.header, "By taps")
    tap_all(app, (tap for _, tap in taps_of(log, 24)))
    assert entered(app) == played(log, 24)
    assert examine(Blob("", b"\n".join(kept(app)))).verdict == "incomplete"
    assert read(kept(app)).header.seats == log.header.seats


def test_what_is_refused_is_told_and_not_recorded(app: App) -> None:
    log = game_of("dice_forge", "refused")
    begin(app.open("record"), log.header, "Refused")
    tap_all(app, (tap for _, tap in taps_of(log, 6)))
    do(app, ("type", "forge gold 99"))
    assert "is not among the legal actions" in app.text("#message")
    assert "refused" in app.run("return document.querySelector('#message').className")
    assert app.run("return document.querySelector('#typed').value") == "forge gold 99"
    assert app.text("#offers p") == "No action has these words. What can be done:"
    assert app.run("return document.querySelectorAll('#offers button').length") > 0
    assert entered(app) == played(log, 6)


def test_undo_again_and_correction_are_records(app: App) -> None:
    log = game_of("gaia", "undo")
    begin(app.open("record"), log.header, "Slips")
    tap_all(app, (tap for _, tap in taps_of(log, 4)))
    click(app, "#undo")
    assert app.text("#message").startswith("taken back")
    click(app, "#again")
    do(app, ("type", "note: a slip"))
    kinds = [str(event.__struct_config__.tag) for _, event in entered(app)]
    assert kinds[4:] == ["undo", str(log.records[3].event.__struct_config__.tag), "note"]
    app.click("#log summary")
    app.wait("document.querySelectorAll('#log li button').length > 2")
    app.click("#log li:last-child button")
    app.wait("document.querySelector('#status').innerText.includes('instead of #1')")
    do(app, ("tap", app.text("#offers button")))
    click(app, "#stepback")


def click(app: App, selector: str) -> None:
    version = app.run("return document.querySelector('.table').dataset.version")
    app.click(selector)
    app.wait(f"document.querySelector('.table').dataset.version !== '{version}' && !document.querySelector('.waiting')")


def test_what_a_player_hides_is_covered_until_asked_for(app: App) -> None:
    """In Gaia with hands: neither choices nor the drawing show the cards; one action later they are covered again."""
    log = game_of("gaia", "covered")
    begin(app.open("record"), log.header, "Covered")
    revealed = 0
    for _, tap in taps_of(log, 20):
        if tap[0] == "reveal":
            revealed += 1
            assert app.run("return document.querySelectorAll('#offers button').length") == 1
        do(app, tap)
    assert revealed > 2
    assert entered(app) == played(log, 20)


def test_a_game_goes_on_from_a_file_and_after_a_reload(app: App, tmp_path: Path) -> None:
    log = game_of("dice_forge", "reload")
    file = tmp_path / "half.jsonl"
    entering = Entering(GameLog(log.header, []))
    for record in log.records[:30]:
        list(entering.taps(record.actor, record.event))
    file.write_text("\n".join(entering.desk.kept.taken()))
    app.open("record")
    app.wait("document.querySelector('#rules')")
    app.find("#file").send_keys(str(file))
    app.wait("document.querySelector('.table')?.dataset.records === '30'")
    for tap in entering.taps(log.records[30].actor, log.records[30].event):
        do(app, tap)
    address = app.run("return location.hash.slice(2)")
    app.open(address)
    app.wait("document.querySelector('.table')?.dataset.records === '31'")
    assert entered(app) == played(log, 31)


def test_options_that_are_lists_or_tables_are_written(app: App) -> None:
    """Names with commas between them, a value for each name; the log's header states them."""
    app.open("record")
    named = {name: f"{name} of the house" for name in NAMED}
    for game, options in (("dice_forge", {"quirks": list(QUIRKS[:2])}), ("anachrony", {"breakthrough_names": named})):
        app.run("location.hash = '#/record'")
        begin(app, Header(game, "1", options, (Seat("Ann"), Seat("Bob"))), "Options")
        assert read(kept(app)).header.options.items() >= options.items()


def test_names_are_text_wherever_they_stand(app: App) -> None:
    """A name that looks like markup is shown as it is written, in lists, on the board and in the log."""
    named = "<img src onerror>"
    log = game_of("dice_forge", "names")
    header = replace(log.header, seats=(Seat(named), Seat("<b>Bob</b>")))
    begin(app.open("record"), header, "<i>Names</i>")
    tap_all(app, (tap for _, tap in taps_of(GameLog(header, log.records), 8)))
    assert named in app.text("#seats")
    assert "<i>Names</i>" in app.text("#heading")
    drawn = "document.querySelector('#board').shadowRoot"
    assert app.run(f"return {drawn}.querySelectorAll('img, script, b').length") == 0
    assert app.run("return document.querySelectorAll('main img, main i').length") == 0
    assert named in str(app.run(f"return {drawn}.textContent"))


# --- W3: the browser is killed


@contextmanager
def new_browser(profile: Path) -> Iterator[Any]:
    """A browser whose storage lies in a folder, so that the next one finds it."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for each in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--user-data-dir={profile}"):
        options.add_argument(each)
    started = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        yield started
    finally:
        started.service.stop()


def kill(browser: Any) -> None:
    """End a browser at once, as an empty battery does: the processes that its driver started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            number, rest = status.parent.name, status.read_text().rpartition(")")[2].split()
            parents[int(number)] = int(rest[1])
    family = {browser.service.process.pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    for number in family - {browser.service.process.pid}:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_browser_has_lost_nothing_that_was_recorded(address: str, tmp_path: Path, seed: int) -> None:
    """Killed at a random moment: all that the page showed as recorded is there, and at most one action more."""
    found = lose_nothing(address, tmp_path / "profile", "gaia", f"kill{seed}", random.Random(seed))
    assert examine(Blob("", b"\n".join(found))).verdict == "incomplete"


def lose_nothing(address: str, profile: Path, name: str, seed: str, rng: random.Random, most: int = 30) -> list[bytes]:
    """Enter a game, kill the browser within the first `most` taps, and open the game again. Returns its lines."""
    log = game_of(name, seed)
    taps = [tap for _, tap in taps_of(log)]
    before = rng.randint(5, min(most, len(taps) - 1))
    with new_browser(profile) as browser:
        app = App(browser, address)
        begin(app.open("record"), log.header, "Killed")
        where = app.run("return location.hash.slice(2)")
        tap_all(app, taps[:before])
        shown = int(app.run("return document.querySelector('.table').dataset.records"))
        app.run(TAP_AND_GO, taps[before][1])
        time.sleep(rng.random() / 4)
        kill(browser)
    with new_browser(profile) as browser:
        app = App(browser, address).open(where)
        app.wait("document.querySelector('.table')?.dataset.version")
        found = kept(app)
        entered = [(record.actor, record.event) for record in read(found).records]
        assert shown <= len(entered) <= shown + 1
        assert entered == played(log, len(entered))
        return found


TAP_AND_GO = """
const buttons = [...document.querySelectorAll('#offers button')];
buttons.find((one) => !arguments[0] || one.textContent === arguments[0])?.click();
"""
