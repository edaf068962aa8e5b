"""How the parts of a game and other plug-ins are found: as the modules of a package.

A missing part is absent. A part that exists but cannot be imported is an error, never treated as absent.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def names(package: str) -> list[str]:
    """The names of the public modules and packages in a package, sorted; none if there is no such package."""
    if find_spec(package) is None:
        return []
    return list(_listed(tuple(import_module(package).__path__)))


@cache  # called for every log
def _listed(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name for _, name, _ in pkgutil.iter_modules(folders) if not name.startswith("_")))


def part(package: str, name: str) -> Any:
    """The module `name` of a package; None if there is no such module. Import errors are not caught."""
    return import_module(f"{package}.{name}") if name in names(package) else None
