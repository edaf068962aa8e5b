"""Parts, and what they consist of, that are drawn again only when what they show has changed."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import msgspec

from projections.pictures.sheet import Table

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")
MOST = 256
"""How many of each are kept: for each seat the latest of a few games."""
_encode = msgspec.msgpack.Encoder().encode


def _nothing(*_: object, **__: object) -> tuple[object, ...]:
    return ()


def kept(
    shows: Callable[P, object], fixed: Callable[..., tuple[object, ...]] = _nothing, most: int = MOST
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what is drawn: with the same `shows`, it is returned as the very same object.

    `shows`, called with the same arguments, is all of what the picture depends on: values, Structs, or tuples of them.
    A field too many makes it slower, one too few makes it wrong, which `test_kept_parts` finds. What is long and never
    changes, such as a catalogue or the last position of a game, is `fixed` instead: a drawing holds for the very same
    objects. The latest are kept, at most so many.
    """

    def keeping(draw: Callable[P, R]) -> Callable[P, R]:
        drawn: dict[tuple[object, ...], tuple[R, tuple[object, ...]]] = {}

        @wraps(draw)
        def latest(*args: P.args, **kwargs: P.kwargs) -> R:
            same = fixed(*args, **kwargs)
            key = _encode(shows(*args, **kwargs)), *map(id, same)
            found = drawn.get(key)
            if found is None:
                if len(drawn) >= most:
                    del drawn[next(iter(drawn))]
                found = drawn[key] = draw(*args, **kwargs), same  # which keeps the ids its own
            return found[0]

        return latest

    return keeping


def once(work: Callable[[S], R]) -> Callable[[S], R]:
    """Work something out once for what is the same object all the time, such as the last position of a game."""
    latest: list[tuple[S, R]] = []

    @wraps(work)
    def known(same: S) -> R:
        if not latest or latest[0][0] is not same:
            latest[:] = [(same, work(same))]
        return latest[0][1]

    return known


def catalogue_of(state: Any, *_: object) -> tuple[object, ...]:
    """The component values and options of a game, which are fixed for most parts that show components."""
    return state.catalogue, state.options


def catalogue_and_last(state: Any, table: Table) -> tuple[object, ...]:
    """The same, and the last position of the game, for parts that leave room for what it holds."""
    return *catalogue_of(state), table.last
