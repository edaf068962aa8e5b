"""Figures as they are written down: objects of JSON with sorted keys, made of values that have no names."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from msgspec import Struct, defstruct, field

Figures = Callable[[tuple[int, ...]], Struct]
"""What `events.log.codec` encodes as the dictionary of the figures that have these values."""


@cache
def figures_of(names: tuple[str, ...]) -> Figures:
    """For figures with these names. The fields of a Struct are put in order once, the keys of every dictionary anew."""
    order = sorted(range(len(names)), key=names.__getitem__)
    fields = [(f"figure_{place}", int, field(name=names[place])) for place in order]
    kind = defstruct("Figures", fields, frozen=True, gc=False)
    if len(order) == 1:  # of one item there is no tuple
        return lambda values: kind(*values)
    in_order = itemgetter(*order)
    return lambda values: kind(*in_order(values))
