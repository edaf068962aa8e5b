"""Statistics that fit the game (DA-15), checked against the games themselves; catalogues are never counted together."""

from collections import Counter

import pytest

from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.statistics import Filters
from tests.games.daitoshi.own import opened, played, tables
from tests.games.daitoshi.table import BASICS

NAMES = ["actions", "careers", "goods", "inventions", "openings", "points", "production", "trades", "triggers"]


@pytest.fixture(scope="module")
def logs():
    return [selfplay_log(ruleset("daitoshi"), f"stats-{seed}", None, {}, "sensible") for seed in range(12)]


@pytest.fixture(scope="module")
def store(tmp_path_factory, logs):
    folder = tmp_path_factory.mktemp("daitoshi")
    for number, log in enumerate(logs):
        (folder / f"{number}.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(folder / "s.duckdb")) as opened_store:
        list(import_files(opened_store, sorted(map(str, folder.glob("*.jsonl"))), 1))
        yield opened_store


def rows(store, name):
    (answer,) = statistics.run(store.connection, name, Filters(game="daitoshi"))
    assert answer.words.startswith("daitoshi with house_v1 (house): 12 games")
    assert answer.rows
    return answer.rows


def kinds(logs):
    return Counter(record.event.__struct_config__.tag for log in logs for record in log.records)


def test_there_are_these():
    """DA-15.1: what people ask first."""
    assert statistics.names("daitoshi") == NAMES


def test_points(store, logs):
    """DA-15.2: every point by its tags; all of them together are the results."""
    total = sum(standing.vp for log in logs for standing in replay(ruleset("daitoshi"), log).standings)
    found = rows(store, "points")
    assert sum(row["vp"] for row in found) == total
    assert sum(row["share"] for row in found) == pytest.approx(1)
    nested = {(row["tag"], row["origin"]) for row in found if row["tag"] == "score_reputation"}
    assert ("score_reputation", "production") in nested
    assert {row["tag"] for row in found} >= {"production", "final_leftovers", "final_river", "progress_track"}


def test_production(store, logs):
    """DA-15.1: buildings activated, by leaders and others."""
    found = rows(store, "production")
    assert sum(row["activated"] for row in found) == kinds(logs)["activate_building"]
    assert {row["role"] for row in found} == {"leader", "other"}


def test_inventions(store, logs):
    """DA-15.1: every pick counts once a game."""
    found = rows(store, "inventions")
    picked = {
        (number, pick.tile)
        for number, log in enumerate(logs)
        for record in log.records
        for pick in getattr(record.event, "picks", ())
    }
    assert sum(row["games"] for row in found) == len(picked)
    assert all(0 < row["taken"] <= 1 and 0 <= row["alone"] <= 1 for row in found)


def walked(log):
    """By type the rounds of seats that end in conflict; the production turns that seats join."""
    game, ends, joined = Replay(ruleset("daitoshi"), log.header), {}, set()
    for record in log.records:
        turn, number, active = game.state.turn, game.state.round, game.state.active
        if record.event.__struct_config__.tag == "activate_building" and record.actor != active:
            joined.add((turn, record.actor))
        game.play(record.actor, record.event)
        game.settle()
        ends[number] = [hex for player in game.state.players for hex in player.in_conflict]
    return Counter(hex for there in ends.values() for hex in there), joined


def test_careers(store, logs):
    """DA-15.1: production turns, grants, steps and conflicts, of winners and of the others."""
    counted, conflicts, ends, joined = kinds(logs), Counter(), Counter(), 0
    everybody, *parts = rows(store, "careers")
    assert [everybody["result"], *(row["result"] for row in parts)] == [None, "winner", "other"]
    assert everybody["games"] == sum(row["games"] for row in parts) == sum(len(log.header.seats) for log in logs)
    for log in logs:
        for player in replay(ruleset("daitoshi"), log).state.players:
            ends += Counter({name: getattr(player, name) for name in ("fame", "bus", "reputation", "finished_tracks")})
        in_conflict, joining = walked(log)
        conflicts, joined = conflicts + in_conflict, joined + len(joining)
    wanted = {
        "led": counted["lead_production"],
        "joined": joined,
        "buildings": counted["activate_building"],
        "grants": counted["use_grant"],
        "banners": counted["use_partnership"]
        + sum(len(getattr(r.event, "before", ())) for g in logs for r in g.records),
        "fame": ends["fame"],
        "bus": ends["bus"],
        "reputation": ends["reputation"],
        "finished": ends["finished_tracks"],
        **conflicts,
    }
    found = {name: round(everybody[name] * everybody["games"], 6) for name in wanted}
    assert found == wanted


def test_goods(store, logs):
    """DA-15.1: steam by purpose, resources, workers and hexes by where they come from and go."""
    found = {(row["good"], row["source"]): row for row in rows(store, "goods")}
    entries = [e for log in logs for e in replay(ruleset("daitoshi"), log).entries()]
    for good, source in (
        ("steam", "movement"),
        ("steam", "trade"),
        ("wealth", "production"),
        ("river_hexes", "deposit"),
    ):
        changes = [e.delta for e in entries if e.figure == good and e.source.split("/")[0] == source]
        row = found[good, source]
        assert (row["gained"], row["spent"]) == (sum(max(0, n) for n in changes), -sum(min(0, n) for n in changes))
    placed = sum(row["spent"] for (_, source), row in found.items() if source == "place_worker")
    assert placed == kinds(logs)["place_worker"]
    assert sum(row["gained"] for (good, _), row in found.items() if good == "lost") > 0


def test_trades(store, logs):
    """DA-15.1: trades, goods, banners; points also of rewards that follow an answer."""
    found = rows(store, "trades")
    assert sum(row["trades"] for row in found) == kinds(logs)["trade"]
    assert sum(row["games"] for row in found) == 5 * len(logs)
    entries = [e for log in logs for e in replay(ruleset("daitoshi"), log).entries()]
    points = sum(e.delta for e in entries if e.figure == "vp" and e.source.split("/")[0] == "trade")
    assert sum(row["vp"] * row["trades"] for row in found if row["trades"]) == pytest.approx(points)
    used = [e for e in entries if e.figure == "banners"]
    assert sum(row["used"] for row in found) == sum(entry.delta > 0 for entry in used)
    assert sum(row["placed"] for row in found) == sum(entry.delta < 0 for entry in used)


def test_actions(store, logs):
    """DA-15.1: actions by kind, skipped ones among them."""
    counted = kinds(logs)
    found = {row["action"]: row["times"] for row in rows(store, "actions")}
    assert found["contribute"] == counted["contribute"]
    assert found.get("skip action", 0) == counted["skip_action"]
    assert found["expand middle"] + found.get("expand outer", 0) == counted["expand"]


def test_triggers(store, logs):
    """DA-10.1: the track that brings the end, a row for each."""
    tracks = Counter(track for log in logs for track in replay(ruleset("daitoshi"), log).state.end_tracks)
    found = Counter()
    for row in rows(store, "triggers"):
        found[row["track"]] += row["games"]
        assert row["mean_rounds"] == pytest.approx(row["mean_round"] + 1)
    assert found == tracks


def test_openings(store, logs):
    """DA-15.4, DA-5.13: the basic invention and four turns of every seat; including a seat that takes the last one."""
    assert kinds(logs)["choose_basic"]
    found = rows(store, "openings")
    assert sum(row["games"] for row in found) == sum(len(log.header.seats) for log in logs)
    assert all(len(row["turns"].split()) == 4 for row in found)
    assert {row["basic"] for row in found} == set(BASICS)


def test_catalogues_are_kept_apart(tmp_path, logs):
    """DA-1.2, DA-12.20: by name, mode and tables, each with a separate answer; a declared gain is reported as such."""
    other = tables()
    other["reputation"]["vp"] = [0, 1, 2, 3]
    opaque = tables()
    for invention in opaque["invention"]:
        invention["left"] = [{"e": "opaque"}]
    games = [
        logs[0],
        played("1"),
        played("2"),
        played("1", stated=other),
        opened(played("1")),
        played("9", stated=opaque),
    ]
    for number, log in enumerate(games):
        (tmp_path / f"{number}.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(tmp_path / "s.duckdb")) as opened_store:
        list(import_files(opened_store, sorted(map(str, tmp_path.glob("*.jsonl"))), 1))
        answers = statistics.run(opened_store.connection, "points", Filters())
        counted = {answer.catalogue: answer.rows[0]["games"] for answer in answers}
        told = {row["tag"] for answer in answers for row in answer.rows}
    assert sorted(name.partition(",")[0] for name in counted) == [
        "harbour-town (declared",
        "harbour-town (declared",
        "harbour-town (declared",
        "harbour-town (open",
        "house_v1 (house)",
    ]
    assert "declared" in told
