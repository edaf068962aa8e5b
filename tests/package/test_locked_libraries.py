"""The lock files in requirements/: what pyproject.toml asks for, at one version each, and only by its hashes."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support import PROJECT

DECLARED = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = DECLARED["optional-dependencies"]
FOLDER = PROJECT / "requirements"
VERSIONS = [each[-4:] for each in DECLARED["classifiers"] if "Python :: 3." in each]
DIGEST = re.compile(r"sha256:[0-9a-f]{64} *")


def pinned(file: str) -> Iterator[tuple[Requirement, list[str]]]:
    """The requirements of a lock file, each with the hashes of its files."""
    text = (FOLDER / file).read_text(encoding="utf-8").replace("\\\n", "")
    for line in text.splitlines():
        requirement, *hashes = line.split(" --hash=")
        yield Requirement(requirement), hashes


def asked(names: list[str]) -> list[Requirement]:
    """What pyproject.toml asks for, with these extras."""
    lists = [DECLARED["dependencies"], *(EXTRAS[name] for name in names)]
    return [Requirement(each) for one in lists for each in one if not each.startswith("anyturn[")]


RUNNING = [name for name in EXTRAS if name != "dev"]
FILES = {"program.txt": [], "extras.txt": RUNNING, "dev.txt": [*RUNNING, "dev"]}
each_file = pytest.mark.parametrize("file", FILES)


@each_file
@pytest.mark.parametrize("version", VERSIONS)
def test_everything_asked_for_is_there_at_one_version_that_fits(file: str, version: str) -> None:
    env = {
        "python_version": version,
        "python_full_version": f"{version}.0",
        "sys_platform": "linux",
        "os_name": "posix",
    }
    found: dict[str, str] = {}
    for each, _ in pinned(file):
        if each.marker is None or each.marker.evaluate(env):
            name = canonicalize_name(each.name)
            assert name not in found, f"two versions of {name}"
            (only,) = each.specifier
            assert only.operator == "=="
            found[name] = only.version
    for wanted in asked(FILES[file]):
        if wanted.marker is None or wanted.marker.evaluate(env):
            assert wanted.specifier.contains(found[canonicalize_name(wanted.name)]), f"{wanted}: run `make lock`"


@pytest.mark.parametrize("file", [*FILES, "tools.txt"])
def test_every_version_has_hashes_and_no_place_of_its_own(file: str) -> None:
    """Where libraries come from is a matter of whoever installs them."""
    assert all(hashes and all(map(DIGEST.fullmatch, hashes)) for _, hashes in pinned(file))
    assert "://" not in (FOLDER / file).read_text(encoding="utf-8")


def test_the_extras_of_the_dev_environment_are_all_extras() -> None:
    assert EXTRAS["dev"][0] == f"anyturn[{','.join(RUNNING)}]"
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    assert f"EXTRAS := {' '.join(RUNNING)}\n" in makefile


@pytest.mark.long
def test_a_file_with_another_hash_is_not_installed(tmp_path: Path) -> None:
    """The installer that `make` calls refuses it; no package index is asked."""
    environment = tmp_path / "environment"
    dry = ["make", "-n", f"VENV={environment}", f"PYTHON={sys.executable}", environment / "installed"]
    make = subprocess.run(list(map(str, dry)), cwd=PROJECT, capture_output=True, text=True, check=True)
    (install,) = re.findall(r"pip (install .*--require-hashes .*) requirements/program.txt", make.stdout)
    assert "--only-binary :all:" in install
    wheel = tmp_path / "stone-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        archive.writestr("stone.py", "")
        archive.writestr("stone-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: stone\nVersion: 1\n")
        archive.writestr("stone-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("stone-1.dist-info/RECORD", "")
    for digest, status in {sha256(wheel.read_bytes()).hexdigest(): 0, sha256(b"").hexdigest(): 1}.items():
        (tmp_path / "lock.txt").write_text(f"stone==1 --hash=sha256:{digest}\n")
        command = [sys.executable, "-m", "pip", *install.split(), tmp_path / "lock.txt", "--no-index"]
        command += ["--find-links", tmp_path, "--target", tmp_path / "there"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
    assert "DO NOT MATCH THE HASHES" in done.stderr


def test_make_installs_nothing_without_hashes() -> None:
    """Only anyturn itself is installed without a hash, with what is there."""
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    for line in re.findall(r"^\t.*(?:pip install|\(INSTALL\)).*$", makefile, re.M):
        assert "$(LOCKED)" in line or "$(ITSELF)" in line or "ANYTURN_COMPILED" in line, line
