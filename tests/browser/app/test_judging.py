"""Judge: the verdicts of the page are those of `anyturn validate`."""

from pathlib import Path

from events.log.native import write
from tests.browser.app.conftest import App
from tests.support.specimens import Specimen, log_of


def test_a_log_that_is_chosen_is_judged(app: App, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(write(log_of(Specimen("gaia", 1)))))
    app.open().choose(file)
    assert "valid" in app.wait("document.querySelector('#verdicts li')?.innerText.includes('valid') && document.querySelector('#verdicts').innerText")
