"""The recorder in a real terminal of 80 by 24: for every game set up, ten decisions, undo, correction, quit, resume;
and killed at any moment."""

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.replay import Replay
from engine.rules import games, ruleset
from engine.selfplay import next_action, selfplay_log
from events.log.appending import LogFile, begin
from events.log.native import GameLog, read, resolve
from projections.recorder.choosing import Choosing
from projections.screen.verdict_words import words_of
from tests.projections.recorder.emulator import COLUMNS, ROWS, Terminal, command

pytestmark = pytest.mark.long

DECISIONS = 10
KILLS = 20
QUICK = ("gaia",)


def begun(game: str, folder: Path) -> Path:
    log = folder / "game.jsonl"
    begin(selfplay_log(ruleset(game), "record", 2, {}, "sensible").header, log)
    return log


def written(log: Path) -> GameLog:
    """The log as written so far; raises an error if the chain is broken."""
    return read(log.read_bytes().splitlines())


def position(log: Path) -> Replay:
    found = written(log)
    game = Replay(ruleset(found.header.game), found.header)
    game.feed(resolve(found))
    return game


def answer(terminal: Terminal, log: Path, rng: Random) -> bool:
    """Type the policy's choice in the position of the log. Returns whether a player decided it."""
    game = position(log)
    actor, event = next_action(game.rules, game.state, rng, "sensible")
    before = len(written(log).records)
    choosing = Choosing(game, words_of)
    if choosing.open_part is None:
        named = len({each.action[0] for each in choosing.actions}) > 1
        label = next(each.label for each in choosing.actions if each.action == (actor, event))
        assert named == (": " in label)
        terminal.type(f"{label}\r")
    else:
        for word in parts(choosing, event):
            terminal.type(f"{word}\r")
            terminal.look(0.1)
    terminal.recorded(before + 1)
    return actor is not None


def parts(choosing: Choosing, event: Any) -> list[str]:
    """The words to type for a chance outcome, part by part."""
    typed = []
    while (open_part := choosing.open_part) is not None:
        field = getattr(event, open_part.field)
        values = (
            list(field.values()) if isinstance(field, dict) else list(field) if isinstance(field, tuple) else [field]
        )
        ahead = [part for part in choosing.parts if part in values]
        part = next(each for each in values if each in open_part.choices and values.count(each) > ahead.count(each))
        typed.append(choosing.part_words(open_part.field, part))
        if choosing.take_part(part) is not None:
            break
    return typed


@pytest.mark.parametrize(
    "game", [game if game in QUICK else pytest.param(game, marks=pytest.mark.long) for game in games()]
)
def test_a_game_is_recorded_at_the_table(game: str, tmp_path: Path) -> None:
    log, rng = begun(game, tmp_path), Random(f"table/{game}")
    with Terminal(log, command()) as terminal:
        decided = 0
        while decided < DECISIONS:
            decided += answer(terminal, log, rng)
            assert all(len(line) <= COLUMNS for line in terminal.look())
        assert len(terminal.screen.display) == ROWS
        number = len(written(log).records)
        terminal.enter("undo", f"taken back: #{number}", f" {number + 1} records, saved")
        answer(terminal, log, rng)
        number += 2
        last = resolve(written(log))[-1]
        terminal.enter(f"correct {last.seq}", "choose what happened instead")
        game_before = position_before(log)
        choosing = Choosing(game_before, words_of, (last.actor,))
        terminal.type(f"{others(choosing, last)}\r")
        terminal.wait_for(f"record {last.seq} corrected", f" {number + 1} records, saved")
        terminal.enter("note nice weather", "noted", f" {number + 2} records, saved")
        terminal.enter("?", "round ")
        terminal.enter("quit")
        assert terminal.left() == 0
    found = position(log)
    assert found.broke is None
    with Terminal(log, command()) as terminal:
        terminal.wait_for(f"{number + 2} records so far")
        answer(terminal, log, rng)
        terminal.type("\x04")
        assert terminal.left() == 0
    assert len(written(log).records) == number + 3


def position_before(log: Path) -> Replay:
    found = written(log)
    game = Replay(ruleset(found.header.game), found.header)
    game.feed(resolve(found)[:-1])
    return game


def others(choosing: Choosing, record: Any) -> str:
    """Another event that may replace that of a record; the same one if there is no other."""
    if choosing.open_part is not None:
        return " ".join(parts(choosing, record.event))
    found = [each.label for each in choosing.actions if each.action != (record.actor, record.event)]
    return found[0] if found else choosing.actions[0].label


@pytest.mark.parametrize(
    ("game", "kills"),
    [
        ("gaia", 1),
        *(
            pytest.param(game, KILLS if game == "gaia" else 5, marks=pytest.mark.long, id=f"{game}-long")
            for game in games()
        ),
    ],
)
def test_killed_at_any_moment_what_was_confirmed_is_there(game: str, kills: int, tmp_path: Path) -> None:
    """Records are typed without waiting and the recorder is killed somewhere between: the log verifies every time."""
    log, rng = begun(game, tmp_path), Random(f"kill/{game}")
    for _ in range(kills):
        with Terminal(log, command()) as terminal:
            before = len(written(log).records)
            terminal.recorded(before)
            notes = rng.randint(1, 12)
            for number in range(notes):
                terminal.type(f"note {number}\r")
            time.sleep(rng.random() * 0.3)
            confirmed = terminal.records
            terminal.kill()
        assert before <= confirmed <= len(written(log).records) <= before + notes


def test_what_is_typed_shows_what_fits_and_ctrl_c_gives_it_up(tmp_path: Path) -> None:
    log, rng = begun("gaia", tmp_path), Random("typing")
    with Terminal(log, command()) as terminal:
        while len(written(log).records) < 6:
            answer(terminal, log, rng)
        lines = terminal.wait_for(" ways")
        assert any("draw row ..." in line for line in lines)
        terminal.type("draw deck na")
        lines = terminal.look(0.5)
        assert any(line.strip() == "draw deck, pile nature" for line in lines)
        assert not any("play nature" in line for line in lines[-8:])
        terminal.type("\t")
        terminal.wait_for("> draw deck, pile nature")
        terminal.type("\x03")
        terminal.wait_for("draw row ...")
        terminal.enter("draw 99", "'draw 99' breaks GA-6.1.4 (pile=99) (? shows the clause)")
        terminal.type("\x03")
        terminal.enter("?", "GA-6.1.4 ")
        terminal.enter("sing", "'sing' is not among the legal actions")
        terminal.type("\x03\x03")
        terminal.wait_for("everything is saved; press Ctrl-C again")
        terminal.type("\x03")
        assert terminal.left() == 0
    assert len(written(log).records) == 6


def test_what_is_typed_after_a_refused_line_replaces_it(tmp_path: Path) -> None:
    """It was appended to it; an arrow key keeps the line, to be edited. Tab on an empty line fills in nothing."""
    log = begun("gaia", tmp_path)
    with Terminal(log, command()) as terminal:
        terminal.wait_for("type what happens")
        terminal.type("\t")
        terminal.wait_for("type the first letters")
        terminal.enter("xylophone", "'xylophone' is not among the legal actions")
        terminal.enter("zebra", "'zebra' is not among")
        terminal.type("\x1b[Dx")
        terminal.wait_for("zebrxa")
    assert written(log).records == []


def test_records_appended_by_another_program_are_reported(tmp_path: Path) -> None:
    from projections.recorder.appending import append_to_file

    log = begun("gaia", tmp_path)
    with Terminal(log, command()) as terminal:
        list(append_to_file(str(log), ["note from elsewhere"], words_of))
        terminal.enter("note mine", "another program has appended 1 record")
        terminal.type("\r")
        terminal.recorded(2)
    assert [record.event.text for record in written(log).records] == ["from elsewhere", "mine"]


def test_a_terminal_that_goes_away_ends_it(tmp_path: Path) -> None:
    log = begun("gaia", tmp_path)
    with Terminal(log, command()) as terminal:
        terminal.enter("note here", "noted")
        os.kill(terminal.process.pid, signal.SIGHUP)
        terminal.left()
    assert len(written(log).records) == 1


def test_p_shows_the_whole_position_and_a_long_line_keeps_its_beginning(tmp_path: Path) -> None:
    log = begun("terra_mystica", tmp_path)
    file, played = LogFile(str(log)), selfplay_log(ruleset("terra_mystica"), "record", 2, {}, "sensible")
    with file.locked():
        file.append(played.records[:40])
    with Terminal(log, command()) as terminal:
        shown = terminal.wait_for("p shows all")
        assert "to move" in shown[1], shown
        terminal.enter("p", "PageDown")
        lines = terminal.look(0.2)
        assert lines[1].startswith("player")
        assert not any(" ways" in line for line in lines)
        line = " ".join(f"word{number:02}" for number in range(16))
        terminal.type(line)
        terminal.wait_for("word15")
        assert any("word00" in shown for shown in terminal.look())
