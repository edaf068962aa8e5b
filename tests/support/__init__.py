"""What tests share: the toy games and how they are installed, and the vocabulary of positions."""

import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import force_setattr

import engine.games
import events.notations
import events.vocabulary
import projections.pictures
from anyturn.laws.given import Outcome, Position, at_start, given
from engine.rules import Ruleset

__all__ = [
    "LOGS",
    "PROJECT",
    "TOY",
    "TOYS",
    "Outcome",
    "Position",
    "Through",
    "at_start",
    "declared",
    "given",
    "install",
    "put_in_place",
]

PROJECT = Path(__file__).parents[2]
TOY = PROJECT / "tests" / "toy"
TOYS = sorted(path.name for path in (TOY / "games").iterdir() if (path / "__init__.py").is_file())
LOGS = PROJECT / os.environ.get("ANYTURN_LOGS", "../shared/logs")


PLACES = {
    "games": engine.games,
    "vocabulary": events.vocabulary,
    "notations": events.notations,
    "pictures": projections.pictures,
}
"""The folders of a game outside the program -> the packages as part of which they are searched."""


def put_in_place(folder: Path) -> None:
    """Also search a folder for games, vocabularies, notations and pictures."""
    for place, package in PLACES.items():
        package.__path__ = [*package.__path__, str(folder / place)]
    importlib.invalidate_caches()


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The same, until the test is over."""
    for package in PLACES.values():
        monkeypatch.setattr(package, "__path__", package.__path__)
    put_in_place(folder)


class Through(dict[type, Any]):
    """The table `accepts` of a declaration whose events all go through one function that applies them."""

    def __init__(self, apply: Callable[[Any, int | None, Any], Any]) -> None:
        super().__init__()
        self._apply = apply

    def __getitem__(self, kind: type) -> Any:
        return lambda state, actor, event: self._apply(state, actor, event)


@contextmanager
def declared(rules: Ruleset[Any], **parts: Any) -> Iterator[None]:
    """The rules with other parts of their declaration, for tests of what happens when a game has a fault."""
    kept = {name: getattr(rules, name) for name in parts}
    for name, part in parts.items():
        force_setattr(rules, name, part)
    try:
        yield
    finally:
        for name, part in kept.items():
            force_setattr(rules, name, part)
