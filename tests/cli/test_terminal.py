"""What people see on a terminal: nothing wider than the terminal, a pager for long answers, seats by name."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pexpect
import pytest

from engine.replay import Replay
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable
from events.log.native import resolve
from events.log.record import Header, Seat
from events.plugins import part
from projections.game.audit import _audit, _Watch
from projections.game.export import seat_of
from projections.game.position import legal_actions, sentence
from projections.pictures import phase_words
from projections.recorder.matching import match, tokens
from projections.screen.positions import legal_text, log_text, position_text
from projections.screen.progress import Progress
from projections.screen.verdict_words import words_of
from projections.screen.wording import audit_lines
from projections.store.trace import watched
from tests.support import PROJECT
from tests.support.specimens import few, log_of, sampled, specimens

pytestmark = [pytest.mark.usefixtures("nim"), pytest.mark.long]
COLUMNS, ROWS = 80, 24
DISTINCT = 2_000


def visible_width(line):
    """The columns of a line, without the codes for its colours."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))


def too_wide(lines):
    return [line for line in lines if visible_width(line) > COLUMNS]


@pytest.mark.parametrize("specimen", few(specimens()))
def test_nothing_is_wider_than_the_terminal(specimen):
    """Positions with and without colour, legal actions, the log, the audit: no line is longer than 80 columns."""
    for game, _ in sampled(specimen, 3):
        for colour in (False, True):
            assert not too_wide(position_text(game, COLUMNS, colour))
        if len(offered := legal_actions(game)) < DISTINCT:
            assert not too_wide(legal_text(game, offered, COLUMNS)), offered
    log = log_of(specimen)
    trace = watched(log)
    trace.finish()
    assert not too_wide(log_text(log, trace, COLUMNS))
    watch = _Watch(Replay(ruleset(log.header.game), log.header))
    watch.game.feed(resolve(log))
    assert not too_wide(audit_lines(_audit(log, watch, None), COLUMNS))


@pytest.mark.parametrize("specimen", few(specimens()))
def test_the_sentences_of_what_is_legal_are_its_own_and_are_understood(specimen):
    """Different actions of a seat have different sentences, and `append` finds the action of each sentence."""
    for game, record in sampled(specimen, 6):
        if record is None:
            continue
        offered = legal_actions(game)[:DISTINCT]
        sentences = {(actor, tuple(tokens(sentence(game.header, event)))) for actor, event in offered}
        assert len(sentences) == len(offered)
        for actor, event in offered[:: max(1, len(offered) // 10)]:
            who = "chance" if actor is None else f"seat {actor + 1}"
            assert match(game, f"{who}: {sentence(game.header, event)}", words_of) == (actor, event)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The file of a game of a few hundred records."""
    folder = tmp_path_factory.mktemp("game")
    return str(folder / anyturn(folder, "selfplay", "terra_mystica", "--out", ".").stdout.strip())


def anyturn(folder, *words):
    return subprocess.run(
        [sys.executable, PROJECT / "cli.py", *words], cwd=folder, capture_output=True, text=True, check=True
    )


def on_a_terminal(folder, *words, **environment):
    """The content of a terminal of 80 columns and 24 lines after a command."""
    found = {**os.environ, "TERM": "xterm", "COLUMNS": str(COLUMNS), "LINES": str(ROWS), **environment}
    found = {name: value for name, value in found.items() if value is not None}
    child = pexpect.spawn(
        sys.executable,
        [str(PROJECT / "cli.py"), *words],
        cwd=str(folder),
        env=found,
        dimensions=(ROWS, COLUMNS),
        encoding="utf-8",
        timeout=30,
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.before.replace("\r\n", "\n"), child.exitstatus


PAGER = "sed s/^/paged/"


def test_what_is_longer_than_the_screen_goes_through_the_pager(game, tmp_path):
    said_, status = on_a_terminal(tmp_path, "log", game, PAGER=PAGER)
    lines = said_.splitlines()
    assert status == 0
    assert len(lines) > ROWS
    assert all(line.startswith("paged") for line in lines)


@pytest.mark.parametrize(
    ("words", "pager"),
    [(("log",), ""), (("--no-pager", "log"), PAGER), (("log",), "no-such-pager"), (("audit",), PAGER + " '")],
    ids=["empty", "turned-off", "missing", "misspelt"],
)
def test_without_a_pager_all_is_printed(game, tmp_path, words, pager):
    said_, status = on_a_terminal(tmp_path, *words, game, PAGER=pager)
    assert status == 0
    assert "paged" not in said_
    assert len(said_.splitlines()) > ROWS / 2


def test_reasons_of_a_verdict_fit_the_terminal(game, tmp_path):
    """The clause and the alternatives are wrapped between words; a pipe gets each on one line."""
    lines = Path(game).read_text().splitlines()
    forged = [re.sub(r',"hash":"[^"]*"', "", line) for line in lines]
    (tmp_path / "forged.jsonl").write_text(
        "\n".join(re.sub(r'("build_dwelling","hex":")\w+', r"\1A1", one) for one in forged)
    )
    said_, status = on_a_terminal(tmp_path, "validate", "forged.jsonl")
    assert (status, too_wide(said_.splitlines())) == (1, [])
    piped = subprocess.run(
        [sys.executable, PROJECT / "cli.py", "validate", "forged.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert max(map(len, piped.splitlines())) > COLUMNS
    assert piped.split() == said_.partition("1 log:")[0].split()


def test_a_line_of_progress_never_goes_on_below(monkeypatch):
    """Text on a second line could not be cleared and would stay on the screen."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, 40, 0, 0))
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(its, "w", encoding="utf-8") as narrow:
        monkeypatch.setattr(sys, "stderr", narrow)
        with Progress(100_000, "log") as progress:
            progress.advance(5)
            progress.draw()
        monkeypatch.undo()
    drawn = re.split(r"\r\x1b\[K", os.read(ours, 4096).decode())
    os.close(ours)
    assert any(line.startswith("[") for line in drawn)
    assert max(map(len, drawn)) == 39


def test_what_fits_the_screen_needs_no_pager(game, tmp_path):
    said_, _ = on_a_terminal(tmp_path, "legal", game, "--at", "#4", PAGER=PAGER)
    assert said_.startswith("who")
    assert "paged" not in said_


def test_a_pager_that_is_left_ends_the_work_quietly(game, tmp_path):
    assert on_a_terminal(tmp_path, "log", game, PAGER="head -n 1")[0].count("\n") == 1


@pytest.mark.parametrize("term", ["dumb", *(pytest.param(each, marks=pytest.mark.long) for each in ("", None))])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("replay", "GAME"), 0),
        (("log", "GAME"), 0),
        (("selfplay", "gaia", "--games", "3", "--out", "more"), 0),
        (("record", "GAME"), 2),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) else None,
)
def test_a_dumb_terminal_gets_plain_lines(game, tmp_path, words, status, term):
    """There is no colour, no line drawn over another, no pager, no full screen."""
    typed = [game if word == "GAME" else word for word in words]
    shown = on_a_terminal(tmp_path, *typed, TERM=term, PAGER=PAGER)
    assert shown[1] == status
    assert not re.search(r"[\x1b\r\b]", shown[0])
    assert "paged" not in shown[0]
    if status:
        assert shown[0].startswith("anyturn: found a dumb terminal (TERM), expected a full-screen one; ")


def test_another_terminal_gets_colour_and_progress(game, tmp_path):
    """Here the output contains what a dumb terminal must not get, so the test above can fail."""
    assert "\x1b[" in on_a_terminal(tmp_path, "--no-pager", "replay", game)[0]
    assert "\r\x1b[K" in on_a_terminal(tmp_path, "selfplay", "gaia", "--games", "3", "--out", "more")[0]


def test_a_pipe_is_never_paged(game, tmp_path):
    done = subprocess.run(
        [sys.executable, PROJECT / "cli.py", "log", game],
        cwd=tmp_path,
        env={**os.environ, "PAGER": PAGER},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "paged" not in done.stdout


@pytest.mark.parametrize(("message", "seat"), [("1", 0), ("3", 2), ("ann", 0), ("Bob", 1)])
def test_a_seat_is_named_by_its_player_or_its_number_from_1(message, seat):
    assert seat_of(Header("nim", "1", {}, (Seat("Ann"), Seat("Bob"), Seat(""))), message) == seat


@pytest.mark.parametrize("message", ["0", "4", "-1", "Zoe", "", "²", "Bo"])
def test_other_seats_are_refused_with_those_there_are(message):
    with pytest.raises(Unreadable, match="expected a seat from 1 to 3, or Ann, or Bo B"):
        seat_of(Header("nim", "1", {}, (Seat("Ann"), Seat("Bo B"), Seat(""))), message)
    with pytest.raises(Unreadable, match="the name of 2 players"):
        seat_of(Header("nim", "1", {}, (Seat("Ann"), Seat("Ann"))), "ann")


@pytest.mark.parametrize("game_id", games())
def test_phases_are_printed_in_words(game_id):
    """No heading contains an id with punctuation or a number: every such phase has its own wording."""
    log = selfplay_log(ruleset(game_id), "phases", 2, {}, "sensible")
    phases = {turn.phase for turn in watched(log).places}
    marked = {phase for phase in phases if re.search(r"[_.\d]", phase)}
    by_phase = {phase: phase_words(game_id, phase) for phase in phases}
    assert not [words for words in by_phase.values() if re.search(r"[_.\d]", words)]
    assert all(phase in part("projections.pictures", game_id).phases for phase in marked)


def test_the_headings_of_a_log_name_round_turn_player_and_phase(game, tmp_path):
    lines = anyturn(tmp_path, "log", game).stdout.splitlines()
    assert lines[0] == "Setup: scoring tiles are drawn"
    turn = next(line for line in lines if line.startswith("Round 1, turn 1, "))
    assert turn.endswith("): actions")
    assert any(line.startswith("        income: ") for line in lines)  # an automatic step has a separate line
