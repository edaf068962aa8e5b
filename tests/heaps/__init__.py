"""Heaps, a toy game with a foreign notation, for tests of what keeps and answers. Nothing of the program lists it."""

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine.games
import events.notations
import events.vocabulary
from tests.heaps.forking import Forking

FOLDER = Path(__file__).parent
PLACES = ((engine.games, "games"), (events.vocabulary, "vocabulary"), (events.notations, "notations"))

DOOR = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run where it is ignored
import sys
sys.path.insert(0, {root!r})
import engine.games, events.notations, events.vocabulary
engine.games.__path__.append({folder!r} + "/games")
events.vocabulary.__path__.append({folder!r} + "/vocabulary")
events.notations.__path__.append({folder!r} + "/notations")
from cli import main
if __name__ == "__main__":
    main()
"""


@pytest.fixture
def heaps(monkeypatch: pytest.MonkeyPatch) -> str:
    """The game is installed while the test runs: its id."""
    return install(monkeypatch)


def install(monkeypatch: pytest.MonkeyPatch) -> str:
    """Install the game until the patch is undone; returns its id."""
    for package, name in PLACES:
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(FOLDER / name)])
    importlib.invalidate_caches()
    return "heaps"


def door(folder: Path) -> list[str]:
    """A command that is `anyturn` with the game installed, for its working processes, too."""
    script = folder / "anyturn_with_heaps.py"
    script.write_text(DOOR.format(root=str(FOLDER.parent.parent), folder=str(FOLDER)))
    return [sys.executable, str(script)]


@pytest.fixture(scope="session")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forking]:
    """Runs `anyturn` with the game installed: (folder, arguments, standard input) -> exit code, output, errors."""
    forking = Forking(
        tmp_path_factory.mktemp("forking"), DOOR.format(root=str(FOLDER.parent.parent), folder=str(FOLDER))
    )
    yield forking
    forking.close()


def text(seed: int = 1, names: Sequence[str] = ("ann:red", "ben:blue"), pile: int = 20) -> str:
    """A valid game in the foreign notation, with all figures."""
    rng, lines = Random(seed), [f"Heaps {' '.join(names)}", f"pour {pile}"]
    points = dict.fromkeys(names, 0)
    turn = 0
    while pile:
        name = names[turn % len(names)]
        stones = min(pile, rng.randint(1, 3))
        pile -= stones
        points[name] += stones
        lines.append(f"{name.split(':')[0]} {stones} vp={points[name]}")
        turn += 1
        if turn % len(names) == 0:
            points = {name: value + 1 for name, value in points.items()}
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
    from engine.ruleset import ruleset
    from engine.selfplay import selfplay_log
    from events.log import write

    return b"\n".join(write(selfplay_log(ruleset("heaps"), str(seed), players, options or {}, "random"))) + b"\n"
