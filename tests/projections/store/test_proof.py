"""`audit --all`: changes made to a store by other means are noticed, also games that are missing and things added."""

import shutil
from pathlib import Path

import pytest

from events.store import schema
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from events.store.root import NOTHING
from events.store.tree import changes
from projections.store.find import open_tables
from projections.store.since import compared
from tests.hostile.edits import judged as judged_store
from tests.hostile.edits import ten_games
from tests.support import TOY, install

GAME = "(SELECT min(game_id) FROM games)"
OF_GAMES = ("facts", *reversed(schema.ROWS))
"""The tables with rows of games, `games` last."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with games of every verdict that is stored, and rows in every table."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        return ten_games(tmp_path_factory.mktemp("proof"))


def changed(whole: Path, path: Path, sql: str) -> list[str]:
    """What is found in a copy of the store in which some SQL was executed."""
    import duckdb

    shutil.copy(whole, path)
    with duckdb.connect(str(path)) as store:
        store.execute(sql)
    return judged_store(path)[0]


def test_an_untouched_store_holds(whole: Path, nim: str) -> None:
    wrong, root = judged_store(whole)
    assert wrong == []
    with EventStore(str(whole), read_only=True) as store:
        done = changes(store.connection)
    assert [one.change for one in done] == ["create", "import", "facts", "forget"]
    assert [one.before for one in done] == [str(NOTHING), *(one.after for one in done[:-1])]
    assert done[-1].after == str(root)


def test_the_order_of_rows_is_nothing(whole: Path, tmp_path: Path, nim: str) -> None:
    turned = "CREATE TABLE turned AS SELECT * FROM entries ORDER BY seq DESC; DELETE FROM entries; "
    turned += "INSERT INTO entries SELECT * FROM turned; DROP TABLE turned"
    assert changed(whole, tmp_path / "changed.duckdb", turned) == []


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE games SET verdict = 'illegal'", "games: verdict illegal, computed"),
        ("UPDATE games SET players = 2 + players", "games: players 4, computed 2"),
        ("UPDATE games SET finished = false WHERE finished", "games: finished False, computed True"),
        ("UPDATE games SET options = '{}'", "games: options {}, computed"),
        ("UPDATE games SET checked = 1000 WHERE notation = 'native'", "games: checked 1000, computed 0"),
        ("UPDATE games SET mean_vp = mean_vp + 1", "games: mean_vp "),
        ("UPDATE games SET lead = NULL", "games: lead None, computed"),
        ("UPDATE sources SET verdict = 'good'", "sources: the verdict good"),
        ("UPDATE games SET ruleset_version = '0'", "games: judged by version 0 of the rules, present version"),
        (
            "UPDATE games SET source = 'another.jsonl' WHERE source LIKE 'illegal%'",
            "another.jsonl, its file is illegal",
        ),
        ("DELETE FROM facts WHERE number = (SELECT max(number) FROM facts)", "facts: rows are missing"),
        ("DELETE FROM acts WHERE number = (SELECT max(number) FROM acts)", "acts: rows are missing"),
        ("UPDATE facts SET value = '9'", "facts: row 1 is not what was appended"),
        (f"DELETE FROM games WHERE game_id = {GAME}", "rows of games that are not stored"),
        ("DELETE FROM facts; DELETE FROM acts", "facts: row 4 is missing"),
        ("UPDATE schema_version SET version = 11 WHERE version = 8", "made by a newer anyturn"),
        ("DELETE FROM leaves WHERE number = 5", "leaves: row 6 stands in the place of row 5"),
    ],
)
def test_what_does_not_hold_is_reported(whole: Path, tmp_path: Path, nim: str, sql: str, expected: str) -> None:
    from events.store.database import StoreUnusable

    try:
        found = changed(whole, tmp_path / "changed.duckdb", sql)
    except StoreUnusable as refused:
        found = [str(refused)]
    assert any(expected in text for text in found), found


FROM_NO_RECORD = {
    "UPDATE games SET imported_at = imported_at + INTERVAL 1 DAY": "(source, date or findings)",
    "UPDATE sources SET name = 'elsewhere/' || name WHERE notation = 'native'": "is not as it was imported",
    "DELETE FROM sources WHERE notation <> 'native'": "is missing",
    "DELETE FROM facts; COMMENT ON TABLE facts IS NULL": "facts: its last number is not written down",
    "UPDATE schema_version SET version = 3 WHERE version = 4": "schema_version: not as the tables were made",
    "UPDATE leaves SET content = content || ' ' WHERE number = 4": "found a leaf in another form",
    "UPDATE leaves SET content = '{}' WHERE number = 5": "leaves: row 5: found ",
    "UPDATE roots SET changed_at = '2020-01-01' WHERE number = 2": "roots: row 2 is not what follows",
    "DELETE FROM roots WHERE number = 4": "roots: 3 rows, 4 computed",
    "COMMENT ON TABLE leaves IS 'x'": "the table leaves is not as the program makes it",
}
"""Changes to what follows from no record, but has a leaf, and to the leaves and roots themselves."""
NOT_THE_PROGRAMS = {
    "CREATE MACRO round(x, n) AS 99.0": "the function round is not the program's and is not used",
    "CREATE TABLE notes (text VARCHAR)": "the table notes is not the program's",
    "CREATE VIEW selected_games AS SELECT 1": "the view selected_games is not the program's",
    "CREATE SCHEMA other": "the schema other is not the program's",
    "CREATE TYPE colour AS ENUM ('red')": "the type colour is not the program's",
    "CREATE SEQUENCE numbers": "the sequence numbers is not the program's",
    "CREATE INDEX quick ON turn_ends (turn)": "the index quick is not the program's",
    "ALTER TABLE seats ADD COLUMN note VARCHAR": "the table seats is not as the program makes it",
    "COMMENT ON TABLE entries IS 'x'": "the table entries is not as the program makes it",
    "COMMENT ON COLUMN tallies.number IS 'x'": "the comment on tallies.number is not the program's",
    "DROP VIEW turns": "the view turns is missing",
}


@pytest.mark.parametrize("changes", [FROM_NO_RECORD, NOT_THE_PROGRAMS])
def test_each_of_many_changes_is_reported(whole: Path, tmp_path: Path, nim: str, changes: dict[str, str]) -> None:
    found = changed(whole, tmp_path / "changed.duckdb", "; ".join(changes))
    assert [text for text in changes.values() if not any(text in each for each in found)] == [], found


def test_a_game_that_is_gone_from_all_tables(whole: Path, tmp_path: Path, nim: str) -> None:
    gone = [f"DELETE FROM {table} WHERE game_id = {GAME}" for table in OF_GAMES]
    found = changed(whole, tmp_path / "changed.duckdb", "; ".join(gone))
    assert [text[:12] for text in found] == ["games: game ", "sources: fil"]
    assert all(text.endswith("is missing") for text in found)


def test_a_game_under_another_id(whole: Path, tmp_path: Path, nim: str) -> None:
    """Every row follows from the records under any id: only the leaf states which it was."""
    tables = ("seats", "records", "entries", "turn_ends", "tallies", "discrepancies", "violations", "sources", "facts")
    renamed = [
        f"UPDATE {table} SET game_id = 'x' WHERE game_id = {GAME}" for table in (*tables, "checkpoints", "games")
    ]
    found = changed(whole, tmp_path / "changed.duckdb", "; ".join(renamed))
    assert any("is missing" in text for text in found)
    assert "games: game x was never taken in" in found


def test_functions_and_views_of_the_file_are_not_used(whole: Path, tmp_path: Path, nim: str) -> None:
    """The program's own statements see the program's functions and its view, in a reader and in a writer."""
    path = tmp_path / "changed.duckdb"
    sql = "CREATE MACRO round(x, n) AS 99.0; CREATE MACRO count(x) AS 7; CREATE MACRO printf(x, y) AS 'x'; "
    changed(whole, path, sql + "CREATE OR REPLACE VIEW turns AS SELECT 5 AS turn")
    asked = "SELECT round(1.26, 1), (SELECT count(game_id) FROM games), (SELECT min(hash) <> 'x' FROM records), "
    asked += "(SELECT max(length(figure_names)) > 0 FROM turns)"
    with open_tables(str(path)) as store:
        read = store.connection.execute(asked).fetchall()
    with EventStore(str(path)) as store:
        written = store.connection.execute(asked).fetchall()
    assert [tuple(map(float, row)) for row in (*read, *written)] == [(1.3, 10, 1, 1)] * 2


def test_the_root_against_roots_that_were_kept(whole: Path, nim: str) -> None:
    """An earlier root has all its games still there but those forgotten since; another one does not fit."""
    with EventStore(str(whole), read_only=True) as store:
        ledger = Ledger(store.connection)
        imported = ledger.root_at(ledger.changes[2][0])
        assert imported is not None
        then, wrong = compared(store, ledger, ledger.root, imported)
        assert (then is not None and (then.games, then.still, then.forgotten, then.new), wrong) == ((12, 10, 2, 0), [])
        none, wrong = compared(store, ledger, imported, imported._replace(digest=NOTHING.digest))
        assert none is None
        assert "the store had that root earlier: compare with --since" in wrong[0]
        assert wrong[1].endswith("what was stored then was rewritten or removed")
        _, wrong = compared(store, ledger, None, imported._replace(size=10**6))
        assert "which has fewer leaves" in wrong[0]
