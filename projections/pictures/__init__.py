"""Pictures of positions: one module a game, found by its name; a game without one is shown by its figures alone.

A module offers `text(state, width, colour) -> str`: the position for a terminal, in plain characters unless `colour`.
"""

import pkgutil
from importlib import import_module
from typing import Any

import projections.pictures


def text(game: str, state: Any, width: int, colour: bool) -> str:
    """The picture of a position, empty if the game has none."""
    if game not in {module.name for module in pkgutil.iter_modules(projections.pictures.__path__)}:
        return ""
    picture: str = import_module(f"projections.pictures.{game}").text(state, width, colour)
    return picture
