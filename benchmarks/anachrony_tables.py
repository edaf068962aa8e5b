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

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from anachrony_program import NEEDED, Program  # noqa: E402
from anachrony_rare import Rare  # noqa: E402
from anachrony_selfplay import compare  # noqa: E402
from platform_program import missing  # noqa: E402
from platform_runs import arguments, compare_games, make_tables, source_of  # noqa: E402


def main() -> int:
    parser = arguments("Compare games with the program of Board Game Arena.")
    parser.add_argument("--policy", choices=("selfplay", "rare"), default="selfplay", help="who plays")
    given = parser.parse_args()
    if why := missing(NEEDED):
        print(f"skipped: {why}")
        return 2
    seeds = range(given.seed, given.seed + given.games)
    if given.policy == "selfplay":
        return compare_games(Program(), compare, seeds, "legal here and not offered by the program")
    if given.out is None:
        parser.error("the policy rare needs --out, a folder for its tables")
    return make_tables(Program(), Rare(), seeds, given.out, source_of("anachrony"))


if __name__ == "__main__":
    sys.exit(main())
