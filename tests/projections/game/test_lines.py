"""What was done next after the same beginning: counted again from records in plain Python."""

import json
from collections import Counter
from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest
from msgspec import Raw

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable, encode
from events.log.native import GameLog
from events.log.record import Correct, Record, Source
from events.store.event_store import EventStore
from projections.game.lines import Beginning, all_lines, explored, opening
from projections.statistics import Filters, define
from projections.statistics.selecting import select
from projections.store.rows import rows
from projections.store.tallies import LINE
from projections.store.trace import watched
from tests.projections.statistics import by_definition, league

WITCHES = Beginning("terra_mystica", None, "witches", "base")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    with EventStore(str(tmp_path_factory.mktemp("lines") / "s.duckdb")) as opened:
        league.store_league(opened)
        yield opened


def told(event: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(event)
    return found


def lines(store: EventStore, faction: str, map_: str) -> list[tuple[list[dict[str, Any]], by_definition.Seat]]:
    """The events of each seat of a faction, in the order of the records, and the seat."""
    done: dict[tuple[str, int], list[dict[str, Any]]] = {}
    found = store.connection.execute("SELECT game_id, actor, body FROM records ORDER BY game_id, seq").fetchall()
    for game_id, actor, body in found:
        done.setdefault((game_id, actor), []).append(json.loads(body)["event"])
    return [
        (done[table.game["game_id"], seat.seat], seat)
        for table in by_definition.read(store)
        for seat in table.playing
        if seat.faction == faction and table.options["map"] == map_
    ]


@pytest.mark.parametrize("length", [0, 1, 2, 3])
def test_next_actions_are_those_counted_again(store: EventStore, length: int) -> None:
    """After any beginning that is played: how often, with which wins, VP and margins, and in which games."""
    played = lines(store, "witches", "base")
    start = played[0][0][:length]
    found = explored(store.connection, after_events(start), Filters(), ())
    assert found.depth <= length
    begun = [(events, seat) for events, seat in played if events[: found.depth] == start[: found.depth]]
    assert found.reached == [sum(events[:n] == start[:n] for events, _ in played) for n in range(length + 1)]
    assert sum(row["games"] for row in found.rows) == len(begun)
    for row in found.rows:
        own = [
            seat
            for events, seat in begun
            if (events[found.depth] if len(events) > found.depth else None) == (row["event"] and told(row["event"]))
        ]
        assert row["games"] == len(own) == len(row["game_ids"])
        assert row["wins"] == pytest.approx(sum(seat.win for seat in own))
        assert row["mean_vp"] == pytest.approx(mean(seat.vp for seat in own))
        assert row["mean_margin"] == pytest.approx(mean(seat.margin for seat in own))
        assert row["expected"] == pytest.approx(mean(1 / len(seat.table.playing) for seat in own))
        assert (row["low"], row["high"]) == pytest.approx(by_definition.wilson(row["wins"], row["games"]))


def after_events(events: list[dict[str, Any]]) -> Beginning:
    return Beginning(
        "terra_mystica", None, "witches", "base", tuple(json.dumps(each, separators=(",", ":")) for each in events)
    )


def test_a_row_is_followed(store: EventStore) -> None:
    """`then` goes on with a row of the answer; the seats that go on are those of that row."""
    first = explored(store.connection, WITCHES, Filters(), ())
    after = explored(store.connection, WITCHES, Filters(), (1,))
    assert after.depth == 1
    assert after.beginning.actions == (first.rows[0]["event"],)
    assert after.reached == [first.reached[0], first.rows[0]["games"]]
    assert sum(row["games"] for row in after.rows) == first.rows[0]["games"]
    with pytest.raises(Unreadable, match="--then 99"):
        explored(store.connection, WITCHES, Filters(), (99,))


def test_filters(store: EventStore) -> None:
    """Only games that the filters select count."""
    every = explored(store.connection, WITCHES, Filters(), ()).reached[0]
    some = explored(store.connection, WITCHES, Filters(players=3), ()).reached[0]
    assert 0 < some < every


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    """A store with a whole game, and a second of which a record was corrected to what it was."""
    folder = tmp_path_factory.mktemp("played")
    whole = selfplay_log(ruleset("dice_forge"), "1", 3, {}, "sensible")
    other = selfplay_log(ruleset("dice_forge"), "2", 3, {}, "sensible")
    last = other.records[-1]
    same = Record(last.seq + 1, None, Correct(last.seq, Raw(encode(last.event))))
    with EventStore(str(folder / "s.duckdb")) as opened:
        for log in (whole, GameLog(other.header, [*other.records, same])):
            trace = watched(log)
            trace.finish()
            opened.append(rows(log, trace, "valid", Source("", "", str(len(log.records))), "2026-01-01 00:00:00"))
        yield opened


@pytest.mark.parametrize("length", [1, LINE, LINE + 1, 3 * LINE])
def test_tallied_beginnings_are_those_of_the_records(played: EventStore, length: int) -> None:
    """Short lines come from tallies, longer ones from bodies: either are a seat's first events, byte by byte."""
    define(played.connection)
    select(played.connection, "dice_forge", None, Filters())
    done = played.connection.execute(
        "SELECT actor, list(body ->> '$.event' ORDER BY seq) FROM records JOIN games USING (game_id) "
        "WHERE actor IS NOT NULL AND game_id NOT IN (SELECT game_id FROM records WHERE kind = 'correct') GROUP BY actor"
    ).fetchall()
    assert {each.seat: each.line for each in all_lines(played.connection, length)} == {
        actor: tuple(events[:length]) for actor, events in done
    }


def test_only_alike_beginnings_are_read_on(played: EventStore) -> None:
    """After more actions than are tallied: those of one seat, which nobody else shares so far."""
    define(played.connection)
    select(played.connection, "dice_forge", None, Filters())
    mine = all_lines(played.connection, 3 * LINE)[0].line
    found = explored(played.connection, Beginning("dice_forge", None, None, None, mine[:-1]), Filters(), ())
    assert found.reached[0] == 3
    assert found.reached[-1] == 1
    steps = explored(played.connection, Beginning("dice_forge", None, None, None), Filters(), (1,) * (LINE + 2))
    assert len(steps.beginning.actions) == LINE + 2


@pytest.mark.parametrize("deep", [LINE - 1, LINE, LINE + 3])
def test_followed_rows_are_those_of_lines_read_whole(played: EventStore, deep: int) -> None:
    """Rows are followed step by step; lines that left the way within the tallied actions are not read on."""
    start = Beginning("dice_forge", None, None, None)
    whole = all_lines(played.connection, deep + 1)
    for step in range(deep + 1):
        found = explored(played.connection, start, Filters(), (1,) * step)
        on = [each for each in whole if each.line[:step] == found.beginning.actions]
        assert found.depth == step
        assert found.reached[-1] == len(on)
        assert sorted(row["games"] for row in found.rows) == sorted(Counter(each.line[step] for each in on).values())


def test_an_opening_begins_on_the_usual_map(store: EventStore) -> None:
    store.connection.execute("BEGIN")
    store.connection.execute("UPDATE games SET records = 100")
    found = opening(store.connection, "terra_mystica", "witches", Filters())
    number = {map_: len(lines(store, "witches", map_)) for map_ in ("base", "lakes")}
    assert found.map in number
    assert opening(store.connection, "terra_mystica", "witches", Filters(options={"map": "lakes"})).map == "lakes"
    for faction, expected in (("witch", "did you mean witches"), (None, "one of auren")):
        with pytest.raises(Unreadable, match=expected):
            opening(store.connection, "terra_mystica", faction, Filters())
    with pytest.raises(Unreadable, match="one with records in the store"):
        opening(store.connection, "gaia", None, Filters())
    store.connection.execute("ROLLBACK")
