"""Branches in a store: games of their own that no statistic counts, never the game they left nor its continuation."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import anyturn
from engine.selfplay import next_action
from events.log.native import GameLog, write
from events.store.event_store import EventStore
from projections.game.export import all_logs
from projections.game.pseudonyms import Pseudonyms
from projections.pages.report.contents import survey
from projections.screen.game_list import game_lines
from projections.statistics import Filters
from projections.store import query
from projections.store.forgotten import forget_named
from projections.store.proof import prove, strays
from projections.verdict import plain_event
from tests.projections.store.test_storing import imported
from tests.support import toy_logs as toy


@pytest.fixture
def db(tmp_path: Path, nim: str) -> str:
    return str(tmp_path / "s.duckdb")


@pytest.fixture
def store(db: str) -> Iterator[EventStore]:
    with EventStore(db) as opened:
        yield opened


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished game."""
    (tmp_path / "a.txt").write_text(toy.text(1))
    return tmp_path / "a.txt"


def another(branch: anyturn.Branch, seed: str = "x") -> anyturn.Branch:
    """The branch played on at random to the end."""
    rng = Random(seed)
    while not branch.position.over:
        game = branch.position._replay
        actor, event = next_action(game.rules, game.state, rng, "random")
        branch.play(anyturn.Action(actor, plain_event(event), ""))
    return branch


def test_a_branch_is_stored_beside_its_game_and_counts_nowhere(store: EventStore, db: str, played: Path) -> None:
    game = anyturn.load(played)
    another(game.branch("#2", "greedy")).save(played.with_name("b.jsonl"))
    statuses = imported(store, str(played), str(played.with_name("b.jsonl")))
    assert {name: (one.status, one.verdict) for name, one in statuses.items()} == {
        "a": ("new", "valid"),
        "b": ("new", "valid"),
    }
    assert not [wrong for proof in prove(store) for wrong in proof.wrong] + strays(store)
    store.close()
    with anyturn.open(db) as opened:
        (row,) = opened.sql("SELECT branch_of, branch_seq, source FROM games WHERE branch_of IS NOT NULL").fetchall()
        assert row == (opened.sql("SELECT identity FROM games WHERE source = 'a.txt'").fetchall()[0][0], 2, "b.jsonl")
        for of in ("selected_games", "dated_games SEMI JOIN placed_seats USING (game_id)"):
            assert opened.sql(f"SELECT count(*) FROM {of}").fetchall() == [(1,)]
        assert opened.stats("players").filter("games <> 1").fetchall() == []
        assert opened.stats("games", game="nim").fetchall()[0][-1] is not None
    assert [each.source for each in survey(db, Filters(), None).games] == ["a.txt"]
    lines = game_lines(query.games(db, None), None)
    assert lines[0].split()[:3] == ["id", "played", "branch"]
    assert sorted(line.split()[2] for line in lines[1:]) == ["#2", "-"]


def test_a_store_of_branches_alone_has_nothing_to_count(store: EventStore, db: str, played: Path) -> None:
    another(anyturn.load(played).branch("#2")).save(played.with_name("b.jsonl"))
    imported(store, str(played.with_name("b.jsonl")))
    store.close()
    with anyturn.open(db) as opened, pytest.raises(anyturn.Problem, match="found 0 answers"):
        opened.stats("players")
    assert "branch" in game_lines(query.games(db, None), None)[0]


def test_a_branch_of_a_game_that_goes_on_does_not_continue_it(store: EventStore, played: Path) -> None:
    """With the same beginning it would, were it no branch; the branch itself goes on, and the game as well."""
    whole = anyturn.load(played)
    log = whole._log
    cut = played.with_name("cut.jsonl")
    cut.write_bytes(b"\n".join(write(GameLog(log.header, log.records[:3]))))
    assert imported(store, str(cut))["cut"].status == "new"
    branch = anyturn.load(cut).branch()
    branch.play(anyturn.Action(log.records[3].actor, plain_event(log.records[3].event), ""))
    branch.save(played.with_name("b1.jsonl"))
    another(branch).save(played.with_name("b2.jsonl"))
    assert imported(store, str(played.with_name("b1.jsonl")))["b1"].status == "new"
    assert imported(store, str(played.with_name("b2.jsonl")))["b2"].status == "extended"
    assert imported(store, str(played))["a"].status == "extended"
    assert sorted(head.records for head in store.heads()) == sorted([len(whole), len(branch)])


def test_a_branch_of_a_forgotten_game_stays_out(store: EventStore, played: Path) -> None:
    game = anyturn.load(played)
    another(game.branch("#2", "one")).save(played.with_name("b.jsonl"))
    another(game.branch("#3", "two"), "y").save(played.with_name("c.jsonl"))
    found = imported(store, str(played), str(played.with_name("b.jsonl")))
    act = forget_named(store, "a.txt", "2024-07-01 12:00:00")
    assert store.branches_of(act.identity) == [found["b"].game_id]
    late = imported(store, str(played), str(played.with_name("c.jsonl")))
    assert {name: one.status for name, one in late.items()} == {"a": "forgotten", "c": "forgotten"}


def test_without_names_a_branch_does_not_lead_back_to_its_game(store: EventStore, played: Path, tmp_path: Path) -> None:
    another(anyturn.load(played).branch("#2", "Ann wins")).save(played.with_name("b.jsonl"))
    imported(store, str(played.with_name("b.jsonl")))
    ((file, problem),) = all_logs(store, tmp_path / "out", pseudonyms=Pseudonyms())
    assert problem is None
    exported = anyturn.load(file)
    assert (exported.header.branch.game, exported.header.branch.seq, exported.header.branch.name) == ("", 2, "")
    assert exported.verdict == "valid"
