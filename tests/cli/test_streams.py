"""Started without standard input, output or errors: the program does without what is missing, or reports it."""

import subprocess
from pathlib import Path

import pytest

from tests.support import toy_logs as toy
from tests.support.running import Ran, Run

pytestmark = pytest.mark.long


def closed(folder: Path, redirection: str, *arguments: str) -> Ran:
    """A run whose streams a shell has closed."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *toy.door(folder), *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


ALL_CLOSED = "<&- >&- 2>&-"


@pytest.mark.parametrize(
    "redirection", [*(pytest.param(one, marks=pytest.mark.long) for one in (">&-", "2>&-", "<&-")), ALL_CLOSED]
)
def test_a_missing_stream_is_done_without(stored: Run, tmp_path: Path, redirection: str) -> None:
    """Output to the remaining streams is as usual, and nothing is written to files that are opened instead."""
    for arguments in (["validate", "logs"], ["games"], ["import", "logs", "--db", "new.duckdb"], ["export", "a"]):
        usual = stored(*arguments)
        (tmp_path / "new.duckdb").unlink(missing_ok=True)
        found = closed(tmp_path, redirection, *arguments)
        out = "" if " >" in f" {redirection}" else usual.out
        err = "" if "2>" in redirection else usual.err
        assert found == Ran(0, out, err)
        if "--db" in arguments:
            assert len(stored("games", "--db", "new.duckdb", "--json").json) == 3
            (tmp_path / "new.duckdb").unlink()


def test_a_problem_keeps_its_status_without_anybody_to_read_it(stored: Run, tmp_path: Path) -> None:
    assert closed(tmp_path, ">&- 2>&-", "validate", "logs/a.txt", "--notation", "native").code == 1
    assert closed(tmp_path, "2>&-", "replay", "nosuch").code == 2
    assert closed(tmp_path, "2>&-", "games", "--db", "nosuch.duckdb").code == 3


@pytest.mark.parametrize(
    "arguments", [["validate", "-"], ["import", "-"], ["replay", "-"], ["query", "-"], ["export", "-"]], ids=" ".join
)
def test_a_missing_input_that_is_needed_is_reported(
    stored: Run,
    tmp_path: Path,
    arguments: list[str],
) -> None:
    found = closed(tmp_path, "<&-", *arguments)
    said = "anyturn: found standard input closed, expected a stream to read for -; name a file instead\n"
    assert found == Ran(2, "", said)
