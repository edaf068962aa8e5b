"""Logs of the toy game, in its foreign notation and natively, for tests of the store and of queries."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support import PROJECT
from tests.support.forking import Forking

DOOR = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run where it is ignored
import sys
sys.path.insert(0, {root!r})
from tests.support import TOY, put_in_place
put_in_place(TOY)
from cli import main
if __name__ == "__main__":
    main()
"""


FEW_AT_ONCE = "from projections.batch import importing\nimporting.CHUNK, importing.TOGETHER = 8, 2\n"
"""Code by which an import of few games has several transactions."""


def door(folder: Path, first: str = "") -> list[str]:
    """A command that is `anyturn` with the game installed, even in its workers; `first` is code that it runs first."""
    script = folder / "anyturn_with_nim.py"
    script.write_text(started(first))
    return [sys.executable, str(script)]


def started(first: str = "") -> str:
    """The script that is this command."""
    return DOOR.format(root=str(PROJECT)).replace("if __name__", f"{first}if __name__", 1)


@pytest.fixture(scope="session")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forking]:
    """Runs `anyturn` with the game installed: (folder, arguments, standard input) -> exit code, output, errors."""
    forking = Forking(tmp_path_factory.mktemp("forking"), started())
    yield forking
    forking.close()


def text(seed: int = 1, names: Sequence[str] = ("ann:red", "ben:blue"), dice: Sequence[int] = (6, 6, 6, 2)) -> str:
    """A valid game in the foreign notation, with all figures."""
    rng, lines, pile = Random(seed), [f"Nim {' '.join(names)}", f"roll {' '.join(map(str, dice))}"], sum(dice)
    points = dict.fromkeys(names, 0)
    turn = 0
    while pile:
        name = names[turn % len(names)]
        stones = min(pile, rng.randint(1, 3))
        pile -= stones
        points[name] += stones
        lines.append(f"{name.split(':')[0]} {stones} vp={points[name]}")
        turn += 1
    return "\n".join(lines) + "\n"


def wrong_figure(log: str, line: int = 6) -> str:
    """The log with another figure in one line (counted from 1)."""
    lines = log.splitlines()
    lines[line - 1] += "1"
    return "\n".join(lines)


def too_many(log: str, line: int = 6) -> str:
    """The log with a take of nine stones in one line (counted from 1)."""
    lines = log.splitlines()
    lines[line - 1] = f"{lines[line - 1].split()[0]} 9"
    return "\n".join(lines)


def native(seed: int = 1, players: int | None = 2, options: dict[str, Any] | None = None) -> bytes:
    """A valid game in the native notation, by self-play."""
    from engine.rules import ruleset
    from engine.selfplay import selfplay_log
    from events.log.native import write

    return b"\n".join(write(selfplay_log(ruleset("nim"), str(seed), players, options or {}, "random"))) + b"\n"
