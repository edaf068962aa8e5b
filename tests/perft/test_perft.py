"""Perft: the numbers of sequences of legal events from positions of self-played games, against recorded counts.

A line of a `tests/perft/<game>.txt` is: seed of the game, number of players, number of the last record played, depth,
count. After a change of the rules that is meant to change what is legal, update the counts:

    python -m tests.perft.test_perft terra_mystica
"""

import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import perft, selfplay_log
from events.log.native import GameLog
from tests.support import PROJECT

FOLDER = PROJECT / "tests" / "perft"


class Count(NamedTuple):
    """One line: a position and how many sequences of `depth` events there are from it."""

    game: str
    seed: str
    players: int
    seq: int
    depth: int
    count: int


def count_of(game: str, line: str) -> Count:
    """The count in a line that is not a comment."""
    seed, *numbers = line.split()
    players, seq, depth, count = map(int, numbers)
    return Count(game, seed, players, seq, depth, count)


def counts(path: Path) -> list[Count]:
    """The lines of a file that are not comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [count_of(path.stem, line) for line in lines if line and line[0] != "#"]


@cache
def log_of(game: str, seed: str, players: int) -> GameLog:
    """The self-played game: by the random policy, which changes of the sensible one do not affect."""
    return selfplay_log(ruleset(game), seed, players, {}, "random")


def state_at(log: GameLog, seq: int) -> Any:
    """The position after a record, with all automatic steps done."""
    game = Replay(ruleset(log.header.game), log.header)
    game.feed(log.records[:seq])
    return game.state


def counted(line: Count) -> int:
    log = log_of(line.game, line.seed, line.players)
    return perft(ruleset(line.game), state_at(log, line.seq), line.depth)


@pytest.mark.parametrize("line", [line for path in sorted(FOLDER.glob("*.txt")) for line in counts(path)], ids=str)
def test_perft(line):
    assert counted(line) == line.count


def main(game: str) -> None:
    """Update the counts of a file; its positions and comments stay."""
    path = FOLDER / f"{game}.txt"
    written = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            row = count_of(game, line)
            line = f"{row.seed} {row.players} {row.seq} {row.depth} {counted(row)}"
        written.append(line)
    path.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
