"""Whether the Anachrony of Board Game Arena and this project play the same games alike.

    PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER python benchmarks/anachrony_tables.py [--seed 1000] [--games 100]

PROGRAMS holds the program (`anachrony/game`) and its database's socket (`db.sock`), PROGRAMS_DRIVERS the stub of the
site's framework (`anachrony/stub`); no part of them belongs to this project. Without them the script says so and ends
with status 2.
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from anachrony_program import Program, missing  # noqa: E402
from anachrony_selfplay import compare  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare games with the program of Board Game Arena.")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game")
    parser.add_argument("--games", type=int, default=100, help="games to play")
    arguments = parser.parse_args()
    if why := missing(dict(os.environ)):
        print(f"skipped: {why}")
        return 2
    return both_ways(range(arguments.seed, arguments.seed + arguments.games))


def both_ways(seeds: range) -> int:
    """Games of ours at the program's tables."""
    equal, offers = 0, Counter[str]()
    with Program() as program:
        for seed in seeds:
            outcome = compare(program, seed, offers)
            equal += outcome == "equal"
            if outcome != "equal":
                print(f"{seed}  {outcome}", flush=True)
    for space, times in offers.most_common():
        print(f"{times:6}  {space} is legal here and not offered by the program")
    print(f"{equal} of {len(seeds)} games end with equal scores")
    return int(equal < len(seeds))


if __name__ == "__main__":
    sys.exit(main())
