"""Appending: whole games entered again, two who append at once, and how long it takes."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.appending import WentOn
from events.log.native import GameLog, read, write
from projections.recorder.appending import append_to_file
from projections.recorder.live_log import Recording
from projections.recorder.matching import action_words
from projections.screen.verdict_words import words_of
from tests.support import PROJECT, TOY, TOYS, put_in_place
from tests.support.running import Run
from tests.support.toy_logs import door

pytestmark = [pytest.mark.usefixtures("nim"), pytest.mark.long]


def reentered(log: GameLog, file: Path, message: Callable[[Recording, Any], str]) -> bytes:
    """The bytes of a log whose records are appended one by one in words."""
    from events.log.appending import LogFile, begin
    from projections.recorder.typed_events import enter

    file.unlink(missing_ok=True)
    begin(log.header, file)
    at_hand = LogFile(str(file))
    with at_hand.locked():
        recording = Recording(at_hand.log, at_hand.append)
        for record in log.records:
            enter(recording, message(recording, record), words_of)
    return file.read_bytes()


def in_words(recording: Recording, record: Any) -> str:
    return action_words(recording.game, (record.actor, record.event), words_of)


def in_json(recording: Recording, record: Any) -> str:
    return msgspec.json.encode({"actor": record.actor, "event": record.event}).decode()


SEEDS = [pytest.param(range(1), id="1 game"), pytest.param(range(1, 10), id="9 games", marks=pytest.mark.long)]
"""Games of each kind; fifty of each were once entered this way."""


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("game", [*TOYS, *games()])
def test_games_entered_again_in_words_and_in_json_are_the_same_logs(
    game: str, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)  # with tens of thousands of records, do not wait for the disk
    for seed in seeds:
        log = selfplay_log(ruleset(game), f"again-{seed}", None, {}, "random" if seed % 3 == 1 else "sensible")
        whole = b"\n".join(write(log)) + b"\n"
        assert reentered(log, tmp_path / "words.jsonl", in_words) == whole
        assert reentered(log, tmp_path / "json.jsonl", in_json) == whole


def contender(path: str, name: str, began: Any, results: Any) -> None:
    """Append in competition with another process, each time expecting the state last seen; counts the wins."""
    put_in_place(TOY)
    began.wait()
    won = lost = 0
    for seq in range(500):
        try:
            list(append_to_file(path, [f"note {name} {seq}"], words_of, seq))
            won += 1
        except WentOn as message:
            lost += message.expected == seq < message.found
        while path_length(path) <= seq:
            time.sleep(0)
    results.put((name, won, lost))


def path_length(path: str) -> int:
    return Path(path).read_bytes().count(b"\n") - 1


def test_of_two_who_append_at_once_one_wins_and_the_other_is_refused(begun: Run, tmp_path: Path) -> None:
    """500 times: both expect the same number of records; one succeeds, the other is refused, and the chain holds."""
    path = str(tmp_path / "game.jsonl")
    context = get_context("fork")
    began, results = context.Event(), context.Queue()
    both = [context.Process(target=contender, args=(path, name, began, results)) for name in ("one", "two")]
    for process in both:
        process.start()
    began.set()
    found = [results.get(timeout=120) for _ in both]
    for process in both:
        process.join(20)
    assert sum(won for _, won, _ in found) == 500
    assert sum(lost for _, _, lost in found) == 500
    log = read(Path(path).read_bytes().splitlines())  # raises an error if the chain does not hold
    assert [record.event.text.split()[1] for record in log.records] == [str(seq) for seq in range(500)]


def test_two_who_append_without_expecting_anything_come_one_after_the_other(begun: Run, tmp_path: Path) -> None:
    command = [*door(tmp_path), "append", "game.jsonl"]
    notes = {name: "".join(f"note {name} {n}\n" for n in range(100)).encode() for name in ("one", "two")}
    both = [subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) for _ in notes]
    for process, lines in zip(both, notes.values(), strict=True):
        assert process.stdin is not None
        process.stdin.write(lines)
        process.stdin.close()
    assert [process.wait(120) for process in both] == [0, 0]
    log = read((tmp_path / "game.jsonl").read_bytes().splitlines())
    texts = [record.event.text for record in log.records]
    for name in notes:
        assert [text for text in texts if text.startswith(name)] == [f"{name} {n}" for n in range(100)]


def test_appending_to_a_game_of_500_records_takes_less_than_half_a_second(tmp_path: Path) -> None:
    """The limit is on CPU time, so other work on the machine does not count."""
    longest = max((selfplay_log(ruleset("terra_mystica"), f"t{n}", 5, {}, "sensible") for n in range(4)), key=length)
    log = GameLog(longest.header, longest.records[:500])
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(write(log)) + b"\n")
    spent = []
    for _ in range(5):
        before = os.times()
        command = [sys.executable, str(PROJECT / "cli.py"), "append", str(file), "note: how long?"]
        assert subprocess.run(command, check=False, capture_output=True).returncode == 0
        after = os.times()
        spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
    assert min(spent) < 0.5


def length(log: GameLog) -> int:
    return len(log.records)
