"""The pictures of a page, kept small: each is stored as its differences from the one before.

A picture consists of parts, a part of elements, and these are cut at their tags. Two pictures of a game differ in few
of these pieces, and most pieces recur, so each piece is stored once and referred to by its number.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

from projections.pictures.changes import different

_PIECE = re.compile(r"<[^>]*>|[^<]+")
NEW = 0
"""In a splice: the next piece not seen before. Pieces are numbered from 1 in order of appearance."""
_SURE = 4
"""After this many equal pieces in a row, two pictures count as aligned again."""
_FAR = 600
"""The distance within which such an alignment is searched for."""
_FEW = 8
"""So many pieces at most are exchanged where two pictures have equally many pieces and nothing is searched for."""
Cut = tuple[int, ...]
"""The numbers of pieces one after another."""
Hunk = tuple[int, int, int, int]
"""Where two cuts differ: the index in the old one and how many go, the index in the new one and how many come."""


class Frames(NamedTuple):
    """Pictures as `pieces`, and for each picture the parts that differ from the one before: [number, splice, ...].

    A splice is [how many pieces stay, how many go, the numbers of new ones]. The first picture is spliced into empty
    parts. The pieces that stay are counted from the end of the previous splice; after the last splice all pieces stay.
    """

    pieces: list[str]
    splices: list[list[list[Any]]]


def pieces_of(document: str) -> list[str]:
    """A drawing cut at its tags, or a text cut into lines; joined again they give the document."""
    return _PIECE.findall(document) if document.startswith("<") else document.splitlines(keepends=True)


def frames(pictures: Iterable[Sequence[Sequence[str]]]) -> Frames:
    """Pictures as differences; each has the same parts, and a part is a list of elements as text."""
    known = _Pieces()
    parts: list[_Part] = []
    found: list[list[list[Any]]] = []
    for picture in pictures:
        parts = parts or [_Part() for _ in picture]
        found.append([])
        for number, (part, elements) in enumerate(zip(parts, picture, strict=True)):
            if elements is not part.elements and elements != part.elements:
                fresh = len(known.numbers)
                splices = part.become(elements, known)
                _mark_new(splices, fresh)
                found[-1].append([number, *splices])
    return Frames(list(known.numbers), found)


class _Pieces:
    """The numbers of the pieces met so far; each element is cut once, as most of them come again."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = defaultdict(count(1).__next__)
        self._cut: dict[str, Cut] = {}
        self._exchanged: dict[tuple[int, int], list[Hunk]] = {}

    def of(self, element: str) -> Cut:
        """The numbers of the pieces of an element; a new piece gets the next one."""
        if (cut := self._cut.get(element)) is None:
            cut = self._cut[element] = tuple(map(self.numbers.__getitem__, pieces_of(element)))
        return cut

    def exchanged(self, old: Cut, new: Cut) -> list[Hunk]:
        """Where the pieces of two elements differ, which often change to and fro."""
        pair = id(old), id(new)  # of what is kept here as long as these ids
        if (hunks := self._exchanged.get(pair)) is None:
            hunks = self._exchanged[pair] = differences(old, new)
        return hunks


class _Part:
    """A part of a picture: its elements, and the numbers of the pieces of each."""

    def __init__(self) -> None:
        self.elements: Sequence[str] = ()
        self.cut: list[Cut] = []

    def become(self, elements: Sequence[str], known: _Pieces) -> list[list[int]]:
        """Take the place of the part with other elements, and return the splices; only what differs is cut."""
        splices: list[list[int]] = []
        end = 0
        for at, hunks, new in self._different(elements, known):
            for start, gone, place, come in hunks:
                splices.append([at + start - end, gone, *new[place : place + come]])
                end = at + start + gone
        self.elements = elements
        return splices

    def _different(self, elements: Sequence[str], known: _Pieces) -> Iterator[tuple[int, list[Hunk], Cut]]:
        """Where elements that differ begin, counted in pieces, what differs in them, and their pieces."""
        if len(elements) != len(self.elements):
            old = tuple(chain.from_iterable(self.cut))
            self.cut[:] = map(known.of, elements)
            new = tuple(chain.from_iterable(self.cut))
            yield 0, differences(old, new), new
            return
        at = after = 0
        for number in different(self.elements, elements):
            old, new = self.cut[number], known.of(elements[number])
            at += sum(map(len, self.cut[after:number]))
            yield at, known.exchanged(old, new), new
            self.cut[number] = new
            at, after = at + len(old), number + 1


def _mark_new(splices: list[list[int]], known: int) -> None:
    """Replace each number that occurs for the first time with NEW, in order."""
    for splice in splices:
        for place in range(2, len(splice)):
            if splice[place] == known + 1:
                splice[place] = NEW
                known += 1


def differences(old: Cut, new: Cut) -> list[Hunk]:
    """Where two of them differ, in order."""
    if len(old) == len(new):
        exchanged = different(old, new)
        if len(exchanged) <= _FEW:
            return [(place, 1, place, 1) for place in exchanged]
    found: list[Hunk] = []
    i = j = 0
    while True:
        equal = _run(old, new, i, j)
        i, j = i + equal, j + equal
        if i == len(old) and j == len(new):
            return found
        gone, come = _next_meeting(old, new, i, j)
        found.append((i, gone, j, come))
        i, j = i + gone, j + come


def _run(old: Cut, new: Cut, i: int, j: int) -> int:
    """How many pieces are equal from two indexes on; long runs are compared at once."""
    start, step = i, 1024
    while step:
        if i + step <= len(old) and old[i : i + step] == new[j : j + step]:
            i, j = i + step, j + step
        else:
            step //= 4
    return i - start


def _next_meeting(old: Cut, new: Cut, i: int, j: int) -> tuple[int, int]:
    """How many go and how many come until they are aligned again: as few as can be found nearby."""
    going: dict[Cut, int] = {}
    coming: dict[Cut, int] = {}
    for far in range(_FAR):
        here, there = old[i + far : i + far + _SURE], new[j + far : j + far + _SURE]
        going.setdefault(here, far)
        if (gone := going.get(there)) is not None:
            return gone, min(far, len(new) - j)
        if (come := coming.get(here)) is not None:
            return min(far, len(old) - i), come
        coming[there] = far
    return len(old) - i, len(new) - j
