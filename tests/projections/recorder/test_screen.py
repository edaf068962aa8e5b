"""The recorder's screen at 80 columns, without a terminal: what stands beside the typed line and above it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from events.log.appending import LogFile, begin
from events.log.record import Header, Seat
from projections.recorder.session import Session

if TYPE_CHECKING:
    from projections.recorder.terminal import Screen

COLUMNS = 80
"""The width that the output without a terminal reports."""


@pytest.fixture
def screen(tmp_path: Path) -> "Iterator[Screen]":
    """The screen of a Gaia game for which nothing was dealt."""
    pytest.importorskip("prompt_toolkit", reason="no prompt_toolkit: no recorder")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.output import DummyOutput

    from projections.recorder.terminal import Screen

    begin(Header("gaia", "1", {}, (Seat("Ann"), Seat("Bob")), "house_v1"), tmp_path / "game.jsonl")
    with create_app_session(output=DummyOutput()):
        yield Screen(Session(LogFile(str(tmp_path / "game.jsonl"))))


def test_a_prompt_with_many_parts_leaves_room_for_the_line(screen: "Screen") -> None:
    """It hid the beginning of what was typed; its own beginning and the last part stay."""
    assert screen.session.enter("plain sea forest")
    assert screen.session.enter("house_city_07 house_animal_03")
    assert screen.session.enter("house_objective_07 house_objective_02 house_objective_09")
    assert len(screen.session.prompt) > COLUMNS * 3 // 4
    prompt = screen._prompt()
    assert len(prompt) <= COLUMNS // 2
    assert prompt.startswith("objectives 4 after ")
    assert "…" in prompt
    assert prompt.endswith("objective_09> ")


def test_a_message_is_broken_between_words_and_says_where_it_is_cut(screen: "Screen") -> None:
    screen.session.message = "word " * 20
    first, second = screen._message().splitlines()
    assert {*first.split(), *second.split()} == {"word"}
    screen.session.message = "word " * 40
    lines = screen._message().splitlines()
    assert (len(lines), lines[-1][-2:]) == (2, " …")
    assert max(map(len, lines)) <= COLUMNS
