"""Tables that a platform's own program has written: how many are judged valid with the program's own scores.

    python benchmarks/platform_tables.py FOLDER [--least 99.6] [--match n10]

FOLDER holds pairs of files: NAME.json, a table in the shape of the platform's archive, and NAME.final.json, whose
`final` maps each player to the final score that the program computed. `--match` selects names that begin so, such as
those of one seed. Prints every other table with its verdict and first difference, and ends with status 1 if fewer than
`--least` percent are valid with equal scores, or if one cannot be read.
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.intake import Report, examine  # noqa: E402
from events.files import read  # noqa: E402

FINAL = ".final.json"
UNREADABLE = "unreadable"


def scores_of(report: Report) -> dict[str, int]:
    """The final points of every player by the rules; empty for a game that is not over."""
    if report.replay is None or report.replay.standings is None:
        return {}
    seats = report.replay.header.seats
    return {seats[standing.seat].player: standing.vp for standing in report.replay.standings}


def judged(final: Path) -> tuple[bool, str]:
    """Whether the table of a result is valid with equal scores, and its verdict with what is wrong."""
    table = final.with_name(final.name.removesuffix(FINAL) + ".json")
    expected = json.loads(final.read_text(encoding="utf-8"))["final"]
    report = examine(read(str(table)))
    found = scores_of(report)
    if report.verdict == "valid" and found == expected:
        return True, "valid"
    played = report.replay
    difference = report.problem or (played and (played.broke or played.discrepancies)) or found
    first = difference[0] if isinstance(difference, list) else difference
    return False, f"{report.verdict}: {first}; expected {expected}"


def main() -> None:
    """Judge every table of a folder."""
    asked = argparse.ArgumentParser(description="How many tables of a platform's program are judged as it played them.")
    asked.add_argument("folder", type=Path)
    asked.add_argument("--least", type=float, default=99.6, help="percent that must be valid with equal scores")
    asked.add_argument("--match", default="", help="only names that begin so")
    given = asked.parse_args()
    finals = sorted(each for each in given.folder.glob(f"{given.match}*{FINAL}"))
    if not finals:
        sys.exit(f"{given.folder} holds no NAME{FINAL}")
    right, unreadable = 0, 0
    for final in finals:
        is_right, verdict = judged(final)
        right += is_right
        unreadable += verdict.startswith(UNREADABLE)
        if not is_right:
            print(f"{final.name.removesuffix(FINAL)}  {verdict}")
    share = 100 * right / len(finals)
    print(f"{right} of {len(finals)} tables ({share:.1f} %) are valid with the program's own scores")
    if share < given.least or unreadable:
        sys.exit(1)


if __name__ == "__main__":
    main()
