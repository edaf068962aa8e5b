"""Breakthroughs: shapes, icons, their ids, and the names that a log may use for them (AN-12.1)."""

from collections.abc import Mapping, Sequence
from functools import partial

from engine.chance import OneOf
from engine.games.anachrony.components import BREAKTHROUGH, ICONS, SHAPES
from engine.games.anachrony.state import State


def faces(of: Sequence[str], names: Mapping[str, str]) -> OneOf:
    """One of these faces, which a log may name by its id or by the name that its header gives the id."""
    return OneOf(of, plain=partial(plain_id, names) if names else None)


def plain_id(names: Mapping[str, str], name: str) -> str:
    """The id of a shape or icon that is given by its name; anything else is returned unchanged."""
    if names and isinstance(name, str) and name not in names:
        return next((each for each, other in names.items() if other == name), name)
    return name


def plain_breakthrough(names: Mapping[str, str], name: str) -> str:
    """The same for a Breakthrough, `shape/icon`."""
    return "/".join(plain_id(names, part) for part in name.split("/")) if names else name


def face_id(state: State, name: str) -> str:
    """The id of a face that an event names."""
    return plain_id(state.options.breakthrough_names, name)


def number_of(shape: str, icon: str) -> int:
    """The place of a Breakthrough in lists of 15."""
    return BREAKTHROUGH[f"{shape}/{icon}"]


def available_icons(state: State, shape: str) -> list[str]:
    """The icons of which a Breakthrough with this shape is in the supply."""
    first = SHAPES.index(shape) * len(ICONS)
    return [icon for place, icon in enumerate(ICONS) if state.breakthrough_supply[first + place]]


def available_shapes(state: State, icon: str) -> list[str]:
    """The shapes of which a Breakthrough with this icon is in the supply."""
    first = ICONS.index(icon)
    return [shape for place, shape in enumerate(SHAPES) if state.breakthrough_supply[place * len(ICONS) + first]]


def of_shape(held: list[int], shape: int) -> int:
    """The number of Breakthroughs held that have the n-th shape."""
    return sum(held[shape * len(ICONS) : (shape + 1) * len(ICONS)])
