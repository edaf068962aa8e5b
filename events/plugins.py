"""How the parts of a game and other plug-ins are found: as modules of the program, or of a game's own package.

A missing part is absent. A part that exists but cannot be imported is an error, never treated as absent.
"""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from events.log.codec import Unreadable
from events.packages import NOTATIONS, PARTS, declared, listed, notations, package_of, problem_of, sound
from events.problems import one_of

_NOTATIONS = "events.notations"


def names(package: str) -> list[str]:
    """The names of the public modules and packages in a package, sorted; none if there is no such package.

    Where each is a part of a game, or a notation, those that other distributions bring are among them.
    """
    package = home(package)
    if find_spec(package) is None:
        return []
    own = listed(tuple(import_module(package).__path__))
    if not declared():
        return list(own)
    if package == _NOTATIONS:
        return sorted([*own, *(name for each in sound() for name in notations(each))])
    if package in PARTS:
        return sorted([*own, *(each.game for each in sound() if find_spec(f"{each.module}.{PARTS[package]}"))])
    return list(own)


def part(package: str, name: str) -> Any:
    """The module `name` of a package; None if there is no such module. Import errors are not caught."""
    return import_module(home(f"{package}.{name}")) if name in names(package) else None


def home(module: str) -> str:
    """The name of a module of a game in the package that brings the game; of any other module, its own."""
    if not declared():
        return module
    for place, name in PARTS.items():
        if module.startswith(f"{place}."):
            game, *below = module[len(place) + 1 :].split(".")
            if found := package_of(game):
                return ".".join([found.module, name, *below])
    if module.startswith(f"{_NOTATIONS}."):
        name = module[len(_NOTATIONS) + 1 :]
        return next((f"{each.module}.{NOTATIONS}.{name}" for each in sound() if name in notations(each)), module)
    return module


def game_of(package: str, module: str) -> str:
    """The game to whose part in this package of the program a module belongs: what `home` undoes; empty if to none."""
    if module.startswith(f"{package}."):
        return module[len(package) + 1 :].partition(".")[0]
    return next((each.game for each in sound() if f"{module}.".startswith(f"{each.module}.{PARTS[package]}.")), "")


def part_of_game(package: str, game: str) -> Any:
    """A part that every game has. Raises Unreadable if the game is not installed, or its package cannot be loaded."""
    found = part(package, game)
    if found is None:
        raise not_installed(game, names(package))
    return found


def not_installed(game: str, known: Iterable[str]) -> Unreadable:
    """The error for a game that cannot be used, with the reason if a package brings it; `known` could be meant."""
    why = problem_of(game)
    found = f"the game {game!r}{f' ({why})' if why else ''}"
    return Unreadable(found, one_of(known, game, ", or the installed package of another game"))
