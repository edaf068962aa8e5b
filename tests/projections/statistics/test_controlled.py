"""`stats setup --controlled`: the columns are those of the advice, and are right where plain counts mislead."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from benchmarks.leagues import League, Plan, store_league
from benchmarks.setups import Setups, selected, setups
from events.log.codec import Unreadable
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.statistics.strength.results import Results
from projections.statistics.strength.setup_differences import with_and_without
from projections.statistics.strength.setup_rows import fitted

WORTH, CONFOUNDED, HELPED = 12.0, "f0", "f1"
"""The tile is worth so many points to f1; f0 is then taken by the strongest player at the table."""


def _misleading() -> tuple[League, list[bool]]:
    """300 games with which a tile lies on the table in about half of them, and whether it does."""
    rng = np.random.default_rng(3)
    games, players, factions = 300, 24, 4
    there = rng.random(games) < 0.5
    seated = rng.random((games, players)).argsort(axis=1)[:, :4]
    skill = rng.normal(0, 10, players)
    taken = rng.random((games, factions)).argsort(axis=1)
    for game in np.flatnonzero(there):
        best, own = skill[seated[game]].argmax(), np.flatnonzero(taken[game] == 0)[0]
        taken[game, [best, own]] = taken[game, [own, best]]
    points = 100 + skill[seated] + WORTH * (there[:, None] & (taken == 1)) + rng.normal(0, 10, taken.shape)
    points = np.rint(points)
    rank = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    results = Results(rank, np.stack([seated, players + taken], axis=2), (players, factions), points)
    return League(results, np.zeros(players + factions)), there.tolist()


@pytest.fixture(scope="module")
def misled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    """That league in a store; games without the tile have another."""
    made, there = _misleading()
    with EventStore(str(tmp_path_factory.mktemp("controlled") / "s.duckdb")) as opened:
        store_league(opened.connection, made)
        opened.connection.execute(
            "INSERT INTO tallies (game_id, kind, name, value) "
            "SELECT 'g' || lpad(n::VARCHAR, 7, '0'), 'setup', 'scoring', CASE WHEN there THEN 'town' ELSE 'spade' END "
            "FROM (SELECT unnest(range(len($there))) AS n, unnest($there) AS there)",
            {"there": there},
        )
        opened.connection.execute(
            "INSERT INTO tallies (game_id, seat, kind, name, value) "
            "SELECT game_id, seat, 'setup', 'bonus', 'ship' FROM seats WHERE seat < 2"
        )
        yield opened


@pytest.fixture(scope="module")
def made() -> Setups:
    return setups(Plan(games=40, players=8, factions=4, preference=1, drop=0.1), 0.3, 5)


def rows(store: EventStore, name: str = "setup", **filters: Any) -> list[dict[str, Any]]:
    (found,) = statistics.run(store.connection, name, Filters(**filters))
    return found.rows


def test_skill_is_not_taken_for_the_worth_of_a_tile(misled: EventStore) -> None:
    """Plain effects are misled by who takes the faction; controlled ones hold the truth, and find what is there.

    All four factions are at each table, so that the tile is worth a quarter less to one and costs the others as much.
    """
    found = {(row["faction"], row["tile"]): row for row in rows(misled, controlled=True)}
    for faction in ("f0", "f1", "f2", "f3"):
        row, other, true = found[faction, "town"], found[faction, "spade"], WORTH * ((faction == HELPED) - 1 / 4)
        assert row["controlled"] == -other["controlled"]
        assert row["controlled"] == pytest.approx(true, abs=2.5)
        assert row["controlled_low"] < true < row["controlled_high"]
    assert found[CONFOUNDED, "town"]["effect_low"] > 4
    assert found[CONFOUNDED, "town"]["controlled"] < 0
    assert found[HELPED, "town"]["controlled_low"] > 0


def test_the_columns_belong_to_the_same_rows(misled: EventStore) -> None:
    """They are null for what is chosen, and only for that, as both tiles are absent from some games."""
    plain, found = rows(misled), rows(misled, controlled=True)
    added = ("controlled", "controlled_low", "controlled_high")
    assert [{key: value for key, value in row.items() if key not in added} for row in found] == plain
    assert {row["kind"] for row in found if row["controlled"] is None} == {"bonus"}


def test_differences_are_those_of_mean_effects(made: Setups) -> None:
    """By definition: over the faction's seats with the setting and over those without, minus the average faction."""
    selection = selected(made)
    found = fitted(selection, made.settings)
    design, own = found.design, with_and_without(found.design, made.settings, found.fit)
    given: dict[tuple[int, int], set[int]] = {}
    for game, chair, setting in zip(made.settings.game, made.settings.chair, made.settings.setting, strict=True):
        given.setdefault((int(game), int(chair)), set()).add(int(setting))
    pairs = list(zip(design.faction.tolist(), design.setting.tolist(), strict=True))
    effects = dict(zip(pairs, found.fit.effects, strict=True))
    results, first = selection.results, selection.results.sizes[0]
    seats = [
        (int(results.terms[game, chair, 1]) - first, given[int(game), int(chair)])
        for game, chair in zip(*np.nonzero(results.playing), strict=True)
    ]
    apart, plays = {}, {}
    for faction, setting in effects:
        alike = {n for n, name in enumerate(made.settings.names) if name[0] == made.settings.names[setting][0]}
        worth = [
            (setting in there, sum(effects[faction, one] for one in alike & there))
            for own, there in seats
            if own == faction
        ]
        sides = [[value for there, value in worth if there is side] for side in (True, False)]
        if all(sides):
            apart[faction, setting] = float(np.mean(sides[0]) - np.mean(sides[1]))
            plays[faction, setting] = len(worth)
    assert [pairs[pair] for pair in own.pair] == sorted(apart)
    for (faction, setting), value in zip(sorted(apart), own.values, strict=True):
        same = [pair for pair in apart if pair[1] == setting]
        mean = sum(plays[pair] * apart[pair] for pair in same) / sum(plays[pair] for pair in same)
        assert value == pytest.approx(apart[faction, setting] - mean)


def test_a_filter_of_seats_leaves_the_controls_whole(misled: EventStore) -> None:
    """The regression compares whole tables; only the rows of the faction are listed."""
    own = rows(misled, controlled=True, faction=HELPED)
    assert {row["faction"] for row in own} == {HELPED}
    everywhere = [row for row in rows(misled, controlled=True) if row["faction"] == HELPED]
    assert [row["controlled"] for row in own] == [row["controlled"] for row in everywhere]


def test_only_setup_can_be_controlled(misled: EventStore) -> None:
    with pytest.raises(Unreadable, match="--controlled with factions, expected setup"):
        rows(misled, "factions", controlled=True)
