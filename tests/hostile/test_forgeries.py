"""The forgeries of docs/evidence.md, made by someone who has the program; each is found by what the page states."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import msgspec
import pytest

from engine.intake import examine
from events.files import Blob
from events.log import native
from events.log.native import read
from events.seals import seal_file
from events.seals.judging import SealFinding
from events.seals.seal_file import Seal
from events.seals.ssh_signatures import new_key, private_key, sign
from events.seals.statements import of_log
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from events.store.proof_file import ProofFails
from events.store.root import Root
from projections.batch.importing import import_files
from projections.commands.shared import json_line
from projections.game import root_proofs
from projections.store import game_seals
from projections.store.game_seals import beside_log
from projections.store.since import compared
from projections.store.store_seals import of_games
from projections.store.witnesses import Witness, misfits
from tests.hostile import edits
from tests.support import PROJECT, TOY, install
from tests.support import toy_logs as toy

GAME = "native1.jsonl"


class Scene:
    """A store of ten games, the root that somebody keeps, the log of one of them, and a proof of it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.store = folder, edits.ten_games(folder)
        self.log = (folder / "logs" / GAME).read_bytes()
        self.root = edits.judged(self.store)[1]
        self.proof = folder / "proof.json"
        self.proof.write_text(json_line(root_proofs.of_game(str(self.store), GAME)))

    def verdict(self, log: bytes) -> str:
        """The verdict on a log."""
        return examine(Blob("log.jsonl", log)).verdict

    def is_proven(self, log: bytes) -> bool:
        """Whether a log is the game of the proof (`check --log`)."""
        file = self.folder / "given.jsonl"
        file.write_bytes(log)
        try:
            root_proofs.check(str(self.proof), str(self.root), str(file))
        except ProofFails:
            return False
        return True

    def changed(self, change: Callable[[Any], object]) -> Path:
        """A copy of the store in which something was changed by other means."""
        path = self.folder / "changed.duckdb"
        shutil.copy(self.store, path)
        with duckdb.connect(str(path)) as connection:
            change(connection)
        return path

    def audited(self, change: Callable[[Any], object]) -> list[str]:
        """What `audit --all` finds in such a copy."""
        return edits.judged(self.changed(change))[0]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, TOY)
        return Scene(tmp_path_factory.mktemp("forgeries"))


def plain(log: bytes) -> bytes:
    """A log without its hashes."""
    return re.sub(rb',"hash":"[0-9a-f]{64}"', b"", log)


def exchanged(log: bytes) -> bytes:
    """A log whose two players have each other's seats."""
    names = re.findall(rb'"player":"([^"]+)"', log)
    return re.sub(rb'"player":"([^"]+)"', lambda found: b'"player":"%s"' % names[found[1] == names[0]], log)


def hashed(log: bytes) -> bytes:
    """A log with hashes of its own."""
    return b"\n".join(native.write(read(plain(log).splitlines()))) + b"\n"


def run_sql(sql: str) -> Callable[[Any], object]:
    return lambda connection: connection.execute(sql)


def against(path: Path, root: Root) -> tuple[list[str], list[str]]:
    """What `--expect` and what `--since` say about a store."""
    with EventStore(str(path), read_only=True) as store:
        ledger = Ledger(store.connection)
        return compared(store, ledger, root, None)[1], compared(store, ledger, None, root)[1]


def seats_exchanged_in_a_log_without_hashes(scene: Scene) -> None:
    assert scene.is_proven(plain(scene.log))
    forged = exchanged(plain(scene.log))
    assert scene.verdict(forged) == "valid"
    assert not scene.is_proven(forged)


def a_record_changed(scene: Scene) -> None:
    assert scene.verdict(scene.log.replace(b'"dice":[', b'"dice":[1,', 1)) == "tampered"


def hashes_taken_out(scene: Scene) -> None:
    forged = plain(exchanged(scene.log))
    assert (scene.verdict(exchanged(scene.log)), scene.verdict(forged)) == ("tampered", "valid")
    assert not scene.is_proven(forged)
    (found,) = judged_seals(forged, seal_line(scene, "ann", scene.log))
    assert found.belies


def hashed_again(scene: Scene) -> None:
    forged = hashed(exchanged(scene.log))
    assert (scene.verdict(scene.log), scene.verdict(forged)) == ("valid", "valid")
    assert not scene.is_proven(forged)
    path, file = scene.changed(lambda connection: None), scene.folder / "forged.jsonl"
    file.write_bytes(forged)
    with EventStore(str(path)) as store:
        ((imported,),) = import_files(store, [str(file)], 1)
    assert imported.status == "new"


def the_end_cut_off(scene: Scene) -> None:
    forged = hashed(b"\n".join(scene.log.splitlines()[:-1]))
    assert scene.verdict(forged) == "incomplete"
    assert not scene.is_proven(forged)


def a_stored_record_changed(scene: Scene) -> None:
    found = scene.audited(run_sql("UPDATE records SET event = replace(event, '\"stones\":1', '\"stones\":2')"))
    assert any("hash chain broken" in text for text in found)


def a_stored_game_hashed_again(scene: Scene) -> None:
    def forge(connection: Any) -> None:
        forged = hashed(exchanged(scene.log)).splitlines()
        marks = [int(native.hash_of(line)[:8], 16) for line in forged]
        header = plain(forged[0]).decode()
        ((game_id,),) = connection.execute("SELECT game_id FROM games WHERE source = ?", [GAME]).fetchall()
        where = [header, native.hash_of(forged[-1]), game_id]
        connection.execute("UPDATE games SET header = ?, head = ? WHERE game_id = ?", where)
        for seq, mark in enumerate(marks):
            connection.execute("UPDATE records SET mark = ? WHERE game_id = ? AND seq = ?", [mark, game_id, seq])
        players = [seat["player"] for seat in json.loads(header)["seats"]]
        for seat, player in enumerate(players):
            connection.execute("UPDATE seats SET player = ? WHERE game_id = ? AND seat = ?", [player, game_id, seat])
        connection.execute("UPDATE checkpoints SET head = ? WHERE game_id = ?", [where[1], game_id])

    found = scene.audited(forge)
    assert not any("hash chain" in text for text in found)
    assert any("is not as it was taken in (head" in text for text in found)


def a_game_deleted(scene: Scene) -> None:
    found = scene.audited(lambda connection: edits.game_deleted(connection, Random(1)))
    assert any(text.startswith("games: game ") and text.endswith(" is missing") for text in found)


def a_game_deleted_and_all_leaves_made_anew(scene: Scene) -> None:
    path = scene.changed(lambda connection: edits.owner_removes_a_game(connection, Random(1)))
    wrong, root = edits.judged(path)
    assert wrong == []
    expect, since = against(path, scene.root)
    assert expect == [f"root {root}, expected {scene.root}"]
    assert since
    with pytest.raises(ProofFails, match="the proof is about the root"):
        root_proofs.check(str(scene.proof), str(root), None)


def a_date_changed(scene: Scene) -> None:
    found = scene.audited(lambda connection: edits.fact_resealed(connection, Random(1)))
    assert found == ["facts: row 1 is not what was stored"]


def an_act_removed(scene: Scene) -> None:
    removed = "DELETE FROM acts WHERE number = 2; COMMENT ON TABLE acts IS '1'"
    assert "acts: row 2 is missing" in scene.audited(run_sql(removed))


def a_function_added(scene: Scene) -> None:
    """tests/projections/store/test_proof.py shows that it is not used."""
    found = scene.audited(run_sql("CREATE MACRO round(x, n) AS 99.0"))
    assert found == ["file: the function round is not the program's and is not used"]


def an_older_copy(scene: Scene) -> None:
    path = scene.changed(lambda connection: None)
    newer = scene.folder / "newer.jsonl"
    newer.write_bytes(toy.native(99, 2, {"dice": 5, "rounds": 2}))
    with EventStore(str(path)) as store:
        list(import_files(store, [str(newer)], 1))
    _, root = edits.judged(path)
    assert against(path, scene.root)[1] == []
    expect, since = against(scene.store, root)
    assert expect == [f"root {scene.root}, expected {root}"]
    assert "which has fewer leaves" in since[0]


def judged_seals(log: bytes, seals: bytes) -> list[SealFinding]:
    """What `validate` says about the seals beside a log."""
    return beside_log(Blob("log.jsonl", log, seals=seals))


def seal_line(scene: Scene, name: str, log: bytes) -> bytes:
    """A seal of a log as it stands, by a key of its own for each name."""
    key = scene.folder / name
    if not key.exists():
        new_key(key)
    text = str(of_log(Blob("log.jsonl", log)))
    return msgspec.json.encode(Seal(text, sign(private_key(str(key)), text.encode()))) + b"\n"


def the_last_records_cut_off(scene: Scene) -> None:
    """The chain of what is left is whole; a seal, and the head in its statement, know how long it was."""
    unfinished, cut = (b"\n".join(scene.log.splitlines()[:end]) + b"\n" for end in (-2, -4))
    assert (scene.verdict(unfinished), scene.verdict(cut)) == ("incomplete", "incomplete")
    (found,) = judged_seals(cut, seal_line(scene, "ann", unfinished))
    assert found.belies
    assert re.fullmatch(r"\d+ records were sealed, \d+ are there", found.covers)


def a_sealed_log_hashed_again(scene: Scene) -> None:
    seals = seal_line(scene, "ann", scene.log)
    assert [each.state for each in judged_seals(scene.log, seals)] == ["holds"]
    (found,) = judged_seals(hashed(exchanged(scene.log)), seals)
    assert found.belies


def sealed_again_with_another_key(scene: Scene) -> None:
    forged = hashed(exchanged(scene.log))
    (own,), (other,) = (judged_seals(forged, seal_line(scene, name, forged)) for name in ("ann", "eve"))
    assert other.state == "holds"
    (named,) = game_seals.named([other], {own.key: "Ann"})
    assert named.by == ""


def a_seal_dropped(scene: Scene) -> None:
    """Beside the log nothing shows it; a store that took the seal in says so, and misses it if it is gone there."""
    path, file = scene.changed(lambda connection: None), scene.folder / "sealed.jsonl"
    file.write_bytes(toy.native(77, 2))
    beside = seal_file.beside(str(file))
    beside.write_bytes(seal_line(scene, "ann", file.read_bytes()))
    with EventStore(str(path)) as store:
        list(import_files(store, [str(file)], 1))
        assert [each.state for _, each in of_games(store)] == ["holds"]
    beside.unlink()
    with EventStore(str(path), read_only=True) as store:
        assert [each.state for _, each in of_games(store)] == ["holds"]
    with duckdb.connect(str(path)) as connection:
        connection.execute("DELETE FROM facts WHERE kind = 'seal'")
    assert any(re.fullmatch(r"facts: row \d+ is missing", text) for text in edits.judged(path)[0])


def sealed_root_of_a_store_made_anew(scene: Scene) -> None:
    """Its owner made all leaves anew and sealed it again: a root that somebody kept does not fit."""
    path = scene.changed(lambda connection: edits.owner_removes_a_game(connection, Random(1)))
    with EventStore(str(path), read_only=True) as store:
        ledger = Ledger(store.connection)
    kept = Witness(1, "2026-05-01", scene.root)
    assert [one.witness for one in misfits(ledger, [kept])] == [kept]
    assert misfits(ledger, [Witness(1, "2026-05-01", ledger.root)]) == []


FORGERIES: dict[str, Callable[[Scene], None]] = {
    "two players exchange their seats in a log without hashes": seats_exchanged_in_a_log_without_hashes,
    "a record of a log with hashes is changed": a_record_changed,
    "players exchanged, and the hashes taken out of the log": hashes_taken_out,
    "players exchanged, and the log hashed again": hashed_again,
    "the end of a log cut off, and the log hashed again": the_end_cut_off,
    "the last records of an unfinished log with hashes cut off": the_last_records_cut_off,
    "a record of a stored game changed": a_stored_record_changed,
    "a stored game hashed again with other players": a_stored_game_hashed_again,
    "a game deleted from all tables": a_game_deleted,
    "a game deleted, and all leaves made anew": a_game_deleted_and_all_leaves_made_anew,
    "the date of a game changed in its fact, with the fact's hash": a_date_changed,
    "the act removed by which a game was forgotten": an_act_removed,
    "a function added that changes what is printed": a_function_added,
    "an older copy of the store put in its place": an_older_copy,
    "players exchanged in a sealed log, and the log hashed again": a_sealed_log_hashed_again,
    "the same, and sealed again with another key": sealed_again_with_another_key,
    "a seal removed from the file beside the log": a_seal_dropped,
    "a game deleted, all leaves made anew, and the store sealed again": sealed_root_of_a_store_made_anew,
}
"""Rows of the table in docs/evidence.md -> what makes and finds the forgery."""


@pytest.mark.long
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_found(scene: Scene, nim: str, forgery: str) -> None:
    FORGERIES[forgery](scene)


def test_the_page_lists_the_forgeries() -> None:
    page = (PROJECT / "docs" / "evidence.md").read_text(encoding="utf-8")
    table = page.partition("## Eighteen forgeries")[2].partition("\n## ")[0]
    assert set(FORGERIES) == set(re.findall(r"^\| ([^|]+) \|", table, re.M)) - {"forgery"}
