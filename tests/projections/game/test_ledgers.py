"""The recorded ledgers of Terra Mystica: stored, counted, audited, exported, kept apart."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.snapshot import state_bytes
from events import files
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import Imported, import_files
from projections.game import position
from projections.game.audit import run
from projections.statistics import Filters
from tests.support import LOGS
from tests.support.recorded import needs_recorded

FOLDERS = [str(LOGS / "terra-mystica" / name) for name in ("ledger", "ledger-web-copy")]
PROJECT = Path(__file__).parents[3]

pytestmark = needs_recorded("terra-mystica/ledger", "terra-mystica/ledger-web-copy")


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Imported]]:
    """A store with all ledgers, and what became of each."""
    db = str(tmp_path_factory.mktemp("ledgers") / "s.duckdb")
    with EventStore(db) as store:
        return db, [one for chunk in import_files(store, files.find(FOLDERS), 1) for one in chunk]


def test_renderings_of_one_game_are_recognised(imported: tuple[str, list[Imported]]) -> None:
    _, found = imported
    assert {one.verdict for one in found} == {"valid"}
    by_name: dict[str, set[str]] = {}
    for one in found:
        by_name.setdefault(Path(one.details.source).name, set()).add(one.game_id)
    assert by_name["4pLeague_S1_D1L1_G3.txt"] == by_name["4pLeague_S1_D1L1_G3_has_fakirs.txt"]
    assert len(by_name["4pLeague_S66_D1L1_G6.txt"]) == 1
    assert len({one.game_id for one in found}) == len(found) - 2
    assert [one.status for one in found].count("same") == 2


def test_again_changes_nothing(imported: tuple[str, list[Imported]]) -> None:
    db, found = imported
    before = Path(db).read_bytes()
    with EventStore(db) as store:
        again = [one for chunk in import_files(store, files.find(FOLDERS), 1) for one in chunk]
    assert {one.status for one in again} == {"unchanged"}
    assert [one.game_id for one in again] == [one.game_id for one in found]
    with EventStore(db, read_only=True) as store:
        assert len(store.heads()) == len({one.game_id for one in found})
    assert len(Path(db).read_bytes()) == len(before)


def test_faction_statistics_count_every_seat(imported: tuple[str, list[Imported]]) -> None:
    db, found = imported
    games = len({one.game_id for one in found})
    with EventStore(db, read_only=True) as store:
        (answer,) = statistics.run(store.connection, "factions", Filters(players=4))
        dropped = store.connection.execute("SELECT count(*) FROM seats WHERE dropped").fetchone()
        (every,) = statistics.run(store.connection, "factions", Filters(options={"map": "base"}))
    assert sum(row["games"] + row["dropped"] for row in answer.rows) == 4 * games
    assert sum(row["wins"] for row in answer.rows) == pytest.approx(games)
    assert (sum(row["dropped"] for row in answer.rows),) == dropped
    assert every.rows == answer.rows


def test_points_are_those_of_the_platform(imported: tuple[str, list[Imported]]) -> None:
    db, found = imported
    expected = json.loads((LOGS / "terra-mystica" / "expected.json").read_text())
    for one in found:
        name = "/".join(Path(one.details.source).parts[-2:])
        with EventStore(db, read_only=True) as store:
            seats = store.connection.execute(
                "SELECT faction, vp FROM seats WHERE game_id = ?", [one.game_id]
            ).fetchall()
        assert {faction.replace("_", ""): vp for faction, vp in seats} == expected[name], name


@pytest.mark.long
def test_every_ledger_passes_its_audit(imported: tuple[str, list[Imported]]) -> None:
    db, found = imported
    for game_id in sorted({one.game_id for one in found}):
        audit = run(game_id, db)
        assert [check for check in audit.checks if not check.holds] == [], game_id
        assert len(audit.checks) == 6


@pytest.mark.long
def test_stepping_and_jumping_give_the_same_positions(imported: tuple[str, list[Imported]]) -> None:
    db, found = imported
    for one in found[:: len(found) // 6]:
        steps = {game.seq: state_bytes(game.state) for game in position.positions_until(one.game_id, db, "end")[0]}
        assert len(steps) == one.details.records
        for seq in range(1, len(steps) + 1, 40):
            there = position.position(one.game_id, db, f"#{seq}")
            assert state_bytes(there.state) == steps[seq], (one.game_id, seq)


@pytest.mark.parametrize("seq", [1, 100, 400])
def test_a_changed_byte_is_found_at_its_record(imported: tuple[str, list[Imported]], tmp_path: Path, seq: int) -> None:
    db, found = imported
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(Path(db).read_bytes())
    with EventStore(str(copy)) as store:
        store.connection.execute("UPDATE records SET event = replace(event, ':', ' :') WHERE seq = ?", [seq])
        broken = store.read(found[0].game_id).verify()
    assert broken is not None
    assert broken.seq == seq
    assert run(found[0].game_id, str(copy)).broken


def test_the_command_line_on_a_ledger(imported: tuple[str, list[Imported]]) -> None:
    db, found = imported
    for command in (
        ["replay", found[0].game_id, "--to", "r3.t2"],
        ["replay", found[0].details.source, "--to", "-10"],
        ["log", found[0].game_id],
        ["audit", found[0].game_id],
        ["legal", found[0].game_id, "--at", "t45"],
        ["stats", "sources"],
    ):
        arguments = [sys.executable, "cli.py", *command, "--db", db]
        done = subprocess.run(arguments, cwd=PROJECT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout
        assert "\x1b" not in done.stdout
