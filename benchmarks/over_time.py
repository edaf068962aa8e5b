"""Ratings over time in simulated leagues whose players improve, wander, pause or have few games.

    python benchmarks/over_time.py [--leagues 100] [--seed 0]

Coverage is the share of 95 % intervals, of players in the periods since they began, that contain the true strength at
the middle of the period, against the mean of those who have begun. Log losses are those of games predicted from earlier
ones, as in `anyturn stats predict`, of the model with changing players minus that of the static one.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program before it loads numpy

import msgspec
import numpy as np
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.leagues import Changing, Plan, changing
from projections.statistics.strength import prediction
from projections.statistics.strength.calendar import Calendar, calendar
from projections.statistics.strength.contrasts import POINTS, WIDTH
from projections.statistics.strength.estimates import moments
from projections.statistics.strength.over_time import FOR_INTERVALS, above_others, followed, spread_of_players
from projections.statistics.strength.results import Floats

LEAGUES = {
    "static": (0.0, 0.0),
    "a third improve by 174 points": (1.0, 0.0),
    "a third improve by 347 points": (2.0, 0.0),
    "all wander, 87 points": (0.0, 0.5),
    "all wander, 174 points": (0.0, 1.0),
    "a third improve by 174, all wander, 87": (1.0, 0.5),
}
"""What changes -> the gain of the improving third and the drift of everybody, in logits."""


def dated(made: Changing) -> Calendar:
    """The calendar of a league with one game a day."""
    games = np.arange(len(made.results.rank))
    return calendar(games, games.astype(np.float64), made.results.sizes[0])


class Held(Struct):
    """The shares of intervals that contain the truth: of all players, and of those who improve, pause, play rarely.

    `width` is the mean half-width of the intervals, in logits; `now`: the last period only.
    """

    all: float
    improving: float
    pausing: float
    rare: float
    now: float
    width: float


def held(made: Changing) -> Held:
    """Check the intervals of a league."""
    when, plays = dated(made), made.results.plays()[made.results.kind(0)]
    found = followed(made.results, when, spread_of_players(made.results), FOR_INTERVALS)
    values, errors = above_others(found, plays, np.zeros(len(plays), dtype=np.int64))
    there = np.arange(when.periods) >= found.walks.begun[:, None]
    true = made.strength[:, (when.first + when.last) // 2]
    weights = np.where(there, plays[:, None], 0)
    true = true - (weights * true).sum(axis=0) / weights.sum(axis=0)
    inside = np.abs(values - true) <= WIDTH * errors

    def share(players: Floats) -> float:
        return float(inside[players][there[players]].mean())

    return Held(
        share(np.ones(len(plays), dtype=bool)),
        share(made.improving),
        share(made.pausing),
        share(made.rare),
        float(inside[there[:, -1], -1].mean()),
        float(WIDTH * errors[there].mean()),
    )


def excess(made: Changing) -> Floats:
    """(games): the log loss of each predicted game with changing players, minus that of the static model."""
    results, when = made.results, dated(made)
    methods = prediction.methods(results, when)
    asked = {name: methods[name] for name in (prediction.MODEL, prediction.OVER_TIME)}
    found = prediction.losses(results, asked, moments(np.arange(len(results.rank))))
    return found[prediction.OVER_TIME] - found[prediction.MODEL]


def main() -> None:
    parser = argparse.ArgumentParser(description="Ratings over time in simulated leagues.")
    parser.add_argument("--leagues", type=int, default=100)
    parser.add_argument("--intervals", action="store_true", help="leave out predictions, which take longest")
    parser.add_argument("--games", type=int, nargs="*", default=[60, 300, 1_000])
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first league")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.leagues)
    for games in options.games:
        plan = Plan(games=games, players=20 if games < 100 else 60, preference=1)
        print(f"\n{games} games of 4, {plan.players} players, {options.leagues} leagues each")
        kinds = []
        for name, (gain, drift) in LEAGUES.items():
            made = [changing(plan, seed, gain, drift) for seed in seeds]
            kinds.append(np.array([msgspec.structs.astuple(held(each)) for each in made]))
            print(f"{name:<40} {_words(kinds[-1])}{'' if options.intervals else _excess(made)}", flush=True)
        print(f"{'all of these':<40} {_words(np.mean(kinds, axis=0))}", flush=True)


def _words(shares: Floats) -> str:
    """The means of `Held` over leagues (leagues, fields); after those of players, their standard errors."""
    mean, error = shares.mean(axis=0), shares.std(axis=0) / np.sqrt(len(shares))
    names = ("held", "improving", "pausing", "few games", "at the end")
    parts = [f"{name} {m:6.1%} ±{100 * e:.1f}" for name, m, e in zip(names, mean, error, strict=False)]
    return f"{', '.join(parts)}, half-width {POINTS * mean[-1]:.0f}"


def _excess(made: list[Changing]) -> str:
    behind = prediction.excess(np.concatenate([excess(each) for each in made]), np.zeros(1))
    return f"; excess {behind.mean:+.4f} [{behind.low:+.4f}, {behind.high:+.4f}]"


if __name__ == "__main__":
    main()
