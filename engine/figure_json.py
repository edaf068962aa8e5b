"""Figures as they are written: JSON objects with sorted keys, built from bare values without names."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from msgspec import Struct, defstruct, field

Figures = Callable[[tuple[int, ...]], Struct]
"""What `events.log.codec` encodes as the dictionary of the figures that have these values."""


@cache
def figures_of(names: tuple[str, ...]) -> Figures:
    """For figures with these names: a Struct's fields are sorted once, a dictionary's keys on every encoding."""
    order = sorted(range(len(names)), key=names.__getitem__)
    fields = [(f"figure_{place}", int, field(name=names[place])) for place in order]
    kind = defstruct("Figures", fields, frozen=True, gc=False)
    if len(order) == 1:  # for a single name the getter does not return a tuple
        return lambda values: kind(*values)
    in_order = itemgetter(*order)
    return lambda values: kind(*in_order(values))
