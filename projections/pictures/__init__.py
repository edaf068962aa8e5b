"""Pictures of positions: one folder or module a game, found by its name; a game without one shows its figures alone.

A module offers `text(state, width, colour) -> str`: the position for a terminal, in plain characters unless `colour`;
and, if it can draw, `svg(state) -> str`: the position as an SVG document, which refers to nothing outside itself.
All of them draw with one pen (`pen`) and paint with one painter (`painter`).
"""

from typing import Any

from engine.ruleset import games
from events.codec import Unreadable
from events.parts import part

HERE = "projections.pictures"


def text(game: str, state: Any, width: int, colour: bool) -> str:
    """The picture of a position, empty if the game has none."""
    module = part(HERE, game)
    picture: str = "" if module is None else module.text(state, width, colour)
    return picture


def svg(game: str, state: Any) -> str:
    """The position as an SVG document. Raises Unreadable if the game has none."""
    draw = getattr(part(HERE, game), "svg", None)
    if draw is None:
        raise Unreadable(
            f"no drawing of {game}",
            f"a game that has one ({', '.join(drawn()) or 'none has'}); without --svg it is shown as text",
        )
    document: str = draw(state)
    return document


def drawn() -> list[str]:
    """The games whose positions can be drawn."""
    return [game for game in games() if hasattr(part(HERE, game), "svg")]
