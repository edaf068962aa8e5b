"""Games that other distributions bring: what they declare, and whether it can be loaded (docs/game-packages.md).

Nothing heavy is imported here: the command line builds its options from what games state.

A distribution brings a game by an entry point: the id of the game, and the package that holds its parts.

    [project.entry-points."anyturn.games"]
    nim = "anyturn_nim"

The parts of a game of the program are spread over its floors; those of such a package lie side by side, under their own
names: `anyturn_nim.rules` is what `engine.games.nim` would be. PARTS lists them.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

GROUP = "anyturn.games"
RULES, VOCABULARY, NOTATIONS = "rules", "vocabulary", "notations"
PARTS = {
    "engine.games": RULES,
    "events.vocabulary": VOCABULARY,
    "projections.pictures": "picture",
    "projections.statistics": "statistics",
    "projections.store.tallies": "tallies",
}
"""The packages of the program that hold a part of every game -> the name of that part in a game's own package."""
GAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LONGEST = 200


class Package(NamedTuple):
    """A game that a distribution brings, and the package that holds its parts.

    `problem` states in one line why the game cannot be used; it is empty if it can.
    """

    game: str
    module: str
    distribution: str
    version: str
    problem: str = ""


def declared() -> tuple[Package, ...]:
    """What the distributions on `sys.path` declare, by game; nothing is loaded. Two that bring one game are refused."""
    return _declared(tuple(sys.path))


@cache  # asked for each log
def _declared(folders: tuple[str, ...]) -> tuple[Package, ...]:
    found = sorted(_entry_points(folders), key=lambda each: (each.game, each.distribution))
    times = Counter(each.game for each in found)
    inside = listed(tuple(import_module("engine.games").__path__)) if found else ()
    return tuple(each._replace(problem=_refused(each, found, times, inside)) for each in found)


def _refused(package: Package, every: list[Package], times: Counter[str], inside: tuple[str, ...]) -> str:
    if not GAME.fullmatch(package.game):
        return f"found the name {package.game!r}, expected lower-case letters, digits and single _"
    if package.game in inside:
        return f"anyturn itself has the game {package.game}"
    if times[package.game] > 1:
        others = [each.distribution for each in every if each.game == package.game and each is not package]
        return f"{', '.join(others)} also brings the game {package.game}; remove all but one"
    return ""


def _entry_points(folders: tuple[str, ...]) -> Iterator[Package]:
    """The entry points of the group; of a distribution that is there twice, the first counts, as in Python itself."""
    metadata = [path for folder in dict.fromkeys(folders) for path in _declaring(folder)]
    if not metadata:
        return
    from importlib.metadata import PathDistribution  # takes longer to load than a log to judge

    seen: set[str] = set()
    for path in metadata:
        distribution = PathDistribution(path)
        name = str(distribution.metadata["Name"] or path.stem)
        if name not in seen:
            seen.add(name)
            for point in distribution.entry_points.select(group=GROUP):
                yield Package(point.name, point.value, name, str(distribution.metadata["Version"] or "?"))


def _declaring(folder: str) -> list[Path]:
    """The folders of metadata in a folder whose entry points name the group."""
    try:
        with os.scandir(folder or ".") as entries:
            found = sorted(each.path for each in entries if each.name.endswith((".dist-info", ".egg-info")))
    except OSError:
        return []
    return [Path(path) for path in found if GROUP.encode() in _read(f"{path}/entry_points.txt")]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # a Path for each installed distribution takes as long as reading
            return file.read()
    except OSError:
        return b""


def brought() -> tuple[Package, ...]:
    """What is declared, with the problem of each package that cannot be loaded."""
    return _brought(declared())


@cache
def _brought(packages: tuple[Package, ...]) -> tuple[Package, ...]:
    return tuple(each if each.problem else each._replace(problem=_fault(each)) for each in packages)


def sound() -> list[Package]:
    """The packages whose games can be used."""
    return [each for each in brought() if not each.problem]


def package_of(game: str) -> Package | None:
    """The package that brings a game, whether it can be loaded or not; None if none does, or if it is refused."""
    return next((each for each in declared() if each.game == game and not each.problem), None)


def problem_of(game: str) -> str:
    """Why a game that a package declares cannot be used, with the names of the distributions; empty if it can."""
    found = [each for each in brought() if each.game == game and each.problem]
    return "; ".join(
        f"{each.distribution} {each.version} brings it, but cannot be used: {each.problem}" for each in found
    )


def folder(package: str, game: str) -> "Traversable":
    """The folder of a game's files within a package that holds a part of every game; it need not exist."""
    from importlib.resources import files

    found = package_of(game) if any(each.game == game for each in sound()) else None
    return files(found.module).joinpath(PARTS[package]) if found else files(package).joinpath(game)


def _fault(package: Package) -> str:
    """Why a package cannot be loaded, in one line; empty if it can."""
    try:
        return _unlike_its_game(package)
    except Exception as error:  # whatever is wrong with it, the other games are not affected
        text = " ".join(f"{type(error).__name__}: {error}".split())
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _unlike_its_game(package: Package) -> str:
    vocabulary = import_module(f"{package.module}.{VOCABULARY}")
    rules = import_module(f"{package.module}.{RULES}")
    if not hasattr(vocabulary, "type_of_event"):
        return f"{package.module}.{VOCABULARY} does not define type_of_event"
    if (found := getattr(getattr(rules, "declaration", None), "id", None)) != package.game:
        return f"{package.module}.{RULES} declares the game {found!r}, expected {package.game!r}"
    inside = listed(tuple(import_module("events.notations").__path__))
    for name in notations(package):
        if name in inside:
            return f"its notation {name} has the name of one of anyturn's"
        if (game := import_module(f"{package.module}.{NOTATIONS}.{name}").GAME) != package.game:
            return f"its notation {name} belongs to the game {game!r}, expected {package.game!r}"
    return ""


def notations(package: Package) -> tuple[str, ...]:
    """The names of the notations that a package brings."""
    name = f"{package.module}.{NOTATIONS}"
    return listed(tuple(import_module(name).__path__)) if find_spec(name) else ()


@cache  # called for every log
def listed(folders: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the public modules and packages in folders, sorted."""
    import pkgutil  # not for the help, which only asks whether anything is declared

    return tuple(sorted(name for _, name, _ in pkgutil.iter_modules(folders) if not name.startswith("_")))
