"""How fast games are judged compared with the Perl moderator of terra.snellman.net, on the same commands, in one run.

from figures import record_figure  # noqa: E402
    python benchmarks/moderator.py CHECKOUT [--games 6] [--repeat 5]

CHECKOUT is a working copy of the moderator's source, run by perl: no part of it belongs to this project. The
games are self-played and written as its commands. Times are CPU times, for each game the best of `--repeat` runs.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from figures import record_figure  # noqa: E402

from engine.intake import examine  # noqa: E402
from engine.rules import ruleset  # noqa: E402
from engine.selfplay import selfplay_log  # noqa: E402
from engine.writing import write  # noqa: E402
from events.files import Blob  # noqa: E402

DRIVER = r"""
use strict; use Time::HiRes 'clock'; use tracker; my $repeat = shift;
for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!"; my @rows = split /\n/, do { local $/; <$in> };
    my $best;
    for (1..$repeat) {
        my $before = clock();
        my $res = terra_mystica::evaluate_game {
            rows => [@rows], faction_info => {}, players => [], metadata => {}, delete_email => 0 };
        my $took = clock() - $before;
        $best = $took if !defined $best or $took < $best;
        die "$file: @{$res->{error}}" if @{$res->{error} || []};
    }
    printf "%.6f\n", $best;
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast games are judged beside the Perl moderator.")
    parser.add_argument("checkout", type=Path, help="a working copy of the moderator's source")
    parser.add_argument("--games", type=int, default=6, help="games to play")
    parser.add_argument("--repeat", type=int, default=5, help="runs per game, the best of which counts")
    options = parser.parse_args()
    rules = ruleset("terra_mystica")
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as folder:
        files = []
        for seed in range(options.games):
            files.append(Path(folder, f"{seed}.txt"))
            files[-1].write_text(write(selfplay_log(rules, str(seed), 4, {}, "sensible"), "snellman_commands"))
        theirs = _moderator(options.checkout, files, options.repeat)
        ours = [min(_judged(file) for _ in range(options.repeat)) for file in files]
    ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
    print(f"games of 4 as commands   {len(files)}")
    print(f"anyturn, ms a game       {1000 * median(ours):.2f}")
    print(f"moderator, ms a game     {1000 * median(theirs):.2f}")
    print(f"anyturn to moderator     {ratio:.2f}")
    record_figure("judging commands, to the moderator's time", ratio, "times", 1.0)


def _moderator(checkout: Path, files: list[Path], repeat: int) -> list[float]:
    """CPU seconds of the moderator for each file."""
    command = ["perl", "-I", str(checkout / "src"), "-e", DRIVER, str(repeat), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the moderator in {checkout} failed: {done.stderr.strip()}")
    return [float(line) for line in done.stdout.split()]


def _judged(file: Path) -> float:
    blob = Blob(file.name, file.read_bytes())
    began = process_time()
    report = examine(blob)
    took = process_time() - began
    assert report.problem is None, report.problem
    return took


if __name__ == "__main__":
    main()
