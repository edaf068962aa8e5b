"""How much CPU a replay page takes, beside the judging of its game.

    python benchmarks/pages.py [PATH...] [--games 3] [--repeat 3]

Each PATH is a log or a folder of logs; without one, some self-played games of four. For each game the medians of its
records, of the CPU that judging takes and its page, of that for 500 records, and of the size of a page: with warm
caches, the best of some runs.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import anyturn  # noqa: E402
from benchmarks.figures import record_figure  # noqa: E402
from benchmarks.material import self_played  # noqa: E402
from events import files  # noqa: E402
from projections.pages import replay_page  # noqa: E402

RECORDS, AIM = 500, 300.0
"""A page of so many records takes at most so many ms."""


class Measured(NamedTuple):
    """A game, its records, the ms of CPU that judging it and its page take, the KB of the page."""

    game: str
    records: int
    judging: float
    page: float
    size: float

    @property
    def scaled(self) -> float:
        """The ms of the page if it had 500 records."""
        return self.page * RECORDS / max(1, self.records)


def main() -> None:
    parser = argparse.ArgumentParser(description="How much CPU a replay page takes.")
    parser.add_argument("paths", nargs="*", help="logs or folders of logs")
    parser.add_argument("--games", type=int, default=3, help="self-played games of each game, if no log is given")
    parser.add_argument("--repeat", type=int, default=3, help="runs, of which the best counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anyturn-benchmark-") as folder:
        paths = files.find(options.paths) or self_played(Path(folder), options.games)
        measured = [_measured(path, options.repeat) for path in paths]
    print(f"{'game':<14} {'games':>5} {'records':>7} {'judging ms':>10} {'page ms':>7} {'for 500':>7} {'KB':>4}")
    for game in sorted({each.game for each in measured}):
        them = [each for each in measured if each.game == game]
        records, judging, page, size = (median(each[place] for each in them) for place in (1, 2, 3, 4))
        scaled = median(each.scaled for each in them)
        print(f"{game:<14} {len(them):>5} {records:>7.0f} {judging:>10.1f} {page:>7.0f} {scaled:>7.0f} {size:>4.0f}")
        record_figure(f"page of {RECORDS} records, {game}", scaled, "ms", AIM)


def _measured(path: str, repeat: int) -> Measured:
    """The game in a file."""
    game = anyturn.load(path)
    judging, page, data = [], [], b""
    for _ in range(repeat):
        begun = process_time()
        anyturn.load(path)
        judged = process_time()
        data = replay_page(path, "").data
        judging.append(judged - begun)
        page.append(process_time() - judged)
    return Measured(game.id, len(game.records), 1000 * min(judging), 1000 * min(page), len(data) / 1000)


if __name__ == "__main__":
    main()
