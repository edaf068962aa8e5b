"""How fast frames of games are drawn, and how few elements change between them.

    python benchmarks/frames.py [--players 4]

For every game with pictures, one self-played game: time per frame with warm caches (the first frames cost more), size
of a frame, and how many elements are new in the next one (median).
"""

import argparse
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.replay import Replay, replay  # noqa: E402
from engine.rules import ruleset  # noqa: E402
from engine.selfplay import selfplay_log  # noqa: E402
from projections import pictures  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast frames of games are drawn.")
    parser.add_argument("--players", type=int, default=4, help="players of each game")
    players = parser.parse_args().players
    print(f"{'game':<14} {'frames':>6} {'ms/frame':>8} {'KB':>5} {'elements':>8} {'new':>4}")
    for game in pictures.drawn():
        print(_measured(game, players))


def _measured(game: str, players: int) -> str:
    rules = ruleset(game)
    log = selfplay_log(rules, "frames", players, {}, "sensible")
    film = pictures.Film(rules, log.header, last=replay(rules, log).state)
    position = Replay(rules, log.header)
    spent, frames = 0.0, []
    for record in log.records:
        position.feed([record])
        begun = process_time()
        frames.append(film.shot(position))
        spent += process_time() - begun
    cut = [Counter(re.findall(r"<[^>]*>", frame)) for frame in frames]
    new = median((after - before).total() for before, after in pairwise(cut))
    size, elements = len(frames[-1]) / 1000, cut[-1].total()
    return f"{game:<14} {len(frames):>6} {1000 * spent / len(frames):>8.2f} {size:>5.0f} {elements:>8} {new:>4.0f}"


if __name__ == "__main__":
    main()
