"""Pictures of positions: one module a game, found by its name; a game without one is shown by its figures alone.

A module offers `text(state, width, colour) -> str`: the position for a terminal, in plain characters unless `colour`;
and, if it can draw, `svg(state) -> str`: the position as an SVG document, which refers to nothing outside itself.
"""

import pkgutil
from importlib import import_module
from types import ModuleType
from typing import Any

import projections.pictures
from events.codec import Unreadable


def text(game: str, state: Any, width: int, colour: bool) -> str:
    """The picture of a position, empty if the game has none."""
    module = _module(game)
    picture: str = "" if module is None else module.text(state, width, colour)
    return picture


def svg(game: str, state: Any) -> str:
    """The drawing of a position. Raises Unreadable if the game has none."""
    draw = getattr(_module(game), "svg", None)
    if draw is None:
        raise Unreadable(
            f"no drawing of {game}",
            f"a game that has one ({', '.join(drawn()) or 'none has'}); without --svg it is shown as text",
        )
    drawing: str = draw(state)
    return drawing


def drawn() -> list[str]:
    """The games that have a drawing."""
    return [game for game in _games() if hasattr(_module(game), "svg")]


def _games() -> list[str]:
    names = (module.name for module in pkgutil.iter_modules(projections.pictures.__path__))
    return sorted(name for name in names if not name.startswith("_"))


def _module(game: str) -> ModuleType | None:
    return import_module(f"projections.pictures.{game}") if game in _games() else None
