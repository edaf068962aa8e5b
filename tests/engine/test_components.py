"""Tables of a game: read once, and kept beside the byte code of the game."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from engine import components
from engine.components import plain_tables
from engine.rules import games

KEPT = f"__pycache__/components.toml.{sys.implementation.cache_tag}.msgpack"


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], object]]:
    """Reads the tables of a game whose folder is `tmp_path`/stones, as a new process would."""
    folder = tmp_path / "stones"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "components.toml").write_text("stones = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(components, "home", lambda _: "stones")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.delitem(sys.modules, "stones", raising=False)

    def fresh() -> object:
        components._tables.cache_clear()
        return plain_tables("stones")

    yield fresh
    components._tables.cache_clear()


def test_tables_are_parsed_once_and_kept(
    read: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read() == {"stones": 3}
    assert (tmp_path / "stones" / KEPT).exists()
    monkeypatch.setattr(msgspec.toml, "decode", lambda _: pytest.fail("parsed again"))
    assert read() == {"stones": 3}


def test_a_file_that_was_changed_is_read_again(read: Callable[[], object], tmp_path: Path) -> None:
    """Whatever its time and size are."""
    read()
    (tmp_path / "stones" / "components.toml").write_text("stones = 4\n")
    assert read() == {"stones": 4}
    assert read() == {"stones": 4}


@pytest.mark.parametrize(
    "spoil", [Path.unlink, lambda kept: kept.write_bytes(b""), lambda kept: kept.write_bytes(b"1")]
)
def test_kept_tables_that_are_gone_or_cut_short_are_made_again(
    read: Callable[[], object], tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    read()
    spoil(tmp_path / "stones" / KEPT)
    assert read() == {"stones": 3}
    assert (tmp_path / "stones" / KEPT).stat().st_size > 8


def test_nothing_is_kept_where_byte_code_is_not(
    read: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With PYTHONDONTWRITEBYTECODE, in a folder without byte code, and in one that cannot be written to."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert read() == {"stones": 3}
    assert not (tmp_path / "stones" / KEPT).exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "stones" / "__pycache__").rmdir()
    assert read() == {"stones": 3}
    assert not (tmp_path / "stones" / KEPT).exists()


def test_kept_tables_are_those_of_the_file() -> None:
    """For every game of the program, read by a process that keeps them and by one that finds them."""
    code = f"from engine.components import plain_tables; print([plain_tables(game) for game in {games()}])"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1] == f"{[plain_tables(game) for game in games()]}\n".encode()
