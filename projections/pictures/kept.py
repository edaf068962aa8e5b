"""Parts that are drawn again only when what they show has changed."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import msgspec

from projections.pictures.sheet import Part

P = ParamSpec("P")
MOST = 64
"""How many of a part are kept: for each seat the latest of a few games."""
_encode = msgspec.msgpack.Encoder().encode


def kept(shows: Callable[P, object]) -> Callable[[Callable[P, Part]], Callable[P, Part]]:
    """Keep the drawings of a part: one with the same `shows` is returned as the very same object.

    `shows`, called with the same arguments, is all of what the picture depends on: values, Structs, or tuples of them.
    A field too many makes it slower, one too few makes it wrong, which `test_kept_parts` finds.
    """

    def keeping(draw: Callable[P, Part]) -> Callable[P, Part]:
        drawn: dict[bytes, Part] = {}

        @wraps(draw)
        def latest(*args: P.args, **kwargs: P.kwargs) -> Part:
            key = _encode(shows(*args, **kwargs))
            part = drawn.get(key)
            if part is None:
                if len(drawn) >= MOST:
                    del drawn[next(iter(drawn))]
                part = drawn[key] = draw(*args, **kwargs)
            return part

        return latest

    return keeping
