"""What factions cost at the start and should cost: counted again in plain Python, and estimated again by numpy."""

from collections import defaultdict
from collections.abc import Iterator
from math import pi, sqrt
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import pytest

from benchmarks.strength import Plan, fair_bids
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from tests.projections.statistics import by_definition, league
from tests.projections.statistics.by_definition import Seat


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    """The league of the tests, in which every third game has an auction with 40 points."""
    with EventStore(str(tmp_path_factory.mktemp("bids") / "s.duckdb")) as opened:
        league.store_league(opened)
        opened.connection.execute(
            "UPDATE games SET options = json_merge_patch(options, "
            """'{"faction_selection": "auction", "auction_start_vp": 40}') WHERE right(game_id, 1) IN ('0', '3', '6')"""
        )
        yield opened


@pytest.fixture(scope="module")
def rows(store: EventStore) -> dict[str, dict[str, Any]]:
    (found,) = statistics.run(store.connection, "bids", Filters())
    assert "; net of the points at the start" in found.words
    return {row["faction"]: row for row in found.rows}


def began(seat: Seat) -> int:
    """The points with which a seat began."""
    return sum(entry["delta"] for entry in seat.entries if (entry["figure"], entry["source"]) == ("vp", "start"))


def test_costs_are_those_counted_again(store: EventStore, rows: dict[str, dict[str, Any]]) -> None:
    costs: dict[str, list[tuple[float, float, float | None]]] = defaultdict(list)
    for table in by_definition.read(store):
        starts = [began(seat) for seat in table.playing]
        for seat, start in zip(table.playing, starts, strict=True):
            auction = table.options.get("faction_selection") == "auction" and start > 0
            costs[seat.faction].append((start, mean(starts) - start, 40 - start if auction else None))
    assert set(rows) == set(costs)
    for faction, each in costs.items():
        bids = [bid for _, _, bid in each if bid is not None]
        row = rows[faction]
        assert row["games"] == len(each)
        assert row["mean_start"] == pytest.approx(mean(start for start, _, _ in each))
        assert row["mean_cost"] == pytest.approx(mean(cost for _, cost, _ in each))
        assert row["auctions"] == len(bids) > 0
        assert row["mean_bid"] == pytest.approx(mean(bids))


def test_fair_bids_are_those_of_least_squares(store: EventStore, rows: dict[str, dict[str, Any]]) -> None:
    """Margins without the start, by players, factions and start positions with the weak prior, as one big system."""
    tables = by_definition.read(store)
    for table in tables:
        table.leave_out_start()
    seats = [seat for table in tables for seat in table.playing if len(table.playing) > 1]
    names = sorted({("player", seat.player) for seat in seats if seat.player})
    names += sorted({("faction", seat.faction) for seat in seats})
    names += sorted({("start", len(seat.table.seats), seat.start) for seat in seats if seat.start}, key=str)
    place = {name: number for number, name in enumerate(names)}
    design = np.zeros((len(seats), len(names)))
    for number, seat in enumerate(seats):
        for other in seat.table.playing:
            own = ("player", other.player), ("faction", other.faction), ("start", len(other.table.seats), other.start)
            for name in own:
                if name in place:
                    design[number, place[name]] += (other is seat) - 1 / len(seat.table.playing)
    deviations = [4.0 if name[0] == "player" else 1.4 for name in names]
    ridge = np.diag([(pi / sqrt(6) / deviation) ** 2 for deviation in deviations])
    effects = np.linalg.solve(design.T @ design + ridge, design.T @ np.array([seat.margin for seat in seats]))
    factions = {name[1]: effects[number] for name, number in place.items() if name[0] == "faction"}
    level = sum(row["games"] * factions[faction] for faction, row in rows.items())
    level /= sum(row["games"] for row in rows.values())
    for faction, row in rows.items():
        assert row["fair_bid"] == pytest.approx(factions[faction] - level, abs=1e-6)
        assert row["fair_low"] < row["fair_bid"] < row["fair_high"]
        assert row["fair_bid"] - row["fair_low"] == pytest.approx(row["fair_high"] - row["fair_bid"])


def test_games_without_points_at_the_start_have_no_bids(store: EventStore, tmp_path: Path) -> None:
    with EventStore(str(tmp_path / "s.duckdb")) as other:
        league.store_league(other, 10)
        other.connection.execute("DELETE FROM tallies WHERE kind = 'vp' AND name = 'start'")
        (found,) = statistics.run(other.connection, "bids", Filters())
    assert found.rows == []
    assert found.words.endswith("; nobody began with points")
    (found,) = statistics.run(store.connection, "bids", Filters(by="map"))
    assert {row["map"] for row in found.rows} == {"base", "lakes"}


def test_fair_bids_hold_the_truth() -> None:
    """Bids follow what players believe of factions; with them in the points, the intervals would miss it."""
    found = [fair_bids(Plan(games=300, preference=1), seed) for seed in range(25)]
    assert 0.91 <= np.mean([one.net for one in found]) <= 0.99
    assert np.mean([one.plain for one in found]) < 0.9
