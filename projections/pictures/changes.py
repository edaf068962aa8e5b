"""What differs in a picture from the frame before: parts and elements that stay the same are passed over.

Most elements of a frame are the very objects of the frame before, so that a comparison is quick.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from projections.pictures.pen import node
from projections.pictures.sheet import Part, Spot

Element = Spot | str
_NEUTRAL = ('class="running"', 'class="panel"')
"""Whose turn it is, is no change."""


class Changed(NamedTuple):
    """The elements of a part that are new in a frame, and those that are gone; whether as many as before are there."""

    new: Sequence[Element] = ()
    gone: Sequence[Element] = ()
    in_place: bool = True

    def is_seen(self) -> bool:
        """Whether it differs in more than whose turn it is."""
        if not self.in_place:
            return True
        pairs = zip(map(body, self.new), map(body, self.gone), strict=True)
        return any(a != b and a.replace(*_NEUTRAL) != b.replace(*_NEUTRAL) for a, b in pairs)


_NOTHING = Changed()


class Frame:
    """The last frame, part by part: `texts` are the elements of each part for a page, their spots named."""

    def __init__(self) -> None:
        self._elements: list[Sequence[Element]] = []
        self._bodies: dict[str, str] = {}
        self.texts: list[list[str]] = []

    def become(self, parts: Sequence[Part]) -> list[Changed]:
        """Take other parts; returns what differs in each. All is new in the first frame."""
        if not self._elements:
            self._elements, self.texts = [()] * len(parts), [[]] * len(parts)
        return [self._take(number, part.elements) for number, part in enumerate(parts)]

    def texts_of(self, parts: Sequence[Part]) -> list[list[str]]:
        """The elements of parts for a page; those of the last frame where a part is the same."""
        known = dict(zip(map(id, self._elements), self.texts, strict=True))
        return [known.get(id(part.elements)) or list(map(named, part.elements)) for part in parts]

    def _take(self, number: int, elements: Sequence[Element]) -> Changed:
        before = self._elements[number]
        if elements is before:
            return _NOTHING
        self._elements[number] = elements
        if len(elements) != len(before):
            self.texts[number] = list(map(named, elements))
            there, here = set(map(id, before)), set(map(id, elements))
            new = [each for each in elements if id(each) not in there]
            return Changed(new, [each for each in before if id(each) not in here], in_place=False)
        if places := different(before, elements):
            self.texts[number] = texts = self.texts[number].copy()
            for place in places:
                texts[place] = named(elements[place])
        return Changed([elements[place] for place in places], [before[place] for place in places])

    def spots(self, changes: Sequence[Changed]) -> dict[str, str]:
        """The spots that look different from the frame before, by key; call it once for each frame."""
        new = {each.key: each.body for changed in changes for each in changed.new if isinstance(each, Spot)}
        different = {key: drawn for key, drawn in new.items() if drawn != self._bodies.get(key)}
        for changed in changes:
            for each in changed.gone:
                if isinstance(each, Spot):
                    self._bodies.pop(each.key, None)
        self._bodies |= new
        return different


def different(before: Sequence[object], now: Sequence[object]) -> list[int]:
    """The places at which two sequences of the same length differ; most of their elements are the very same objects."""
    return [place for place in compress(count(), map(is_not, before, now)) if before[place] != now[place]]


def body(element: Element) -> str:
    """An element as it is drawn."""
    return element.body if isinstance(element, Spot) else element


@lru_cache(maxsize=8192)  # a spot that changes often comes back to what it was
def named(element: Element) -> str:
    """A spot in a group with its key, so that a page knows what is pointed at."""
    if not isinstance(element, Spot):
        return element
    return node("g", element.body, data_spot=element.key) if element.body else element.body
