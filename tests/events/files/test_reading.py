"""What is read from where: files, folders, compressed files, standard input; and what is refused, in a line each."""

import gzip
import io
import os
import sys
import threading
from pathlib import Path

import pytest

from events import files
from events.log.codec import Unreadable, encode
from events.log.record import Header

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"one\ntwo\n"


def problem(path):
    blob = files.read(str(path))
    assert blob.data == b""
    assert blob.problem is not None
    return str(blob.problem)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress], ids=["plain", "gz", "zst"])
def test_plain_and_compressed_files(tmp_path, monkeypatch, pack):
    """They are recognised by their beginning, not by their names, even on standard input."""
    (tmp_path / "log").write_bytes(pack(TEXT))
    blob = files.read(str(tmp_path / "log"))
    assert (blob.name, blob.data, blob.problem) == (str(tmp_path / "log"), TEXT, None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(pack(TEXT)))))
    blob = files.read("-")
    assert (blob.name, blob.data) == ("stdin", TEXT)


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress], ids=["gz", "zst"])
def test_the_digest_is_that_of_the_text(tmp_path, pack):
    """The same log, packed or not, is the same source."""
    (tmp_path / "plain").write_bytes(TEXT)
    (tmp_path / "packed").write_bytes(pack(TEXT))
    assert files.read(str(tmp_path / "plain")).digest == files.read(str(tmp_path / "packed")).digest


@pytest.mark.parametrize("name", ["game.txt", "game.txt.gz", "game.txt.zst", "game.gz"])
def test_the_facts_of_a_file_stand_beside_it(tmp_path, name):
    """They have the name of the text, however it is packed; if there are none, none are taken from elsewhere."""
    (tmp_path / name).write_bytes(TEXT)
    (tmp_path / "other.facts.toml").write_bytes(b"no = 1")
    assert files.read(str(tmp_path / name)).facts == b""
    (tmp_path / "game.facts.toml").write_bytes(b"yes = 1")
    assert files.read(str(tmp_path / name)).facts == b"yes = 1"


def test_a_pipe_that_cannot_be_sought_in(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[gzip.compress(TEXT)])
    writer.start()
    assert files.read(str(tmp_path / "pipe")).data == TEXT
    writer.join()


def test_folders_are_walked_in_order_without_hidden_files(tmp_path):
    for name in ("b/2.txt", "b/10.txt", "a/x/deep.txt", "z.txt", ".git/config", "b/.hidden", "a/.x/y.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    found = files.find([str(tmp_path), "-", "nowhere.txt"])
    inside = ["a/x/deep.txt", "b/10.txt", "b/2.txt", "z.txt"]
    assert found == [*(str(tmp_path / name) for name in inside), "-", "nowhere.txt"]


def test_a_folder_with_a_hidden_parent_is_walked(tmp_path):
    (tmp_path / ".games").mkdir()
    (tmp_path / ".games" / "1.txt").write_bytes(TEXT)
    assert files.find([str(tmp_path / ".games")]) == [str(tmp_path / ".games" / "1.txt")]


def test_files_that_cannot_be_had(tmp_path):
    assert "No such file or directory" in problem(tmp_path / "none.txt")
    assert "Is a directory" in problem(tmp_path)
    (tmp_path / "closed").write_bytes(TEXT)
    (tmp_path / "closed").chmod(0)
    if os.getuid():
        assert "Permission denied" in problem(tmp_path / "closed")


def test_an_empty_file_is_read(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    assert files.read(str(tmp_path / "empty")).data == b""


@pytest.mark.parametrize(("pack", "kind"), [(gzip.compress, "gzip"), (zstd.compress, "zstd")])
def test_compressed_data_that_is_cut_off_or_broken(tmp_path, pack, kind):
    packed = pack(os.urandom(2000))
    (tmp_path / "cut").write_bytes(packed[:-20])
    assert f"{tmp_path}/cut: found {kind} data cut off, expected all of it" == problem(tmp_path / "cut")
    broken = bytearray(packed)
    broken[4:12] = b"\xff" * 8
    broken[-6:] = b"\x01" * 6
    (tmp_path / "broken").write_bytes(broken)
    assert f"found broken {kind} data" in problem(tmp_path / "broken")
    assert "\n" not in problem(tmp_path / "broken")


def test_a_fault_of_a_library_is_not_reported_as_one_of_the_data(tmp_path, monkeypatch):
    (tmp_path / "log.gz").write_bytes(gzip.compress(b"one"))

    def fail(*_):
        raise ArithmeticError("a fault")

    monkeypatch.setattr(gzip.GzipFile, "read", fail)
    with pytest.raises(ArithmeticError, match="a fault"):
        files.read(str(tmp_path / "log.gz"))


def test_a_bomb_is_not_unpacked(tmp_path):
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"\n" * (files.MAX_BYTES + 1)))
    assert f"found over {files.MAX_BYTES} bytes, expected a log of at most" in problem(tmp_path / "bomb.gz")


def test_lines_that_are_too_long(tmp_path, monkeypatch):
    (tmp_path / "long").write_bytes(b"short\n" + b"x" * (files.MAX_LINE + 1) + b"\nshort\n")
    assert problem(tmp_path / "long").startswith(f"{tmp_path}/long:2: found a line of over {files.MAX_LINE} bytes")
    (tmp_path / "one").write_bytes(b"x" * (files.MAX_LINE + 1))
    assert f"{tmp_path}/one:1: found a line of over" in problem(tmp_path / "one")
    monkeypatch.setattr(files, "MAX_BYTES", 2 * files.MAX_LINE)
    (tmp_path / "endless").write_bytes(b"a\nb\n" + b"x" * (3 * files.MAX_LINE))
    assert f"{tmp_path}/endless:3: found a line of over" in problem(tmp_path / "endless")
    (tmp_path / "both").write_bytes(b"\n" * (files.MAX_LINE + 1) + b"x" * files.MAX_LINE)
    assert f"found over {files.MAX_BYTES} bytes" in problem(tmp_path / "both")
    (tmp_path / "exact").write_bytes(b"x" * files.MAX_LINE)
    assert files.read(str(tmp_path / "exact")).problem is None


def test_text_is_utf_8_with_or_without_byte_order_mark():
    assert files.text(files.Blob("a", "é\n".encode())) == "é\n"
    assert files.text(files.Blob("a", "\ufeffé\n".encode())) == "é\n"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"one\ntwo \xe9\n", "2: found the byte 0xe9, expected text in UTF-8"),
        ("one\n".encode("utf-16"), "1: found the byte 0xff, expected text in UTF-8"),
        (b"\xef\xbb\xbfone\n\n\x80", "3: found the byte 0x80"),
        (b"\x89PNG\r\n\x1a\n", "1: found the byte 0x89"),
        (b"one\n\xe2\x82", "2: found the byte 0xe2"),
    ],
)
def test_other_encodings_are_found_at_their_line(data, says):
    with pytest.raises(Unreadable) as caught:
        files.text(files.Blob("a", data))
    assert str(caught.value).startswith(says)


def test_a_name_that_is_no_text_can_be_printed(tmp_path):
    name = os.fsdecode(bytes(tmp_path) + b"/\xff.txt")
    assert problem(name).encode().startswith(bytes(tmp_path))


def test_what_access_is_denied_to_is_reported_and_the_rest_read(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "secret").mkdir()
    looked_at = Path.is_file

    def is_file(place):
        if place.name == "secret":
            raise PermissionError(13, "Permission denied", str(place))
        return looked_at(place)

    monkeypatch.setattr(Path, "is_file", is_file)
    assert files.find([str(tmp_path)]) == [str(tmp_path / "a.txt"), str(tmp_path / "secret")]
    assert files.read(str(tmp_path / "secret")).problem is not None


def test_no_name_is_no_folder():
    """An empty shell variable does not mean the working directory."""
    assert files.find([""]) == [""]
    assert files.read("").problem is not None


def test_logs_in_a_folder_are_recognised_by_suffix_or_beginning(tmp_path, monkeypatch):
    """A file that is named is always taken, even if it cannot be opened, so that reading reports why."""
    texts = {"a.txt": b"anything", "b.svg": b"<svg>", "c.native": encode(Header("nim", "1")), "d.locked": b"x"}
    texts |= {"e.jsonl": b"anything", "f.JSON": b"anything", "g.gz": b"anything", "h.zst": b"anything"}
    for name, data in texts.items():
        (tmp_path / name).write_bytes(data)
    opened = Path.open

    def refusing(place, *mode):
        if place.name == "d.locked":
            raise PermissionError(13, "Permission denied", str(place))
        return opened(place, *mode)

    monkeypatch.setattr(Path, "open", refusing)
    inside = [str(tmp_path / name) for name in sorted(texts) if name != "b.svg"]
    assert files.find_logs([str(tmp_path)]) == (inside, 1)
    assert files.find_logs([str(tmp_path / "b.svg")]) == ([str(tmp_path / "b.svg")], 0)


def test_what_is_named_again_is_there_once(tmp_path, monkeypatch):
    """It keeps the position of its first mention, in whatever spelling; a link is a separate name."""
    logs = tmp_path / "logs"
    logs.mkdir()
    for name in ("a.txt", "b.txt", "c.svg"):
        (logs / name).write_bytes(TEXT)
    (tmp_path / "also").symlink_to(logs)
    monkeypatch.chdir(tmp_path)
    named = ["logs/b.txt", "./logs//b.txt", "logs", str(logs), "also/../logs/a.txt", "also", "-", "-"]
    assert files.find_logs(named) == (["logs/b.txt", "logs/a.txt", "-"], 1)
    assert files.find_logs(["logs", "logs/c.svg"]) == (["logs/a.txt", "logs/b.txt", "logs/c.svg"], 0)
    (logs / "d.txt").symlink_to("a.txt")
    assert files.find_logs(["logs/d.txt", "logs/a.txt", "logs"])[0] == ["logs/d.txt", "logs/a.txt", "logs/b.txt"]
