"""A query that takes too long or too much, one that a signal ends, bytes that are no text, and dates without an end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support import toy_logs as toy
from tests.support.running import Run

ENDLESS = "SELECT count(*) FROM range(1000000000000)"
STUBBORN = "SELECT length(lpad('x', 700000000, 'y'))"
"""One call of a function, which goes on for many seconds when it is interrupted."""


def test_a_query_beyond_its_time_ends(stored: Run) -> None:
    began = time.monotonic()
    found = stored("query", ENDLESS, "--timeout", "1")
    assert (found.code, found.out) == (2, "")
    message = "the statement takes longer than 1 second; ask for less, or allow `query` more --timeout"
    assert found.err == f"anyturn: {message}\n"
    assert time.monotonic() - began < 30


def test_a_query_beyond_its_memory_ends(stored: Run, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    found = stored("query", "SELECT list(i) FROM range(100000000) AS t(i)", "--memory", "50")
    assert (found.code, found.out) == (2, "")
    message = "the statement needs more than 50 MB of memory; ask for less, or allow `query` more --memory"
    assert found.err == f"anyturn: {message}\n"
    assert sorted(tmp_path.iterdir()) == before


MEASURING = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(status)
"""
"""Runs a command and prints the most MiB it had, from a small process: the account of a process starts with what the
one that started it has, and that is much for one that runs tests."""


def ended(asking: "subprocess.Popen[bytes]") -> tuple[int, str, float]:
    """How a process ended: its exit status, what it said, and its CPU seconds."""
    assert asking.stderr is not None
    said = asking.stderr.read().decode()
    _, status, used = os.wait4(asking.pid, 0)
    asking.returncode = os.waitstatus_to_exitcode(status)
    return asking.returncode, said, used.ru_utime + used.ru_stime


def asked(folder: Path, *words: str) -> tuple[int, str, float]:
    """A query in a process of its own, and how it ended."""
    with subprocess.Popen([*toy.door(folder), "query", *words], cwd=folder, stderr=subprocess.PIPE) as asking:
        return ended(asking)


@pytest.mark.long
def test_a_function_that_allocates_past_the_database_is_limited_too(stored: Run, tmp_path: Path) -> None:
    """Each number of this list would take 70 bytes."""
    words = ["query", "SELECT len(range(20000000))", "--memory", "50", "--timeout", "9"]
    measured = [sys.executable, "-c", MEASURING, *toy.door(tmp_path), *words]
    found = subprocess.run(measured, cwd=tmp_path, capture_output=True, text=True)
    message = "the statement needs more than 50 MB of memory; ask for less, or allow `query` more --memory"
    assert (found.returncode, found.stderr) == (2, f"anyturn: {message}\n")
    assert int(found.stdout) < 300


@pytest.mark.long
def test_a_function_that_does_not_react_ends_in_time(stored: Run, tmp_path: Path) -> None:
    status, said, seconds = asked(tmp_path, STUBBORN, "--timeout", "1")
    message = "the statement takes longer than 1 second; ask for less, or allow `query` more --timeout"
    assert (status, said) == (2, f"anyturn: {message}\n")
    assert seconds < 8


def spent(process: int) -> float:
    """The processor time of a process, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the files of Linux about processes")
@pytest.mark.parametrize(
    ("number", "status", "statement"),
    [(signal.SIGTERM, 143, ENDLESS), (signal.SIGINT, 130, ENDLESS), (signal.SIGTERM, 143, STUBBORN)],
)
def test_a_signal_ends_a_query(
    stored: Run,
    tmp_path: Path,
    number: signal.Signals,
    status: int,
    statement: str,
) -> None:
    words = [*toy.door(tmp_path), "query", statement]
    with subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE) as asking:
        while spent(asking.pid) < 2:  # its start takes less than half a second
            time.sleep(0.05)
        asking.send_signal(number)
        found, said, seconds = ended(asking)
    assert (found, said) == (status, "")
    assert seconds < 10


def test_a_byte_that_is_no_text_is_named(stored: Run) -> None:
    byte = b"\xff".decode(errors="surrogateescape")
    found = stored("query", f"SELECT '{byte}'")
    assert (found.code, found.err) == (2, "anyturn: found the byte 0xff at character 9, expected SQL in UTF-8\n")
    found = stored("games", "--where", f"players = {byte}")
    assert (found.code, found.err) == (2, "anyturn: found the byte 0xff at character 11, expected SQL in UTF-8\n")


def test_dates_without_an_end_are_not_the_last_ones_that_python_knows(stored: Run) -> None:
    asked = "SELECT 'infinity'::DATE AS a, '-infinity'::TIMESTAMP AS b, DATE '9999-12-31' AS c, NULL::DATE AS d"
    assert stored("query", asked, "--json").json == [{"a": "infinity", "b": "-infinity", "c": "9999-12-31", "d": None}]
    zoned = "SELECT '-infinity'::TIMESTAMPTZ AS a, '2026-01-02 03:04:05+01'::TIMESTAMPTZ AS b"
    assert stored("query", zoned, "--json").json == [{"a": "-infinity", "b": "2026-01-02T02:04:05"}]
