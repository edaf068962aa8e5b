"""The pages show what the commands print."""

import re
from pathlib import Path

import pytest

from tests.docs.documented_outputs import PAGES, printed, up_to_date
from tests.support import PROJECT
from tests.support.league_games import write_games


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of `make demo` that the pages need: those of its commands that play games and forge one."""
    folder = tmp_path_factory.mktemp("demo")
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    (play,) = re.findall(r"\$\(call run,(anyturn selfplay terra_mystica .*?) \|", makefile)
    (game,) = re.findall(r"^GAME := (.*)$", makefile, re.M)
    (forge,) = re.findall(r"^FORGE = (.*)$", makefile, re.M)
    for command in (play, forge.replace("$(GAME)", game)):
        printed(command, folder)
    assert (folder / game).is_file()
    assert (folder / "forged.jsonl").is_file()
    write_games(folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_output_is_the_program_s(page: Path, demo: Path) -> None:
    """If not, `make demo` followed by `python -m tests.docs.documented_outputs` writes them again."""
    pytest.importorskip("scipy")  # ratings are shown
    assert up_to_date(page, demo) == page.read_text(encoding="utf-8")
