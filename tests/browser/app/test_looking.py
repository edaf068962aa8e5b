"""Look: the replay page in place, its step in the address, everything as a file, a game in a link."""

import gzip
import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from engine.writing import write as written
from events.log.native import write
from projections.pages import replay_page
from tests.browser.app.conftest import App
from tests.support.specimens import Specimen, log_of

FRAME = "document.querySelector('iframe').contentDocument"
IS_SHOWN = "document.querySelector('iframe')?.contentDocument?.body?.classList.contains('ready')"


def look(app: App, file: Path) -> None:
    app.open().choose(file)
    app.wait("document.querySelector('#verdicts details')").click()
    app.wait("document.querySelector('.reasons a.button')").click()
    app.wait(IS_SHOWN)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game of Gaia as a native log."""
    place = tmp_path / "game.jsonl"
    place.write_bytes(b"\n".join(write(log_of(Specimen("gaia", 1)))))
    return place


def saved(app: App, words: str) -> Any:
    """The file that a button saves: its name and its text."""
    app.run(
        "window.saved = []; const plain = URL.createObjectURL;"
        "URL.createObjectURL = blob => { const address = plain(blob); window.blob = blob; return address; };"
        "HTMLAnchorElement.prototype.click = function () {"
        "  const name = this.download; window.blob.text().then(text => window.saved.push([name, text])); }"
    )
    app.run(
        f"[...document.querySelectorAll('.downloads button')].find(b => b.innerText === {json.dumps(words)}).click()"
    )
    return app.wait("window.saved[0]")


def test_the_address_holds_the_step(app: App, file: Path) -> None:
    look(app, file)
    app.run(f"{FRAME}.defaultView.location.hash = '#30'")
    app.wait("location.hash.includes('at=30')")
    app.run(f"{FRAME}.querySelector('[data-key=ArrowRight]').click()")
    app.wait("/at=3[1-9]/.test(location.hash)")
    app.run("location.hash = '#/look?log=1&at=r1'")
    app.wait(f"{FRAME}.defaultView.location.hash === '#r1'")


def test_a_branch_begins_at_the_step_that_is_looked_at(app: App, file: Path) -> None:
    """The button and the view in the navigation lead to Try with the game and the record."""
    look(app, file)
    app.run(f"{FRAME}.defaultView.location.hash = '#30'")
    app.wait("location.hash.includes('at=30')")
    app.click("#trying")
    assert app.wait("document.querySelector('#at')?.value") == "#30"
    app.wait("document.querySelector('#log').value")
    app.click("#start-branch")
    app.wait("document.querySelector('.table')?.dataset.records === '30'")
    assert app.run("return document.querySelector('#views [data-view=try]').hash").endswith("at=%2330")
    app.click("#replay")
    app.wait(IS_SHOWN)
    app.wait(f"{FRAME}.querySelector('#where').innerText.startsWith('#30')")


def test_another_view_and_back(app: App, file: Path) -> None:
    """The replay page is where it was left."""
    look(app, file)
    app.run(f"{FRAME}.defaultView.location.hash = '#30'")
    app.wait("location.hash.includes('at=30')")
    app.run("location.hash = '#/judge'")
    app.wait("document.querySelector('#verdicts [data-verdict=valid]')")
    app.run("location.hash = '#/look'")
    app.wait(IS_SHOWN)
    assert app.run(f"return {FRAME}.defaultView.location.hash") == "#30"


def test_everything_is_saved_as_a_file(app: App, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as the commands write, in the working folder of the log."""
    look(app, file)
    app.click("#sharing")
    assert saved(app, "Native log (JSON lines)") == ["game.native.jsonl", f"{file.read_text()}\n"]
    name, audit = saved(app, "Audit: where every point came from")
    assert name == "game.audit.txt"
    assert "holds  conservation" in audit
    assert "points by source" in saved(app, "Summary")[1]
    assert saved(app, "Log in words")[1].count("\n") > 100
    monkeypatch.chdir(file.parent)
    name, page = saved(app, "Replay page")
    assert name == "game.html"
    assert taken_apart(page) == taken_apart(replay_page("game.jsonl", "").data.decode())
    (verdict,) = saved(app, "Verdict (JSON)")[1].splitlines()
    assert json.loads(verdict)["verdict"] == "valid"


def taken_apart(page: str) -> tuple[str, bytes]:
    """A replay page without its data, and the data: compressed, they depend on the version of zlib."""
    before, mark, rest = page.partition('type="application/octet-stream">')
    data, _, after = rest.partition("<")
    return before + mark + after, gzip.decompress(b64decode(data))


@pytest.mark.parametrize("notation", ["native", "snellman_ledger"])
def test_a_link_holds_the_game(app: App, tmp_path: Path, notation: str) -> None:
    """Opened in a page that knows nothing of the log, the link shows the game at its step."""
    log = log_of(Specimen("terra_mystica", 1))
    place = tmp_path / "game.txt"
    place.write_bytes(b"\n".join(write(log)) if notation == "native" else written(log, notation).encode())
    look(app, place)
    app.run(f"{FRAME}.defaultView.location.hash = '#60'")
    app.wait("location.hash.includes('at=60')")
    app.run("navigator.clipboard.writeText = async text => { window.copied = text; }")
    app.click("#sharing")
    app.run("[...document.querySelectorAll('dialog button')].find(b => b.innerText === 'Copy the link').click()")
    link = app.wait("window.copied")
    assert len(link) < 12_000
    app.open(link.partition("#/")[2])
    app.wait(IS_SHOWN)
    assert app.run(f"return {FRAME}.defaultView.location.hash") == "#60"
    assert app.run(f"return {FRAME}.querySelector('.verdict').innerText") == "valid"


def test_a_link_to_nothing_says_so(app: App) -> None:
    app.open()
    for cut, words in (
        ("look", "Look at a game"),
        ("look?log=7", "Look at a game"),
        ("look?game=!!", "There is nothing to look at"),
        ("look?game=eJwB", "There is nothing to look at"),
    ):
        app.run("document.getElementById('main').replaceChildren(); location.hash = arguments[0]", f"#/{cut}")
        app.wait("document.querySelector('main .empty')")
        assert app.text("main").startswith(words), cut
