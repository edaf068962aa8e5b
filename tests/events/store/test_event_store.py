"""The event store: whole games, expected versions, the bytes that were appended, once per source."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.intake import examine
from events.files import Blob
from events.log.native import ChainBroken, GameLog
from events.log.record import Source
from events.store import event_store as store_module
from events.store import migrations, schema
from events.store.bodies import bodies
from events.store.database import StoreUnusable
from events.store.differences import first_difference
from events.store.event_store import EventStore, Part, WrongVersion, write_part
from events.store.schema import SourceRow
from projections.store.rows import Kept, rows
from projections.store.trace import Trace, prepare
from tests.support import toy_logs as toy
from tests.support.older_stores import older

WHEN = "2024-05-01 10:00:00"


@pytest.fixture
def store(tmp_path: Path, nim: str) -> Iterator[EventStore]:
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        yield opened


def replayed(text: str) -> tuple[GameLog, Trace, str]:
    traces: list[Trace] = []
    report = examine(Blob("x.txt", text.encode()), None, prepare(traces))
    traces[0].finish()
    return report.game_log(), traces[0], report.verdict


def rows_of(text: str, kept: Kept | None = None) -> dict[str, list[Any]]:
    log, trace, verdict = replayed(text)
    return rows(log, trace, verdict, Source("x.txt", "nimtext", "d"), WHEN, kept)


def rows_in_all(found: dict[str, list[Any]], table: str) -> int:
    return sum(len(one) if isinstance(one, schema.Columns) else 1 for one in found.get(table, []))


def count(store: EventStore, table: str) -> int:
    found = store.connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert found is not None
    return int(found[0])


def test_what_is_read_is_what_was_appended(store: EventStore) -> None:
    found = rows_of(toy.text())
    store.append(found)
    stored = store.read(found["games"][0].game_id)
    (records,) = found["records"]
    assert [body.decode() for body in stored.bodies] == [body.decode() for body in bodies(records)]
    assert stored.header.decode() == found["games"][0].header
    assert stored.marks == records.mark
    assert stored.head.startswith(f"{records.mark[-1]:08x}")
    assert stored.verify() is None
    log, _, _ = replayed(toy.text())
    assert stored.log() == GameLog(log.header, log.records)


def test_all_tables_are_filled(store: EventStore) -> None:
    found = rows_of(toy.wrong_figure(toy.text()))
    store.append(found)
    assert found["discrepancies"]
    for table in schema.ROWS:
        assert count(store, table) == rows_in_all(found, table), table


def test_a_game_is_new_only_once(store: EventStore) -> None:
    found = rows_of(toy.text())
    store.append(found)
    with pytest.raises(WrongVersion) as wrong:
        store.append(found)
    assert (wrong.value.expected, wrong.value.found) == (0, found["games"][0].records)
    assert count(store, "records") == found["games"][0].records


def test_a_game_goes_on_from_the_version_that_is_expected(store: EventStore) -> None:
    whole, cut = toy.text(), "\n".join(toy.text().splitlines()[:5])
    first = rows_of(cut)
    store.append(first)
    game_id, before = first["games"][0].game_id, store.read(first["games"][0].game_id)
    further = rows_of(whole, Kept(game_id, before.header, before.bodies))
    with pytest.raises(WrongVersion):
        store.append(further, len(before.bodies) - 1)
    store.append(further, len(before.bodies))
    after = store.read(game_id)
    assert after.bodies[: len(before.bodies)] == before.bodies
    assert after.marks[: len(before.marks)] == before.marks
    assert after.verify() is None
    assert store.version(game_id) == len(after.bodies) > len(before.bodies)
    assert count(store, "seats") == 2
    assert store.heads()[0].finished


def test_places_of_records_are_updated(store: EventStore) -> None:
    """When a game is continued or judged again, its records get their turn, round and phase, and no other game's do."""
    first, other = rows_of("\n".join(toy.text().splitlines()[:5])), rows_of(toy.text(2))
    game_id = first["games"][0].game_id
    for game in (first, other):
        store.append(game)
    stored = store.read(game_id)
    further = rows_of(toy.text(), Kept(game_id, stored.header, stored.bodies))
    changes: list[Callable[[], None]] = [
        lambda: store.append(further, len(stored.bodies)),
        lambda: store.rebuild([further]),
    ]
    for change in changes:
        store.connection.execute("UPDATE records SET turn = 99, phase = 'none' WHERE game_id = ?", [game_id])
        change()
        assert first_difference(store, "records", game_id, further["records"]) == ""
        assert first_difference(store, "records", other["games"][0].game_id, other["records"]) == ""


def test_a_failure_leaves_nothing(store: EventStore) -> None:
    """One transaction covers a game: a row that does not fit takes all of them back."""
    found = rows_of(toy.text())
    found["entries"][0].delta[-1] = 10**30
    with pytest.raises(StoreUnusable, match="nothing was stored"):
        store.append(found)
    assert [count(store, table) for table in schema.ROWS] == [0] * len(schema.ROWS)
    other = rows_of(toy.text(2))
    store.append(other)
    with pytest.raises(StoreUnusable, match="nothing was stored"):
        store.append(found)
    assert [count(store, table) for table in schema.ROWS] == [rows_in_all(other, table) for table in schema.ROWS]


def test_a_part_with_a_stored_game_is_refused_whole(store: EventStore, tmp_path: Path) -> None:
    one, other = rows_of(toy.text(1)), rows_of(toy.text(2))
    store.append(one)
    part = tmp_path / "part"
    part.mkdir()
    for found in (other, one):
        write_part(part, found)
    with pytest.raises(WrongVersion):
        store.append_part(part, [found["games"][0].game_id for found in (other, one)])
    assert count(store, "games") == 1
    store.append_part(part, [other["games"][0].game_id])
    assert count(store, "games") == 2
    assert count(store, "records") == one["games"][0].records + other["games"][0].records


def test_rows_of_several_games_are_put_into_the_files_of_a_part_together(
    tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows that fill the buffer are written at once, but none of a game that cannot be written."""
    found = [rows_of(toy.text(number)) for number in (1, 2, 3)]
    part = Part(tmp_path)
    part.add(found[0])
    with pytest.raises(TypeError):
        part.add({**found[1], "seats": [object()]})
    assert list(tmp_path.iterdir()) == []
    part.add(found[2])
    part.write()
    lines = (tmp_path / "games.json").read_bytes().splitlines()
    assert [msgspec.json.decode(line)["game_id"] for line in lines] == [
        found[number]["games"][0].game_id for number in (0, 2)
    ]
    monkeypatch.setattr(store_module, "BUFFER", 1)
    part.add(found[1])
    assert len((tmp_path / "games.json").read_bytes().splitlines()) == 3


@pytest.mark.parametrize("taken", [[0, 2], [0, 1, 2]], ids=["some", "all"])
def test_of_a_part_those_games_are_stored_that_are_named(store: EventStore, tmp_path: Path, taken: list[int]) -> None:
    found = [rows_of(toy.text(number)) for number in (1, 2, 3)]
    for made in found:
        write_part(tmp_path, made)
    store.append_part(tmp_path, [found[number]["games"][0].game_id for number in taken])
    for table in ("games", "seats", "records", "entries"):
        assert count(store, table) == sum(rows_in_all(found[number], table) for number in taken), table


def test_a_source_is_kept_once_with_what_became_of_it_last(store: EventStore) -> None:
    store.append(rows_of(toy.text()))
    ((game_id, *_),) = store.heads()
    store.add_sources([SourceRow("digest", "other", "a.txt", "nimtext", "illegal", WHEN)])
    store.add_sources([SourceRow("digest", game_id, "b.txt", "nimtext", "valid", WHEN)])
    assert store.digests() == [("digest", game_id, "valid", "nim", "1")]
    assert store.find("a.txt") == store.find(game_id)


TAMPER = {
    "a byte of a record": ("UPDATE records SET event = replace(event, '\"stones\":', '\"stoned\":') WHERE seq = 4", 4),
    "another hash": ("UPDATE records SET mark = 0 WHERE seq = 4", 4),
    "a record missing": ("DELETE FROM records WHERE seq = 4", 4),
    "the last record missing": ("DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)", None),
    "a record added": ("INSERT INTO records SELECT * EXCLUDE (hash, body) FROM records WHERE seq = 4", 5),
    "a record appended": (
        "INSERT INTO records SELECT * EXCLUDE (hash, body) REPLACE (seq + 1 AS seq) "
        "FROM records ORDER BY seq DESC LIMIT 1",
        None,
    ),
    "two records swapped": ("UPDATE records SET seq = CASE seq WHEN 4 THEN 5 ELSE 4 END WHERE seq IN (4, 5)", 4),
    "the header": ("UPDATE games SET header = replace(header, 'ann', 'amy')", 1),
    "the head": ("UPDATE games SET head = repeat('0', 64)", None),
}


@pytest.mark.parametrize("change", TAMPER)
def test_what_was_changed_is_found_at_its_record(store: EventStore, change: str) -> None:
    found = rows_of(toy.text())
    store.append(found)
    sql, place = TAMPER[change]
    store.connection.execute(sql)
    stored = store.read(found["games"][0].game_id)
    broken = stored.verify()
    assert broken is not None
    end = found["games"][0].records
    ends = {"the last record missing": end, "a record appended": end + 1, "the head": end + 1}
    assert broken.seq == (place or ends[change])
    with pytest.raises(ChainBroken):
        stored.log()


def test_a_store_is_migrated_and_a_newer_one_refused(tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "s.duckdb")
    with EventStore(path) as store:
        store.append(rows_of(toy.text()))
    monkeypatch.setattr(migrations, "MIGRATIONS", [*migrations.MIGRATIONS, "ALTER TABLE games ADD COLUMN note VARCHAR"])
    with pytest.raises(StoreUnusable, match="older anyturn"):
        EventStore(path, read_only=True)
    with EventStore(path) as store:
        assert store.connection.execute("SELECT note FROM games").fetchall() == [(None,)]
        versions = store.connection.execute("SELECT version FROM schema_version ORDER BY version").fetchall()
        assert versions == [(version,) for version in range(1, len(migrations.MIGRATIONS) + 1)]
    monkeypatch.undo()
    with pytest.raises(StoreUnusable, match="newer anyturn"):
        EventStore(path)


def test_records_and_turns_of_older_tables_are_kept(tmp_path: Path) -> None:
    """In version 3, hashes were complete, and figures were maps for each seat."""
    path = str(tmp_path / "s.duckdb")
    with older(path, 3) as connection:
        connection.execute(
            "INSERT INTO records VALUES ('g', 1, 'take', 0, 1, 1, 'action', '{}', 7, '0a1b2c3d' || repeat('e', 56))"
        )
        for turn, seat, points in ((2, 1, 6), (1, 0, 3), (1, 1, 4), (2, 0, 5)):
            connection.execute(
                "INSERT INTO turns VALUES ('g', ?, 1, 'action', ?, ?, MAP {'vp': ?, 'stones': 9})",
                [turn, seat, turn, points],
            )
        before = connection.execute("SELECT * FROM turns ORDER BY ALL").fetchall()
    with EventStore(path) as store:
        assert store.connection.execute("SELECT seq, body, source_line, mark, hash FROM records").fetchall() == [
            (1, "{}", 7, 0x0A1B2C3D, "0a1b2c3d")
        ]
        columns = "game_id, turn, round, phase, seat, seq, figures"
        assert store.connection.execute(f"SELECT {columns} FROM turns ORDER BY turn, seat").fetchall() == before
        found = store.connection.execute("SELECT figure_names, figure_values FROM turn_ends ORDER BY turn").fetchall()
        assert found == [("vp,stones", "[[3,9],[4,9]]"), ("vp,stones", "[[5,9],[6,9]]")]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "s.duckdb")
    EventStore(path).close()
    known = list(migrations.MIGRATIONS)
    monkeypatch.setattr(migrations, "MIGRATIONS", [*known, "ALTER TABLE games ADD COLUMN note VARCHAR", "no SQL"])
    with pytest.raises(StoreUnusable, match=r"cannot be migrated to tables \d+ \(Parser Error: .*\); it is unchanged"):
        EventStore(path)
    monkeypatch.setattr(migrations, "MIGRATIONS", known)
    with EventStore(path, read_only=True) as store:
        assert "note" not in [row[0] for row in store.connection.execute("DESCRIBE games").fetchall()]


def test_rows_and_tables_have_the_same_columns(store: EventStore) -> None:
    for table, row in schema.ROWS.items():
        columns = [name for name, *_ in store.connection.execute(f"DESCRIBE {table}").fetchall()]
        assert (
            tuple(name for name in columns if table != "records" or name not in ("hash", "body"))
            == row.__struct_fields__
        )


def test_where_rows_differ_is_reported(store: EventStore) -> None:
    found = rows_of(toy.too_many(toy.text()))
    store.append(found)
    game_id, (first, last), violations = found["games"][0].game_id, found["seats"], found["violations"]
    assert first_difference(store, "violations", game_id, violations) == ""
    assert first_difference(store, "seats", game_id, [last, first]) == ""
    assert first_difference(store, "seats", game_id, [last, first, first]) == "seats: 2 rows, computed 3"
    assert first_difference(store, "seats", game_id, [first]) == f"seats: not as computed: {words_of(last)}"
    store.connection.execute("DELETE FROM seats WHERE seat = 0")
    assert first_difference(store, "seats", game_id, [first, last]) == f"seats: missing: {words_of(first)}"


def words_of(row: schema.SeatRow) -> str:
    return f"seat {row.seat}, player {row.player}, faction {row.faction}"


def test_the_nearest_names(store: EventStore) -> None:
    """Ids and names of files, the least different first."""
    store.append(rows_of(toy.text()))
    ((game_id, *_),) = store.heads()
    store.add_sources([SourceRow("digest", game_id, "folder/a.txt", "nimtext", "valid", WHEN)])
    assert store.nearest("B") == ["a", game_id]
    assert store.nearest(game_id[:-1]) == [game_id, "a"]


def test_games_of_older_tables_get_their_results(tmp_path: Path) -> None:
    """In version 6, results were stored only with the seats: here for a game that ended and for one that did not."""
    path = str(tmp_path / "s.duckdb")
    with older(path, 6) as connection:
        for key in ("ended", "open"):
            connection.execute(
                "INSERT INTO games VALUES (?, 'nim', '1', '{}', '', '', '', 'valid', 3, 0, 0, true, '', NULL, '', '', "
                "'2020-01-01', '', '', '', 0)",
                [key],
            )
        for key, seat, vp, rank, dropped in (
            ("ended", 0, 10, 1, False),
            ("ended", 1, 3, 2, False),
            ("ended", 2, 20, 3, True),
            ("open", 0, None, None, False),
        ):
            connection.execute(
                "INSERT INTO seats VALUES (?, ?, '', NULL, NULL, ?, ?, 0, ?)", [key, seat, vp, rank, dropped]
            )
    with EventStore(path) as store:
        sql = "SELECT mean_vp, best_vp, lead, winners, dropped_seats FROM games ORDER BY game_id"
        assert store.connection.execute(sql).fetchall() == [(6.5, 20, 7, 1, 1), (None, None, None, 0, 0)]
