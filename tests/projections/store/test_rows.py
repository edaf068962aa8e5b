"""The tables: their rows, and that docs/tables.md describes them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest

from engine.clause import Violation
from engine.replay import Replay, Stopped
from engine.rules import ruleset
from events.log.record import Header, Seat
from events.store import schema
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.store.rejudge import Findings
from projections.store.trace import Trace, watched
from tests.support import toy_logs as toy

DOCUMENT = (Path(__file__).parents[3] / "docs" / "tables.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", DOCUMENT, re.S)


@pytest.fixture
def store(tmp_path: Path, nim: str) -> Iterator[EventStore]:
    texts = {"a": toy.text(1), "same": toy.text(1).replace(" ", "  "), "bad": toy.too_many(toy.text(2))}
    texts["tie"] = "Nim ann:red ben:blue cid:green\nroll 6\nann 2\nben 3\ncid 1"
    texts["off"] = toy.wrong_figure(toy.text(4))
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        list(import_files(opened, [str(tmp_path / f"{name}.txt") for name in texts], 1))
        yield opened


def ask(store: EventStore, sql: str) -> list[tuple[object, ...]]:
    return store.connection.execute(sql).fetchall()


def test_seats(store: EventStore) -> None:
    found = ask(store, "SELECT seats.* FROM seats JOIN games USING (game_id) WHERE source = 'tie.txt' ORDER BY seat")
    assert [row[1:] for row in found] == [
        (0, "ann", "red", 1, 2, 3, 0.0, False),
        (1, "ben", "blue", 2, 3, 1, 0.5, False),
        (2, "cid", "green", 3, 3, 1, 0.5, False),
    ]


def test_results(store: EventStore) -> None:
    """A tie of two, and a game that was broken off."""
    sql = "SELECT mean_vp, best_vp, lead, winners, dropped_seats FROM games WHERE source = "
    assert ask(store, f"{sql} 'tie.txt'") == [(8 / 3, 3, 0, 2, 0)]
    assert ask(store, f"{sql} 'bad.txt'") == [(None, None, None, 0, 0)]


def test_records_have_the_turn_in_which_they_were_played(store: EventStore) -> None:
    sql = "SELECT seq, kind, actor, turn, round, source_line FROM records JOIN games USING (game_id) WHERE source = "
    assert ask(store, f"{sql} 'tie.txt' ORDER BY seq") == [
        (1, "roll_dice", None, 0, 0, 2),
        (2, "take", 0, 1, 1, 3),
        (3, "take", 1, 2, 1, 4),
        (4, "take", 2, 3, 1, 5),
    ]


def test_entries_add_up_to_the_score(store: EventStore) -> None:
    """Law 5, in SQL."""
    wrong = ask(
        store,
        "SELECT game_id, seat, vp, sum(delta) AS points FROM seats JOIN entries USING (game_id, seat) "
        "WHERE figure = 'vp' AND vp IS NOT NULL GROUP BY ALL HAVING vp != points",
    )
    assert wrong == []


def test_turns_are_the_sums_of_the_entries_so_far(store: EventStore) -> None:
    wrong = ask(
        store,
        "SELECT turns.game_id, turn, seat FROM turns JOIN games USING (game_id) WHERE figures['vp'] != (SELECT "
        "coalesce(sum(delta), 0) FROM entries WHERE entries.game_id = turns.game_id AND entries.seat = turns.seat "
        "AND figure = 'vp' AND entries.seq <= turns.seq)",
    )
    assert wrong == []
    assert ask(store, "SELECT count(DISTINCT turn) FROM turns JOIN games USING (game_id) WHERE source = 'tie.txt'") == [
        (3,)
    ]


def test_a_step_of_the_round_is_distinguished(store: EventStore) -> None:
    assert ask(store, "SELECT DISTINCT source, step FROM entries ORDER BY ALL") == [
        ("last_stone", "last_stone"),
        ("take", ""),
    ]


def test_verdicts_and_reasons(store: EventStore) -> None:
    found = ask(store, "SELECT source, verdict, finished, end_reason FROM games ORDER BY source")
    assert found == [
        ("a.txt", "valid", True, "finished"),
        ("bad.txt", "illegal", False, "violation"),
        ("off.txt", "discrepant", True, "finished"),
        ("tie.txt", "valid", True, "finished"),
    ]
    assert ask(store, "SELECT seq, line, clause, facts->>'stones' FROM violations") == [(5, 6, "NIM-2", "9")]
    assert ask(store, "SELECT seq, line, seat, figure, recorded > computed FROM discrepancies") == [
        (5, 6, 1, "vp", True)
    ]


@pytest.mark.parametrize("by", ["the rules", "a reading"])
def test_what_breaks_a_rule_belongs_to_the_turn_that_then_begins(nim: str, by: str) -> None:
    """Whoever rejects it: the rows are those that are computed from the records and the finding."""
    from events.vocabulary.nim import RollDice, Take

    rules = ruleset(nim)
    trace = Trace(Replay(rules, Header(nim, "1", {"rounds": 2}, (Seat("Ann"), Seat("Ben")))), briefly=True)
    for actor, event in ((None, RollDice((2, 2))), (0, Take(3)), (1, Take(1))):
        trace.game.play(actor, event)
    with suppress(Stopped):
        if by == "the rules":
            trace.game.play(0, Take(9))
        trace.game.reject(0, None, 4, Violation("NIM-2"))
    trace.finish()
    again = watched(trace.game.log())
    Findings([], trace.game.broke, 0).add_to(again)
    again.finish()
    assert (trace.places, trace.ends, trace.rounds) == (again.places, again.ends, again.rounds)
    assert trace.rounds == 2


def test_the_chain_can_be_verified_in_any_client(store: EventStore) -> None:
    """Hashes are made as docs/tables.md describes."""
    wrong = ask(
        store,
        "SELECT game_id FROM games JOIN (SELECT game_id, list(body ORDER BY seq) AS bodies FROM records GROUP BY ALL) "
        "USING (game_id) WHERE head <> list_reduce(list_prepend(sha256(header), bodies), "
        "lambda hash, body: sha256(unhex(hash) || body::BLOB))",
    )
    assert ask(store, "SELECT count(*) FROM records") > [(0,)]
    assert wrong == []


@pytest.mark.parametrize("query", QUERIES)
def test_a_documented_query_runs(store: EventStore, query: str) -> None:
    path = store.path
    store.close()
    with duckdb.connect(path, read_only=True) as plain:
        statistics.define(plain)
        rows = plain.execute(query).fetchall()
        if query.startswith("SELECT"):
            assert rows
        else:
            assert plain.execute("SELECT count(*) FROM selected_seats").fetchall() == [(2,)]


def test_every_table_column_and_statistic_is_documented() -> None:
    words = set(re.findall(r"\w+", DOCUMENT))
    for table, row in schema.ROWS.items():
        assert f"**{table}**" in DOCUMENT
        assert set(row.__struct_fields__) <= words, table
    for one in statistics.titles():
        assert f"| {one['name']} |" in DOCUMENT
