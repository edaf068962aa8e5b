"""Try: branches of a game, played on by taps on choices and on the board, kept beside each other."""

from pathlib import Path

from engine.address import goto
from engine.intake import examine
from engine.rules import ruleset
from engine.sameness import identity
from events.files import Blob
from events.log.native import read, resolve, write
from tests.browser.app.conftest import App
from tests.browser.app.entering import kept, tap_all
from tests.browser.app.test_accessible import SIZES, violations
from tests.browser.app.test_recording import begin, click, game_of, taps_of
from tests.browser.conftest import sized


def branched(app: App, file: Path, at: str, called: str) -> None:
    """Begin a branch of the game in a file, with the form for it."""
    app.open("try")
    app.wait("document.querySelector('#at')")
    app.find("#file").send_keys(str(file))
    app.wait("document.querySelector('#log option')")
    for selector, text in (("#at", at), ("#called", called)):
        app.find(selector).clear()
        app.find(selector).send_keys(text)
    app.click("#start-branch")
    app.wait("document.querySelector('.table')?.dataset.version || document.querySelector('#wrong')?.textContent")


TOUCH = """
const spot = document.querySelector('#board').shadowRoot.querySelector('[data-spot].can');
spot.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
"""


def test_branches_of_a_game_are_played_on_beside_it(app: App, tmp_path: Path) -> None:
    """From a place of it, by the board, by chance and by taps; each branch is a native log that names the game."""
    log = game_of("terra_mystica", "try")
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(log)))
    branched(app, tmp_path / "game.jsonl", "r1", "Bold")
    assert app.text("#wrong") == ""
    there = goto(ruleset("terra_mystica"), log, "r1")
    assert app.run("return document.querySelector('.table').dataset.records") == str(there.seq)
    found = read(kept(app))
    assert (found.header.branch.game, found.header.branch.seq) == (identity(log), there.seq)
    assert [each.event for each in found.records] == [each.event for each in resolve(log)[: there.seq]]
    app.wait("document.querySelector('#board').shadowRoot.querySelector('[data-spot].can')")
    app.run(TOUCH)
    app.wait("document.querySelector('#trail').innerText")
    assert app.run("return document.querySelectorAll('#offers button').length") > 0
    click(app, "#stepback")
    records = there.seq
    while app.run("return document.querySelector('.table').dataset.records") == str(records):
        click(app, "#offers button")
    click(app, "#undo")
    click(app, "#again")
    assert examine(Blob("", b"\n".join(kept(app)))).verdict == "incomplete"
    assert len(read(kept(app)).records) == records + 3
    branched(app, tmp_path / "game.jsonl", "start", "Other tiles")
    before = app.text("#status")
    click(app, "#draw")
    assert len(read(kept(app)).records) == 1
    assert app.text("#status") != before
    app.run("location.hash = '#/try'")
    app.wait("document.querySelectorAll('#branches li').length === 2")
    assert app.run("return document.querySelectorAll('#branches section').length") == 1
    assert "Terra Mystica: game.jsonl" in app.text("#branches h2")
    assert "Bold, from record" in app.text("#branches")
    assert "Other tiles, from record 0" in app.text("#branches")
    app.run("location.hash = '#/record'")
    app.wait("document.querySelector('#rules')")
    assert app.text("#kept") == ""


def test_a_place_that_is_not_there_is_told(app: App, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(game_of("gaia", "try"))))
    branched(app, tmp_path / "game.jsonl", "r99", "Nowhere")
    assert "found the address 'r99'" in app.text("#wrong")


def test_no_violation_of_the_axe_rules(app: App) -> None:
    """The forms, and a game in play with its log open; targets are at least 40 px high and wide enough to hit."""
    log = game_of("terra_mystica", "axe")
    app.open("try")
    assert violations(app) == []
    app.open("record")
    app.wait("document.querySelector('#rules')")
    app.run("for (const each of document.querySelectorAll('details')) each.open = true")
    assert violations(app) == []
    begin(app, log.header, "Axe")
    tap_all(app, (tap for _, tap in taps_of(log, 20)))
    app.click("#log summary")
    app.wait("document.querySelectorAll('#log li').length > 10")
    assert violations(app) == []
    for size in SIZES.values():
        sized(app.browser, *size)
        small = app.run(
            "return [...document.querySelectorAll('main button, main input, main a, main summary')]"
            ".map((each) => [each.textContent, each.getBoundingClientRect().height])"
            ".filter(([, height]) => height && height < 40)"
        )
        assert small == []
        assert app.run("return document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_entered_by_keyboard(app: App) -> None:
    """Tab comes to every choice, and Enter takes it; the field for typing completes with Tab."""
    from selenium.webdriver import ActionChains

    begin(app.open("record"), game_of("dice_forge", "keys").header, "Keys")
    app.run("document.querySelector('#offers button').focus()")
    version = app.run("return document.querySelector('.table').dataset.version")
    ActionChains(app.browser).send_keys("\ue007").perform()
    app.wait(f"document.querySelector('.table').dataset.version !== '{version}'")
    typed = app.find("#typed")
    typed.send_keys("gl")
    app.wait("document.querySelectorAll('#offers button').length < 5")
    typed.send_keys("\ue004")
    app.wait("document.querySelector('#typed').value.length > 2")
