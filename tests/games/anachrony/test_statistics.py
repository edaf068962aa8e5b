"""Statistics of Anachrony, counted again from the games themselves."""

from collections import Counter
from statistics import mean

import pytest

from events.vocabulary import anachrony as events
from projections import statistics
from projections.statistics import Filters


def rows(store, name, **filters):
    (answer,) = statistics.run(store.connection, name, Filters(game="anachrony", **filters))
    return answer.rows


def shares(game):
    """Seat -> its share of the win."""
    first = [standing.seat for standing in game.standings if standing.rank == 1]
    return {standing.seat: (standing.seat in first) / len(first) for standing in game.standings}


def test_leaders(played):
    """AN-7.8: each seat once, with its Path, side and leader."""
    store, games = played
    count, wins = Counter(), Counter()
    for game in games:
        for player in game.state.players:
            for players in (None, len(game.state.players)):
                key = players, player.path, player.path_side, player.leader
                count[key] += 1
                wins[key] += shares(game)[player.seat]
    found = {(r["players"], r["path"], r["side"], r["leader"]): (r["games"], r["wins"]) for r in rows(store, "leaders")}
    assert found == {key: (count[key], pytest.approx(wins[key])) for key in count}


def test_built(played):
    """AN-10.3.1, AN-10.3.2: every tile that somebody built."""
    store, games = played
    built, wins = {}, Counter()
    for game in games:
        for entry in game.entries():
            if entry.figure in ("buildings", "superprojects") and entry.delta > 0:
                built.setdefault((entry.figure.rstrip("s"), entry.source), set()).add((id(game), entry.seat))
    for game in games:
        for key, seats in built.items():
            wins[key] += sum(shares(game)[seat] for number, seat in seats if number == id(game))
    found = {(row["kind"], row["tile"]): (row["games"], row["wins"]) for row in rows(store, "built")}
    assert found == {key: (len(seats), pytest.approx(wins[key])) for key, seats in built.items()}


def test_evacuations(played):
    """AN-7.4.10: those who evacuated, by Era, and those who never did."""
    store, games = played
    found = rows(store, "evacuations")
    assert sum(row["games"] for row in found) == sum(len(game.state.players) for game in games)
    gone = [player for game in games for player in game.state.players if player.evacuated]
    assert sum(row["games"] for row in found if row["era"] is not None) == len(gone)
    assert gone
    points = [e.delta for game in games for e in game.entries() if (e.figure, e.source) == ("vp_tokens", "evacuation")]
    told = sum(row["evacuation_vp"] * row["games"] for row in found if row["era"] is not None)
    assert told == pytest.approx(sum(points))
    assert all(5 <= row["era"] <= 7 for row in found if row["era"] is not None)


def test_warps(played):
    """AN-10.3.8: what is neither retrieved nor returned nor repaid stays on the Timeline."""
    store, games = played
    taken, left = Counter(), Counter()
    for game in games:
        for _, event, _ in game.played:
            if isinstance(event, events.ChooseWarp):
                taken.update(event.tiles)
        for player in game.state.players:
            left.update(t for t, era in zip(game.state.tables.warp_ids, player.warped, strict=True) if era)
    found = {row["tile"]: row for row in rows(store, "warps")}
    assert {tile: row["taken"] for tile, row in found.items()} == taken
    assert {tile: row["left_over"] for tile, row in found.items() if row["left_over"]} == left
    assert all(
        row["retrieved"] + row["returned"] + row["repaid"] + row["left_over"] == row["taken"] for row in found.values()
    )


def test_spaces(played):
    """AN-7.2.1, AN-7.2.4: every placement and Free Action, by Era and space."""
    store, games = played
    taken, seats = Counter(), {}
    for game in games:
        era = 0
        for actor, event, _ in game.played:
            era += isinstance(event, events.DrawMineCard)
            if isinstance(event, events.PlaceWorker | events.FreeAction):
                way = "place_worker" if isinstance(event, events.PlaceWorker) else "free_action"
                key = era, way, "anomaly" if event.space.startswith("anomaly") else event.space
                taken[key] += 1
                seats.setdefault(key, set()).add((id(game), actor))
    found = {(row["era"], row["way"], row["space"]): (row["taken"], row["games"]) for row in rows(store, "spaces")}
    assert found == {key: (number, len(seats[key])) for key, number in taken.items()}


def test_last_eras(played):
    """AN-6.7.14: the Era in which games end."""
    store, games = played
    found = {(row["players"], row["last_era"]): row["games"] for row in rows(store, "last_eras")}
    assert found == Counter((len(game.state.players), game.state.era) for game in games)


def test_sources_are_the_categories(played):
    """AN-10.3: points by category add up to the scores."""
    store, games = played
    found = Counter()
    for row in rows(store, "sources"):
        found[row["source"]] += row["vp"]
    assert sum(found.values()) == sum(standing.vp for game in games for standing in game.standings)
    assert set(found) <= {
        "buildings",
        "superprojects",
        "anomalies",
        "time_travel",
        "morale",
        "breakthroughs",
        "vp_tokens",
        "warp_tiles",
        "endgame_conditions",
    }
    assert mean(row["mean_vp"] for row in rows(store, "factions")) > 10
