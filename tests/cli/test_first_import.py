"""The first import on a disk that fills up: what is left is a whole store or none, and the next import succeeds."""

import resource
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support import toy_logs as toy
from tests.support.running import Run


@pytest.mark.long
@pytest.mark.parametrize("size", [3_000, 20_000, 130_000, 520_000, 600_000, 900_000])
def test_a_disk_that_is_full_at_the_first_import(run: Run, tmp_path: Path, size: int) -> None:
    """A file may grow to `size` bytes; beyond that, writing fails as on a full disk."""

    def full() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    words = [*toy.door(tmp_path), "import", "logs", "--db", "new/games.duckdb"]
    (tmp_path / "new").mkdir()
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, preexec_fn=full, check=False)
    assert done.returncode == 0 or b"File too large" in done.stderr, done.stderr.decode()
    left = {each.name for each in (tmp_path / "new").iterdir()}
    assert left <= {"games.duckdb", "games.duckdb.wal"}
    assert run("import", "logs", "--db", "new/games.duckdb").code == 0
    assert run("audit", "--all", "--db", "new/games.duckdb").err == "3 games hold\n"
