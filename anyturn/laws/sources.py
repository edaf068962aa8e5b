"""The sources of a game: its modules as syntax trees, its code and its tests as text."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path

from msgspec import Struct

from events.plugins import home


class Texts(Struct, frozen=True):
    """Where the texts about a game are: its tests, files or folders; and the list of clauses that no code cites."""

    tests: tuple[Path, ...]
    uncited: Path


def folder(game: str) -> Path:
    """The folder of the rules of a game."""
    return Path(import_module(home(f"engine.games.{game}")).__path__[0])


def modules(game: str) -> dict[str, ast.Module]:
    """The modules in the folder of a game, by their path in it without the ending."""
    return {
        str(path.relative_to(folder(game)).with_suffix("")): ast.parse(path.read_text(encoding="utf-8"))
        for path in folder(game).rglob("*.py")
    }


def sources(game: str) -> dict[str, ast.Module]:
    """The modules of a game that are its rules."""
    return {name: tree for name, tree in modules(game).items() if "/" not in name}


def imported(tree: ast.Module) -> set[str]:
    """The names of all imported modules, and of what is imported from them."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@cache
def code_of(game: str) -> str:
    """The code of the rules of a game, with its readings and writings."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder(game).rglob("*.py")))


@cache
def texts_of_tests(texts: Texts) -> dict[Path, str]:
    """The tests of a game, and what lies among them: file -> text."""
    paths = [path for place in texts.tests for path in (sorted(place.rglob("*.*")) if place.is_dir() else [place])]
    return {path: path.read_text(encoding="utf-8") for path in paths if path.suffix in (".py", ".toml", ".txt")}
