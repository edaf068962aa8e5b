"""Temporary folders: they are removed afterwards, and the next process removes those that a killed one left."""

import fcntl
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.files.temporary import sweep, temporary_folder


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The place for temporary folders; this process has not cleaned up there yet."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sweep.cache_clear()
    yield tmp_path
    sweep.cache_clear()


def left(place: Path, name: str) -> Path:
    folder = place / name
    folder.mkdir()
    (folder / ".in-use").touch()
    (folder / "rows.json").write_text("{}")
    return folder


def test_what_a_dead_process_left_is_swept_away(place: Path) -> None:
    """Folders in use stay, and so do those that are not temporary folders of this program."""
    dead, alive, other = left(place, "anyturn-dead"), left(place, "anyturn-alive"), left(place, "other")
    unmarked = place / "anyturn-demo"
    unmarked.mkdir()
    with (alive / ".in-use").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with temporary_folder():
            assert not dead.exists()
            assert (alive / "rows.json").exists()
            assert (other / "rows.json").exists()
            assert unmarked.exists()


def test_a_folder_stays_as_long_as_it_is_in_use(place: Path) -> None:
    with temporary_folder() as folder:
        sweep.cache_clear()
        sweep()
        assert folder.parent == place
        assert folder.is_dir()
    assert not folder.exists()


def test_a_folder_is_gone_also_after_a_failure() -> None:
    with pytest.raises(KeyError), temporary_folder() as folder:
        raise KeyError
    assert not folder.exists()


def test_a_folder_that_another_process_takes_for_a_dead_ones_is_made_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the making of the lock's file and the lock, it looks like what a dead process left."""
    lock, swept = fcntl.flock, []

    def late(descriptor: int, how: int) -> None:
        if how == fcntl.LOCK_EX and not swept:
            swept.extend(place.glob("anyturn-*"))
            sweep.cache_clear()
            sweep()
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with temporary_folder() as folder:
        assert swept
        assert not swept[0].exists()
        (folder / "rows.json").write_text("{}")
    assert list(place.iterdir()) == []
