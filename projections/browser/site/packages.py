"""The packages that the site is made of besides the program: pinned by their SHA-256, taken from a folder or got."""

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from events.problems import USAGE, Problem

PATIENCE = 600
"""Seconds for a package to arrive."""


class Package(Struct, frozen=True):
    """A package of a registry: its file, the digest of it, and the command that gets it into the working folder."""

    file: str
    sha256: str
    get: list[str]


class _Pins(Struct):
    package: list[Package]


class PackageMissing(Problem):
    """A package that is not there and cannot be got, or that is not the one that is pinned."""

    STATUS = USAGE


def packages() -> tuple[Package, Package]:
    """Pyodide and the wheel of msgspec."""
    pyodide, wheel = msgspec.toml.decode(files(__package__).joinpath("pins.toml").read_text(), type=_Pins).package
    return pyodide, wheel


def contents(folder: Path, said: Callable[[str], object]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files in Pyodide's package and in the wheel, by their names in it; what is not in `folder` is got into it.

    Each step that takes time is `said`. Raises PackageMissing.
    """
    pyodide, wheel = (_bytes(package, folder, said) for package in packages())
    return _of_tar(pyodide), unzipped(wheel)


def _bytes(package: Package, folder: Path, said: Callable[[str], object]) -> bytes:
    """The bytes of a package, checked."""
    place = folder / package.file
    if not place.is_file():
        said(f"getting {package.file}")
        folder.mkdir(parents=True, exist_ok=True)
        _get(package, place)
    data = place.read_bytes()
    if (found := sha256(data).hexdigest()) != package.sha256:
        raise PackageMissing(
            f"{place}: found SHA-256 {found}, expected {package.sha256}; delete this file, it is not the package itself"
        )
    return data


def _get(package: Package, place: Path) -> None:
    """Let the registry's client get a package; it appears whole or not at all."""
    command = [word.format(python=sys.executable) for word in package.get]
    by_hand = f"or put {package.file} into {place.parent}, which any machine with it can get: {_typed(package)}"
    if shutil.which(command[0]) is None:
        raise PackageMissing(
            f"{package.file} is not in {place.parent}, and there is no {command[0]} to get it: install Node.js "
            f"(Debian: apt install npm), {by_hand}"
        )
    with tempfile.TemporaryDirectory(dir=place.parent) as draft:
        try:
            done = subprocess.run(command, cwd=draft, capture_output=True, text=True, timeout=PATIENCE, check=False)
            problem = (
                "" if done.returncode == 0 else next(reversed(done.stderr.strip().splitlines()), "no reason given")
            )
        except subprocess.TimeoutExpired:
            problem = f"not done after {PATIENCE} s"
        if problem or not Path(draft, package.file).is_file():
            raise PackageMissing(f"{package.file} cannot be got ({problem or 'it did not come'}); try again, {by_hand}")
        Path(draft, package.file).replace(place)


def _typed(package: Package) -> str:
    return " ".join(package.get).format(python="python")


def _of_tar(data: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        opened = {member.name: archive.extractfile(member) for member in archive}
        return {name: file.read() for name, file in opened.items() if file is not None}


def unzipped(data: bytes) -> dict[str, bytes]:
    """The files in a zip archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def zipped(contained: Mapping[str, bytes]) -> bytes:
    """A zip archive of files, not packed: the same files give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(contained):
            archive.writestr(zipfile.ZipInfo(name), contained[name])
    return out.getvalue()
