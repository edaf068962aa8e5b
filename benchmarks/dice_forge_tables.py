"""Whether the Dice Forge of Board Game Arena and this project judge the same games alike, both ways.

    PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER python benchmarks/dice_forge_tables.py --out TABLES [--policy random]
        [--seed 1000] [--games 100] [--beyond]
    PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER python benchmarks/dice_forge_tables.py --requests [--seed 1] [--games 100]

PROGRAMS holds the program (`dice-forge/game`), its framework's table definitions (`bgawb`) and its database's socket
(`db.sock`), PROGRAMS_DRIVERS the stub of the site's framework (`dice-forge/fw`); no part of them belongs to this
project. Without them the script says so and ends with status 2.

The program is driven with players who choose at random, or who prefer what was seen least over the run (`rare`), and
its tables are written to `--out`, where `platform_tables.py` judges them. The places of the source that never sent
anything are listed. `--beyond` lets the players buy cards that the rules here leave out.

With `--requests`, games that this project has played with itself are played again at the program's tables, with the
same chance: the scores must be equal at the end, and the program's table must be read as valid. A game that stops is
listed with the move and the program's words. The status is 1 if a table did not come to its end, or to an equal one.
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from dice_forge_program import Program, missing  # noqa: E402
from dice_forge_rare import Players, sending_places, write  # noqa: E402
from dice_forge_requests import compare  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Make tables with the program of Board Game Arena.")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game")
    parser.add_argument("--games", type=int, default=100, help="games to play")
    parser.add_argument("--policy", choices=("rare", "random"), default="rare", help="how the players choose")
    parser.add_argument("--out", type=Path, help="folder for the tables")
    parser.add_argument("--requests", action="store_true", help="self-played games at the program's tables instead")
    parser.add_argument("--beyond", action="store_true", help="also buy cards that the rules here leave out")
    arguments = parser.parse_args()
    if why := missing(dict(os.environ)):
        print(f"skipped: {why}")
        return 2
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    if arguments.requests:
        return both_ways(seeds)
    if arguments.out is None:
        parser.error("tables need --out, a folder")
    return tables(seeds, arguments.out, Players(arguments.policy, arguments.beyond))


def both_ways(seeds: range) -> int:
    """Games of ours at the program's tables."""
    count, beyond = Counter[str](), Counter[str]()
    with Program() as program:
        for seed in seeds:
            outcome = compare(program, seed, beyond)
            count[outcome.split(":")[0] if outcome.startswith("skipped") else str(outcome == "equal")] += 1
            if outcome != "equal":
                print(f"{seed}  {outcome}", flush=True)
    for prompt, times in beyond.most_common():
        if times:
            print(f"{times:6}  asked for by the program and answered by rule here: {prompt}")
    print(
        f"{count['True']} of {count['True'] + count['False']} games end with equal scores, {count['skipped']} skipped"
    )
    return int(bool(count["False"]))


def tables(seeds: range, folder: Path, players: Players) -> int:
    """Tables of the program's own; what was refused, and what was never sent."""
    ended = 0
    with Program() as program:
        for seed in seeds:
            played = players.play(program, seed)
            ended += not played["fault"]
            write(folder, played)
            if played["fault"]:
                print(f"{played['name']}  {played['fault']}", flush=True)
        visited = program.visited()
    for refusal, times in players.refused.most_common(20):
        print(f"{times:6}  refused: {refusal}")
    places = sending_places()
    for place, kind in places.items():
        if place not in visited:
            print(f"never  {place}  {kind}")
    print(f"{len(places.keys() & visited.keys())} of {len(places)} places that send something were visited")
    print(f"{ended} of {len(seeds)} tables came to their end; they are in {folder}")
    return int(ended < len(seeds))


if __name__ == "__main__":
    sys.exit(main())
