"""Forgotten games: all their data is removed in one transaction, hashes stay, and they come back on request."""

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from events import facts as files_of_facts
from events import files
from events.log.codec import Unreadable
from events.store import schema
from events.store.acts import acts, forget, forgotten
from events.store.database import StoreUnusable
from events.store.event_store import EventStore
from projections.batch.importing import Imported, import_files
from projections.store.adding_facts import add_facts
from projections.store.find import find_stored
from projections.store.forgotten import forget_named
from projections.store.proof import facts_wrong, prove, strays
from tests.support import toy_logs as toy

AT = "2024-07-01 12:00:00"


@pytest.fixture
def store(db: str) -> Iterator[EventStore]:
    with EventStore(db) as opened:
        yield opened


def imported(store: EventStore, *paths: Path, bring_back: bool = False) -> list[Imported]:
    found = import_files(store, files.find([str(path) for path in paths]), 1, bring_back=bring_back)
    return [one for chunk in found for one in chunk]


def rows_of(store: EventStore, game_id: str) -> dict[str, list[tuple[object, ...]]]:
    tables = [*schema.ROWS, "facts"]
    every = {table: store.connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in tables}
    return {table: [row for row in rows if game_id in row] for table, rows in every.items()}


def with_a_tag(store: EventStore, tmp_path: Path, source: str) -> None:
    file = tmp_path / "season.csv"
    file.write_text(f"source,season\n{source},1\n")
    add_facts(store, [files_of_facts.read(str(file))], AT)


def sound(store: EventStore) -> bool:
    return not [text for proof in prove(store) for text in proof.wrong] + strays(store) + facts_wrong(store)


def test_nothing_is_left_but_hashes(store: EventStore, tmp_path: Path) -> None:
    with_a_tag(store, tmp_path, "b.txt")
    head = next(head for head in store.heads() if store.find("b.txt")[0][0] == head.game_id)
    before = rows_of(store, head.game_id)
    assert all(before[table] for table in ("games", "seats", "records", "entries", "turn_ends", "sources", "facts"))
    act = forget_named(store, "b.txt", AT)
    assert not any(rows_of(store, head.game_id).values())
    assert (act.identity, act.head, act.records, act.facts) == (head.identity, head.head, head.records, 1)
    assert acts(store) == forgotten(store) == [act]
    stored = str(store.connection.execute("FROM acts").fetchall())
    assert not re.search(r"cid|b\.txt|green", stored)
    assert sound(store)
    with_a_tag(store, tmp_path, "a.txt")
    assert sound(store), "numbers of forgotten facts are not given again"


def test_every_file_of_it_is_known_again_and_it_comes_back_when_asked(
    store: EventStore, tmp_path: Path, logs: Path
) -> None:
    game_id = store.find("b.txt")[0][0]
    before = rows_of(store, game_id)
    act = forget(store, game_id, AT)
    again = tmp_path / "again"
    again.mkdir()
    other = again / "spaced.txt"
    other.write_text((logs / "b.txt").read_text().replace(" ", "   "))
    found = imported(store, logs / "b.txt", other, logs / "a.txt")
    assert [(one.status, one.game_id, one.verdict) for one in found[:2]] == [("forgotten", game_id, "valid")] * 2
    assert found[2].status == "unchanged"
    assert not rows_of(store, game_id)["games"]
    back = imported(store, logs / "b.txt", other, bring_back=True)
    assert [one.status for one in back] == ["brought back", "same"]
    assert [row.act for row in acts(store)] == [schema.FORGET, schema.BRING_BACK]
    assert acts(store)[1].identity == act.identity
    assert forgotten(store) == []
    after = rows_of(store, game_id)
    for table in ("seats", "records", "entries", "turn_ends"):
        assert after[table] == before[table]
    assert sound(store)
    assert [one.status for one in imported(store, logs / "b.txt")] == ["unchanged"]
    forget(store, game_id, AT)
    assert [act.number for act in forgotten(store)] == [3]
    assert sound(store)


def test_several_games_come_back_at_once(store: EventStore, logs: Path) -> None:
    ids = sorted(store.find(name)[0][0] for name in ("a.txt", "b.txt"))
    for game_id in ids:
        forget(store, game_id, AT)
    assert {one.status for one in imported(store, logs / "a.txt", logs / "b.txt", bring_back=True)} == {"brought back"}
    assert [act.number for act in acts(store)] == [1, 2, 3, 4]
    assert sorted(act.game_id for act in acts(store)[2:]) == ids
    assert sound(store)


def test_a_forgotten_game_that_goes_on_stays_forgotten(store: EventStore, tmp_path: Path, logs: Path) -> None:
    """The whole of a game of which a part was forgotten is the same game; another one of the same players is not."""
    forget_named(store, "open.txt", AT)
    more = tmp_path / "more"
    more.mkdir()
    (more / "whole.txt").write_text(toy.text(5))
    (more / "other.txt").write_text(toy.text(55))
    found = {Path(one.details.source).stem: one.status for one in imported(store, more)}
    assert found == {"whole": "forgotten", "other": "new"}
    assert [one.status for one in imported(store, more / "whole.txt", bring_back=True)] == ["brought back"]
    assert forgotten(store) == []
    assert sound(store)


def test_bring_back_of_games_that_were_not_forgotten_is_an_import(store: EventStore, logs: Path) -> None:
    assert {one.status for one in imported(store, logs, bring_back=True)} == {"unchanged"}
    assert acts(store) == []


def test_what_fails_forgets_nothing(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last step fails, the rows that were deleted before it are still there."""
    game_id = store.find("a.txt")[0][0]
    before = rows_of(store, game_id)

    def broken(rows: object) -> None:
        raise duckdb.Error("no room")

    monkeypatch.setattr(store, "append_annotations", broken)
    with pytest.raises(StoreUnusable, match="nothing was stored"):
        forget(store, game_id, AT)
    assert rows_of(store, game_id) == before
    assert acts(store) == []


def test_a_name_that_means_no_game_or_several_forgets_none(store: EventStore, db: str) -> None:
    with pytest.raises(Unreadable, match="found 'nothing', expected the id or source of a stored game"):
        forget_named(store, "nothing", AT)
    store.connection.execute("UPDATE games SET source = 'same.txt'")
    with pytest.raises(Unreadable, match="which fits 6 games, expected one of"):
        forget_named(store, "same.txt", AT)
    assert len(store.heads()) == 6
    game_id = store.heads()[0].game_id
    forget(store, game_id, AT)
    for name in (game_id, game_id[:5]):
        with pytest.raises(Unreadable, match="a game forgotten on 2024-07-01"):
            forget_named(store, name, AT)
    store.close()
    with pytest.raises(Unreadable, match="a game forgotten on 2024-07-01"):
        find_stored(game_id, db)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("UPDATE acts SET records = 1 WHERE number = 2", "acts: row 2 is not what was appended"),
        ("UPDATE acts SET digests = [] WHERE number = 1", "acts: row 1 is not what was appended"),
        ("DELETE FROM acts WHERE number = 1", "acts: rows are missing"),
    ],
)
def test_an_act_changed_by_other_means_is_noticed(store: EventStore, change: str, wrong: str) -> None:
    for head in store.heads()[:2]:
        forget(store, head.game_id, AT)
    assert facts_wrong(store) == []
    store.connection.execute(change)
    assert wrong in facts_wrong(store)


def test_a_game_that_is_stored_and_forgotten_is_noticed(store: EventStore) -> None:
    """This can happen if rows are copied back with other tools."""
    game_id = store.heads()[0].game_id
    store.connection.execute(f"CREATE TEMP TABLE kept AS FROM games WHERE game_id = '{game_id}'")
    forget(store, game_id, AT)
    store.connection.execute("INSERT INTO games FROM kept")
    assert facts_wrong(store) == [f"acts: the game {game_id} is both stored and forgotten"]
