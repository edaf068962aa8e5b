"""Whether the Anachrony of Board Game Arena and this project judge the same games alike, both ways.

    PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER python benchmarks/anachrony_tables.py [--seed 1000] [--games 100]
    PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER python benchmarks/anachrony_tables.py --policy rare --out TABLES

PROGRAMS holds the program (`anachrony/game`) and its database's socket (`db.sock`), PROGRAMS_DRIVERS the stub of the
site's framework (`anachrony/stub`); no part of them belongs to this project. Without them the script says so and ends
with status 2.

The policy `selfplay` plays games of this project at tables of the program, with the same chance: at each turn the
figures of all players must be equal, and the scores at the end. Games that stop are listed with the move and the
program's words. The policy `rare` drives the program with players who prefer what was seen least and writes its tables
to `--out`, where `platform_tables.py` judges them; it lists the places of the source that never sent anything.
The status is 1 if a game or table did not come to an equal end.
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from anachrony_program import Program, missing  # noqa: E402
from anachrony_rare import Rare, never_sent, places, write  # noqa: E402
from anachrony_selfplay import compare  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare games with the program of Board Game Arena.")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game")
    parser.add_argument("--games", type=int, default=100, help="games to play")
    parser.add_argument("--policy", choices=("selfplay", "rare"), default="selfplay", help="who plays")
    parser.add_argument("--out", type=Path, help="folder for the tables of the policy rare")
    arguments = parser.parse_args()
    if why := missing(dict(os.environ)):
        print(f"skipped: {why}")
        return 2
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    if arguments.policy == "selfplay":
        return both_ways(seeds)
    if arguments.out is None:
        parser.error("the policy rare needs --out, a folder for its tables")
    return rare_tables(seeds, arguments.out)


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


def rare_tables(seeds: range, folder: Path) -> int:
    """Tables of the program's own, by players who look for what is rare."""
    rare, ended = Rare(), 0
    with Program() as program:
        for seed in seeds:
            played = rare.play(program, seed)
            ended += not played["fault"]
            write(folder, played)
            if played["fault"]:
                print(f"{played['name']}  {played['fault']}", flush=True)
        never = never_sent(program.visited())
    for refusal, times in rare.refused.most_common():
        print(f"{times:6}  refused: {refusal}")
    for place in never:
        print(f"never  {place}")
    print(f"{places() - len(never)} of {places()} places that send something were visited")
    print(f"{ended} of {len(seeds)} tables came to their end; they are in {folder}")
    return int(ended < len(seeds))


if __name__ == "__main__":
    sys.exit(main())
