"""All benchmarks in one run, and their figures beside what they should be at most.

    python benchmarks [PATH...] [--small] [--moderator CHECKOUT]

PATH are logs or folders of logs for those that take them; `--small` is a run of less than a minute, which shows that
all of them work and is too small to tell anything else; CHECKOUT is a working copy of the moderator's source.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from figures import COMPILED, FILE  # noqa: E402
from material import self_played  # noqa: E402

SMALL: dict[str, list[str] | None] = {
    "replay.py": ["--repeat", "1", "--many", "5"],
    "store.py": ["--repeat", "1", "--many", "5"],
    "answers.py": None,
    "frames.py": ["--players", "2"],
    "cluster.py": ["--games", "5", "--workers", "2"],
    "compiled.py": ["--games", "1", "--repeat", "1"],
    "moderator.py": ["--games", "1", "--repeat", "1"],
}
"""What is run, and the words for a small run of it; None where there is none, but a test of its own.

Others stand beside, which measure other things than speed and size, or make what these need.
"""
TAKE_LOGS = ("replay.py", "store.py", "cluster.py", "compiled.py")


def main() -> None:
    parser = argparse.ArgumentParser(description="All benchmarks in one run.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--small", action="store_true", help="only show that all of them work")
    parser.add_argument("--moderator", metavar="CHECKOUT", help="a working copy of the moderator's source")
    options = parser.parse_args()
    paths = [str(Path(path).absolute()) for path in options.paths]
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as folder:
        told = Path(folder, "figures")
        told.touch()
        if options.small and not paths:
            paths = list(self_played(Path(folder), 1))
        failed = []
        for script, small in SMALL.items():
            if options.small and small is None:
                continue
            words = (small or []) if options.small else []
            if script == "compiled.py" and not (COMPILED / "bin" / "anyturn").exists():
                print(f"\n== {script} skipped: no compiled build (make compiled)")
                continue
            if script == "moderator.py":
                if options.moderator is None:
                    continue
                words = [options.moderator, *words]
            if script in TAKE_LOGS:
                words = [*paths, *words]
            print(f"\n== {' '.join([script, *words])}", flush=True)
            done = subprocess.run([sys.executable, str(HERE / script), *words], env={**os.environ, FILE: str(told)})
            if done.returncode:
                failed.append(script)
        _table([json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()])
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def _table(figures: list[dict[str, float | str | None]]) -> None:
    """Every figure, and as a ratio to what it should be at most: above 1 it is missed."""
    print(f"\n{'figure':<64}{'found':>9}  {'unit':<6}{'at most':>9}{'ratio':>7}")
    for one in figures:
        value, aim = float(one["value"] or 0), one["aim"]
        ratio = "" if aim is None else f"{float(aim):>9.2f}{value / float(aim):>7.2f}"
        print(f"{one['name']:<64}{value:>9.2f}  {one['unit']:<6}{ratio}")


if __name__ == "__main__":
    main()
