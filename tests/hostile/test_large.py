"""The largest inputs that are read, and larger ones: at most one second per megabyte, in 300 MiB."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from events import files
from events.files import toml
from events.log.codec import Unreadable
from events.problems import USAGE
from projections.game import catalogues
from tests.hostile.judge import limit
from tests.hostile.large import LARGE
from tests.hostile.test_corpus import MEBIBYTES
from tests.support import PROJECT


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_no_size_surprises(name: str, tmp_path: Path) -> None:
    kind, made = LARGE[name]
    file = tmp_path / f"large{Path(kind).suffix}"
    file.write_bytes(made())
    command = [sys.executable, "-m", "tests.hostile.judge", kind, str(file)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["mebibytes"] < MEBIBYTES
    assert found["seconds"] < limit(file.stat().st_size)


@pytest.mark.long
def test_more_than_a_game_is_refused(tmp_path: Path) -> None:
    """Each notation has the limit of a single game; a dump of many games may be larger."""
    from engine.intake import examine

    for head, most in ((b'{"game":"gaia"}\n', files.MAX_GAME), (b'{"error":[],"ledger":[]}\n', files.MAX_GAME // 2)):
        (tmp_path / "log").write_bytes(head + b"\n" * most)
        problem = str(examine(files.read(str(tmp_path / "log"))).problem)
        assert f"found {most + len(head):,} bytes, expected a log of at most {most:,} bytes" in problem
    (tmp_path / "log").write_bytes(b'[{"base_map":""' + b"\n" * files.MAX_GAME)
    assert "bytes, expected" not in str(examine(files.read(str(tmp_path / "log"))).problem)


def test_lines_of_any_length_are_measured(tmp_path: Path) -> None:
    """This holds whether or not short lines precede a long one; JSON may have longer ones."""
    most = files.MAX_LINE
    for before, line, number in ((b"", b"x" * (most + 1), 1), (b"a\n" * most, b"x" * (most + 1), most + 1)):
        (tmp_path / "log").write_bytes(before + line + b"\na\n")
        assert f":{number}: found a line of over {most} bytes" in str(files.read(str(tmp_path / "log")).problem)
    for text in (b"a\n" * most + b"x" * most + b"\n" + b"x" * most, b"[" + b" " * (2 * most) + b"]\na\n"):
        (tmp_path / "log").write_bytes(text)
        assert files.read(str(tmp_path / "log")).problem is None


def test_toml_that_would_take_long_is_refused() -> None:
    """A key of a million parts would take hours; texts may have any number of dots."""
    for text in ("a" + ".a" * toml.MAX_PARTS + ".a = 1\n", "x = 1\n[a" + '."b.c"' * (toml.MAX_PARTS + 1) + "]\n"):
        with pytest.raises(Unreadable, match=f"{text.count(chr(10))}: found a key of over {toml.MAX_PARTS} parts"):
            toml.tables(text, "facts")
    dots = "." * 99
    assert toml.tables(f'a = \'{dots}\'\nb = "\\".{dots}" # {dots}', "facts").keys() == {"a", "b"}
    with pytest.raises(Unreadable, match="101 characters, expected facts, at most 100"):
        toml.tables(" " * 101, "facts", 100)


def test_a_catalogue_that_is_not_there_is_no_empty_one(tmp_path: Path) -> None:
    """Nor is one in another encoding; both are reported with the name of the file."""
    file = tmp_path / "boards.toml"
    with pytest.raises(Unreadable, match=f"found no file '{file}'") as caught:
        catalogues.check("daitoshi", str(file))
    assert caught.value.status == USAGE
    file.write_bytes(b"a = 1\nb = '\xff'")
    with pytest.raises(Unreadable, match=f"{file}:2: found the byte 0xff"):
        catalogues.check("daitoshi", str(file))
    file.write_bytes(b"a = 1\nb = " + b"[" * 5000)
    with pytest.raises(Unreadable, match=f"{file}:2: found invalid TOML .nested too deeply"):
        catalogues.check("daitoshi", str(file))
