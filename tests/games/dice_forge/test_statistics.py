"""Statistics of Dice Forge: cards and faces, counted again from the games themselves; games are kept apart."""

from collections import Counter

import pytest

from engine.replay import replay
from engine.ruleset import ruleset
from engine.selfplay import selfplay_log
from events.log import write
from events.store import EventStore
from events.vocabulary import dice_forge as ev
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
    game.on_record = lambda game: found.append(rules.turn(game.state).round)
    game.feed(log.records)
    return [(r.actor, r.event, n) for r, n in zip(log.records, found, strict=True)]


def test_cards(played):
    store, logs = played
    bought = Counter()
    for log in logs:
        bought.update((e.card, n) for _, e, n in rounds_of(log) if isinstance(e, ev.PerformFeat))
    found = {(row["card"], row["round"]): row["copies"] for row in rows(store, "cards")["dice_forge"]}
    assert found == bought
    assert all(0 <= row["wins"] <= row["games"] for row in rows(store, "cards")["dice_forge"])


def test_faces(played):
    store, logs = played
    forged = Counter()
    for log in logs:
        for _, event, _ in rounds_of(log):
            if isinstance(event, ev.ForgeFace | ev.ShipForge | ev.ForgeGranted):
                forged[event.face] += 1
    found = Counter()
    for row in rows(store, "faces")["dice_forge"]:
        found[row["face"]] += row["forged"]
        assert 1 <= row["mean_round"] <= 10
    assert found == forged


def test_sources_add_up_to_the_score(played):
    store, logs = played
    total = sum(row["vp"] for row in rows(store, "sources")["dice_forge"])
    assert total == sum(s.vp for log in logs for s in replay(ruleset("dice_forge"), log).standings)


def test_seats(played):
    store, _ = played
    found = rows(store, "seats", players=3)["dice_forge"]
    assert [row["start_position"] for row in found] == [1, 2, 3]
    assert sum(row["wins"] for row in found) == pytest.approx(GAMES / 3)


def test_games_are_kept_apart(played):
    store, _ = played
    for name in statistics.names():
        found = statistics.run(store.connection, name, Filters())
        assert [answer.game for answer in found] == ["dice_forge", "terra_mystica"]
        for answer in found:
            assert all(row["game"] == answer.game for row in answer.rows)
            assert answer.words.startswith(answer.game)
    assert rows(store, "cards")["terra_mystica"] == []
