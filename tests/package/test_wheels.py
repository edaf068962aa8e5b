"""Wheels: what `make wheels` writes, and what a release builds on other platforms."""

import re
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.tags import sys_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from tests.package.test_compiled import require_the_compilers
from tests.package.test_locked_libraries import VERSIONS, pinned
from tests.package.test_package import done
from tests.support import PROJECT

SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
NEEDS = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["needs"]
LEAST = ["engine/dispatch.py", "engine/ledger.py"]


def test_wheels_are_built_with_what_the_build_needs() -> None:
    """requirements/wheels.txt has the build system and the compiler, at versions that pyproject.toml allows."""
    found = {canonicalize_name(each.name): next(iter(each.specifier)).version for each, _ in pinned("wheels.txt")}
    for wanted in map(Requirement, [*SETTINGS["build-system"]["requires"], *NEEDS]):
        assert wanted.specifier.contains(found[canonicalize_name(wanted.name)]), f"{wanted}: run `make lock`"


def test_a_release_builds_for_the_pythons_that_are_supported() -> None:
    assert SETTINGS["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in VERSIONS]


@pytest.mark.long
def test_a_compiled_wheel_has_the_extensions_beside_their_sources(tmp_path: Path) -> None:
    """It is for this Python and platform, and the program in it runs; two modules are compiled here, to save time."""
    require_the_compilers()
    build = (sys.executable, "-m", "hatchling", "build", "-d", tmp_path, "-t")
    done(*build, "sdist", cwd=PROJECT)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path, filter="data")
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    project = (source / "pyproject.toml").read_text(encoding="utf-8")
    project = re.sub(r"(?ms)^compile = \[.*?^\]", f"compile = {LEAST}", project)
    project = re.sub(r"(?ms)^with_classes = \[.*?^\]", "with_classes = []", project)
    (source / "pyproject.toml").write_text(project, encoding="utf-8")
    done(*build, "wheel", cwd=source, ANYTURN_COMPILED="1", MYPYC_OPT_LEVEL="0")
    (wheel,) = tmp_path.glob("*.whl")
    assert parse_wheel_filename(wheel.name)[3] <= {*sys_tags()}
    assert not wheel.name.endswith("-any.whl")
    with ZipFile(wheel) as opened_wheel:
        opened_wheel.extractall(tmp_path / "there")
    extensions = [each for each in (tmp_path / "there").rglob("*") if each.suffix in (".so", ".pyd")]
    beside = {each.with_name(f"{each.name.partition('.')[0]}.py") for each in extensions}
    assert {str(each.relative_to(tmp_path / "there")) for each in beside if each.exists()} == {*LEAST}
    loaded = "import engine.ledger as ledger; print(ledger.__file__); from cli import main; main()"
    command = (sys.executable, "-P", "-c", loaded, "selfplay", "gaia", "--out", "games")
    printed = done(*command, cwd=tmp_path, PYTHONPATH=str(tmp_path / "there"))
    assert printed.splitlines()[0] in map(str, extensions)
