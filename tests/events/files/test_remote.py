"""Logs at URLs: found, read with their side files, and reported like local ones."""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from events import files
from events.files import remote
from events.log.codec import Unreadable

MEMORY = "memory://logs"


@pytest.fixture(autouse=True)
def logs(tmp_path: Path) -> Iterator[Path]:
    """The same files in a folder and at a URL."""
    for name, data in {
        "b.txt": b"two",
        "a.txt": b"one",
        "more/c.txt.gz": gzip.compress(b"three"),
        "more/c.facts.toml": b"x = 1",
        ".hidden/d.txt": b"no",
        "more/.e.txt": b"no",
        "picture.svg": b"<svg/>",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    fsspec.filesystem("memory").put(f"{tmp_path}/", "/logs/", recursive=True)
    yield tmp_path
    fsspec.filesystem("memory").rm("/", recursive=True)


@pytest.mark.parametrize("url", [MEMORY, f"{MEMORY}/", "file://"])
def test_files_of_a_folder_are_found_as_on_disk(logs: Path, url: str) -> None:
    url = f"file://{logs}" if url == "file://" else url
    found, passed_over = files.find_logs([url])
    expected, others = files.find_logs([str(logs)])
    assert found == [f"{url.rstrip('/')}/{Path(file).relative_to(logs)}" for file in expected]
    assert (len(found), passed_over) == (3, 1) == (len(expected), others)


def test_a_file_is_what_it_is_on_disk(logs: Path) -> None:
    """It is unpacked, and has its side file and the same digest."""
    for name in ("a.txt", "more/c.txt.gz"):
        there, here = files.read(f"{MEMORY}/{name}"), files.read(str(logs / name))
        assert (there.data, there.facts, there.digest) == (here.data, here.facts, here.digest)
        assert there.name == f"{MEMORY}/{name}"
    assert there.facts == b"x = 1"
    assert files.find([f"{MEMORY}/a.txt"]) == [f"{MEMORY}/a.txt"]


def test_what_is_not_there_is_a_problem_of_that_file() -> None:
    problem = files.read(f"{MEMORY}/none.txt").problem
    assert problem is not None
    assert str(problem) == f"{MEMORY}/none.txt: found No such file or directory, expected a file that can be read"
    assert not remote.exists(f"{MEMORY}/none.txt")
    with pytest.raises(FileNotFoundError, match="No such file or directory") as missing, remote.reading(problem.name):
        pass
    assert missing.value.filename == problem.name


def test_a_place_that_fails_in_its_own_way_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries for remote places raise their own errors."""

    def refuse(*_: object, **__: object) -> None:
        raise ArithmeticError("no credentials\nat all")

    monkeypatch.setattr(fsspec.filesystem("memory"), "_open", refuse)
    with pytest.raises(OSError, match="no credentials") as message:
        list(files.blocks(f"{MEMORY}/a.txt", 1))
    assert message.value.filename == f"{MEMORY}/a.txt"
    problem = files.read(f"{MEMORY}/a.txt").problem
    assert str(problem) == (f"{MEMORY}/a.txt: found ArithmeticError: no credentials, expected a file that can be read")


@pytest.mark.parametrize("place", [f"{MEMORY}/new/deep/a.txt", "file://{}/new/deep/a.txt"])
def test_what_is_put_there_can_be_fetched(logs: Path, place: str) -> None:
    """Missing folders are made."""
    url = place.format(logs)
    remote.put(str(logs / "a.txt"), url)
    remote.fetch(url, str(logs / "back.txt"))
    assert (logs / "back.txt").read_bytes() == b"one"
    remote.remove(url)
    assert not remote.exists(url)


def test_an_unknown_kind_of_place_is_reported() -> None:
    with pytest.raises(Unreadable, match=r"found nowhere://a \(Protocol not known: nowhere\), expected a path, or"):
        files.find(["nowhere://a"])


def test_without_fsspec_the_error_explains_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(remote.NoAccess, match=r"^s3://a/b needs fsspec, which is not .* -m pip install fsspec s3fs$"):
        files.find(["s3://a/b"])
    assert files.read(str(tmp_path / "a.txt")).data == b"one"


def test_the_address_of_a_page_is_answered_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is best saved; to read it from the web takes one library more than fsspec."""
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(remote.NoAccess) as raised:
        files.find(["https://example.org/game/1"])
    assert "; save the page in a browser and name that file, or install it with: " in str(raised.value)
    assert str(raised.value).endswith("-m pip install fsspec aiohttp")


def test_a_path_can_be_relative_to_a_base(logs: Path) -> None:
    """The blob is named by the path as given."""
    blob = files.read("more/c.txt.gz", str(logs))
    assert (blob.name, blob.data, blob.facts) == ("more/c.txt.gz", b"three", b"x = 1")
    assert files.read(str(logs / "a.txt"), "/elsewhere").data == b"one"
    assert files.read(f"{MEMORY}/a.txt", "/elsewhere").data == b"one"


def test_drives_are_no_urls() -> None:
    assert not remote.is_url("C:/logs/a.txt")
    assert not remote.is_url("logs/a.txt")
    assert remote.is_url("s3://bucket/a.txt")
