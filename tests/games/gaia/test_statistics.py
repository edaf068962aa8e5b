"""Statistics that fit the game, and that cards of different catalogues are never counted together (GA-5.2.3)."""

from collections import Counter
from pathlib import Path

import pytest

from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.statistics import Filters, queries

gaia = ruleset("gaia")

OPTIONS = (
    {"mode": "advanced_disasters", "city_count": 18, "animal_kinds": "generic"},
    {"mode": "basic", "city_count": 19, "animal_kinds": "generic"},
)


@pytest.fixture(scope="module")
def logs():
    """Self-played logs of two catalogues, ten of each, by both policies."""
    return [
        selfplay_log(gaia, f"stats-{seed}", None, OPTIONS[seed % 2], "random" if seed % 4 < 2 else "sensible")
        for seed in range(20)
    ]


@pytest.fixture
def store(tmp_path: Path, logs):
    for number, log in enumerate(logs):
        (tmp_path / f"{number}.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        list(import_files(opened, sorted(map(str, tmp_path.glob("*.jsonl"))), 1))
        yield opened


def ask(store, name):
    """The answers for the house catalogue and for the other one."""
    house, other = statistics.run(store.connection, name, Filters())
    assert house.words.startswith("gaia with house_v1:")
    assert other.words.startswith("gaia with house_v1_19_generic (house):")
    return house.rows, other.rows


def test_what_is_kept_apart_is_named(store, tmp_path):
    """GA-5.2.3: games are counted as games, catalogues as catalogues; each has its own answer and its own name."""
    catalogues = "gaia with 2 catalogues: house_v1, house_v1_19_generic (house)"
    answers = statistics.run(store.connection, "games", Filters())
    assert [answer.catalogue for answer in answers] == ["house_v1", "house_v1_19_generic (house)"]
    assert statistics.apart(answers) == f"{catalogues}. Each is counted separately"
    assert statistics.apart(answers[:1]) == ""

    forge = tmp_path / "forge.jsonl"
    forge.write_bytes(b"\n".join(write(selfplay_log(ruleset("dice_forge"), "stats", 2, {}, "random"))))
    list(import_files(store, [str(forge)], 1))
    answers = statistics.run(store.connection, "games", Filters())
    assert [sum(row["games"] for row in answer.rows) for answer in answers] == [1, 10, 10]
    assert statistics.apart(answers) == (
        f"of 2 games: dice_forge; {catalogues}. Each is counted separately; --game selects one"
    )
    assert statistics.apart(statistics.run(store.connection, "games", Filters(game="dice_forge"))) == ""


def test_of_many_catalogues_the_first_are_named():
    """GA-5.2.3: a store of invented cards does not fill the screen with their names."""
    many = [statistics.Answer("gaia", f"c{number}", "", [], []) for number in range(8)]
    assert statistics.apart(many) == "gaia with 8 catalogues: c0, c1, c2, c3, c4, 3 more. Each is counted separately"


def test_each_catalogue_is_counted_as_if_it_were_alone(store, tmp_path, logs):
    """GA-5.2.3: the answer for a catalogue is that of a store with its games only."""
    asked = [(name, Filters(**limits)) for name in queries() for limits in ({}, {"drops": "last"}, {"min_games": 5})]
    asked += [(name, Filters(limit=2)) for name in queries("gaia")]
    together = [statistics.run(store.connection, *each) for each in asked]
    for number in range(2):
        alone = tmp_path / f"alone{number}"
        alone.mkdir()
        for place, log in enumerate(logs[number::2]):
            (alone / f"{place}.jsonl").write_bytes(b"\n".join(write(log)))
        with EventStore(str(alone / "s.duckdb")) as opened:
            list(import_files(opened, sorted(map(str, alone.glob("*.jsonl"))), 1))
            for each, answers in zip(asked, together, strict=True):
                assert statistics.run(opened.connection, *each) == [answers[number]]
    assert any(answer.rows for answers in together for answer in answers)
    none_left = statistics.run(store.connection, "seats", Filters(until="1999"))
    assert [answer.rows for answer in none_left] == [[], []]


def entries(logs, figure, catalogue):
    """The entries of a figure in the logs of a catalogue, replayed."""
    from engine.replay import replay

    chosen = [log for log in logs if isinstance(log.header.catalogue, str) == (catalogue == "house_v1")]
    return [entry for log in chosen for entry in replay(gaia, log).entries() if entry.figure == figure]


def test_seats_are_counted_by_catalogue(store):
    house, other = ask(store, "seats")
    assert sum(row["games"] for row in house if row["start_position"] == 1) == 10
    assert sum(row["games"] for row in other if row["start_position"] == 1) == 10


def test_cities(store, logs):
    for rows, catalogue in zip(ask(store, "cities"), ("house_v1", "other"), strict=True):
        assert sum(row["founded"] for row in rows) == len(entries(logs, "founded", catalogue))
        assert sum(row["lost"] for row in rows) == len(entries(logs, "removed", catalogue))
        assert all(2 <= row["needs_at_founding"] <= 4 for row in rows)
        assert all(0 <= row["kept"] <= 1 for row in rows)


def test_a_city_lost_in_the_record_that_founds_it_is_one_founding(tmp_path):
    """GA-6.5.7: the needs that it had count, not those that a disaster took from it at once."""
    log = selfplay_log(gaia, "t18", 2, {}, "random")
    founded = Counter(entry.source for entry in replay(gaia, log).entries() if entry.figure == "founded")
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(tmp_path / "one.duckdb")) as opened:
        list(import_files(opened, [str(tmp_path / "game.jsonl")], 1))
        ((*rows,),) = (answer.rows for answer in statistics.run(opened.connection, "cities", Filters()))
        at_once = opened.connection.execute(
            "SELECT founded.source FROM entries AS founded JOIN entries AS needs USING (game_id, seq, source) "
            "WHERE founded.figure = 'founded' AND needs.figure = 'needs' AND needs.delta < 0"
        ).fetchall()
    assert len(at_once) == 1
    assert sum(row["founded"] for row in rows) == founded.total()
    assert all(row["needs_at_founding"] >= 2 for row in rows)


def test_objectives(store, logs):
    for rows, catalogue in zip(ask(store, "objectives"), ("house_v1", "other"), strict=True):
        assert sum(row["claimed"] for row in rows) == len(entries(logs, "objectives", catalogue))
        assert sum(row["games"] for row in rows) == sum(
            2 + len(log.header.seats)
            for log in logs
            if isinstance(log.header.catalogue, str) == (catalogue == "house_v1")
        )
        assert all(row["cards"] is None or row["cards"] >= 4 for row in rows)


def test_endings(store, logs):
    """GA-10.1, GA-10.2, GA-9.1: reason and player in turn are those of the final position."""
    for rows, house in zip(ask(store, "endings"), (True, False), strict=True):
        finals = [replay(gaia, log).state for log in logs if isinstance(log.header.catalogue, str) == house]
        counted = Counter((len(state.players), state.reason) for state in finals)
        assert {(row["players"], row["ending"]): row["games"] for row in rows} == counted
        for row in rows:
            states = [s for s in finals if (len(s.players), s.reason) == (row["players"], row["ending"])]
            assert row["in_turn"] == pytest.approx(sum(s.ranking[0] == s.active for s in states) / len(states))
            assert row["mean_turns"] == pytest.approx(sum(state.turn for state in states) / len(states))


def test_who_is_in_turn_need_not_have_the_last_record(tmp_path):
    """GA-9.1, GA-9.5: here an answer of the third player ends the game in the turn of the fourth, and wins."""
    log = selfplay_log(gaia, "stats-49", None, {}, "sensible")
    state = replay(gaia, log).state
    assert (log.records[-1].actor, state.active, state.ranking[0], state.reason) == (2, 3, 2, "all_meeples")
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(log)))
    with EventStore(str(tmp_path / "one.duckdb")) as opened:
        list(import_files(opened, [str(tmp_path / "game.jsonl")], 1))
        ((row,),) = (answer.rows for answer in statistics.run(opened.connection, "endings", Filters()))
        assert (row["ending"], row["in_turn"]) == ("all_meeples", 0)


def test_the_ledger_in_the_store_adds_up(store):
    """GA-6.6.2: a seat's entries sum to its meeples placed."""
    wrong = store.connection.execute(
        "SELECT game_id, seat FROM seats LEFT JOIN entries USING (game_id, seat) "
        "GROUP BY game_id, seat, vp HAVING coalesce(sum(delta) FILTER (figure = 'vp'), 0) <> vp"
    ).fetchall()
    assert wrong == []
