"""The benchmarks work: all of them in one small run, with their figures in a table at its end."""

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules import ruleset
from engine.selfplay import header_for, play
from tests.support import PROJECT

MODERATOR = """
package terra_mystica;
use Exporter 'import';
sub evaluate_game {
    my ($game) = @_;
    my %factions = (SCORES);
    my @error = grep { !/^(#|[a-z0-9 ,_:+-]+)/i } @{$game->{rows}};
    return { error => \\@error, order => [keys %factions], factions => \\%factions };
}
1;
"""
"""A stand-in that looks like the real one from outside; SCORES are those of the game that it is given."""


def moderator() -> str:
    """The stand-in with the scores of the first game."""
    rules = ruleset("terra_mystica")
    known = runpy.run_path(str(PROJECT / "benchmarks" / "moderator_task.py"))["KNOWN"]
    game = play(rules, header_for(rules, "0", 4, known, drawing=False), "0", "sensible")
    scores = (f"faction{standing.seat} => {{ VP => {standing.vp} }}" for standing in game.standings or ())
    return MODERATOR.replace("SCORES", ", ".join(scores))


ALONE = {
    "__main__.py": "it is the one command",
    "leagues.py": "makes what strength.py measures",
    "strength.py": "measures how true answers are, not how fast, for an hour",
    "over_time.py": "measures how true ratings over time are, not how fast",
    "setups.py": "measures how true advice is, not how fast",
    "whole_games.py": "takes an hour and 10 GB",
    "dumps.py": "makes what answers.py measures",
    "platform_tables.py": "judges what a program that is not part of this project has written",
    "moderator_games.py": "compares verdicts, not times",
    "anachrony_tables.py": "compares verdicts with another program, not times",
    "dice_forge_tables.py": "compares verdicts, not times",
}


@pytest.mark.long
@pytest.mark.skipif(shutil.which("perl") is None, reason="needs perl")
def test_a_small_run_of_all(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "tracker.pm").write_text(moderator())
    command = [sys.executable, "benchmarks", "--small", "--moderator", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    table = done.stdout[done.stdout.rindex("\nfigure ") :]
    for figure in (
        "a log of terra_mystica, native",
        "import to validate, CPU of all processes",
        "the store, a game",
        "anyturn --help",
        "import by 2 Dask workers, CPU to that of --jobs 2",
        "self-played games, to the moderator's time",
    ):
        found = re.search(
            rf"^{re.escape(figure)} +(\d+\.\d\d)  (ms|times|kB|s) +(\d+\.\d\d) +(\d+\.\d\d)$", table, re.M
        )
        assert found is not None, table
        assert float(found[4]) == pytest.approx(float(found[1]) / float(found[3]), abs=0.02)


def test_every_benchmark_is_run() -> None:
    """The single command runs it, unless there is a known reason."""
    folder = PROJECT / "benchmarks"
    run = (folder / "__main__.py").read_text(encoding="utf-8")
    for script in folder.glob("*.py"):
        text = script.read_text(encoding="utf-8")
        shown = script.name == "__main__.py" or f"python benchmarks/{script.name}" in text
        assert "def main()" not in text or (shown and (f'"{script.name}"' in run or script.name in ALONE))
