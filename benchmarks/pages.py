"""How much CPU a replay page takes, beside the judging of its game.

    python benchmarks/pages.py [LOGS] [--games 3] [--profile]

For every game with pictures some self-played games of four, or what stands in the folder LOGS: records, CPU of
`validate` and of the page, per page and per 500 records, in one process with warm caches, and the size of a page.
"""

import argparse
import cProfile
import pstats
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import anyturn  # noqa: E402
from engine.rules import ruleset  # noqa: E402
from engine.selfplay import selfplay_log  # noqa: E402
from events.log.native import GameLog, write  # noqa: E402
from projections import pictures  # noqa: E402
from projections.pages import replay_page  # noqa: E402

RECORDS = 500


class Measured(NamedTuple):
    """A game: its records, the seconds of CPU that judging it and its page take, the bytes of the page."""

    game: str
    records: int
    judging: float
    page: float
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description="How much CPU a replay page takes.")
    parser.add_argument("logs", nargs="?", type=Path, help="a folder of logs (default: self-played games)")
    parser.add_argument("--games", type=int, default=3, help="self-played games of each game")
    parser.add_argument("--profile", action="store_true", help="print where the time of the pages goes")
    options = parser.parse_args()
    profile = cProfile.Profile() if options.profile else None
    with TemporaryDirectory() as folder:
        files = sorted(options.logs.iterdir()) if options.logs else list(_played(Path(folder), options.games))
        measured = [_measured(file, profile) for file in files if file.is_file()]
    print(f"{'game':<14} {'games':>5} {'records':>7} {'validate ms':>11} {'page ms':>8} {'per 500':>8} {'KB':>5}")
    for game in sorted({each.game for each in measured}):
        print(_line(game, [each for each in measured if each.game == game]))
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)


def _played(folder: Path, games: int) -> Iterator[Path]:
    for game in pictures.drawn():
        for number in range(games):
            log: GameLog = selfplay_log(ruleset(game), f"pages-{number}", 4, {}, "sensible")
            file = folder / f"{game}-{number}.jsonl"
            file.write_bytes(b"\n".join(write(log)))
            yield file


def _measured(file: Path, profile: cProfile.Profile | None) -> Measured:
    """The game in a file; its first page warms the caches."""
    replay_page(str(file), "")
    begun = process_time()
    game = anyturn.load(str(file))
    judged = process_time()
    with profile or nullcontext():
        page = replay_page(str(file), "")
    return Measured(game.id, len(game.records), judged - begun, process_time() - judged, len(page.data))


def _line(game: str, them: list[Measured]) -> str:
    records, judging, page = (median(each[place] for each in them) for place in (1, 2, 3))
    scaled = mean(each.page / each.records for each in them) * RECORDS
    return (
        f"{game:<14} {len(them):>5} {records:>7.0f} {1000 * judging:>11.1f} {1000 * page:>8.0f} {1000 * scaled:>8.0f} "
        f"{mean(each.size for each in them) / 1000:>5.0f}"
    )


if __name__ == "__main__":
    main()
