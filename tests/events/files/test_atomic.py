"""Files that appear whole or not at all, what a killed process leaves behind, and sets that are complete."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.files import atomic
from events.files.atomic import Exists, write_whole
from events.files.checksums import Checksums


def ended() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    dead, own = tmp_path / f".anyturn-{ended()}.new", tmp_path / f".anyturn-{os.getppid()}.new"
    other = tmp_path / ".anyturn-x.new"
    for file in (dead, own, other):
        file.write_text("half")
    write_whole(b"whole", tmp_path / "file")
    assert sorted(tmp_path.iterdir()) == sorted([own, other, tmp_path / "file"])


def test_a_folder_is_looked_into_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(b"one", tmp_path / "one")
    monkeypatch.setattr(atomic.os, "scandir", lambda folder: pytest.fail(f"looked into {folder} again"))
    write_whole(b"two", tmp_path / "two")


def test_a_set_has_its_checksums_once_it_is_complete(tmp_path: Path) -> None:
    files = [tmp_path / "set" / name for name in ("b.txt", "a.txt")]
    with Checksums(tmp_path / "set", files, force=False) as written:
        for file in files:
            write_whole(file.name.encode(), file)
            written.add(file)
            assert not written.list.exists()
    lines = [f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in ("a.txt", "b.txt")]
    assert written.list.read_text().splitlines() == lines


def test_a_set_that_was_interrupted_has_none(tmp_path: Path) -> None:
    """Not even that of the set before it."""
    with Checksums(tmp_path, [tmp_path / "a"], force=False) as written:
        write_whole(b"a", tmp_path / "a")
        written.add(tmp_path / "a")
    with pytest.raises(Exists):
        Checksums(tmp_path, [tmp_path / "other"], force=False)
    with pytest.raises(KeyboardInterrupt), Checksums(tmp_path, [tmp_path / "a"], force=True):
        raise KeyboardInterrupt
    assert not written.list.exists()
