"""The Perl moderator answers a kit, where it is: PROGRAMS names a folder with its source in `moderator/src`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from projections.kit.judging import Judge
from projections.kit.making import Sizes
from projections.kit.reading import Kit, answers
from projections.kit.writing import write_kit
from tests.support import PROJECT

MODERATOR = Path(os.environ.get("PROGRAMS", "/nowhere"), "moderator")
ADAPTER = PROJECT / "benchmarks" / "kit" / "moderator.py"


@pytest.mark.long
@pytest.mark.skipif(
    not (MODERATOR / "src").is_dir() or shutil.which("perl") is None,
    reason="PROGRAMS names no folder with moderator/src, the source of the Perl moderator, or there is no perl",
)
def test_it_judges_games_as_we_do(tmp_path: Path) -> None:
    """Under its own options every game is legal with the same figures, in positions within it, too."""
    words = subprocess.run([sys.executable, str(ADAPTER), "--options"], capture_output=True, text=True, check=True)
    stated = [each.partition("=") for each in words.stdout.split() if "=" in each]
    options = {name: value if value.isidentifier() and value not in ("true", "false") else json.loads(value)
               for name, _, value in stated}  # fmt: skip
    kit = tmp_path / "kit"
    list(write_kit(kit, "terra_mystica", 5, Sizes(20, 4, 20), 1, force=False, options=options))
    command = [sys.executable, str(ADAPTER), str(MODERATOR), str(kit), "--tried", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (tmp_path / "answers.jsonl").write_text(done.stdout)
    judge = Judge(Kit(kit))
    judged = [one for given in answers(judge.kit, str(tmp_path / "answers.jsonl")) for one in judge.judged(given)]
    assert {one.topic for one in judged} >= {"verdicts", "courses", "figures", "illegal records"}
    wrong = [one for one in judged if one.judgement == "wrong" and one.topic in ("verdicts", "courses", "figures")]
    assert not wrong
