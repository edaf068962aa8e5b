"""The page on recording shows what the program does."""

import re
import subprocess
from pathlib import Path

import pytest

from events.log.native import read
from projections.recorder.appending import append_to_file
from projections.screen.verdict_words import words_of
from tests.docs.recording_page import PAGE, generated
from tests.projections.recorder.emulator import COLUMNS, ROWS, command

TEXT = PAGE.read_text(encoding="utf-8")


def block(first: str) -> list[str]:
    """The lines of a block after its first one."""
    (found,) = re.findall(rf"^```\n{re.escape(first)}\n(.*?)^```$", TEXT, re.M | re.S)
    return found.splitlines()


@pytest.mark.long
def test_the_game_shown_can_be_typed_and_is_complete(tmp_path: Path) -> None:
    """This covers everything from the command that begins it to the verdict."""
    (begin,) = re.findall(r"^\$ anyturn (new .*=red .*)$", TEXT, re.M)
    subprocess.run([*command(), *begin.split()], cwd=tmp_path, check=True, capture_output=True)
    log = tmp_path / "table.jsonl"
    *_, last = append_to_file(str(log), block("$ cat evening.txt"), words_of)
    assert last.game.verdict == "valid"
    assert block("$ anyturn validate table.jsonl")[0].split()[:2] == ["valid", str(last.record.seq)]
    assert len(read(log.read_bytes().splitlines()).records) == last.record.seq


def test_the_screens_that_are_shown_fit_a_terminal() -> None:
    screens = re.findall(r"^```text\n(.*?)^```$", TEXT, re.M | re.S)
    assert len(screens) >= 5
    assert all(len(screen.splitlines()) <= ROWS for screen in screens)
    assert all(len(line) <= COLUMNS for screen in screens for line in screen.splitlines())


@pytest.mark.long
def test_every_output_and_screen_is_the_program_s() -> None:
    """If not, `python -m tests.docs.recording_page` writes them again."""
    assert generated(TEXT) == TEXT
