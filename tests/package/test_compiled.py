"""The compiled build: its results for games are exactly those of the interpreted program."""

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log import native
from events.log.native import GameLog
from hatch_build import modules, settings
from tests.support import LOGS, PROJECT

COMPILER = (sysconfig.get_config_var("CC") or "cl").split()[0]
TELL = """
import gc
import sys
from hashlib import sha256
from importlib import import_module
from itertools import islice

from engine.intake import examine
from engine.replay import Replay
from engine.rules import games, ruleset
from engine.snapshot import fork, state_bytes
from events import files
from events.log import native

compiled = {game: import_module(f"engine.games.{game}.flow").__file__ for game in games()}
print(*(game for game, file in compiled.items() if file.endswith((".so", ".pyd"))), file=sys.stderr)
for path in files.find(sys.argv[1:]):
    report = examine(files.read(path))
    replay = report.replay
    print(path, report.verdict, report.standings, report.problem)
    if replay is not None:
        print(replay.checked, replay.discrepancies, replay.broke and str(replay.broke.violation))
        print([(each.seq, each.step, each.entries) for each in replay.entered])
        print(state_bytes(replay.state))
        print([gc.is_tracked(each) for each in (replay.state, *replay.state.players)])
    if "-legal" in path:
        log = native.read(files.read(path).data.splitlines())
        rules, again = ruleset(log.header.game), Replay(ruleset(log.header.game), log.header)
        for record in log.records:
            if record.seq % 5 == 1:
                offered = list(islice(rules.legal(again.state), 3000))
                print(record.seq, len(offered), sha256(repr(offered).encode()).hexdigest())
                print(state_bytes(fork(again.state)) == state_bytes(again.state))
            again.play(record.actor, record.event)
            again.settle()
"""
GAMES_OF_EACH = 12
BUILT = os.environ.get("ANYTURN_COMPILED_PROGRAM")
COMPILED = ["anachrony", "daitoshi", "dice_forge", "gaia", "terra_mystica"]


def require_the_compilers() -> None:
    """Skip the test where the compiled build cannot be made."""
    if shutil.which(COMPILER) is None:
        pytest.skip(f"the C compiler {COMPILER} is not here: the compiled build cannot be made")
    pytest.importorskip("mypyc", reason="mypyc is not here: the compiled build cannot be made")
    pytest.importorskip("setuptools", reason="setuptools is not here: the compiled build cannot be made")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled program: the one that is named, or one made without optimising, to save time."""
    if BUILT:
        return Path(BUILT)
    require_the_compilers()
    folder = tmp_path_factory.mktemp("compiled")
    command = [sys.executable, str(PROJECT / "hatch_build.py"), str(folder)]
    environment = os.environ | {"MYPYC_OPT_LEVEL": "0"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return folder


def _sample_games() -> Iterator[tuple[str, bytes]]:
    """For every game, some logs played to the end, and each of them with a record left out, which is mostly illegal."""
    for game in games():
        for seed in range(GAMES_OF_EACH):
            played = selfplay_log(ruleset(game), str(seed), 2 + seed % 3, {}, "sensible")
            yield f"{game}-{seed}-legal", b"\n".join(native.write(played))
            place = len(played.records) // (seed + 2)
            left = played.records[:place] + played.records[place + 1 :]
            renumbered = [replace(record, seq=seq) for seq, record in enumerate(left, 1)]
            yield f"{game}-{seed}-gap", b"\n".join(native.write(GameLog(played.header, renumbered)))


def _told(program: Path, logs: list[Path]) -> tuple[str, list[str]]:
    """The results of the program in a folder for logs, and the games whose rules are compiled there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [sys.executable, "-c", TELL, *map(str, logs)]
    run = subprocess.run(command, cwd=program, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout, run.stderr.split()


def test_no_compiled_module_asks_whether_a_generator_yields_something() -> None:
    """A generator of mypyc has no `in`: the compiled program would end with an AttributeError."""
    trees = {name: ast.parse((PROJECT / name).read_text(encoding="utf-8")) for name in modules(settings())}
    generators = {name: set(_generators(tree)) for name, tree in trees.items()}
    shared = {each for own in generators.values() for each in own if not each.startswith("_")}
    assert "legal_copies" in shared
    for name, tree in trees.items():
        for test in (each for each in ast.walk(tree) if isinstance(each, ast.Compare)):
            for how, what in zip(test.ops, test.comparators, strict=True):
                if isinstance(how, ast.In | ast.NotIn) and isinstance(what, ast.Call):
                    called = ast.unparse(what.func)
                    assert called not in shared | generators[name], f"{name}:{test.lineno}: {ast.unparse(test)}"


def _generators(tree: ast.AST) -> Iterator[str]:
    """The names of functions that yield."""
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef) and any(isinstance(below, ast.Yield) for below in ast.walk(each)):
            yield each.name


@pytest.mark.long
def test_compiled_and_interpreted_results_are_the_same(compiled: Path, tmp_path: Path) -> None:
    """Verdicts, clauses with their facts, figures, every entry, what is legal on the way and the last position."""
    for name, data in _sample_games():
        (tmp_path / f"{name}.jsonl").write_bytes(data)
    recorded = [folder for game in COMPILED for folder in sorted((LOGS / game.replace("_", "-")).glob("*"))]
    notations = [folder for folder in recorded if folder.is_dir() and folder.name != "events-dump"]
    logs = [tmp_path, *(path for folder in notations for path in sorted(folder.iterdir())[:3])]
    plain, compiled_here = _told(PROJECT, logs)
    assert not compiled_here
    assert " illegal " in plain
    assert _told(compiled, logs) == (plain, COMPILED)
    _check_the_benchmark(compiled, tmp_path / "python")


def _check_the_benchmark(compiled: Path, python: Path) -> None:
    """It runs each program in a separate process, and reports a wrong interpreter as such.

    It is not a separate test, as the build takes longer than all else and each test process would make its own.
    """
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{compiled}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o700)
    command = [sys.executable, "benchmarks/compiled.py", "--games", "1", "--repeat", "1", "--python"]
    done = subprocess.run([*command, str(python)], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kinds = [line.rsplit(maxsplit=4)[0].strip() for line in done.stdout.splitlines()[1:]]
    assert kinds == [f"{game}, native" for game in games()]
    wrong = subprocess.run([*command, sys.executable], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (1, f"{sys.executable} runs the interpreted program\n")
