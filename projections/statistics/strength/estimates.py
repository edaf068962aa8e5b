"""The rows of the statistics of strength: ratings on the scale of Elo, rates at fair tables, margins."""

from collections.abc import Container, Iterator, Sequence
from itertools import zip_longest
from math import ceil
from typing import Any

import numpy as np
from msgspec import Struct

from projections.statistics.strength import prediction
from projections.statistics.strength.calendar import calendar, days
from projections.statistics.strength.comparisons import connected, differences, from_prior, joint_width
from projections.statistics.strength.contrasts import POINTS, WIDTH, Contrasts, contrasts, fair_rates, means
from projections.statistics.strength.curvature import ROUGH, Pattern, each
from projections.statistics.strength.data import FACTIONS, PLAYERS, Selection
from projections.statistics.strength.fitting import WEAK_OTHERS, Fit, estimated
from projections.statistics.strength.likelihood import log_likelihood
from projections.statistics.strength.margins import fit_margins
from projections.statistics.strength.planning import times_as_many
from projections.statistics.strength.pooling import Pooled, pooled
from projections.statistics.strength.prior_by_choice import choices
from projections.statistics.strength.results import Bools, Floats, Ints, Results
from projections.statistics.strength.settings import Settings
from projections.statistics.strength.setup_rival import with_setup
from projections.statistics.strength.specialists import specialised
from projections.statistics.strength.unbiased import Ratings, most_likely, rated

AVERAGE = 1500
"""The rating of the average seat; those of factions and start positions count from 0."""
FIRST = 20
"""At least this many games are learnt from before the first one is predicted."""
LEARNING = 0.2
"""The share of the games that are only learnt from."""
WITHOUT_BIAS = 0.7
"""Standard deviation of the prior of factions in the fit from which ratings are shrunken if players have few games."""
MOST = 300
"""At most this many effects of a kind are compared with each other: more pairs than anyone reads."""
TIMES = 20
"""How often the methods are updated."""


class Rated(Struct, frozen=True):
    """The effects of one kind (`own`), with their `plays` (number) and the `groups` (number) that games connect."""

    fit: Fit
    own: slice
    plays: Ints
    groups: Ints

    @property
    def alone(self) -> Bools:
        """(number): whether an effect is the only one of its group."""
        alone: Bools = np.bincount(self.groups)[self.groups] == 1
        return alone

    @property
    def effects(self) -> Floats:
        """(number): the effects, in logits, from no fixed level."""
        return self.fit.effects[self.own]

    def covariance(self) -> Floats:
        """(number, number): the covariance of the effects."""
        return self.fit.curvature.covariance(each(len(self.fit.effects), self.own))

    def above_mean(self, columns: Floats) -> Floats:
        """Columns (number, any) minus their means over each group, weighted by plays."""
        shares = self.plays / np.bincount(self.groups, self.plays)[self.groups]
        return columns - means(columns, shares, self.groups)


def strength_rows(selection: Selection, kind: int, width: float | None = None) -> Iterator[dict[str, Any]]:
    """A row for each effect of a kind (FACTIONS, SEATS): ratings and margin with intervals, fair and plain rates.

    Also how many more games make the interval of the rating `width` points wide (None: half as wide as now).
    Effects are compared within the group that games connect, which is one of those of their split, such as the map. If
    there are more than MOST, they are neither shrunken nor given intervals that hold at once nor numbers of games.
    """
    results = selection.results
    if not results.sizes[kind]:
        return
    pattern = Pattern(results)
    found = _rated(selection, kind, pattern)
    in_points, spread = fit_margins(results, pattern)
    ranked = contrasts(found.fit.effects, found.fit.curvature, found.own, found.groups, found.plays)
    gained = contrasts(in_points.effects, in_points.curvature, found.own, found.groups, found.plays)
    fair, plain = fair_win_rates(selection, kind, ranked.values), selection.wins[found.own] / found.plays
    group_numbers = numbered(found.groups, found.plays, [name[0] for name in selection.names[kind]])
    known, joint, shrunk = ~found.alone, np.zeros(0), np.zeros(0)
    further: list[int | None] = [None] * len(known)
    if len(known) <= MOST:
        covariance = found.covariance()
        joint = ranked.errors * joint_width(found.above_mean(found.above_mean(covariance).T))
        shrunk = found.above_mean(shrunken(results, pattern, found).values[:, None])[:, 0]
        further = _more_games(found, covariance, len(selection.time), width)
    for number, (name, group) in enumerate(zip(selection.names[kind], group_numbers, strict=True)):
        margin, wide = float(gained.values[number]), float(gained.errors[number]) * spread * WIDTH
        measures = {
            "shrunk_rating": POINTS * float(shrunk[number]) if len(shrunk) else None,
            **_rating(ranked, number, 0),
            "joint_low": POINTS * float(ranked.values[number] - joint[number]) if len(joint) else None,
            "joint_high": POINTS * float(ranked.values[number] + joint[number]) if len(joint) else None,
            "fair_rate": float(fair[number]),
            "margin": margin,
            "margin_low": margin - wide,
            "margin_high": margin + wide,
        }
        yield {
            "name": name,
            "games": int(found.plays[number]),
            "group": group,
            "win_rate": float(plain[number]),
            "more_games": further[number],
            **(measures if known[number] else dict.fromkeys(measures)),
        }


def shrunken(results: Results, pattern: Pattern, found: Rated) -> Pooled:
    """The effects of a kind, shrunken: those found, or the most likely ones if players have few games."""
    expected = choices(results, WITHOUT_BIAS)
    if expected is not None:
        likely = most_likely(results, pattern, expected)
        covariance = likely.curvature.covariance(each(results.effects, found.own))
        return pooled(likely.effects[found.own], covariance, WITHOUT_BIAS)
    return pooled(found.effects, found.covariance(), WEAK_OTHERS)


def _more_games(found: Rated, covariance: Floats, games: int, width: float | None) -> list[int | None]:
    """For each effect, how many more games like these it takes until the interval of its rating is narrow.

    Narrow means `width` (from end to end, in points), or half as wide as now. None if no number of games suffices or
    the effect met no other.
    """
    contrast = found.above_mean(np.eye(len(found.plays)))
    errors = np.sqrt(np.maximum(np.diagonal(contrast @ covariance @ contrast.T), 0.0))
    wanted = errors / 2 if width is None else np.full(len(errors), width / POINTS / WIDTH / 2)
    times = times_as_many(covariance, WEAK_OTHERS, contrast, wanted)
    return [
        None if alone or np.isinf(factor) else ceil((factor - 1) * games)
        for alone, factor in zip(found.alone, times, strict=True)
    ]


def specialist_rows(selection: Selection) -> tuple[list[dict[str, Any]], float]:
    """A row for each faction: its rating with effects of each player with each faction, and without these.

    Also returns the standard deviation of these effects, in points.
    """
    results, own = selection.results, selection.results.kind(FACTIONS)
    if not results.sizes[FACTIONS] or not results.sizes[PLAYERS]:
        return [], 0.0
    groups, plays = connected(results, FACTIONS), results.plays()[own]
    plain = rated(results, probes=ROUGH).fit
    fitted, spread = specialised(results)
    before = contrasts(plain.effects, plain.curvature, own, groups, plays)
    after = contrasts(fitted.effects, fitted.curvature, own, groups, plays)
    alone = np.bincount(groups)[groups] == 1
    numbers = numbered(groups, plays, [name[0] for name in selection.names[FACTIONS]])
    there = results.playing & (results.terms[:, :, FACTIONS] >= 0) & (results.terms[:, :, PLAYERS] >= 0)
    pairs = np.unique(results.terms[there][:, [FACTIONS, PLAYERS]], axis=0)[:, 0] - own.start
    people = np.bincount(pairs, minlength=len(plays))
    rows = []
    for number, name in enumerate(selection.names[FACTIONS]):
        change = POINTS * float(after.values[number] - before.values[number])
        measures = {
            **_rating(after, number, 0),
            "plain_rating": POINTS * float(before.values[number]),
            "change": change,
        }
        known = dict.fromkeys(measures) if alone[number] else measures
        counted = {"games": int(plays[number]), "people": int(people[number]), "group": numbers[number]}
        rows.append({"name": name, **counted, **known})
    return rows, POINTS * spread


def fair_rows(selection: Selection) -> Iterator[dict[str, Any]]:
    """A row for each faction: by how many points it is better than the average of its group, with the 95 % interval.

    That is what it should cost, if the points are those without the points at the start.
    """
    results = selection.results
    pattern = Pattern(results)
    own, groups, plays = results.kind(FACTIONS), connected(results, FACTIONS), results.plays()[results.kind(FACTIONS)]
    fitted, spread = fit_margins(results, pattern)
    gained = contrasts(fitted.effects, fitted.curvature, own, groups, plays)
    alone = np.bincount(groups, minlength=1)[groups] == 1
    numbers = numbered(groups, plays, [name[0] for name in selection.names[FACTIONS]])
    for number, name in enumerate(selection.names[FACTIONS]):
        value, wide = float(gained.values[number]), float(gained.errors[number]) * spread * WIDTH
        fair = {"fair_bid": value, "fair_low": value - wide, "fair_high": value + wide}
        known = dict.fromkeys(fair) if alone[number] else fair
        yield {"name": name, "games": int(plays[number]), "group": numbers[number], **known}


def difference_rows(selection: Selection, kind: int) -> Iterator[dict[str, Any]]:
    """A row for each two effects of a kind that games connect, the one rated higher first.

    At most MOST effects of the kind are compared, else there are no rows.
    """
    if not 0 < selection.results.sizes[kind] <= MOST:
        return
    pattern = Pattern(selection.results)
    found = _rated(selection, kind, pattern)
    covariance = found.covariance()
    pairs = differences(found.effects, covariance, found.groups)
    better = shrunken(selection.results, pattern, found).better(pairs.first, pairs.second)
    prior = from_prior(covariance, WEAK_OTHERS, pairs)
    for number, pair in enumerate(zip(pairs.first, pairs.second, strict=True)):
        ahead = pairs.values[number] >= 0
        value, error = POINTS * abs(float(pairs.values[number])), POINTS * float(pairs.errors[number])
        first, second = (selection.names[kind][one] for one in (pair if ahead else pair[::-1]))
        yield {
            "name": (*first, second[-1]),
            "games": int(min(found.plays[one] for one in pair)),
            "difference": value,
            "difference_low": value - WIDTH * error,
            "difference_high": value + WIDTH * error,
            "joint_low": value - pairs.width * error,
            "joint_high": value + pairs.width * error,
            "better": float(better[number] if ahead else 1 - better[number]),
            "from_prior": float(prior[number]),
        }


def _rated(selection: Selection, kind: int, pattern: Pattern) -> Rated:
    results = selection.results
    own = results.kind(kind)
    fitted = rated(results, pattern, ROUGH).fit
    return Rated(fitted, own, results.plays()[own], connected(results, kind))


def numbered(groups: Ints, plays: Ints, splits: Sequence[Any]) -> list[int]:
    """The number of each effect's group among those of its split, from 1; the one with the most plays first."""
    total = np.bincount(groups, plays)
    order = sorted(dict(zip(groups.tolist(), splits, strict=True)).items(), key=lambda one: -total[one[0]])
    numbers: dict[int, int] = {}
    counted: dict[Any, int] = {}
    for group, split in order:
        counted[split] = counted.get(split, 0) + 1
        numbers[group] = counted[split]
    return [numbers[group] for group in groups.tolist()]


def player_rows(selection: Selection) -> Iterator[dict[str, Any]]:
    """A row for each player: the rating with its interval, none for one who met nobody whose name is known."""
    groups = connected(selection.results, PLAYERS)
    found: Ratings = rated(selection.results, groups=groups)
    alone = np.bincount(groups)[groups] == 1
    plays = selection.results.plays()[selection.results.kind(PLAYERS)]
    numbers = numbered(groups, plays, [None] * len(groups))
    for number, (name,) in enumerate(selection.names[PLAYERS]):
        rating = _rating(found.players, number, AVERAGE)
        yield {"player": name, "group": numbers[number], **(dict.fromkeys(rating) if alone[number] else rating)}


def earlier_ratings(selection: Selection, dates: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Ratings of players at about 20 points in time, each from the games before it: those by which `predict` predicts.

    A rating holds for games played at `since` or later and before `before` (empty: for all later ones), two of the
    `dates` (times). Who did not play before has none. They are shrunken: the priors are estimated from the same games.
    """
    results = selection.results.only(PLAYERS, FACTIONS)
    starts = moments(selection.time)
    effects: Floats | None = None
    variances: tuple[float, ...] = ()
    pattern = Pattern(results)
    for start, end in zip_longest(starts, starts[1:]):
        before = results.part(slice(0, start))
        fitted, variances = estimated(before, effects, variances, pattern)
        effects = fitted.effects
        own, plays = before.kind(PLAYERS), before.plays()[before.kind(PLAYERS)]
        groups = connected(before, PLAYERS)
        shares = plays / np.maximum(np.bincount(groups, plays)[groups], 1)
        ratings = AVERAGE + POINTS * (effects[own] - means(effects[own][:, None], shares, groups)[:, 0])
        period = {
            "since": dates[int(selection.time[start])],
            "before": "" if end is None else dates[int(selection.time[end])],
        }
        for number in np.flatnonzero(plays):
            yield {"player": selection.names[PLAYERS][number][0], **period, "rating": float(ratings[number])}


def _rating(found: Contrasts, number: int, centre: int) -> dict[str, float]:
    return {
        "rating": centre + POINTS * float(found.values[number]),
        "rating_low": centre + POINTS * float(found.low[number]),
        "rating_high": centre + POINTS * float(found.high[number]),
    }


def fair_win_rates(selection: Selection, kind: int, logits: Floats) -> Floats:
    """(number): the mean chance of each effect to win at the tables where it sat, if all others were average."""
    results = selection.results
    own = results.kind(kind)
    several = np.broadcast_to(results.playing.sum(axis=1, keepdims=True), results.rank.shape)
    acting = results.playing & (results.terms[:, :, kind] >= 0)
    which = results.terms[:, :, kind][acting] - own.start
    chances = fair_rates(logits[which], several[acting])
    sums = np.bincount(which, chances, minlength=len(logits))
    rates: Floats = sums / np.maximum(np.bincount(which, minlength=len(logits)), 1)
    return rates


def prediction_rows(selection: Selection, settings: Settings, dates: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each method: its mean log loss over games predicted from earlier ones, and how far it lags behind.

    `dates` (times) are when the games were played.
    """
    found, contested = _predictions(selection, settings, dates)
    if not found:
        return
    losses = {name: -log_likelihood(strengths, contested.rank) for name, strengths in found.items()}
    shares = prediction.win_shares(contested)
    for name, loss in sorted(losses.items(), key=lambda each: each[1].mean()):
        behind = prediction.excess(loss, losses[prediction.MODEL])
        yield {
            "method": name,
            "games": len(loss),
            "log_loss": float(loss.mean()),
            "excess": behind.mean,
            "excess_low": behind.low,
            "excess_high": behind.high,
            "brier": float(prediction.brier(prediction.win_chances(found[name], contested), shares).mean()),
        }


def calibration_rows(selection: Selection, settings: Settings, dates: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each method and fifth of the seats by their chance to win: what was predicted, and what came true.

    `dates` (times) are when the games were played.
    """
    found, contested = _predictions(selection, settings, dates)
    if not found:
        return
    playing, shares = contested.playing, prediction.win_shares(contested)
    for name, strengths in found.items():
        chances = prediction.win_chances(strengths, contested)
        for number, fifth in enumerate(prediction.fifths(chances[playing], shares[playing]), 1):
            yield {
                "method": name,
                "fifth": number,
                "games": fifth.seats,
                "predicted": fifth.chance,
                "wins": fifth.wins,
            }


def gain_of_setup(selection: Selection, settings: Settings) -> prediction.Excess | None:
    """How much less log loss the model has on later games if it knows the settings; None if there are too few games."""
    found, contested = _predictions(selection, settings, names=(prediction.MODEL, prediction.SETUP))
    if prediction.SETUP not in found:
        return None
    losses = {name: -log_likelihood(strengths, contested.rank) for name, strengths in found.items()}
    return prediction.excess(losses[prediction.MODEL], losses[prediction.SETUP])


def _predictions(
    selection: Selection, settings: Settings, dates: Sequence[str] | None = None, names: Container[str] | None = None
) -> tuple[dict[str, Floats], Results]:
    """The strengths (games, chairs) by method, and the predicted games with several seats; none if too few games.

    Without `names`, by every method. The model of players who change is among them if there are `dates`, the one that
    knows the setup if there is anything to know.
    """
    results = selection.results.only(PLAYERS, FACTIONS)
    starts = moments(selection.time)
    if not starts:
        return {}, results
    games = results.part(slice(starts[0], None))
    contested = games.playing.sum(axis=1) > 1
    when = calendar(selection.time, days(dates)[selection.time], results.sizes[0]) if dates else None
    methods = with_setup(prediction.methods(results, when), results, settings)
    asked = {name: method for name, method in methods.items() if names is None or name in names}
    found = prediction.predicted(results, asked, starts)
    return {name: strengths[contested] for name, strengths in found.items()}, games.part(contested)


def moments(time: Ints) -> list[int]:
    """The games before which methods are updated, never between games of the same time; empty for too few games."""
    games = len(time)
    first = max(FIRST, int(games * LEARNING))
    step = max(1, (games - first) // TIMES)
    begun = np.searchsorted(time, time[np.arange(first, games, step)]) if games > first else np.zeros(0, dtype=int)
    return sorted({int(start) for start in begun if start >= min(FIRST, first)})
