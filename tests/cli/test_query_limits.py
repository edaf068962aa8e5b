"""A query that takes too long or too much, one that a signal ends, bytes that are no text, and dates without an end."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.test_commands import Run, run, stored  # noqa: F401  # fixtures
from tests.support import toy_logs as toy

ENDLESS = "SELECT count(*) FROM range(1000000000000)"


def test_a_query_beyond_its_time_ends(stored: Run) -> None:  # noqa: F811
    began = time.monotonic()
    found = stored("query", ENDLESS, "--timeout", "1")
    assert (found.code, found.out) == (2, "")
    message = "the statement takes longer than 1 seconds; ask for less, or allow more with --timeout"
    assert found.err == f"anyturn: {message}\n"
    assert time.monotonic() - began < 30


def test_a_query_beyond_its_memory_ends(stored: Run, tmp_path: Path) -> None:  # noqa: F811
    before = sorted(tmp_path.iterdir())
    found = stored("query", "SELECT list(i) FROM range(100000000) AS t(i)", "--memory", "50")
    assert (found.code, found.out) == (2, "")
    message = "the statement needs more than 50 MB of memory; ask for less, or allow more with --memory"
    assert found.err == f"anyturn: {message}\n"
    assert sorted(tmp_path.iterdir()) == before


def spent(process: int) -> float:
    """The processor time of a process, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the files of Linux about processes")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_a_query(stored: Run, tmp_path: Path, number: signal.Signals, status: int) -> None:  # noqa: F811
    words = [*toy.door(tmp_path), "query", ENDLESS]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asking:
        while spent(asking.pid) < 2:  # its start takes less than half a second
            time.sleep(0.05)
        asking.send_signal(number)
        out, err = asking.communicate(timeout=30)
    assert (asking.returncode, out, err) == (status, b"", b"")


def test_a_byte_that_is_no_text_is_named(stored: Run) -> None:  # noqa: F811
    byte = b"\xff".decode(errors="surrogateescape")
    found = stored("query", f"SELECT '{byte}'")
    assert (found.code, found.err) == (2, "anyturn: found the byte 0xff at character 9, expected SQL in UTF-8\n")
    found = stored("games", "--where", f"players = {byte}")
    assert (found.code, found.err) == (2, "anyturn: found the byte 0xff at character 11, expected SQL in UTF-8\n")


def test_dates_without_an_end_are_not_the_last_ones_that_python_knows(stored: Run) -> None:  # noqa: F811
    asked = "SELECT 'infinity'::DATE AS a, '-infinity'::TIMESTAMP AS b, DATE '9999-12-31' AS c, NULL::DATE AS d"
    assert stored("query", asked, "--json").json == [{"a": "infinity", "b": "-infinity", "c": "9999-12-31", "d": None}]
    zoned = "SELECT '-infinity'::TIMESTAMPTZ AS a, '2026-01-02 03:04:05+01'::TIMESTAMPTZ AS b"
    assert stored("query", zoned, "--json").json == [{"a": "-infinity", "b": "2026-01-02T02:04:05"}]
