"""The page for everybody: no violation of the axe rules, all by keyboard, light and dark, on a phone and a desk."""

from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from tests.browser.app.conftest import App
from tests.browser.conftest import DARK, LIGHT, sized

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
TAB, ENTER, SPACE = "\ue004", "\ue007", " "


def violations(app: App) -> list[Any]:
    """What the axe rules find wrong in the page at both sizes, in light and dark, each with where it was found.

    The replay page in it has a test of its own.
    """
    axe = pytest.importorskip("axe_core_python", reason="no axe-core-python: accessibility is not checked")
    app.run(files(axe).joinpath("axe.min.js").read_text(encoding="utf-8"))
    wrong = []
    for size, colours in product(SIZES, (LIGHT, DARK)):
        sized(app.browser, *SIZES[size])
        app.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": [colours]})
        found = app.browser.execute_async_script(
            "axe.run({exclude: [['iframe']]}, {iframes: false}).then(arguments[0])"
        )
        for each in found["violations"]:
            wrong.append((size, colours["value"], each["id"], [node["html"] for node in each["nodes"]]))
    return wrong


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    """A valid log, one with a record that breaks a clause, and a file that is no log."""
    lines = list(write(selfplay_log(ruleset("gaia"), "1", 2, {}, "sensible")))
    made = {"valid.jsonl": lines, "broken.jsonl": [*lines[:40], *lines[41:]], "unreadable.txt": [b"hello"]}
    for name, content in made.items():
        (tmp_path / name).write_bytes(b"\n".join(content))
    plain = b"\n".join(line.partition(b',"hash"')[0] + b"}" if b',"hash"' in line else line for line in lines)
    (tmp_path / "broken.jsonl").write_bytes(plain.replace(b'"seq":30,', b'"seq":31,', 1))
    return [tmp_path / name for name in made]


def test_no_violation_of_the_axe_rules(app: App, logs: list[Path]) -> None:
    app.open()
    assert violations(app) == []
    app.choose(*logs)
    app.wait("document.querySelectorAll('#verdicts > li:not(.working)').length === 3")
    app.run("for (const each of document.querySelectorAll('details')) each.open = true")
    assert violations(app) == []
    app.run("location.hash = '#/look?log=1'")
    app.wait("document.querySelector('iframe')?.contentDocument?.body?.classList.contains('ready')")
    app.click("#sharing")
    assert violations(app) == []


def test_everything_is_reached_by_keyboard(app: App, logs: list[Path]) -> None:
    """Tab comes to every button, link and line in order; the chosen line opens with Enter."""
    from selenium.webdriver import ActionChains

    app.open().choose(logs[0])
    app.wait("document.querySelector('#verdicts [data-verdict=valid]')")
    reached = []
    for _ in range(14):
        ActionChains(app.browser).send_keys(TAB).perform()
        reached.append(app.run("const at = document.activeElement; return at.id || at.innerText.split('\\n')[0]"))
    assert [each for each in reached if each][:2] == ["anyturn", "Judge"]
    for each in ("theme", "choose", "folder", "Paste text", "What is read", "valid"):
        assert each in reached, f"{each} is not among {reached}"
    while app.run("return !document.activeElement.closest('#verdicts')"):
        ActionChains(app.browser).send_keys(TAB).perform()
    ActionChains(app.browser).send_keys(ENTER).perform()
    app.wait("document.querySelector('#verdicts details[open] .reasons')")
    while app.run("return document.activeElement.innerText !== 'Look at the game'"):
        ActionChains(app.browser).send_keys(TAB).perform()
    ActionChains(app.browser).send_keys(ENTER).perform()
    app.wait("document.querySelector('iframe')?.contentDocument?.body?.classList.contains('ready')")
