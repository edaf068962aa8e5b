"""`anyturn site` on the command line: what it says when something is missing, and where it looks."""

from pathlib import Path

import pytest

from projections.commands import site
from tests.support.running import Run


def test_without_the_clients_it_ends_with_one_line(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("site", "--out", str(tmp_path / "out"), "--runtime", str(tmp_path / "packages"))
    assert done.code == 2
    assert done.out == ""
    *steps, problem = done.err.splitlines()
    assert steps == ["anyturn: getting pyodide-314.0.7.tgz"]
    assert problem.startswith("anyturn: pyodide-314.0.7.tgz is not in ")
    assert "install Node.js" in problem
    assert not (tmp_path / "out").exists()


def test_packages_are_kept_with_what_else_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert site.packages_folder() == tmp_path / "anyturn"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert site.packages_folder() == tmp_path / ".cache" / "anyturn"
    assert site.packages_folder("here") == Path("here")
