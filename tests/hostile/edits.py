"""Random edits of a store of ten games by other means than the program, each of which has to be found.

    python -m tests.hostile.edits --edits 500 --seed 1

prints for each kind of edit how many were found by `audit --all`, and how many only by `--expect`: those of an owner
who then made the leaves anew, as the program would for what is stored.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from events import facts, files
from events.store import schema
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from events.store.root import Root
from events.store.row_seal import seal_of
from events.store.schema import ActRow, FactRow
from events.store.tree import CREATE, write_tables
from projections.batch.importing import import_files
from projections.store.adding_facts import add_facts
from projections.store.forgotten import forget_named
from projections.store.proof import beside, prove, readable
from tests.support import TOY, install
from tests.support import toy_logs as toy

AT = "2024-07-01 12:00:00"
TABLES = sorted(schema.TABLES)
OF_GAMES = [*schema.ROWS, "facts"]
"""The tables with rows of games; acts and leaves keep the ids of games that are gone."""
Edit = Callable[[Any, Random], None]


def without_hashes(log: bytes, stones: bytes) -> bytes:
    """The log with other stones in its last moves, written by hand."""
    head, _, tail = re.sub(rb',"hash":"[0-9a-f]*"', b"", log).rpartition(b'"kind":"take"')
    return head + b'"kind":"take"' + re.sub(rb'"stones":\d', stones, tail)


def ten_games(folder: Path) -> Path:
    """A store of ten games of every verdict that is stored, and rows in every table; two more games are forgotten."""
    logs = folder / "logs"
    logs.mkdir()
    for seed in range(6):
        (logs / f"native{seed}.jsonl").write_bytes(toy.native(seed, 2, {"dice": 5, "rounds": 2}))
    (logs / "foreign.txt").write_text(toy.text(seed=9))
    for seed in (7, 8):
        (logs / f"discrepant{seed}.txt").write_text(toy.wrong_figure(toy.text(seed=seed)))
        (logs / f"illegal{seed}.jsonl").write_bytes(without_hashes(toy.native(seed, 3, {"dice": 5}), b'"stones":9'))
    (logs / "open.txt").write_text("\n".join(toy.text(seed=6).splitlines()[:5]) + "\n")
    (folder / "facts.csv").write_text("source,played_at,season\nforeign.txt,2024-05-31,1\nopen.txt,2024-06-01,2\n")
    store = folder / "s.duckdb"
    with EventStore(str(store)) as opened:
        list(import_files(opened, files.find([str(logs)]), 1))
        add_facts(opened, [facts.read(str(folder / "facts.csv"))], AT)
        for name in ("native2.jsonl", "native3.jsonl"):
            forget_named(opened, name, AT)
    return store


def judged(path: Path) -> tuple[list[str], Root]:
    """What `audit --all` finds in a store, and the root that it prints."""
    with EventStore(str(path), read_only=True) as store, readable(store):
        ledger = Ledger(store.connection)
        return [text for proof in prove(store) for text in proof.wrong] + beside(store, ledger), ledger.root


def other(value: Any, rng: Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1, 1, 7))
    if isinstance(value, list):
        return value[1:] or ["x"]
    if value is None:
        return 1
    text = str(value)
    return text[:-1] + ("1" if text[-1:] != "1" else "2")


def _columns(store: Any, table: str) -> list[str]:
    found = store.execute("SELECT column_name, is_generated FROM duckdb_columns() WHERE table_name = ?", [table])
    return [name for name, generated in found.fetchall() if not generated]


def _rows(store: Any, table: str, rng: Random, number: int) -> list[dict[str, Any]]:
    names = ["rowid", *_columns(store, table)]
    found = store.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY ALL").fetchall()
    return [dict(zip(names, row, strict=True)) for row in rng.sample(found, number)]


def _update(store: Any, table: str, row: int, column: str, value: Any) -> None:
    store.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [value, row])


def value(store: Any, rng: Random) -> None:
    table = rng.choice(TABLES)
    column = rng.choice(_columns(store, table))
    (row,) = _rows(store, table, rng, 1)
    _update(store, table, row["rowid"], column, other(row[column], rng))


def swap(store: Any, rng: Random) -> None:
    table = rng.choice(TABLES)
    column = rng.choice(_columns(store, table))
    one, another = _rows(store, table, rng, 2)
    _update(store, table, one["rowid"], column, another[column])
    _update(store, table, another["rowid"], column, one[column])


def row_deleted(store: Any, rng: Random) -> None:
    table = rng.choice(TABLES)
    (row,) = _rows(store, table, rng, 1)
    store.execute(f"DELETE FROM {table} WHERE rowid = ?", [row["rowid"]])


def row_added(store: Any, rng: Random) -> None:
    """Keys forbid a second row with the same key, so a key is another one."""
    table = rng.choice(TABLES)
    (row,) = _rows(store, table, rng, 1)
    del row["rowid"]
    key = {"games": "game_id", "sources": "digest", "facts": "number", "acts": "number"}.get(table, "")
    values = [other(held, rng) if name == key else held for name, held in row.items()]
    store.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", values)


def table_emptied(store: Any, rng: Random) -> None:
    for table in rng.choice(
        [["facts", "acts"], ["facts"], ["acts"], ["sources"], ["leaves"], ["roots"], ["checkpoints"]]
    ):
        store.execute(f"DELETE FROM {table}")


def _game(store: Any, rng: Random) -> str:
    found = store.execute("SELECT game_id FROM games ORDER BY ALL").fetchall()
    game_id: str = rng.choice(found)[0]
    return game_id


def game_deleted(store: Any, rng: Random) -> None:
    game_id = _game(store, rng)
    for table in OF_GAMES:
        store.execute(f"DELETE FROM {table} WHERE game_id = ?", [game_id])


def game_renamed(store: Any, rng: Random) -> None:
    game_id = _game(store, rng)
    for table in OF_GAMES:
        store.execute(f"UPDATE {table} SET game_id = ? WHERE game_id = ?", [other(game_id, rng), game_id])


def games_exchanged(store: Any, rng: Random) -> None:
    """Two games under each other's ids, in all tables."""
    one, another = _game(store, rng), _game(store, rng)
    for table in OF_GAMES:
        for before, after in ((one, "between"), (another, one), ("between", another)):
            store.execute(f"UPDATE {table} SET game_id = ? WHERE game_id = ?", [after, before])


def function(store: Any, rng: Random) -> None:
    store.execute(
        rng.choice(
            (
                "CREATE MACRO round(x, n) AS 99.0",
                "CREATE MACRO count(x) AS 7",
                "CREATE MACRO unnest(x) AS 5",
                "CREATE MACRO coalesce_all(x) AS x",
                "CREATE MACRO read_json(x) AS TABLE SELECT 1 AS game_id",
            )
        )
    )


def name_added(store: Any, rng: Random) -> None:
    table = rng.choice(TABLES)
    store.execute(
        rng.choice(
            (
                "CREATE TABLE notes (text VARCHAR)",
                "CREATE VIEW selected_games AS SELECT * FROM games LIMIT 1",
                f"CREATE INDEX quick ON {table} ({rng.choice(_columns(store, table))})",
                "CREATE SEQUENCE numbers",
                "CREATE TYPE colour AS ENUM ('red')",
                "CREATE SCHEMA other",
                f"ALTER TABLE {table} ADD COLUMN note VARCHAR",
                f"COMMENT ON TABLE {table} IS 'x'",
                f"COMMENT ON COLUMN {table}.{rng.choice(_columns(store, table))} IS 'x'",
            )
        )
    )


def name_changed(store: Any, rng: Random) -> None:
    """A table or a column under another name, with another type, or as a view over a copy of it."""
    table = rng.choice(TABLES)
    column = rng.choice(_columns(store, table))
    for sql in rng.choice(
        (
            (f"ALTER TABLE {table} RENAME TO {table}_then",),
            (f"ALTER TABLE {table} RENAME COLUMN {column} TO {column}_then",),
            (f"ALTER TABLE {table} ALTER COLUMN {column} TYPE VARCHAR",),
            (f"CREATE TABLE kept AS FROM {table}", f"DROP TABLE {table}", f"CREATE VIEW {table} AS FROM kept"),
            ("DROP VIEW turns",),
            ("CREATE OR REPLACE VIEW turns AS SELECT 1 AS turn",),
        )
    ):
        store.execute(sql)


def leaf_rewritten(store: Any, rng: Random) -> None:
    """A leaf that states another verdict, head or number, in its canonical form."""
    found = store.execute('SELECT rowid, content FROM leaves WHERE content LIKE \'%"leaf":"game"%\' ORDER BY ALL')
    row, content = rng.choice(found.fetchall())
    word = rng.choice(re.findall(r'"(?:verdict|head|how|game_id)":"(\w+)"', content))
    _update(store, "leaves", row, "content", content.replace(f'"{word}"', f'"{other(word, rng)}"'))


def _resealed(store: Any, table: str, row: type[FactRow] | type[ActRow]) -> None:
    """Give all rows of facts or acts the hashes of what they are now."""
    time = {"facts": "told_at", "acts": "acted_at"}[table]
    columns = ", ".join(f"{name}::VARCHAR" if name == time else name for name in row.__struct_fields__)
    for values in store.execute(f"SELECT {columns} FROM {table}").fetchall():
        store.execute(f"UPDATE {table} SET hash = ? WHERE number = ?", [seal_of(row(*values)), values[0]])


def fact_resealed(store: Any, rng: Random) -> None:
    store.execute("UPDATE facts SET value = ? WHERE number = 1", [f"19{rng.randint(10, 99)}-01-01"])
    _resealed(store, "facts", FactRow)


def rewritten(store: Any) -> None:
    """Make all leaves and roots anew from the tables, as the program does for a store that had none."""
    store.execute("DELETE FROM leaves; DELETE FROM roots")
    write_tables(store, CREATE)


def owner_removes_a_game(store: Any, rng: Random) -> None:
    game_deleted(store, rng)
    store.execute("UPDATE facts SET number = 1 + (SELECT count(*) FROM facts f WHERE f.number < facts.number)")
    _resealed(store, "facts", FactRow)
    store.execute(
        "COMMENT ON TABLE facts IS '" + str(store.execute("SELECT count(*) FROM facts").fetchall()[0][0]) + "'"
    )
    rewritten(store)


def owner_changes_a_fact(store: Any, rng: Random) -> None:
    fact_resealed(store, rng)
    rewritten(store)


def owner_hides_an_act(store: Any, rng: Random) -> None:
    """The last game was never forgotten; it was not there either."""
    store.execute("DELETE FROM acts WHERE number = (SELECT max(number) FROM acts); COMMENT ON TABLE acts IS '1'")
    rewritten(store)


def owner_changes_a_time(store: Any, rng: Random) -> None:
    store.execute(f"UPDATE games SET imported_at = imported_at - INTERVAL {rng.randint(1, 99)} DAY")
    rewritten(store)


def owner_changes_a_finding(store: Any, rng: Random) -> None:
    """What the source of a discrepant game states, which follows from nothing in the store."""
    store.execute("UPDATE discrepancies SET recorded = recorded + ?", [rng.randint(1, 9)])
    rewritten(store)


def owner_makes_the_leaves_anew(store: Any, rng: Random) -> None:
    rewritten(store)


KINDS: dict[str, Edit] = {
    "a value": value,
    "values exchanged": swap,
    "a row deleted": row_deleted,
    "a row added": row_added,
    "a table emptied": table_emptied,
    "a game deleted everywhere": game_deleted,
    "a game renamed everywhere": game_renamed,
    "two games exchanged": games_exchanged,
    "a function added": function,
    "a name added": name_added,
    "a name changed": name_changed,
    "a leaf rewritten": leaf_rewritten,
    "a fact and its hash": fact_resealed,
    "owner: a game removed": owner_removes_a_game,
    "owner: a fact changed": owner_changes_a_fact,
    "owner: an act removed": owner_hides_an_act,
    "owner: times changed": owner_changes_a_time,
    "owner: a finding changed": owner_changes_a_finding,
    "owner: leaves made anew": owner_makes_the_leaves_anew,
}
AUDIT, EXPECT, MISSED = "audit --all", "--expect", "missed"


NAMES = (
    "SELECT table_name, sql, comment FROM duckdb_tables()",
    "SELECT view_name, sql, comment FROM duckdb_views() WHERE NOT internal",
    "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal",
    "SELECT function_name FROM duckdb_functions() WHERE NOT internal",
    "SELECT index_name FROM duckdb_indexes()",
    "SELECT sequence_name FROM duckdb_sequences()",
    "SELECT type_name FROM duckdb_types() WHERE NOT internal",
    "SELECT schema_name FROM duckdb_schemas() WHERE NOT internal",
)


def _content(path: Path) -> list[Any]:
    """Everything in a store, to see whether an edit changed anything; the order of rows is nothing."""
    import duckdb

    with duckdb.connect(str(path), read_only=True) as store:
        tables = [f"SELECT * FROM {name}" for name, *_ in store.execute(NAMES[0]).fetchall()]
        return [sorted(store.execute(sql).fetchall(), key=repr) for sql in (*NAMES, *sorted(tables))]


def edited(whole: Path, path: Path, kind: str, rng: Random) -> None:
    """A copy of a store with one edit of a kind; tried until the file allows one that changes something."""
    import duckdb

    before = _content(whole)
    while True:
        shutil.copy(whole, path)
        try:
            with duckdb.connect(str(path)) as store:
                KINDS[kind](store, rng)
        except duckdb.Error:  # a key or a type forbids it
            continue
        if _content(path) != before:
            return


def found_by(path: Path, expected: Root) -> str:
    """What finds the edit of a store: AUDIT, EXPECT, or MISSED. A store that is refused is found by the audit."""
    from events.problems import Problem

    try:
        wrong, root = judged(path)
    except Problem:
        return AUDIT
    return AUDIT if wrong else EXPECT if root != expected else MISSED


def run(whole: Path, folder: Path, edits: int, seed: int) -> dict[str, Counter[str]]:
    """Make edits of all kinds in turn, and count for each what found them."""
    _, expected = judged(whole)
    counts = {kind: Counter[str]() for kind in KINDS}
    for number in range(edits):
        kind = list(KINDS)[number % len(KINDS)]
        edited(whole, folder / "edited.duckdb", kind, Random(f"{seed}/{number}"))
        by = found_by(folder / "edited.duckdb", expected)
        counts[kind][by] += 1
        if by == MISSED:
            shutil.copy(folder / "edited.duckdb", folder / f"missed-{number}.duckdb")
    return counts


def main() -> int:
    """Print what found the edits; 1 if any was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        folder = Path(tempfile.mkdtemp(prefix="edits-"))
        counts = run(ten_games(folder), folder, given.edits, given.seed)
    print(f"{'edit':<28}{'edits':>6}{AUDIT:>13}{EXPECT:>10}{MISSED:>8}")
    for kind, by in counts.items():
        print(f"{kind:<28}{by.total():>6}{by[AUDIT]:>13}{by[EXPECT]:>10}{by[MISSED]:>8}")
    whole = sum(counts.values(), Counter[str]())
    print(f"{'all':<28}{whole.total():>6}{whole[AUDIT]:>13}{whole[EXPECT]:>10}{whole[MISSED]:>8}")
    if whole[MISSED]:
        print(f"missed ones are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
