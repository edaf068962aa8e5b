"""Whether the model of strength is right, and how fast it is, measured on simulated leagues with known effects.

    python benchmarks/strength.py [--leagues 200] [--games 500] [--large 100000]

Coverage is the share of 95 % intervals that contain the true value; log losses are those of the last fifth of each
league, which was not used for fitting. `--large` games (0 for none) are stored and queried as by `anyturn stats`.
"""

import argparse
import os
import resource
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program before it loads numpy

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.leagues import POINTS_A_LOGIT, League, Plan, league, neutral_rates, store_league
from projections.statistics.strength import prediction
from projections.statistics.strength.contrasts import WIDTH, contrasts
from projections.statistics.strength.margins import fit_margins
from projections.statistics.strength.results import Bools, Floats
from projections.statistics.strength.unbiased import rated

PREFERENCES = {"none": 0.0, "weak": 0.5, "medium": 1.0, "strong": 2.0}
EXTREMES = 2


class Judged(Struct):
    """Results for one league, by faction from the weakest to the strongest.

    `rating`, `margin` and `plain`: whether the interval contains the true value; `off` and `excess`: plain win rate and
    rating minus the true value, in shares and in logits; `players`: the share of players whose interval contains it.
    """

    rating: Bools
    margin: Bools
    plain: Bools
    off: Floats
    excess: Floats
    players: float


def judged(plan: Plan, made: League) -> Judged:
    """Check the intervals and rates of a league."""
    results, truth = made.results, made.truth
    own, plays = results.kind(1), results.plays()
    weights = plays[own]
    together = np.zeros(plan.factions, dtype=np.int64)
    true = truth[own] - truth[own] @ weights / weights.sum()
    found = rated(results)
    ratings = contrasts(found.fit.effects, found.fit.curvature, own, together, weights)
    fitted, spread = fit_margins(results)
    margins = contrasts(fitted.effects, fitted.curvature, own, together, weights)
    wins, low, high = _plain(made)
    neutral = neutral_rates(plan, truth)
    people = truth[: plan.players] - truth[: plan.players] @ plays[: plan.players] / plays[: plan.players].sum()
    order = true.argsort()
    return Judged(
        ((ratings.low <= true) & (true <= ratings.high))[order],
        (np.abs(margins.values - true * POINTS_A_LOGIT) <= WIDTH * spread * margins.errors)[order],
        ((low <= neutral) & (neutral <= high))[order],
        (wins - neutral)[order],
        (ratings.values - true)[order],
        float(((found.players.low <= people) & (people <= found.players.high)).mean()),
    )


def _plain(made: League) -> tuple[Floats, Floats, Floats]:
    """(factions): the plain win rate and the ends of its Wilson interval."""
    results = made.results
    first = results.playing & (results.rank == 1)
    share = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    faction = results.terms[:, :, 1] - results.sizes[0]
    plays = results.plays()[results.kind(1)]
    rate = np.bincount(faction.ravel(), share.ravel(), minlength=results.sizes[1]) / plays
    square = WIDTH**2 / plays
    middle = (rate + square / 2) / (1 + square)
    half = WIDTH * np.sqrt(np.maximum(rate * (1 - rate), 0) / plays + square / plays / 4) / (1 + square)
    return rate, middle - half, middle + half


def last_fifth(made: League) -> dict[str, float]:
    """The mean log loss of each method on the last fifth of a league."""
    start = len(made.results.rank) * 4 // 5
    found = prediction.losses(made.results, prediction.methods(made.results), [start])
    return {name: float(loss.mean()) for name, loss in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether the model of strength is right, and how fast it is.")
    parser.add_argument("--leagues", type=int, default=200)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--large", type=int, default=100_000)
    options = parser.parse_args()
    plan = Plan(games=options.games)
    print(f"{options.leagues} leagues each, {plan.games} games of {plan.chairs}, {plan.players} players (deviation")
    print(f"{plan.skill} logits), {plan.factions} factions (deviation {plan.spread})\n")
    for name, preference in PREFERENCES.items():
        _row(f"preference {name}", replace(plan, preference=preference), options.leagues)
    few = {
        "60 games": Plan(games=60, preference=1),
        "300 players: 7 games each": Plan(players=300, preference=1),
        "skill 1.0": Plan(skill=1.0, preference=1),
        "a tenth of the seats dropped": Plan(preference=1, drop=0.1),
    }
    for name, other in few.items():
        _row(name, other, options.leagues)
    _row("5,000 games of 1,000 players", Plan(games=5_000, players=1_000, preference=1), max(options.leagues // 5, 1))
    print("\nlog loss of the last fifth, mean of the leagues; share of leagues in which the model is better")
    for name, preference in PREFERENCES.items():
        _losses(name, replace(plan, preference=preference), options.leagues)
    if options.large:
        _large(options.large)


def _row(name: str, plan: Plan, leagues: int) -> None:
    found = [judged(plan, league(plan, seed)) for seed in range(leagues)]

    def ends(values: list[Bools]) -> float:
        return float(np.mean([[*each[:EXTREMES], *each[-EXTREMES:]] for each in values]))

    best = np.mean([one.off[-EXTREMES:].mean() for one in found])
    print(
        f"{name:<30} ratings hold the truth {np.mean([one.rating for one in found]):6.1%}, "
        f"two best and worst {ends([one.rating for one in found]):6.1%}; margins "
        f"{np.mean([one.margin for one in found]):6.1%}; players {np.mean([one.players for one in found]):6.1%}; "
        f"plain win rates {np.mean([one.plain for one in found]):6.1%}, best and worst "
        f"{ends([one.plain for one in found]):6.1%}, the best are {100 * best:+.1f} points off "
        f"(ratings {174 * np.mean([one.excess[-EXTREMES:].mean() for one in found]):+.1f} points of Elo)",
        flush=True,
    )


def _losses(name: str, plan: Plan, leagues: int) -> None:
    found = [last_fifth(league(plan, seed)) for seed in range(leagues)]
    losses = []
    for method in found[0]:
        better = np.mean([one[prediction.MODEL] < one[method] for one in found])
        share = "" if method == prediction.MODEL else f" ({better:.0%})"
        losses.append(f"{method} {np.mean([one[method] for one in found]):.3f}{share}")
    print(f"preference {name:<8} {', '.join(losses)}", flush=True)


def _large(games: int) -> None:
    from events.store.event_store import EventStore
    from projections.statistics import Filters, run

    for players in (2_000, 20_000):
        made = league(Plan(games=games, players=players, factions=20, preference=1), 1)
        print(f"\n{games:,} games of 4 with {players:,} players, 20 factions and 4 maps, from the store")
        with (
            tempfile.TemporaryDirectory(prefix="anyturn-strength-") as folder,
            EventStore(str(Path(folder, "large.duckdb"))) as store,
        ):
            store_league(store.connection, made, maps=4)
            for name, by in (("factions", ""), ("strength", ""), ("strength", "map"), ("players", "")):
                start, worked = perf_counter(), process_time()
                (answer,) = run(store.connection, name, Filters(by=by))
                took, worked = perf_counter() - start, process_time() - worked
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                words = f"stats {name}{' --by ' + by if by else ''}"
                print(
                    f"    {words:<24}{len(answer.rows):>6} rows {took:7.1f} s, {worked:6.1f} s of processors, "
                    f"peak {peak:,.0f} MiB",
                    flush=True,
                )


if __name__ == "__main__":
    main()
