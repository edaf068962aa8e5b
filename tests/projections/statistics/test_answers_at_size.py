"""Small versions of the dumps in `benchmarks/answers.py`: read in pieces, stored once, counted correctly."""

import gzip
from pathlib import Path

import pytest

from benchmarks import answers
from benchmarks.dumps import write_dumps
from events import files
from events.files import dumps
from events.notations import snellman_counters
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.batch.validating import validate

GAMES = 60


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dumps")
    write_dumps(folder, GAMES, 30)
    (file,) = folder.iterdir()
    return file


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes files of 100 KB count as long, and pieces have about five games."""
    monkeypatch.setattr(dumps, "LONG", 100_000)
    monkeypatch.setattr(dumps, "PIECE", 150_000)


def stored(path: Path, *logs: Path) -> tuple[list[str], list[tuple[object, ...]]]:
    """The outcome for each game of the files, and the stored games and seats."""
    with EventStore(str(path)) as store:
        found = [one.status for chunk in import_files(store, [str(log) for log in logs], 1) for one in chunk]
        sql = "SELECT * EXCLUDE imported_at FROM games JOIN seats USING (game_id) ORDER BY ALL"
        return found, store.connection.execute(sql).fetchall()


def test_pieces_are_the_whole_file(dump: Path, small_pieces: None) -> None:
    """Each is a complete text; together they contain every game once, in order."""
    found = list(dumps.pieces(str(dump)))
    assert len(found) > 5
    assert max(len(piece.data) for piece in found) < 2 * dumps.PIECE
    whole = snellman_counters.parse(dump.read_text()).games
    assert [game for piece in found for game in snellman_counters.parse(piece.data.decode()).games] == whole
    assert {piece.blob.digest for piece in found} == {files.read(str(dump)).digest}


def test_standard_input_is_not_read_in_pieces(
    dump: Path, tmp_path: Path, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is a file that has its name."""
    (tmp_path / "-").write_bytes(dump.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert list(dumps.pieces("-")) == []
    assert list(dumps.pieces("./-"))


@pytest.mark.long
@pytest.mark.parametrize("packed", [False, True])
def test_a_long_dump_is_stored_as_a_short_one(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    """This holds whether it is read whole or in pieces, compressed or not; a second import changes nothing."""
    log = tmp_path / dump.name
    log.write_bytes(dump.read_bytes())
    whole = stored(tmp_path / "whole.duckdb", log)
    assert whole[0] == ["new"] * GAMES
    if packed:
        log.write_bytes(gzip.compress(dump.read_bytes()))
    for name, size in (("LONG", 1), ("PIECE", 150_000)):
        monkeypatch.setattr(dumps, name, size)
    assert stored(tmp_path / "pieces.duckdb", log) == whole
    assert stored(tmp_path / "pieces.duckdb", log)[0] == ["unchanged"] * GAMES


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ('"game": 40', ".game of the games from byte {byte:,} on"),
        ('"game": "game40', "broken.json:41: found invalid JSON "),
    ],
)
def test_errors_in_a_piece_are_reported_with_their_place(
    dump: Path, tmp_path: Path, small_pieces: None, fault: str, told: str
) -> None:
    """The other pieces are judged; lines are those of the file."""
    lines = dump.read_text().replace('}, {"base_map"', '},\n{"base_map"').splitlines()
    assert len(lines) == GAMES
    lines[40] = lines[40].replace('"game": "game40"', fault)
    log = tmp_path / "broken.json"
    log.write_text("\n".join(lines))
    found = [verdict for chunk in validate([str(log)], 1) for verdict in chunk]
    (broken,) = [verdict for verdict in found if verdict.problem]
    (piece,) = [piece for piece in dumps.pieces(str(log)) if fault.encode() in piece.data]
    assert told.format(byte=piece.byte) in str(broken.problem)
    assert 30 < piece.line <= 41
    assert log.read_bytes()[piece.byte :].startswith(piece.data[1:500])
    assert sum(verdict.verdict == "summary" for verdict in found) >= GAMES - 10


def test_a_game_without_end_is_refused(tmp_path: Path, small_pieces: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 300_000)
    log = tmp_path / "endless.json"
    log.write_text('[{"game": "a", "events": {"faction": {"x": "' + "y" * 1_000_000 + '"}}}]')
    (found,) = [verdict for chunk in validate([str(log)], 1) for verdict in chunk]
    assert "over 300000 bytes" in str(found.problem)


@pytest.mark.long
def test_every_answer_is_timed_and_those_of_a_month_are_true(dump: Path, tmp_path: Path) -> None:
    """The structure of what the benchmark prints, and its comparison with the dump."""
    db = tmp_path / "s.duckdb"
    stored(db, dump)
    timed = [*answers.answers(db), *answers.by_key(db)]
    assert {each.what for each in timed} >= {"stats rivals", "stats factions --by against", "stats strength --by map"}
    assert len(timed) == len(set(answers.measured())) - 1 + 4
    told = {each.what: each.rows for each in timed}
    assert told["games --where game_id = ..."] == 1
    assert told["stats factions"] == 20
    assert told["stats factions --by faction"] == 20
    assert answers.compared(dump, db) > 500
