"""Decisions with their legal sets: each row is counted again from the log, by playing it event by event."""

from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from engine.public import public_part
from engine.replay import replay
from engine.rules import games, ruleset
from engine.selfplay import after, selfplay_log
from events.log.codec import encode
from events.log.native import GameLog, resolve
from events.log.record import Assumed, Observed, Record, Undo
from projections.game.decisions import TYPES, Decision, decisions, write
from tests.support import toy_logs as toy


def columns(file: Path, sql: str = "SELECT * FROM found") -> list[dict[str, Any]]:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE VIEW found AS FROM read_parquet('{file}')")
        cursor = connection.execute(sql)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def written(logs: list[GameLog], file: Path) -> list[dict[str, Any]]:
    for _ in write(map(decisions, logs), file):
        pass
    return columns(file)


def counted(log: GameLog) -> list[dict[str, Any]]:
    """What the rows must hold, from the rules alone: no replay, no observer."""
    rules = ruleset(log.header.game)
    state, found = rules.start(log.header), []
    while rules.proceed(state) is not None:
        pass
    for record in resolve(log):
        if record.actor is not None:
            own = [encode(event).decode() for actor, event in rules.legal(state) if actor == record.actor]
            event = encode(rules.plain(state, record.actor, record.event)).decode()
            turn = rules.turn(state)
            figures = [dict(rules.figures(state, seat)) for seat in range(len(log.header.seats))]
            found.append({
                "seq": record.seq, "actor": record.actor, "event": event, "legal": own, "legal_size": len(own),
                "chosen": own.index(event), "figures": figures, "turn": turn.index, "round": turn.round,
                "phase": turn.phase,
            })  # fmt: skip
        state = after(rules, state, record.actor, record.event)
    results = {each.seat: each for each in rules.standings(state) or ()}
    for row in found:
        result = results.get(row["actor"])
        ended = (result.rank, result.vp, result.dropped) if result else (None, None, None)
        row |= dict(zip(("rank", "vp", "dropped"), ended, strict=True))
    return found


@pytest.mark.parametrize("game", games())
def test_the_rows_of_a_game_are_those_that_the_rules_give(game: str, tmp_path: Path) -> None:
    log = selfplay_log(ruleset(game), "decisions", None, {}, "random")
    rows = written([log], tmp_path / "d.parquet")
    expected = counted(log)
    assert len(rows) == len(expected) == sum(record.actor is not None for record in log.records)
    for row, wanted in zip(rows, expected, strict=True):
        assert {name: row[name] for name in wanted} == wanted
    about = {(row["game"], row["ruleset_version"], row["verdict"], row["players"], row["exact"]) for row in rows}
    assert about == {(game, ruleset(game).version, "valid", len(log.header.seats), True)}


def test_the_types_are_those_that_are_documented(tmp_path: Path, nim: str) -> None:
    """A file without rows has them, too."""
    assert written([], tmp_path / "none.parquet") == []
    written([toy_log()], tmp_path / "one.parquet")
    for file in ("none.parquet", "one.parquet"):
        described = columns(tmp_path / file, "DESCRIBE FROM found")
        assert {row["column_name"]: row["column_type"] for row in described} == TYPES
    assert tuple(TYPES) == Decision.__struct_fields__


def toy_log(seed: int = 3) -> GameLog:
    from events.log.native import read

    return read(toy.native(seed, 2, {"dice": 3}).splitlines())


def test_many_games_are_written_in_parts(tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the parts are, the rows are the same and in the order of the games."""
    logs = [toy_log(seed) for seed in range(1, 6)]
    whole = written(logs, tmp_path / "whole.parquet")
    monkeypatch.setattr("projections.game.decisions.PART", 1)
    assert written(logs, tmp_path / "parts.parquet") == whole
    assert len({row["game_id"] for row in whole}) == 5


def test_a_set_that_is_too_large_is_left_out(nim: str) -> None:
    """Only the set and the place in it: the row stays."""
    log = toy_log()
    sizes = [row.legal_size for row in decisions(log)]
    rows = decisions(log, most=2)
    assert {2, 3} <= set(sizes)
    assert [row.legal_size for row in rows] == [None if size is None or size > 2 else size for size in sizes]
    assert all((row.legal is None) == (row.chosen is None) == (row.legal_size is None) for row in rows)


def test_only_what_is_in_force_and_legal_has_rows(nim: str) -> None:
    """No row for what was taken back, for remarks on the log, nor for the record that breaks a clause."""
    log = toy_log()
    plain = decisions(log)
    last = log.records[-1]
    undone = [*log.records, Record(last.seq + 1, None, Undo(last.seq)), Record(last.seq + 2, last.actor, last.event)]
    again = decisions(GameLog(log.header, undone))
    assert [row.seq for row in again] == [*(row.seq for row in plain[:-1]), last.seq + 2]
    assert again[-1].legal == plain[-1].legal
    too_many = msgspec.structs.replace(last.event, stones=9)
    broken = decisions(GameLog(log.header, [*log.records[:-1], msgspec.structs.replace(last, event=too_many)]))
    assert [(row.seq, row.verdict, row.rank) for row in broken] == [(row.seq, "illegal", None) for row in plain[:-1]]


def test_after_what_a_source_leaves_open_no_set_is_exact(nim: str) -> None:
    """From the record on that could have been another; a fact that only one value fits leaves nothing open."""
    log = toy_log()
    place = log.records[4].seq
    for among, from_then in (("red", "blue"), False), ((), True):
        assumed = (Assumed(place, "a colour", "red", among),)
        rows = decisions(GameLog(msgspec.structs.replace(log.header, assumed=assumed), log.records))
        assert [row.exact for row in rows] == [row.seq < place or from_then for row in rows]


def test_in_a_public_log_no_set_is_exact_after_the_first_hidden_card() -> None:
    whole = selfplay_log(ruleset("gaia"), "decisions", 3, {}, "sensible")
    shown = public_part(whole, seat=0)
    assert {row.exact for row in decisions(whole)} == {True}
    rows = decisions(shown)
    assert replay(ruleset("gaia"), shown).verdict == "valid"
    assert rows
    assert not any(row.exact for row in rows)


def test_observed_figures_change_no_row_but_the_verdict(nim: str) -> None:
    log = toy_log()
    place = next(number for number, record in enumerate(log.records) if record.actor is not None)
    seen = msgspec.structs.replace(log.records[place], observed=(Observed(0, {"vp": 99}),))
    rows = decisions(GameLog(log.header, [*log.records[:place], seen, *log.records[place + 1 :]]), "x")
    assert rows == [msgspec.structs.replace(row, verdict="discrepant") for row in decisions(log, "x")]
