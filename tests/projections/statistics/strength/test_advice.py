"""Advice for choosing: the regression against a dense one by its definition, settings counted again, no leak."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from scipy import optimize, stats

from benchmarks.leagues import Plan
from benchmarks.setups import Setups, judged, selected, setups
from events.log.codec import Unreadable
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.statistics.strength import prediction
from projections.statistics.strength.margins import SPREAD
from projections.statistics.strength.results import Results
from projections.statistics.strength.setup_design import design, sums
from projections.statistics.strength.setup_effects import (
    ALLOWED,
    EXPECTED,
    Reduced,
    fit_setup,
    joint_width,
    solved_by_games,
    solved_by_pairs,
)
from projections.statistics.strength.setup_rival import with_setup
from projections.statistics.strength.setup_rows import advice_rows, effect_rows, fitted
from tests.projections.statistics import by_definition, league

SMALL = Plan(games=50, players=8, factions=4, preference=1, drop=0.1)


@pytest.fixture(scope="module")
def made() -> Setups:
    return setups(SMALL, 0.3, 5)


class Dense:
    """The same regression with all columns in one big matrix, and the restricted likelihood of normal margins."""

    def __init__(self, made: Setups) -> None:
        results = made.league.results
        self.players, self.factions, _ = results.sizes
        given: dict[tuple[int, int], list[int]] = {}
        for game, chair, setting in zip(made.settings.game, made.settings.chair, made.settings.setting, strict=True):
            given.setdefault((int(game), int(chair)), []).append(int(setting))
        rows, margins = [], []
        self.pairs: list[tuple[int, int]] = sorted(
            {
                (int(results.terms[game, chair, 1]) - self.players, setting)
                for game, chair in zip(*np.nonzero(results.playing), strict=True)
                for setting in given[int(game), int(chair)]
            }
        )
        number = {pair: n for n, pair in enumerate(self.pairs, self.players + self.factions)}
        for game in range(len(results.rank)):
            chairs = np.flatnonzero(results.playing[game])
            table = np.zeros((len(chairs), self.players + self.factions + len(self.pairs)))
            for row, chair in enumerate(chairs):
                player, faction = results.terms[game, chair, :2]
                acting = [player, faction, *(number[faction - self.players, s] for s in given[game, int(chair)])]
                table[row, acting] = 1
            rows.append(table - table.mean(axis=0) if len(chairs) else table)
            margins.append(results.points[game, chairs] - (results.points[game, chairs].mean() if len(chairs) else 0))
        self.columns, self.margin = np.concatenate(rows), np.concatenate(margins)
        self.free = len(self.margin) - sum(len(table) > 0 for table in rows)
        families = [made.settings.names[setting][0].split("_")[0] for _, setting in self.pairs]
        kinds = list(dict.fromkeys(name.split("_")[0] for name, _ in made.settings.names))
        self.kind = np.array([kinds.index(name) for name in families])
        self.controls = np.repeat([(SPREAD / 4) ** 2, (SPREAD / 0.7) ** 2], [self.players, self.factions])

    def solved(self, deviations: Any) -> tuple[Any, Any]:
        """The effects, and their covariance for a spread of 1, under these deviations (kinds)."""
        precision = np.concatenate([self.controls, np.asarray(deviations)[self.kind] ** -2.0])
        inverse = np.linalg.inv(self.columns.T @ self.columns + np.diag(precision))
        return inverse @ (self.columns.T @ self.margin), inverse

    def lack(self, deviations: Any, scale: float, away: int) -> float:
        """The negative logarithm of the restricted likelihood of deviations (kinds), with what is expected of them."""
        ratio = np.asarray(deviations)
        effects, _ = self.solved(ratio)
        known = len(self.controls)
        own = self.columns[:, :known].T @ self.columns[:, :known] + np.diag(self.controls)
        free = self.free - known + np.trace(np.diag(self.controls) @ np.linalg.inv(own))
        rest = self.margin @ self.margin - (self.columns.T @ self.margin) @ effects
        precision = np.concatenate([self.controls, ratio[self.kind] ** -2.0])
        determinant = np.linalg.slogdet(self.columns.T @ self.columns + np.diag(precision))[1]
        determinant += 2 * np.log(ratio)[self.kind].sum()
        return float((free * np.log(rest) + determinant) / 2 - (away * np.log(ratio) - (ratio / scale) ** 2 / 2).sum())


def test_effects_are_those_of_one_big_system(made: Setups) -> None:
    """Under the deviations found, effects and their covariance are those of the regression with all columns."""
    results = made.league.results
    built = design(results, made.settings)
    fit = fit_setup(results, built, sums(built, 0, len(results.rank)))
    dense = Dense(made)
    assert list(zip(built.faction, built.setting, strict=True)) == dense.pairs
    effects, inverse = dense.solved(fit.deviations / fit.spread)
    own = slice(len(dense.controls), None)
    assert fit.effects == pytest.approx(effects[own], abs=1e-6)
    assert fit.factions == pytest.approx(effects[dense.players : dense.players + dense.factions], abs=1e-6)
    assert fit.covariance == pytest.approx(fit.spread**2 * inverse[own, own], abs=1e-6)


def test_deviations_are_the_most_likely_ones(made: Setups) -> None:
    """scipy finds no better ones, starting elsewhere and without slopes."""
    results = made.league.results
    built = design(results, made.settings)
    fit = fit_setup(results, built, sums(built, 0, len(results.rank)))
    dense, found = Dense(made), fit.deviations / fit.spread
    least = dense.lack(found, EXPECTED, 0)
    start = np.log(np.full(len(found), 0.3))
    bounds = [(np.log(0.005), 0)] * len(found)
    other = optimize.minimize(
        lambda logs: dense.lack(np.exp(logs), EXPECTED, 0), start, method="L-BFGS-B", bounds=bounds
    )
    assert least <= other.fun + 1e-3


@pytest.mark.parametrize("deviation", [0.005, 0.1, 1.0])
def test_both_ways_to_solve_agree(deviation: float) -> None:
    """With fewer results than pairs, a smaller matrix gives the same effects, shares and determinant."""
    rng = np.random.default_rng(1)
    dealt, margins = rng.normal(size=(30, 90)), rng.normal(size=30)
    reduced = Reduced(dealt.T @ dealt, dealt.T @ margins, float(margins @ margins), 25.0)
    ratios = deviation * rng.uniform(0.5, 1, 90)
    for one, other in zip(solved_by_games(reduced)(reduced, ratios), solved_by_pairs(reduced, ratios), strict=True):
        assert one == pytest.approx(other, abs=1e-10)


def test_advice_is_the_sum_of_what_acts(made: Setups) -> None:
    """A margin in a setup is the faction's and those of its settings, above the mean of the plays."""
    selection = selected(made)
    found = fitted(selection, made.settings)
    setup = [0, 9, 13]
    rows = {row["faction"]: row for row in advice_rows(selection, made.settings, found, setup)}
    plays = selection.results.plays()[selection.results.kind(1)]
    shares = plays / plays.sum()
    pairs = list(zip(found.design.faction, found.design.setting, strict=True))
    strength = [float(each) for each in found.fit.factions]
    for (own, one), effect in zip(pairs, found.fit.effects, strict=True):
        strength[own] += effect if one in setup else 0
    for faction, row in rows.items():
        expected = strength[int(faction)] - shares @ np.array(strength)
        assert row["margin"] == pytest.approx(expected)
        assert row["margin_low"] < row["margin"] < row["margin_high"]
        assert row["joint_low"] < row["margin_low"]
        odds = np.exp(SPREAD / found.fit.spread * expected)
        assert row["win_chance"] == pytest.approx(odds / (odds + SMALL.chairs - 1), abs=0.1)


def test_effects_are_sorted_by_how_sure_they_are(made: Setups) -> None:
    found = fitted(selected(made), made.settings)
    rows = list(effect_rows(selected(made), made.settings, found))
    sure = [abs(row["effect"]) / (row["effect_high"] - row["effect_low"]) for row in rows]
    assert sure == sorted(sure, reverse=True)
    width = stats.norm.ppf((1 + 0.95 ** (1 / len(rows))) / 2)
    joint = sorted((row["joint_high"] - row["joint_low"]) / 2 for row in rows)
    assert joint == pytest.approx(sorted(width * found.fit.joint_errors))
    assert (found.fit.joint_errors >= found.fit.errors).all()
    assert all(row["joint_low"] < row["effect_low"] for row in rows)
    assert joint_width(1) == pytest.approx(1.96, abs=1e-3)


def test_predictions_use_nothing_from_the_future(made: Setups) -> None:
    """Other results of later games change no earlier prediction of the method that knows the setup."""
    results = made.league.results.only(0, 1)
    starts = [20, 30, 40]
    later = np.arange(len(results.rank)) >= 30
    changed = Results(
        np.where(later[:, None] & results.playing, results.rank[:, ::-1], results.rank),
        results.terms,
        results.sizes,
        np.where(later[:, None], results.points[:, ::-1], results.points),
    )
    changed = replace(changed, rank=np.where(results.playing, np.maximum(changed.rank, 1), 0))
    found = []
    for each in (results, changed):
        method = with_setup(prediction.methods(each), each, made.settings)[prediction.SETUP]
        found.append(prediction.predicted(each, {"setup": method}, starts)["setup"])
    playing = results.playing[20:40]
    assert np.array_equal(found[0][:20][playing], found[1][:20][playing])
    assert not np.array_equal(found[0][20:], found[1][20:])


@pytest.mark.long
def test_intervals_of_a_simulated_league_hold() -> None:
    """Most intervals of effects contain the truth; benchmarks/setups.py counts many leagues."""
    held = judged(setups(Plan(games=400, preference=1), ALLOWED, 1), predict=False)
    assert held.jointly
    assert held.effects > 0.9
    assert held.margins > 0.8


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    with EventStore(str(tmp_path_factory.mktemp("advice") / "s.duckdb")) as opened:
        league.store_league(opened)
        yield opened


def answer(store: EventStore, name: str, **filters: Any) -> statistics.Answer:
    (found,) = statistics.run(store.connection, name, Filters(**filters))
    return found


def test_seats_with_a_setting_are_those_counted_again(store: EventStore) -> None:
    """The map, the number of players and the start position, counted in plain Python; tiles against `setup`."""
    rows = {(row["faction"], row["kind"], row["value"]): row["games"] for row in answer(store, "advice").rows}
    counted: dict[tuple[str, str, str], int] = {}
    for table in by_definition.read(store):
        for seat in table.playing:
            known = {"map": table.options["map"], "players": str(len(table.seats)), "seat": seat.start}
            for kind, value in known.items():
                if value is not None:
                    key = (seat.faction, kind, str(value))
                    counted[key] = counted.get(key, 0) + 1
    assert counted == {key: games for key, games in rows.items() if key[1] in ("map", "players", "seat")}
    tiles = {
        (row["faction"], row["kind"], row["tile"]): row["games"]
        for row in answer(store, "setup").rows
        if row["kind"] != "bonus"
    }
    assert tiles == {key: games for key, games in rows.items() if key[1] not in ("map", "players", "seat")}


def test_a_setup_is_named(store: EventStore) -> None:
    found = answer(store, "advice", setup="map=lakes, players=3, card=bonus_6c, card=bonus_ship")
    assert {row["faction"] for row in found.rows} == set(league.FACTIONS)
    assert [row["margin"] for row in found.rows] == sorted((row["margin"] for row in found.rows), reverse=True)
    assert "no better than factions alone" in found.words


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("lakes", "expected settings such as map="),
        ("map=", "expected settings such as map="),
        ("weather=fine", "expected one in which the games differ: one of card, final, map, players"),
        ("map=lake", "map=lake in --setup, expected one of base, lakes; did you mean lakes?"),
        ("seat=1,seat=2", "seat twice in --setup"),
        ("card=bonus_6c,card=bonus_6c", "card=bonus_6c twice in --setup"),
    ],
)
def test_setups_that_are_none_are_refused(store: EventStore, setup: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told.replace("?", r"\?")):
        answer(store, "advice", setup=setup)
