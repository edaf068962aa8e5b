"""Figures that are written without a dictionary of them."""

import pytest

from engine.figure_json import figures_of
from events.log.codec import encode


@pytest.mark.parametrize("names", [("vp",), ("vp", "coin"), ("a", "b"), ("b-1", "class", "\u00e9", "a b")])
def test_they_are_spelled_as_their_dictionary_is(names: tuple[str, ...]) -> None:
    """This holds whatever they are called, for one or several."""
    values = tuple(range(7, 7 + len(names)))
    assert encode(figures_of(names)(values)) == encode(dict(zip(names, values, strict=True)))


def test_each_figure_has_a_value() -> None:
    with pytest.raises((TypeError, IndexError)):
        figures_of(("vp", "coin"))((1,))
