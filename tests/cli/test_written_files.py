"""Files that commands write: whole or not at all, never over another one unasked, named if the disk is full."""

import errno
import subprocess
import tempfile
from pathlib import Path

import pytest

from events.store.event_store import EventStore, Part
from projections.batch.importing import import_files
from projections.screen.error_lines import describe
from tests.cli.test_export_command import played
from tests.support import toy_logs as toy
from tests.support.running import Run

GAME = "games/gaia-selfplay-1-1.jsonl"
WRITING = {
    "a log": (["export", "a", "--out", "new.jsonl"], "new.jsonl"),
    "a packed log": (["export", "a", "--out", "new.jsonl.gz"], "new.jsonl.gz"),
    "a drawing": (["replay", GAME, "--svg", "new.svg"], "new.svg"),
    "a page": (["replay", GAME, "--html", "new.html"], "new.html"),
    "all logs": (["export", "--all", "--out", "new"], "new/{id}.jsonl.gz"),
    "all tables": (["export", "--all", "--parquet", "--out", "new"], "new/seats.parquet"),
}
QUICK = ("a log", "a drawing")
each_way = pytest.mark.parametrize(
    ("arguments", "file"),
    [
        pytest.param(*given, id=name, marks=[] if name in QUICK else [pytest.mark.long])
        for name, given in WRITING.items()
    ],
)


@pytest.fixture
def writing(stored: Run) -> Run:
    assert played(stored, "gaia") == GAME
    return stored


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@each_way
def test_nothing_is_overwritten_unasked(writing: Run, tmp_path: Path, arguments: list[str], file: str) -> None:
    place = tmp_path / file.format(id=writing("games", "--json").json[-1]["game_id"])
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(b"mine")
    place.chmod(0o640)
    before = everything(tmp_path)
    found = writing(*arguments)
    said = f"anyturn: {place.relative_to(tmp_path)} already exists; "
    assert (found.code, found.out, found.err) == (2, "", f"{said}name another file, or overwrite it with --force\n")
    assert (place.read_bytes(), everything(tmp_path)) == (b"mine", before)
    assert writing(*arguments, "--force").code == 0
    assert place.read_bytes() != b"mine"
    assert place.stat().st_mode & 0o777 == 0o640
    assert not [name for name in everything(tmp_path) if name.endswith(".new")]


@pytest.mark.long
@each_way
def test_without_room_there_is_no_file(writing: Run, tmp_path: Path, arguments: list[str], file: str) -> None:
    """The error names the file; an earlier version of it stays."""
    place = tmp_path / file.format(id=writing("games", "--json").json[0]["game_id"])
    for mine in (False, True):
        if mine:
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(b"mine")
        done = subprocess.run(
            ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *toy.door(tmp_path), *arguments, "--force"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode in (1, 3)
        assert done.stderr.decode().startswith(f"anyturn: {Path(file).parts[0]}")
        assert done.stderr.count(b"\n") == 1
        assert not [name for name in everything(tmp_path) if name.endswith(".new")]
        assert place.read_bytes() == b"mine" if mine else not place.exists()


def test_a_link_stays_one_and_a_device_is_written(writing: Run, tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_text("mine")
    (tmp_path / "link.jsonl").symlink_to("real.jsonl")
    assert writing("export", "a", "--out", "link.jsonl").code == 2
    assert writing("export", "a", "--out", "link.jsonl", "--force").code == 0
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "real.jsonl").read_text() == writing("export", "a").out
    piped = [*toy.door(tmp_path), "export", "a", "--out", "/dev/stdout"]
    done = subprocess.run(piped, cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.decode() == writing("export", "a").out + "/dev/stdout\n"
    assert writing("export", "a", "--out", "/dev/stdout").code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_place_is_named(writing: Run) -> None:
    for arguments in (["export", "a", "--out", "/dev/full"], ["replay", GAME, "--svg", "/dev/full"]):
        found = writing(*arguments)
        assert (found.code, found.out) == (1, "")
        assert found.err == "anyturn: /dev/full: No space left on device; name another place\n"


def test_a_full_temporary_folder_is_named(tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write without space left does not name the file."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a.txt").write_text(toy.text(1))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Part, "write", full)
    with EventStore(str(tmp_path / "s.duckdb")) as store, pytest.raises(OSError, match="No space left") as failed:
        list(import_files(store, [str(tmp_path / "a.txt")], 1))
    line, status = describe(failed.value)
    assert (line.startswith(f"{tmp_path}/anyturn-"), status) == (True, 1)
