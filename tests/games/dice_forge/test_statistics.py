"""Statistics of Dice Forge: cards and faces, counted again from the games themselves; games are kept apart."""

from collections import Counter
from statistics import mean

import pytest

from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from events.store.event_store import EventStore
from events.vocabulary import dice_forge as events
from projections import statistics
from projections.batch.importing import import_files
from projections.statistics import Filters

GAMES = 12


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A store of self-played games, and their logs."""
    folder = tmp_path_factory.mktemp("dice_forge")
    rules = ruleset("dice_forge")
    logs = [selfplay_log(rules, f"stats-{n}", 2 + n % 3, {"card_set": "basic"}, "sensible") for n in range(GAMES)]
    other = selfplay_log(ruleset("terra_mystica"), "stats", 4, {}, "sensible")
    names = []
    for n, log in enumerate([*logs, other]):
        names.append(str(folder / f"{n}.jsonl"))
        (folder / f"{n}.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(folder / "s.duckdb")) as store:
        list(import_files(store, names, 1))
        yield store, logs


def rows(store, name, **filters):
    return {answer.game: answer.rows for answer in statistics.run(store.connection, name, Filters(**filters))}


def rounds_of(log):
    """(actor, event, round) of every record."""
    rules, found = ruleset("dice_forge"), []
    game = replay(rules, type(log)(log.header, []))
    game.on_record.append(lambda game, actor, event: found.append(rules.turn(game.state).round))
    game.feed(log.records)
    return [(r.actor, r.event, n) for r, n in zip(log.records, found, strict=True)]


def winners(log):
    """Seat -> its share of the win."""
    standings = replay(ruleset("dice_forge"), log).standings
    first = [s.seat for s in standings if s.rank == 1]
    return {s.seat: (s.seat in first) / len(first) for s in standings}


def test_cards(played):
    store, logs = played
    copies, wins, games = Counter(), Counter(), Counter()
    for log in logs:
        bought = [(a, e.card, n) for a, e, n in rounds_of(log) if isinstance(e, events.PerformFeat)]
        copies.update((card, n) for _, card, n in bought)
        for seat, card, n in set(bought):
            games[card, n] += 1
            wins[card, n] += winners(log)[seat]
    found = {(r["card"], r["round"]): (r["copies"], r["games"], r["wins"]) for r in rows(store, "cards")["dice_forge"]}
    assert found == {key: (copies[key], games[key], pytest.approx(wins[key])) for key in copies}


def test_faces(played):
    store, logs = played
    means = {events.ForgeFace: "offering", events.ShipForge: "ship", events.ForgeGranted: "granted"}
    rounds, wins = {}, Counter()
    for log in logs:
        forged = [(a, (e.face, means[type(e)]), n) for a, e, n in rounds_of(log) if type(e) in means]
        for _, key, n in forged:
            rounds.setdefault(key, []).append(n)
        for seat, key in {(a, key) for a, key, _ in forged}:
            wins[key] += winners(log)[seat]
    found = {(r["face"], r["means"]): r for r in rows(store, "faces")["dice_forge"]}
    assert found.keys() == rounds.keys()
    for key, row in found.items():
        assert (row["forged"], row["mean_round"]) == (len(rounds[key]), pytest.approx(mean(rounds[key])))
        assert row["wins"] == pytest.approx(wins[key])


def test_sources_add_up_to_the_score(played):
    store, logs = played
    found = {row["source"]: row["vp"] for row in rows(store, "sources")["dice_forge"]}
    counted, total = Counter(), 0
    for log in logs:
        game = replay(ruleset("dice_forge"), log)
        total += sum(standing.vp for standing in game.standings)
        for entry in game.entries():
            if entry.figure == "vp":
                counted[entry.source] += entry.delta
    assert found == counted
    assert sum(found.values()) == total


def test_seats(played):
    store, _ = played
    found = rows(store, "seats", players=3)["dice_forge"]
    assert [row["start_position"] for row in found] == [1, 2, 3]
    assert sum(row["wins"] for row in found) == pytest.approx(GAMES / 3)


@pytest.mark.long
def test_games_are_kept_apart(played):
    store, _ = played
    for name in statistics.names():
        found = statistics.run(store.connection, name, Filters())
        assert [answer.game for answer in found] == ["dice_forge", "terra_mystica"]
        for answer in found:
            assert all(row["game"] == answer.game for row in answer.rows)
            assert answer.words.startswith(answer.game)
    for name in statistics.names("dice_forge"):
        assert rows(store, name).keys() == {"dice_forge"}
    for name in statistics.names("terra_mystica"):
        assert rows(store, name).keys() == {"terra_mystica"}
