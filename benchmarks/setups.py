"""Simulated leagues in which settings help factions: whether the intervals of `stats advice` hold, and its predictions.

python benchmarks/setups.py [--leagues 40] [--large 25000] [--seed 0] [--intervals]
"""

import argparse
import sys
from pathlib import Path
from time import perf_counter

import numpy as np
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.leagues import MEAN_POINTS, POINTS_A_LOGIT, League, Plan, chosen, tables
from projections.statistics.strength import prediction
from projections.statistics.strength.contrasts import WIDTH
from projections.statistics.strength.data import Selection
from projections.statistics.strength.likelihood import log_likelihood
from projections.statistics.strength.margins import SPREAD
from projections.statistics.strength.results import Floats, Results
from projections.statistics.strength.settings import Settings
from projections.statistics.strength.setup_effects import joint_width
from projections.statistics.strength.setup_rival import with_setup
from projections.statistics.strength.setup_rows import advice_rows, effect_rows, fitted

VALUES = {"card": 9, "final": 4, "map": 3, **{f"scoring_{round_}": 8 for round_ in range(1, 7)}, "seat": 4}
"""Kind of setting -> how many values it has. Of the cards, seven are in each game."""
CARDS = 7


class Setups(Struct, frozen=True):
    """A league, its settings, and the true effects (factions, settings) in points."""

    league: League
    settings: Settings
    truth: Floats


def setups(plan: Plan, depend: float, seed: int) -> Setups:
    """A league in which each setting is worth `depend` (a standard deviation, in spreads of a result) to a faction."""
    rng = np.random.default_rng(seed)
    names = [(kind, str(value)) for kind, number in VALUES.items() for value in range(number)]
    skills, powers = rng.normal(0, plan.skill, plan.players), rng.normal(0, plan.spread, plan.factions)
    effects = rng.normal(0, depend * SPREAD, (plan.factions, len(names)))
    players = tables(rng, plan)
    factions = chosen(rng, plan, players, plan.preference * np.outer(skills / plan.skill, powers / plan.spread))
    given = np.zeros((plan.games, plan.chairs, len(names)), dtype=bool)
    first = 0
    for kind, number in VALUES.items():
        drawn = rng.random((plan.games, number)).argsort(axis=1)[:, : CARDS if kind == "card" else 1]
        for values in drawn.T:
            if kind == "seat":
                given[:, np.arange(plan.chairs), first + np.arange(plan.chairs)] = True
            else:
                given[np.arange(plan.games), :, first + values] = True
        first += number
    result = (
        skills[players] + powers[factions] + (given * effects[factions]).sum(axis=2) + rng.gumbel(size=players.shape)
    )
    points = np.rint(MEAN_POINTS + POINTS_A_LOGIT * result)
    rank = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    terms = np.stack([players, plan.players + factions, np.full(players.shape, -1)], axis=2)
    results = Results(rank, terms, (plan.players, plan.factions, 0), points)
    game, chair, setting = np.nonzero(given)
    made = League(results, np.concatenate([skills, powers]))
    return Setups(made, Settings(names, game, chair, setting), POINTS_A_LOGIT * effects)


def selected(made: Setups) -> Selection:
    """The league as the statistics read it, one game per day."""
    results = made.league.results
    players, factions = ([(str(number),) for number in range(size)] for size in results.sizes[:2])
    return Selection(
        results, (players, [("", *name) for name in factions], []), np.arange(len(results.rank)), np.zeros(0), 0
    )


class Held(Struct):
    """Shares of intervals that contain the truth: of effects, all of a league at once, of margins in a setup.

    Also the spread between settings that was estimated divided by the true one, and by how much the log loss of the
    last fifth of the games falls with the settings.
    """

    effects: float
    jointly: bool
    margins: float
    margins_jointly: bool
    gain: float


def judged(made: Setups, predict: bool) -> Held:
    """The intervals of a league and, if asked to `predict`, predictions of its last fifth."""
    selection = selected(made)
    found = fitted(selection, made.settings)
    design, fit = found.design, found.fit
    truth = made.truth[design.faction, design.setting]
    off = np.abs(fit.effects - truth)
    # what to expect at the first table, compared with all factions as they were played
    setup = sorted({int(one) for one in made.settings.setting[(made.settings.game == 0) & (made.settings.chair == 0)]})
    plays = selection.results.plays()[selection.results.kind(1)]
    true = POINTS_A_LOGIT * made.league.truth[selection.results.kind(1)] + made.truth[:, setup].sum(axis=1)
    true = true - (plays * true).sum() / plays.sum()
    rows = sorted(advice_rows(selection, made.settings, found, setup), key=lambda row: int(row["faction"]))
    inside = [row["margin_low"] <= value <= row["margin_high"] for row, value in zip(rows, true, strict=True)]
    joint = [row["joint_low"] <= value <= row["joint_high"] for row, value in zip(rows, true, strict=True)]
    return Held(
        float((off <= WIDTH * fit.errors).mean()),
        bool((off <= joint_width(len(off)) * fit.joint_errors).all()),
        float(np.mean(inside)),
        all(joint),
        gain(made) if predict else float("nan"),
    )


def gain(made: Setups) -> float:
    """By how much the log loss of the last fifth falls if the settings are known."""
    results = made.league.results.only(0, 1)
    methods = with_setup(prediction.methods(results), results, made.settings)
    start = len(results.rank) * 4 // 5
    asked = {name: methods[name] for name in (prediction.MODEL, prediction.SETUP)}
    found = prediction.predicted(results, asked, [start])
    loss = {name: float(-log_likelihood(each, results.rank[start:]).mean()) for name, each in found.items()}
    return loss["model"] - loss["setup"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether the intervals of advice hold.")
    parser.add_argument("--leagues", type=int, default=40)
    parser.add_argument("--large", type=int, default=25_000)
    parser.add_argument("--intervals", action="store_true", help="leave out predictions, which take longest")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first league")
    options = parser.parse_args()
    print(f"{'':<26}{'effects':>9}{'jointly':>9}{'margins':>9}{'jointly':>9}{'gain':>9}{'better':>9}")
    for games in (60, 300, 3_000):
        for depend in (0.0, 0.05, 0.1, 0.2):
            leagues = max(options.leagues * (1 if games < 3_000 else 0.25), 2)
            plan = Plan(games=games, preference=1)
            seeds = range(options.seed, options.seed + int(leagues))
            found = [judged(setups(plan, depend, seed), not options.intervals) for seed in seeds]
            rates = [np.mean([getattr(each, name) for each in found]) for name in Held.__struct_fields__]
            better = np.mean([each.gain > 0 for each in found])
            print(
                f"{games:>6} games, settings {depend:<5}"
                + "".join(f"{100 * rate:>8.1f}%" for rate in rates[:-1])
                + f"{rates[-1]:>9.4f}{100 * better:>8.0f}%",
                flush=True,
            )
    if options.large:
        made = setups(Plan(games=options.large, players=2_000, preference=1), 0.1, 0)
        begun = perf_counter()
        rows = list(effect_rows(selected(made), made.settings, fitted(selected(made), made.settings)))
        print(f"{options.large:,} games of 2,000 players: {len(rows)} effects in {perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
