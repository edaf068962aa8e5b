"""Witnesses: roots that somebody kept, compared with the history of the store."""

import re
from pathlib import Path

import pytest

from tests.support.running import Run


def root(found: str) -> str:
    match = re.search(r"^root +(\d+:[0-9a-f]{64})$", found, re.M)
    assert match is not None
    return match[1]


@pytest.fixture
def witnessed(run: Run, tmp_path: Path) -> Run:
    """A store with two imports, whose roots are in a file."""
    lines = ["# kept by Ann", ""]
    for number, log in enumerate(("logs/a.txt", "logs/b.txt"), 1):
        assert run("import", log).code == 0
        lines.append(f"2026-05-0{number} {root(run('audit', '--all').out)} in the forum")
    (tmp_path / "roots.txt").write_text("\n".join(lines) + "\n")
    return run


def test_all_roots_fit(witnessed: Run) -> None:
    assert witnessed("audit", "--witness", "roots.txt").out == "witnesses    2 roots since 2026-05-01 fit\n"
    assert witnessed("import", "logs").code == 0
    found = witnessed("audit", "--all", "--witness", "roots.txt")
    assert (found.code, found.out.splitlines()[-1]) == (0, "witnesses    2 roots since 2026-05-01 fit")
    assert witnessed("audit", "--witness", "roots.txt", "--json").json == [{"witnesses": 2, "misfits": []}]


@pytest.mark.long
def test_the_first_root_that_does_not_fit_is_named(witnessed: Run, tmp_path: Path) -> None:
    """A store made anew without the first game: its own audit holds, the roots that others kept do not fit."""
    (tmp_path / "anyturn.duckdb").unlink()
    assert witnessed("import", "logs/b.txt").code == 0
    assert witnessed("audit", "--all").code == 0
    found = witnessed("audit", "--witness", "roots.txt")
    assert found.code == 4
    first = r"FAILS  store  the root \d+:[0-9a-f]{64} of 2026-05-01 \(in the forum\), roots.txt:3: with "
    assert re.match(first, found.out)
    assert found.out.endswith("witnesses    2 of 2 roots do not fit\n")
    assert witnessed("audit", "--all", "--witness", "roots.txt").code == 4
    (line,) = witnessed("audit", "--witness", "roots.txt", "--json").json
    assert [each["line"] for each in line["misfits"]] == [3, 4]


@pytest.mark.long
def test_an_older_copy_of_the_store_lacks_the_last_root(witnessed: Run, tmp_path: Path) -> None:
    (tmp_path / "anyturn.duckdb").unlink()
    (tmp_path / "roots.txt").write_text(f"2026-05-09 99:{'0' * 64}\n")
    assert witnessed("import", "logs/a.txt").code == 0
    found = witnessed("audit", "--witness", "roots.txt")
    assert found.code == 4
    assert "what came in last is gone, or this is another store" in found.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "roots.txt: found no roots, expected lines with a date and a root"),
        ("2026-05-01\n", "roots.txt:1: found the root ''"),
        ("\nyesterday 1:00\n", "roots.txt:2: found 'yesterday', expected a date such as 2024-05-31, then a root"),
        ("2026-05-01 9f86d0\n", "roots.txt:1: found the root '9f86d0'"),
        ("2026-05-01 " + "9" * 5000 + "\n", "roots.txt:1: found the root"),
    ],
)
def test_what_is_no_witness_is_refused(stored: Run, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "roots.txt").write_text(text)
    found = stored("audit", "--witness", "roots.txt")
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
    assert message in found.err
