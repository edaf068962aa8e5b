"""The package: a wheel built from the source distribution is the whole program, in a separate environment."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from events.version import VERSION
from tests.support import PROJECT

pytestmark = pytest.mark.long

DECLARED = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))

ROOMS = ("anyturn", "engine", "events", "projections")


def done(*command: str | Path, cwd: Path, **environment: str) -> str:
    """The output of a command that must succeed; only its own environment is on its path, with what is given here."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "ANYTURN"))}
    run = subprocess.run(
        [*map(str, command)], cwd=cwd, env=env | environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    done(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=PROJECT)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built only from the source distribution, with the installed tools: no package index is used."""
    folder = tmp_path_factory.mktemp("wheel")
    done(sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder,
         sdist, cwd=folder)  # fmt: skip
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def anyturn(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Runs `anyturn` as installed in a new environment; only the libraries it needs are borrowed from this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    at = {"base": str(folder), "platbase": str(folder)}
    python = Path(sysconfig.get_path("scripts", "venv", at), "python")
    done(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", wheel, cwd=folder)
    borrowed = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    Path(sysconfig.get_path("purelib", "venv", at), "borrowed.pth").write_text("\n".join(borrowed))
    place = done(python, "-c", "import cli, engine; print(cli.__file__, engine.__file__)", cwd=folder)
    assert all(file.startswith(str(folder)) for file in place.split()), "not the project this test stands in"
    return lambda *words: done(python.with_name("anyturn"), *words, cwd=folder)


def test_the_source_distribution_holds_what_is_needed_to_build_and_test(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for needed in ("cli.py", "pyproject.toml", "README.md", "LICENSE", "Makefile", ".ci/run", "tests/conftest.py"):
        assert needed in names
    assert "examples/anyturn-lost-cities/pyproject.toml" in names
    assert not [name for name in names if "/demo/" in name and name.startswith("examples/")]
    assert not [name for name in names if name.endswith((".parquet", ".pyc", ".duckdb"))]


def test_the_wheel_holds_the_program_and_nothing_else(wheel: Path) -> None:
    """It holds everything in the packages, including data, and is marked as typed."""
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name.partition("/")[0] for name in names} == {*ROOMS, "cli.py"}
    there = {
        str(file.relative_to(PROJECT))
        for room in ROOMS
        for file in (PROJECT / room).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert names - {"cli.py"} == there
    assert {f"{room}/py.typed" for room in ROOMS} <= names


def test_the_wheel_is_reproducible(wheel: Path, tmp_path: Path) -> None:
    """Built again, at another time, from the folder of the project instead of its archive, it has the same bytes."""
    done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=PROJECT)
    (again,) = tmp_path.iterdir()
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_installed_program_works(anyturn: Callable[..., str]) -> None:
    """It plays, validates, stores and counts, and finds its rulebooks and statistics."""
    assert anyturn("--version") == f"anyturn {VERSION}\n"
    games = anyturn("selfplay", "gaia", "--games", "2", "--out", "games").split()
    assert [line.split()[0] for line in anyturn("validate", "games").splitlines()] == ["valid"] * len(games)
    anyturn("import", "games")
    assert anyturn("stats", "cities").startswith("gaia with ")
    assert anyturn("rules", "gaia", "GA-4.1").startswith("GA-4.1")
    assert "<svg " in anyturn("replay", games[0], "--svg", "-")
    assert "</html>" in anyturn("replay", games[0], "--html", "-")


def test_the_supported_versions_are_the_same_everywhere() -> None:
    """They agree in README, classifiers, bounds for installers, linter and types; the program runs on one of them."""
    said = re.search(r"runs on Python ([^;]+?)\.\s", (PROJECT / "README.md").read_text(encoding="utf-8"))
    assert said is not None
    versions = re.findall(r"3\.\d+", said[1])
    classified = [each.rpartition(" ")[2] for each in DECLARED["project"]["classifiers"] if "Python :: 3." in each]
    assert versions == classified == [f"3.{minor}" for minor in range(11, 11 + len(versions))]
    assert DECLARED["project"]["requires-python"] == f">={versions[0]}"
    assert DECLARED["tool"]["mypy"]["python_version"] == versions[0]
    assert DECLARED["tool"]["ruff"]["target-version"] == f"py{versions[0].replace('.', '')}"
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in versions


def test_ci_finds_every_python(tmp_path: Path) -> None:
    """It searches PATH and pyenv, and lists the oldest first, each version once, without those that do not work."""
    for name, does in {
        "path/python3.17": "echo '17 3.17.2 /there/python3.17'",
        "path/python3.16": "exit 1",
        "path/python3.9": "",
        "pyenv/versions/3.17.0/bin/python3.17": "echo '17 3.17.2 /there/python3.17'",
        "pyenv/versions/3.18.1/bin/python3.18": "echo '18 3.18.1 /pyenv/python3.18'",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
    env = {"PATH": f"{tmp_path}/path:/usr/bin:/bin", "PYENV_ROOT": str(tmp_path / "pyenv")}
    found = subprocess.run([PROJECT / ".ci" / "pythons"], env=env, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-2:] == ["3.17.2 /there/python3.17", "3.18.1 /pyenv/python3.18"]
    versions = [tuple(map(int, line.split()[0].split("."))) for line in found.stdout.splitlines()]
    assert versions == sorted(versions)
    assert versions[0] >= (3, 11)
