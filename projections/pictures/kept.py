"""Parts that are drawn again only when what they show has changed."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import msgspec

from projections.pictures.sheet import Part

P = ParamSpec("P")
MOST = 256
"""How many of a part are kept: for each seat the latest of a few games."""
_encode = msgspec.msgpack.Encoder().encode


def _nothing(*_: object, **__: object) -> tuple[object, ...]:
    return ()


def kept(
    shows: Callable[P, object], fixed: Callable[P, tuple[object, ...]] = _nothing
) -> Callable[[Callable[P, Part]], Callable[P, Part]]:
    """Keep the drawings of a part: one with the same `shows` is returned as the very same object.

    `shows`, called with the same arguments, is all of what the picture depends on: values, Structs, or tuples of them.
    A field too many makes it slower, one too few makes it wrong, which `test_kept_parts` finds. What is long and never
    changes, such as a catalogue, is `fixed` instead: a drawing holds for the very same objects.
    """

    def keeping(draw: Callable[P, Part]) -> Callable[P, Part]:
        drawn: dict[tuple[object, ...], tuple[Part, tuple[object, ...]]] = {}

        @wraps(draw)
        def latest(*args: P.args, **kwargs: P.kwargs) -> Part:
            same = fixed(*args, **kwargs)
            key = _encode(shows(*args, **kwargs)), *map(id, same)
            found = drawn.get(key)
            if found is None:
                if len(drawn) >= MOST:
                    del drawn[next(iter(drawn))]
                found = drawn[key] = draw(*args, **kwargs), same  # which keeps the ids its own
            return found[0]

        return latest

    return keeping


def catalogue_of(state: Any, *_: object) -> tuple[object, ...]:
    """The component values and options of a game, which are fixed for most parts that show components."""
    return state.catalogue, state.options
