"""The report and plots on the command line: what is written, what is printed, what is refused."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support import PROJECT
from tests.support.running import Run


@pytest.fixture
def drawing() -> None:
    """Skips tests that draw if the libraries for it are not installed."""
    for library in ("altair", "vl_convert"):
        pytest.importorskip(library)


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["stats", "factions", "--plot", "x.gif"], "expected a file name ending in .svg or .png"),
        (["stats", "factions", "--plot", "logs/a.svg"], "logs/a.svg already exists"),
        (["stats", "--plot", "x.svg"], "found --plot without a statistic"),
        (["stats", "factions", "--plot", "x.svg", "--csv"], "found --plot with --csv"),
        (["report", "--out", "r", "--games", "few"], "found --games few, expected a whole number, 0 or more, or all"),
        (["report", "--out", "logs/a.txt"], "logs/a.txt: found a file, expected a folder"),
        (["report", "--out", "r", "--game", "chess"], "the game 'chess'"),
        (["report"], "found no --out, expected one"),
    ],
)
def test_what_cannot_be_drawn_is_reported(stored: Run, tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "logs" / "a.svg").write_text("mine")
    found = stored(*words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert not (tmp_path / "r").exists()
    assert (tmp_path / "logs" / "a.svg").read_text() == "mine"


def test_without_libraries_the_error_explains_how_to_install_them(stored: Run, tmp_path: Path) -> None:
    """This runs in a separate process, in which they cannot be imported."""
    program = """
import sys
from importlib.machinery import PathFinder
found = PathFinder.find_spec
PathFinder.find_spec = lambda name, *place: None if name in ("altair", "vl_convert") else found(name, *place)
import cli
cli.main()
"""
    both, one = ("altair and vl-convert-python", "altair vl-convert-python"), ("vl-convert-python",) * 2
    for words, (named, installed) in (
        (["stats", "factions", "--plot", "x.svg"], both),
        (["report", "--out", "r"], both),
        (["replay", "a.jsonl", "--png", "x.png"], one),
    ):
        done = subprocess.run(
            [sys.executable, "-c", program, *words], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert f"needs {named}, not installed here; install " in done.stderr
        assert done.stderr.endswith(f" -m pip install {installed}\n")
    assert not (tmp_path / "r").exists()


@pytest.mark.long
def test_a_statistic_is_drawn_into_a_file(stored: Run, tmp_path: Path, drawing: None) -> None:
    assert stored("stats", "factions", "--plot", "f.svg").out == "f.svg\n"
    root = ElementTree.parse(tmp_path / "f.svg").getroot()
    assert root.get("role") == "img"
    assert "nim: 3 games, 7 seats" in "".join(root.itertext())
    found = stored("stats", "factions", "--plot", "f.png", "--json")
    assert found.json == [{"file": "f.png"}]
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    assert stored("stats", "factions", "--plot", "f.png").code == 2
    assert stored("stats", "factions", "--plot", "f.png", "--force").code == 0


@pytest.mark.long
def test_a_report_is_written_and_written_again(stored: Run, tmp_path: Path, drawing: None) -> None:
    found = stored("report", "--out", "r", "--games", "all", "--jobs", "2")
    assert (found.code, found.out, found.err) == (0, "r/index.html\n", "")
    assert len(list((tmp_path / "r" / "games").iterdir())) == 3
    again = stored("report", "--out", "r", "--games", "1", "--json")
    pages = len(list((tmp_path / "r").rglob("*.html")))
    assert again.json == [{"file": "r/index.html", "pages": pages - 2}]
    assert again.err.startswith("2 pages of an earlier report remain, such as r/games/")
    assert not [file for file in (tmp_path / "r").rglob("*") if file.is_file() and file.suffix != ".html"]
