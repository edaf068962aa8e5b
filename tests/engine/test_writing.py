"""A text in a foreign notation is written only if it reads back as the game that was played."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine import writing
from engine.address import goto
from engine.branching import branch
from engine.intake import examine
from engine.rules import ruleset
from events.files import Blob
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Seat
from tests.support.toy_logs import text, too_many, wrong_figure

pytestmark = pytest.mark.usefixtures("nim")


def read_back(monkeypatch, told, played=None):
    """The text written for a toy game, `played`, if its writing produces the text `told`."""
    log = examine(Blob("", (played or text()).encode())).replay.log()
    monkeypatch.setattr(writing, "writings", lambda game: ["nimtext"])
    monkeypatch.setattr(writing, "part", lambda folder, name: SimpleNamespace(write=lambda log: told))
    return writing.write(log, "nimtext")


def without_figures(told):
    return "".join(f"{line.partition(' vp=')[0]}\n" for line in told.splitlines())


def shorter(told, lines=1):
    return "".join(told.splitlines(keepends=True)[:-lines])


OTHER_END = "Nim ann:red ben:blue\nroll 2\nann 1\nben 1\n"
END = "Nim ann:red ben:blue\nroll 2\nann 2\n"


@pytest.mark.parametrize(
    ("written", "difference"),
    [
        (shorter(text()) + "ben many\n", "expected a player and a number"),
        (too_many(text()), "record 5 breaks NIM-2"),
        (wrong_figure(text()), r"record 5, ben: vp recorded \d+, computed \d"),
        (shorter(text()), "as incomplete, not valid"),
    ],
)
def test_a_text_that_is_another_game_is_not_given_out(monkeypatch, written, difference):
    with pytest.raises(Unreadable, match=rf"a game that reads back differently \(.*{difference}") as refused:
        read_back(monkeypatch, written)
    assert "unchanged from nimtext" in str(refused.value)


def test_the_figures_at_the_end_are_those_that_were_played(monkeypatch):
    with pytest.raises(Unreadable, match=r"\(at the end, ann: vp 1, not 4\)"):
        read_back(monkeypatch, OTHER_END, END)


@pytest.mark.parametrize("written", [text(), without_figures(text())])
def test_a_text_that_is_the_game_is_given_out(monkeypatch, written):
    assert read_back(monkeypatch, written) == written


def test_a_game_that_differs_from_its_figures_may_be_written_with_them(monkeypatch):
    assert read_back(monkeypatch, wrong_figure(text()), wrong_figure(text())) == wrong_figure(text())


def test_a_game_that_is_not_over_can_be_written(monkeypatch):
    assert read_back(monkeypatch, shorter(text()), shorter(text())) == shorter(text())


def test_a_seat_without_a_name_is_named_by_its_number(monkeypatch):
    log = examine(Blob("", END.encode())).replay.log()
    nameless = GameLog(replace(log.header, seats=(Seat(""), Seat(""))), log.records)
    monkeypatch.setattr(writing, "writings", lambda game: ["nimtext"])
    monkeypatch.setattr(writing, "part", lambda folder, name: SimpleNamespace(write=lambda log: OTHER_END))
    with pytest.raises(Unreadable, match=r"\(at the end, seat 1: vp 1, not 4\)"):
        writing.write(nameless, "nimtext")


def test_what_cannot_be_written_at_all(monkeypatch):
    log = examine(Blob("", END.encode())).replay.log()
    with pytest.raises(Unreadable, match="the notation 'nimtext', expected native for nim"):
        writing.write(log, "nimtext")
    monkeypatch.setattr(writing, "writings", lambda game: ["nimtext"])
    with pytest.raises(Unreadable, match="a log without records"):
        writing.write(GameLog(log.header, ()), "nimtext")


def test_a_branch_is_written_in_no_other_notation(monkeypatch):
    """Read back, it would be a game that somebody played."""
    log = examine(Blob("", text().encode())).replay.log()
    begun = branch(log, goto(ruleset("nim"), log, "end"))
    monkeypatch.setattr(writing, "writings", lambda game: ["nimtext"])
    with pytest.raises(Unreadable, match="found a branch of a game, expected a game that was played"):
        writing.write(begun, "nimtext")
