"""Libraries that only some answers need: if one is missing, the error names it and the command that installs it."""

import sys
from collections.abc import Mapping
from importlib.util import find_spec

from events.problems import USAGE, Problem


class LibraryMissing(Problem):
    """Something that needs libraries that are not installed; the text explains how to install them."""

    STATUS = USAGE


def install(packages: Mapping[str, str]) -> str:
    """How to install missing libraries, for the Python that runs this program."""
    return f"install them with: {sys.executable or 'python'} -m pip install {' '.join(packages.values())}"


def missing(packages: Mapping[str, str]) -> list[str]:
    """Which packages, given as {module to import: package to install}, are not installed; imports none of them."""
    return [package for module, package in packages.items() if find_spec(module) is None]


def need(what: str, packages: Mapping[str, str]) -> None:
    """Raise LibraryMissing if `what` (such as `stats strength`) cannot be done here."""
    if absent := missing(packages):
        raise LibraryMissing(f"{what} needs {' and '.join(absent)}, not installed here; {install(packages)}")
