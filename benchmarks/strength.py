"""Whether the model of strength is right, and how fast it is, measured on simulated leagues with known effects.

    python benchmarks/strength.py [--leagues 200] [--games 500] [--large 100000] [--seed 0]

Coverage is the share of 95 % intervals that contain the true value; log losses are those of the last fifth of each
league, which was not used for fitting. `--large` games (0 for none) are stored and queried as by `anyturn stats`.
Constants of the methods were chosen in leagues with seeds below 1,000; those of `--seed 1000` had no part in that.
"""

import argparse
import os
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program before it loads numpy

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.leagues import (
    POINTS_A_LOGIT,
    League,
    Plan,
    clubs,
    league,
    neutral_rates,
    specialists,
    store_league,
)
from projections.statistics.strength import prediction
from projections.statistics.strength.comparisons import connected, differences, joint_width
from projections.statistics.strength.contrasts import POINTS, WIDTH, contrasts
from projections.statistics.strength.curvature import Pattern
from projections.statistics.strength.data import Selection
from projections.statistics.strength.estimates import Rated, earlier_ratings, shrunken
from projections.statistics.strength.fitting import WEAK_OTHERS, Fit
from projections.statistics.strength.margins import fit_margins
from projections.statistics.strength.planning import times_as_many
from projections.statistics.strength.results import Bools, Floats, Results
from projections.statistics.strength.specialists import specialised
from projections.statistics.strength.unbiased import rated

PREFERENCES = {"none": 0.0, "weak": 0.5, "medium": 1.0, "strong": 2.0}
EXTREMES = 2
BIDDING = 3.0
RATED = (1510, 1550)
SPECIALISTS = ((60, 20, 0.5), (300, 60, 0.5), (300, 20, 0.5), (300, 60, 0.8), (1_000, 30, 0.5))
"""Leagues of specialists: games, players, and how much a player's skill varies from faction to faction, in logits."""


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


class Compared(Struct):
    """What the comparisons of one league are worth, over the factions of one group.

    `joint`, `joint_pairs`: whether all joint intervals, of ratings and of differences, contain the true values;
    `pairs`: the share of the intervals of single differences that do; `raw`, `shrunk`: the rating of the faction
    that stands first by it, minus its true value, in logits; `certain`, `right`: the mean probability that the one of
    two that seems better is better, and how often it is; `zero`: whether any interval of a difference leaves out 0, and
    any joint one.
    """

    joint: bool
    joint_pairs: bool
    pairs: float
    raw: float
    shrunk: float
    certain: float
    right: float
    zero: tuple[bool, bool]


def compared(made: League) -> Compared:
    """Check comparisons of two, joint intervals and shrunken ratings; the factions may be of several groups."""
    results, own = made.results, made.results.kind(1)
    fitted = rated(results).fit
    found = Rated(fitted, own, results.plays()[own], connected(results, 1))
    effects, covariance = found.effects, found.covariance()
    ranked = contrasts(fitted.effects, fitted.curvature, own, found.groups, found.plays)
    true = found.above_mean(made.truth[own][:, None])[:, 0]
    width = joint_width(found.above_mean(found.above_mean(covariance).T))
    pooled_effects = shrunken(results, Pattern(results), found)
    shrunk = found.above_mean(pooled_effects.values[:, None])[:, 0]
    both = differences(effects, covariance, found.groups)
    off = np.abs(both.values - (made.truth[own][both.first] - made.truth[own][both.second])) / both.errors
    better = pooled_effects.better(both.first, both.second)
    ahead = made.truth[own][both.first] > made.truth[own][both.second]
    lead = np.abs(both.values) / both.errors
    first = (ranked.values.argmax(), shrunk.argmax())
    return Compared(
        bool((np.abs(ranked.values - true) <= width * ranked.errors).all()),
        bool((off <= both.width).all()),
        float((off <= WIDTH).mean()),
        float(ranked.values[first[0]] - true[first[0]]),
        float(shrunk[first[1]] - true[first[1]]),
        float(np.maximum(better, 1 - better).mean()),
        float((ahead == (better > 0.5)).mean()),
        (bool((lead > WIDTH).any()), bool((lead > both.width).any())),
    )


def specialists_held(made: League) -> tuple[float, float]:
    """The share of factions whose interval holds the truth, with effects of players with factions and without them."""
    results, own = made.results, made.results.kind(1)
    plays, together = results.plays()[own], np.zeros(results.sizes[1], dtype=np.int64)
    true = made.truth[own] - made.truth[own] @ plays / plays.sum()

    def held(fitted: Fit) -> float:
        found = contrasts(fitted.effects, fitted.curvature, own, together, plays)
        return float(((found.low <= true) & (true <= found.high)).mean())

    return held(specialised(results)[0]), held(rated(results).fit)


class FairBids(Struct):
    """The share of the factions of a league whose fair bid, by its interval, is the true one.

    `net`: from results without the points at the start, as the program has it; `plain`: from whole results.
    """

    net: float
    plain: float


def fair_bids(plan: Plan, seed: int) -> FairBids:
    """A league with auctions: players bid half of what a faction is worth, give or take BIDDING points."""
    made = league(plan, seed)
    results, own = made.results, made.results.kind(1)
    bids = made.truth[results.terms[:, :, 1]] * POINTS_A_LOGIT / 2
    bids += np.random.default_rng(seed).normal(0, BIDDING, bids.shape)
    weights = results.plays()[own]
    true = (made.truth[own] - made.truth[own] @ weights / weights.sum()) * POINTS_A_LOGIT

    def hold(points: Floats) -> float:
        fitted, spread = fit_margins(Results(results.rank, results.terms, results.sizes, points))
        found = contrasts(fitted.effects, fitted.curvature, own, np.zeros(plan.factions, dtype=np.int64), weights)
        return float((np.abs(found.values - true) <= WIDTH * spread * found.errors).mean())

    return FairBids(hold(results.points), hold(results.points - np.rint(bids)))


def chosen_by_rating(plan: Plan, seed: int) -> Floats:
    """(RATED, 3): seats whose player earlier games rate so high, as `--rating` finds them, their wins, and those due.

    Due is the share of a seat in the victories of a table at which all are equal.
    """
    results = league(plan, seed).results
    games = np.arange(plan.games)
    names = ([(str(number),) for number in range(plan.players)], [], [])
    selection = Selection(results, names, games, np.zeros(results.effects), 0)
    ratings = np.full((plan.games, plan.players), -np.inf)
    for row in earlier_ratings(selection, [f"{number:06}" for number in games]):
        ratings[int(row["since"]) : int(row["before"] or plan.games), int(row["player"])] = row["rating"]
    of_seats, playing = ratings[games[:, None], results.terms[:, :, 0]], results.playing
    due = np.broadcast_to(1 / playing.sum(axis=1, keepdims=True), playing.shape)
    won = prediction.win_shares(results)
    high = [playing & (of_seats >= rating) for rating in RATED]
    return np.array([[seats.sum(), won[seats].sum(), due[seats].sum()] for seats in high])


def shown_first(made: League) -> tuple[float, float]:
    """The rating of the faction shown first, by rating and by shrunken rating, minus its true value, in logits."""
    results, own = made.results, made.results.kind(1)
    found = Rated(rated(results).fit, own, results.plays()[own], connected(results, 1))
    true = found.above_mean(made.truth[own][:, None])[:, 0]
    raw = found.above_mean(found.effects[:, None])[:, 0]
    shrunk = found.above_mean(shrunken(results, Pattern(results), found).values[:, None])[:, 0]
    return float((raw - true)[raw.argmax()]), float((shrunk - true)[shrunk.argmax()])


def widths(plan: Plan, seed: int) -> tuple[float, float]:
    """The median error of a faction's rating, now and after the games that are said to halve it, in logits."""

    def errors(made: League) -> tuple[Rated, Floats]:
        own, plays = made.results.kind(1), made.results.plays()
        fitted = rated(made.results).fit
        found = Rated(fitted, own, plays[own], connected(made.results, 1))
        return found, contrasts(fitted.effects, fitted.curvature, own, found.groups, found.plays).errors

    found, before = errors(league(plan, seed))
    contrast = found.above_mean(np.eye(plan.factions))
    times = np.median(times_as_many(found.covariance(), WEAK_OTHERS, contrast, before / 2))
    _, after = errors(league(replace(plan, games=int(times * plan.games)), seed))
    return float(np.median(before)), float(np.median(after))


def last_fifth(made: League) -> dict[str, float]:
    """The mean log loss of each method on the last fifth of a league."""
    start = len(made.results.rank) * 4 // 5
    found = prediction.losses(made.results, prediction.methods(made.results), [start])
    return {name: float(loss.mean()) for name, loss in found.items()}


def calibrated(plan: Plan, seeds: range) -> Iterator[str]:
    """For some methods Brier's score and, for seats in fifths by chance, the mean chance and the share that won."""
    shares: list[Floats] = []
    chances: dict[str, list[Floats]] = defaultdict(list)
    briers: dict[str, list[Floats]] = defaultdict(list)
    for seed in seeds:
        results = league(plan, seed).results
        start = plan.games * 4 // 5
        there = prediction.methods(results)
        games = results.part(slice(start, None))
        shares.append(prediction.win_shares(games)[games.playing])
        asked = {name: there[name] for name in (prediction.MODEL, "elo", "weng_lin")}
        for name, strengths in prediction.predicted(results, asked, [start]).items():
            found = prediction.win_chances(strengths, games)
            chances[name].append(found[games.playing])
            briers[name].append(prediction.brier(found, prediction.win_shares(games)))
    for name, each in chances.items():
        fifths = prediction.fifths(np.concatenate(each), np.concatenate(shares))
        told = ", ".join(f"{one.chance:.1%} -> {one.wins / one.seats:.1%}" for one in fifths)
        yield f"{name}: Brier {np.concatenate(briers[name]).mean():.3f}; {told}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether the model of strength is right, and how fast it is.")
    parser.add_argument("--leagues", type=int, default=200)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--large", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first league")
    options = parser.parse_args()
    plan = Plan(games=options.games)
    seeds = range(options.seed, options.seed + options.leagues)
    print(f"{options.leagues} leagues each, {plan.games} games of {plan.chairs}, {plan.players} players (deviation")
    print(f"{plan.skill} logits), {plan.factions} factions (deviation {plan.spread})\n")
    for name, preference in PREFERENCES.items():
        _row(f"preference {name}", replace(plan, preference=preference), seeds)
    few = {
        "60 games": Plan(games=60, preference=1),
        "300 players: 7 games each": Plan(players=300, preference=1),
        "skill 1.0": Plan(skill=1.0, preference=1),
        "a tenth of the seats dropped": Plan(preference=1, drop=0.1),
    }
    for name, other in few.items():
        _row(name, other, seeds)
    _row(
        "5,000 games of 1,000 players",
        Plan(games=5_000, players=1_000, preference=1),
        seeds[: max(options.leagues // 5, 1)],
    )
    _comparisons(seeds)
    print("\nfair bids: share of intervals that hold the truth, net of the start; with the start in the points")
    for games in (60, 300, 3_000):
        bids = [fair_bids(Plan(games=games, preference=1), seed) for seed in seeds]
        net, plain = np.mean([one.net for one in bids]), np.mean([one.plain for one in bids])
        print(f"{f'{games:,} games':<32} {net:6.1%}; {plain:6.1%}", flush=True)
    print("\nspecialists: share of intervals that hold the truth, with effects of players with factions; without")
    for games, players, spread in SPECIALISTS:
        own = Plan(games=games, players=players)
        held = [specialists_held(specialists(own, spread, seed)) for seed in seeds]
        apart, plain = np.mean(held, axis=0)
        name = f"{games:,} games, {players} players, {spread * POINTS:.0f} points"
        print(f"{name:<40} {apart:6.1%}; {plain:6.1%}", flush=True)
    print("\nequal players: wins of seats whose player earlier games rate so high; wins due")
    for games, players in ((60, 20), (300, 60), (300, 300)):
        own = Plan(games=games, players=players, skill=1e-9)
        found = np.sum([chosen_by_rating(own, seed) for seed in seeds], axis=0)
        for rating, (seats, won, due) in zip(RATED, found, strict=True):
            share, fair = won / max(seats, 1), due / max(seats, 1)
            error = np.sqrt(fair * (1 - fair) / max(seats, 1))
            name = f"{games:,} games, {players} players, {rating}+"
            print(f"{name:<40} {share:6.2%} +- {WIDTH * error:.2%} of {seats:,.0f} seats; {fair:6.2%}", flush=True)
    print("\nintervals after the games that are said to make them half as wide, of their width before")
    for games in (60, 300):
        ratios = [
            after / before
            for before, after in (widths(Plan(games=games), n) for n in seeds[: max(options.leagues // 4, 1)])
        ]
        print(f"{games} games: {np.mean(ratios):.3f}", flush=True)
    print("\nlog loss of the last fifth, mean of the leagues; share of leagues in which the model is better")
    for name, preference in PREFERENCES.items():
        _losses(name, replace(plan, preference=preference), seeds)
    print("\ncalibration: predicted -> won")
    for games in (60, 300):
        for line in calibrated(Plan(games=games, preference=1), seeds):
            print(f"{games} games, {line}", flush=True)
    if options.large:
        _large(options.large)


def _row(name: str, plan: Plan, seeds: range) -> None:
    found = [judged(plan, league(plan, seed)) for seed in seeds]

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


def _comparisons(seeds: range) -> None:
    plans = {f"{games} games": Plan(games=games, preference=1) for games in (60, 300, 3_000)}
    plans["800 players with 1.5 games each"] = Plan(games=300, players=800, preference=1)
    plans["300 games, factions equal"] = Plan(games=300, spread=1e-9)
    plans["300 games, factions half apart"] = Plan(games=300, preference=1, spread=0.175)
    plans["300 games, factions twice apart"] = Plan(games=300, preference=1, spread=0.7)
    print("\ncomparisons: share of leagues in which all joint intervals hold the truth, and so on")
    for name, plan in plans.items():
        _compared_row(name, [compared(league(plan, seed)) for seed in seeds])
    for gap in (0.0, 0.8, 1.5):
        plan = Plan(games=150, players=30, factions=7)
        name = f"two clubs, {gap * POINTS:.0f} points apart"
        _compared_row(name, [compared(clubs(plan, gap, seed)) for seed in seeds])


def _compared_row(name: str, found: list[Compared]) -> None:
    print(
        f"{name:<32} all ratings {np.mean([one.joint for one in found]):6.1%}; differences "
        f"{np.mean([one.pairs for one in found]):6.1%}, all {np.mean([one.joint_pairs for one in found]):6.1%}; "
        f"shown first {POINTS * np.mean([one.raw for one in found]):+.1f} points off, by shrunken ratings "
        f"{POINTS * np.mean([one.shrunk for one in found]):+.1f}; better {np.mean([one.right for one in found]):.1%}, "
        f"said {np.mean([one.certain for one in found]):.1%}; some two seem to differ "
        f"{np.mean([one.zero[0] for one in found]):.0%}, jointly {np.mean([one.zero[1] for one in found]):.0%}",
        flush=True,
    )


def _losses(name: str, plan: Plan, seeds: range) -> None:
    found = [last_fifth(league(plan, seed)) for seed in seeds]
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
