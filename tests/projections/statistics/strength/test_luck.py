"""Shares of the variation: against numpy's least squares and its definition, and in leagues whose truth is known."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.leagues import POINTS_A_LOGIT, League, Plan, league, store_league
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.statistics.strength import shares as module
from projections.statistics.strength.margins import centred
from projections.statistics.strength.results import Floats, Ints, Results, strengths
from projections.statistics.strength.shares import Share, Within, between_tables


def on_maps(made: League, maps: int) -> tuple[Results, Ints, Ints]:
    """The results with an effect of each faction on each map, the faction and the map of each; maps in rotation."""
    results = made.results
    players, factions = results.sizes
    terms = results.terms.copy()
    place = np.arange(len(terms)) % maps
    terms[:, :, 1] += place[:, None] * factions
    numbers = np.arange(maps * factions)
    whole = Results(results.rank, terms, (players, maps * factions), results.points)
    return whole, numbers % factions, numbers // factions


def by_least_squares(results: Results, faction: Ints, place: Ints) -> dict[str, float]:
    """The same squares: least squares over columns of 0 and 1, and the noise in them by the pseudo-inverse."""
    rows, outcome = [], []
    for ranks, terms, points in zip(results.rank, results.terms, results.points, strict=True):
        there = np.flatnonzero(ranks)
        block = np.zeros((len(there), results.effects))
        for row, chair in enumerate(there):
            block[row, terms[chair]] = 1
        rows.append(block - block.mean(axis=0))
        outcome.append(points[there] - points[there].mean())
    design, margin = np.concatenate(rows), np.concatenate(outcome)
    free = sum(len(each) - 1 for each in rows) - np.linalg.matrix_rank(design)
    effects = np.linalg.lstsq(design, margin, rcond=None)[0]
    noise = ((margin - design @ effects) ** 2).sum() / free
    covariance = noise * np.linalg.pinv(design.T @ design)
    players, own = results.sizes[0], results.plays()[results.kind(1)]
    of_map = np.zeros((results.effects, results.effects))
    of_faction = np.zeros_like(of_map)
    for one in range(len(faction)):
        for other in range(len(faction)):
            if place[one] == place[other]:
                of_map[players + one, players + other] = own[other] / own[place == place[one]].sum()
            if faction[one] == faction[other]:
                of_faction[players + one, players + other] = own[other] / own[faction == faction[one]].sum()
    above = np.diag(np.arange(results.effects) >= players) - of_map
    parts = {"player": np.diag(np.arange(results.effects) < players).astype(float), "faction": of_faction @ above}
    parts["faction on map"] = above - parts["faction"]
    forms = {name: part.T @ design.T @ design @ part for name, part in parts.items()}
    forms["together"] = design.T @ design - sum(forms.values())
    found = {name: effects @ form @ effects - np.trace(form @ covariance) for name, form in forms.items()}
    return found | {"rest": (margin**2).sum() - sum(found.values())}


def test_shares_are_those_of_least_squares() -> None:
    made = league(Plan(games=90, players=8, factions=5, chairs=3, preference=1, drop=0.05), 4)
    results, faction, place = on_maps(made, 2)
    found = {share.source: share.squares for share in Within(results, faction, place).shares(results.points)}
    expected = by_least_squares(results, faction, place)
    assert set(found) == set(expected)
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, rel=0.01, abs=20), name
    assert sum(found.values()) == pytest.approx((centred(results.points, results) ** 2).sum())


def test_large_leagues_are_divided_up_like_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random signs instead of a whole matrix."""
    results, faction, place = on_maps(league(Plan(games=400, preference=1), 1), 2)
    exact = Within(results, faction, place).shares(results.points)
    monkeypatch.setattr(module, "EXACT_EFFECTS", 0)
    for one, other in zip(Within(results, faction, place).shares(results.points), exact, strict=True):
        assert one.source == other.source
        assert one.squares == pytest.approx(other.squares, abs=other.error / 2)
        assert one.error == pytest.approx(other.error, rel=0.25)


def test_tables_differ_by_their_maps() -> None:
    """Against the sums of squares of an analysis of variance; four points more on every other map."""
    made = league(Plan(games=200), 2).results
    place = np.arange(200) % 2
    points = made.points + 4 * place[:, None]
    found = {share.source: share for share in between_tables(made, points, place)}
    means = points.mean(axis=1)
    whole = 4 * ((means - means.mean()) ** 2).sum()
    inside = 4 * sum(((means[place == one] - means[place == one].mean()) ** 2).sum() for one in (0, 1))
    assert found["map"].squares == pytest.approx(whole - inside - inside / 198)
    assert found["map"].squares + found["table"].squares == pytest.approx(whole)
    assert abs(found["map"].squares - 4 * 200 * 4) < 4 * found["map"].error
    (none, every) = between_tables(made, points, np.zeros(200, dtype=np.int64))
    assert none == Share("map", pytest.approx(0.0, abs=1e-6), 0.0)
    assert every.squares == pytest.approx(whole)


def truth(made: League) -> dict[str, float]:
    """The squares that the true effects cause within tables."""
    results = made.results

    def squares(*kinds: int) -> float:
        effects: Floats = np.zeros(results.effects)
        for kind in kinds:
            effects[results.kind(kind)] = POINTS_A_LOGIT * made.truth[results.kind(kind)]
        return float((centred(strengths(effects, results.terms), results) ** 2).sum())

    both = squares(0, 1)
    whole = float((centred(results.points, results) ** 2).sum())
    return {
        "player": squares(0),
        "faction": squares(1),
        "together": both - squares(0) - squares(1),
        "rest": whole - both,
    }


def test_intervals_hold_the_truth() -> None:
    """Of 40 leagues in which good players choose good factions."""
    plan = Plan(games=250, players=40, preference=1)
    inside: dict[str, list[bool]] = {}
    for seed in range(40):
        made = league(plan, seed)
        true = truth(made)
        alone = np.zeros(plan.factions, dtype=np.int64)
        for share in Within(made.results, np.arange(plan.factions), alone).shares(made.results.points):
            inside.setdefault(share.source, []).append(abs(share.squares - true[share.source]) <= 1.96 * share.error)
    assert all(np.mean(each) >= 0.85 for each in inside.values())
    assert np.mean([*inside.values()]) >= 0.9


def test_rows_of_a_store(tmp_path: Path) -> None:
    """The shares of each measure add up to 1, and their squares to the variance; where all are equal, all is luck."""
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        store_league(store.connection, league(Plan(games=120, players=12, drop=0.05), 1), maps=2)
        (found,) = statistics.run(store.connection, "luck", Filters())
        counted = store.connection.execute(
            "SELECT count(*), var_pop(vp), sum(win_share) FROM selected_tables WHERE NOT dropped"
        ).fetchone()
        (none,) = statistics.run(store.connection, "luck", Filters(since="2030"))
    assert counted is not None
    for measure, sources in (("points", 8), ("wins", 6)):
        rows = [row for row in found.rows if row["measure"] == measure]
        assert len(rows) == sources
        assert sum(row["share"] for row in rows) == pytest.approx(1)
        assert all(row["share_low"] <= row["share"] <= row["share_high"] for row in rows)
        assert {row["games"] for row in rows} == {counted[0]}
        assert rows[-1]["source"] == "rest"
    rest = next(row for row in found.rows if row["source"] == "rest")
    assert rest["deviation"] ** 2 / rest["share"] == pytest.approx(counted[1])
    assert none.rows == []


def test_sources_that_always_come_together_have_no_shares(tmp_path: Path) -> None:
    """Where everybody always sits in the same seat, players are not told from seats; the rest is as it was."""
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        store_league(store.connection, league(Plan(games=60, players=12), 1))
        store.connection.execute("UPDATE seats SET start_position = seat + 1, player = 'p' || seat")
        (found,) = statistics.run(store.connection, "luck", Filters())
    assert "cannot tell apart player and seat" in found.words
    missing = {row["source"] for row in found.rows if row["share"] is None}
    assert missing == {"player", "seat", "together"}
    assert all(row["share_low"] is None for row in found.rows if row["source"] in missing)
    known = [row for row in found.rows if row["source"] not in missing]
    assert all(-0.5 < row["share_low"] <= row["share"] <= row["share_high"] < 1.5 for row in known)
