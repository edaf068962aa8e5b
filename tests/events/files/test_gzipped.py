"""Compressed data: read by everybody, and the same bytes whatever Python wrote them."""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from events.files.gzipped import gzipped
from tests.support import PROJECT

DATA = b'{"game":"nim"}\n' * 4000
CODE = (
    "import sys; sys.path.insert(0, sys.argv[1]); from gzipped import gzipped; "
    "sys.stdout.buffer.write(gzipped(sys.stdin.buffer.read()))"
)


def others() -> list[str]:
    """Every other Python of this machine that runs."""
    found = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    versions = Path.home() / ".pyenv" / "versions"
    found += map(str, versions.glob("3.1[1-9]*/bin/python3"))
    return sorted({each for each in found if each and os.path.realpath(each) != os.path.realpath(sys.executable)})


@pytest.mark.parametrize("data", [b"", b"x", DATA])
def test_everybody_can_read_it(data: bytes) -> None:
    assert gzip.decompress(gzipped(data)) == gzip.decompress(gzipped(data, 7)) == data


def test_it_says_nothing_of_its_time_and_system() -> None:
    """RFC 1952: bytes 4 to 7 are the time, byte 9 is the system; both are unknown. Byte 8 is 2 for the best effort."""
    assert gzipped(DATA)[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    assert gzipped(DATA, 7)[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@pytest.mark.parametrize("python", others() or [pytest.param("", marks=pytest.mark.skip("no other Python here"))])
def test_another_python_writes_the_same_bytes(python: str) -> None:
    words = [python, "-I", "-c", CODE, str(PROJECT / "events" / "files")]
    done = subprocess.run(words, input=DATA, capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"{python} does not run: {done.stderr.decode().strip()[-80:]}")
    assert done.stdout == gzipped(DATA)
