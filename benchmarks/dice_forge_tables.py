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

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from dice_forge_program import NEEDED, Program  # noqa: E402
from dice_forge_rare import Players  # noqa: E402
from dice_forge_requests import compare  # noqa: E402
from platform_program import missing  # noqa: E402
from platform_runs import arguments, compare_games, make_tables, source_of  # noqa: E402


def main() -> int:
    parser = arguments("Compare tables and games with the program of Board Game Arena.")
    parser.add_argument("--policy", choices=("rare", "random"), default="rare", help="how the players choose")
    parser.add_argument("--requests", action="store_true", help="self-played games at the program's tables instead")
    parser.add_argument("--beyond", action="store_true", help="also buy cards that the rules here leave out")
    given = parser.parse_args()
    if why := missing(NEEDED):
        print(f"skipped: {why}")
        return 2
    seeds = range(given.seed, given.seed + given.games)
    if given.requests:
        return compare_games(Program(), compare, seeds, "asked for by the program and answered by rule here")
    if given.out is None:
        parser.error("tables need --out, a folder")
    return make_tables(Program(), Players(given.policy, given.beyond), seeds, given.out, source_of("dice-forge"))


if __name__ == "__main__":
    sys.exit(main())
