"""The page of a game on the command line: written to a file, or opened in a browser."""

import re
from pathlib import Path

import pytest

from tests.projections.pages.test_pages import data_of
from tests.support import toy_logs as toy
from tests.support.running import Run

BROWSER = '#!/bin/sh\nprintf %s "$1" > {there}\n'


def test_a_page_is_written_to_a_file_or_to_standard_output(stored: Run, tmp_path: Path) -> None:
    written = stored("replay", "a", "--html", "game.html")
    assert (written.code, written.out, written.err) == (0, "game.html\n", "")
    page = (tmp_path / "game.html").read_text()
    assert page.startswith("<!doctype html>")
    assert stored("replay", "a", "--html", "-").out == page
    assert stored("replay", "a", "--html", "more.html", "--to", "t2", "--json").json == [{"file": "more.html"}]
    assert (tmp_path / "more.html").read_text() != page


def test_a_page_of_a_file_is_that_of_the_stored_game(stored: Run, tmp_path: Path) -> None:
    stored("replay", "a", "--html", "stored.html")
    stored("replay", "logs/a.txt", "--html", "file.html")
    assert data_of((tmp_path / "stored.html").read_text()) == data_of((tmp_path / "file.html").read_text())


def test_what_was_found_in_the_source_of_a_stored_game_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(toy.too_many(toy.text()))
    run("import", "bad.txt")
    for game in ("bad.txt", run("games", "--json").json[0]["game_id"]):
        found = run("replay", game, "--html", "bad.html", "--force")
        assert (found.code, found.out) == (1, "bad.html\n")
        assert re.fullmatch(r"anyturn: record 5 breaks NIM-2 \(.*\); the page ends there\n", found.err)
        assert 'class="verdict illegal"' in (tmp_path / "bad.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["replay", "a", "--html", "x.html", "--to", "r77"], "the address 'r77'"),
        (["replay", "a", "--html", "x.html", "--to", "there"], "the address 'there'"),
        (["view", "nobody"], "'nobody'"),
        (["replay", "a", "--html", "x.html", "--svg", "x.svg"], "found --svg with --html, expected one of them"),
        (["replay", "a", "--html", "x.html", "--step"], "found --step with --html, expected one of them"),
    ],
)
def test_what_is_no_page_is_reported(stored: Run, tmp_path: Path, words: list[str], said: str) -> None:
    found = stored(*words)
    assert (found.code, found.out, len(found.err.splitlines())) == (2, "", 1)
    assert said in found.err
    assert not (tmp_path / "x.html").exists()


def test_view_opens_the_browser(stored: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, there = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(BROWSER.format(there=there))
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = stored("view", "a")
    assert (found.code, found.err) == (0, "")
    page = Path(found.out.strip())
    assert there.read_text() == page.as_uri()
    assert page.read_text().startswith("<!doctype html>")
    assert page.parent.stat().st_mode & 0o077 == 0


def test_view_without_a_browser_reports_that(stored: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = stored("view", "a", "--json")
    assert found.code == 0
    assert Path(found.json[0]["file"]).exists()
    assert found.err == "anyturn: found no browser; open this file in one\n"


def test_the_page_of_a_file_leads_back_to_its_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the report in it if there is one; a file that lies alone, and a page that is handed on, lead nowhere."""
    browser, there = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(BROWSER.format(there=there))
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))

    def back(game: str) -> object:
        return data_of(Path(run("view", game).out.strip()).read_text())["back"]

    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "one.txt").write_text(toy.text())
    assert back("alone/one.txt") == ""
    (alone / "two.txt").write_text(toy.text())
    assert back("alone/one.txt") == f"{alone.as_uri()}/"
    (alone / "index.html").write_text("")
    assert back("alone/one.txt") == (alone / "index.html").as_uri()
    run("replay", "alone/one.txt", "--html", "handed.html")
    assert data_of((tmp_path / "handed.html").read_text())["back"] == ""
