"""A game is added as a vocabulary file, a folder and a picture: nothing else is edited or names it."""

import shutil

import pytest

from engine.address import goto
from engine.clause import clause_text
from engine.intake import examine
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.files import read
from events.log.codec import Unreadable
from events.log.native import write
from projections import pictures
from tests.support import TOY, install


@pytest.fixture
def heap(tmp_path, monkeypatch):
    """A copy of the toy game in a temporary folder, under another name."""
    shutil.copytree(TOY / "games" / "nim", tmp_path / "games" / "heap")
    for place in ("vocabulary", "pictures"):
        (tmp_path / place).mkdir()
        shutil.copy(TOY / place / "nim.py", tmp_path / place / "heap.py")
    for file in [*tmp_path.rglob("*.py"), *tmp_path.rglob("*.md")]:
        file.write_text(file.read_text().replace("nim", "heap").replace("NIM-", "HEAP-"))
    install(monkeypatch, tmp_path)
    return "heap"


def test_before_it_is_there():
    """Under a name that no test installs: rules that were found once are kept as long as the process lasts."""
    assert "mound" not in games()
    with pytest.raises(Unreadable, match="found the game 'mound', expected one of"):
        ruleset("mound")


def test_it_is_found_played_written_read_and_judged(heap, tmp_path):
    assert heap in games()
    log = selfplay_log(ruleset(heap), "seed", 3, {"rounds": 2}, "sensible")
    path = tmp_path / "heap.jsonl"
    path.write_bytes(b"\n".join(write(log)))
    report = examine(read(str(path)))
    assert (report.game, report.verdict) == ("heap", "valid")
    assert goto(ruleset(heap), report.game_log(), "r1").state.pile == 0
    assert pictures.text(heap, report.replay.state, 80, colour=False) == "no stones"
    assert clause_text(heap, "HEAP-1").startswith("HEAP-1 Players take turns")


def test_it_breaks_its_own_clauses(heap, tmp_path):
    log = selfplay_log(ruleset(heap), "seed", 3, {"rounds": 2}, "sensible")
    log.records[3] = log.records[2].__class__(4, log.records[2].actor, log.records[2].event)
    path = tmp_path / "heap.jsonl"
    path.write_bytes(b"\n".join(write(log)))
    report = examine(read(str(path)))
    assert (report.verdict, report.replay.broke.violation.clause) == ("illegal", "HEAP-1")
