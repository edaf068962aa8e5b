"""The gain of the compiled build: the same logs judged alternately by the interpreted and the compiled program.

    python benchmarks/compiled.py [PATH...] [--python .compiled/bin/python] [--games 20] [--repeat 3]

Each PATH is a log or a folder of logs; in addition, four-player games of every kind are played. `--python` is the
interpreter of an environment with the compiled build (`make compiled`). Times are CPU times: the best of all runs for
each log, the median over the logs of a kind. Each program runs `--repeat` times, and judges every log three times per
run.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from figures import COMPILED, aim_of, record_figure

IN_A_RUN = 3


def main() -> None:
    options = _options()
    if options.judge:
        json.dump(_judged(json.load(sys.stdin)), sys.stdout)
        return
    from material import self_played

    from events import files

    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as folder:
        paths = [*files.find(options.paths), *self_played(Path(folder), options.games)]
        programs = {False: sys.executable, True: options.python}
        runs: dict[bool, list[Any]] = {False: [], True: []}
        for _ in range(options.repeat):
            for compiled, python in programs.items():
                runs[compiled].append(_run(python, paths))
                if runs[compiled][-1]["compiled"] is not compiled:
                    sys.exit(f"{python} runs the {'interpreted' if compiled else 'compiled'} program")
        _table({compiled: _best(judged) for compiled, judged in runs.items()})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What the compiled build brings.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--python", default=str(COMPILED / "bin" / "python"), help="of the build")
    parser.add_argument("--games", type=int, default=20, help="games to play of each kind")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each program")
    parser.add_argument("--judge", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _run(python: str, paths: list[str]) -> Any:
    """The result of `_judged` from one of the programs, run in a separate process."""
    command = [python, str(Path(__file__).resolve()), "--judge"]
    done = subprocess.run(command, input=json.dumps(paths), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{python} failed:\n{done.stderr}")
    return json.loads(done.stdout)


def _judged(paths: list[str]) -> dict[str, Any]:
    """Whether this program is compiled, and for every log its kind and best time in ms.

    The program is the installed one: only the folder of this file precedes it on the path.
    """
    from engine import replay
    from engine.intake import examine
    from events import files
    from projections.garbage import seldom_collected

    blobs = [files.read(path) for path in paths]
    reports = [examine(blob) for blob in blobs]
    times = []
    with seldom_collected():
        for blob in blobs:
            taken = []
            for _ in range(IN_A_RUN):
                start = process_time()
                examine(blob)
                taken.append(1000 * (process_time() - start))
            times.append(min(taken))
    return {
        "compiled": not str(replay.__file__).endswith(".py"),
        "kinds": [f"{report.game}, {report.notation}" if report.replay else "not read" for report in reports],
        "times": times,
    }


def _best(runs: list[Any]) -> dict[str, float]:
    """The median over the logs of each kind of the best time of a log."""
    best = [min(times) for times in zip(*(run["times"] for run in runs), strict=True)]
    kinds: dict[str, list[float]] = {}
    for kind, time in zip(runs[0]["kinds"], best, strict=True):
        kinds.setdefault(kind, []).append(time)
    return {kind: median(times) for kind, times in sorted(kinds.items())}


def _table(found: dict[bool, dict[str, float]]) -> None:
    print(f"{'CPU time of a log, ms':<40}{'interpreted':>13}{'compiled':>10}{'ratio':>7}{'at most':>9}")
    for kind, interpreted in found[False].items():
        compiled = found[True][kind]
        game, _, notation = kind.partition(", ")
        aim = aim_of(game, notation)
        limit = "" if aim is None else f"{aim:>9.2f}"
        print(f"    {kind:<36}{interpreted:>13.2f}{compiled:>10.2f}{compiled / interpreted:>7.2f}{limit}")
        record_figure(f"compiled: a log of {kind}", compiled, "ms", aim)


if __name__ == "__main__":
    main()
