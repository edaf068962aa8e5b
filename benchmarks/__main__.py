"""All benchmarks in one run, and a table of their figures against their limits.

    python benchmarks [PATH...] [--small] [--moderator CHECKOUT]

Each PATH is a log or a folder of logs, for the benchmarks that take them; `--small` runs for less than a minute and
only shows that all benchmarks work; CHECKOUT is a working copy of the moderator's source.
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
    "evidence.py": ["--many", "5"],
    "answers.py": None,
    "frames.py": ["--players", "2"],
    "pages.py": ["--repeat", "1"],
    "browser.py": None,
    "cluster.py": ["--games", "5", "--workers", "2"],
    "compiled.py": ["--games", "1", "--repeat", "1"],
    "moderator.py": ["--games", "1", "--repeat", "1"],
}
"""The benchmarks, each with its arguments for a small run; None if a separate test covers it.

The other modules here measure things other than speed and size, or make the material.
"""
TAKE_LOGS = ("replay.py", "store.py", "evidence.py", "pages.py", "cluster.py", "compiled.py")


def main() -> None:
    parser = argparse.ArgumentParser(description="All benchmarks in one run.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--small", action="store_true", help="only show that all of them work")
    parser.add_argument("--moderator", metavar="CHECKOUT", help="a working copy of the moderator's source")
    options = parser.parse_args()
    paths = [str(Path(path).absolute()) for path in options.paths]
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as folder:
        figures = Path(folder, "figures")
        figures.touch()
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
            done = subprocess.run([sys.executable, str(HERE / script), *words], env={**os.environ, FILE: str(figures)})
            if done.returncode:
                failed.append(script)
        _table([json.loads(line) for line in figures.read_text(encoding="utf-8").splitlines()])
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def _table(figures: list[dict[str, float | str | None]]) -> None:
    """Print every figure and its ratio to its limit; a ratio above 1 misses the limit."""
    print(f"\n{'figure':<64}{'found':>9}  {'unit':<6}{'at most':>9}{'ratio':>7}")
    for one in figures:
        value, aim = float(one["value"] or 0), one["aim"]
        ratio = "" if aim is None else f"{float(aim):>9.2f}{value / float(aim):>7.2f}"
        print(f"{one['name']:<64}{value:>9.2f}  {one['unit']:<6}{ratio}")


if __name__ == "__main__":
    main()
