"""The pictures of a page, kept small: each is stored as its differences from the one before.

A picture is cut at its tags. Two pictures of a game differ in few of these pieces, and most pieces recur, so each
piece is stored once and referred to by its number.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

_PIECE = re.compile(r"<[^>]*>|[^<]+")
NEW = 0
"""In a splice: the next piece not seen before. Pieces are numbered from 1 in order of appearance."""
_SURE = 4
"""After this many equal pieces in a row, two pictures count as aligned again."""
_FAR = 600
"""The distance within which such an alignment is searched for."""


class Frames(NamedTuple):
    """Pictures as `pieces`, and for each picture its splices: [how many stay, how many go, the numbers of new ones].

    The first picture is a splice into an empty one. The pieces that stay are counted from the end of the previous
    splice; after the last splice all pieces stay.
    """

    pieces: list[str]
    splices: list[list[list[int]]]


def pieces_of(document: str) -> list[str]:
    """A drawing cut at its tags, or a text cut into lines; joined again they give the document."""
    return _PIECE.findall(document) if document.startswith("<") else document.splitlines(keepends=True)


def frames(documents: Iterable[str]) -> Frames:
    """Documents as differences."""
    known: dict[str, int] = {}
    before: list[int] = []
    text = ""
    splices: list[list[list[int]]] = []
    for document in documents:
        if document == text:
            splices.append([])
            continue
        fresh = len(known)
        now = [known.setdefault(piece, len(known) + 1) for piece in pieces_of(document)]
        hunks = differences(before, now)
        ends = [0, *(start + gone for start, gone, _, _ in hunks)]
        splices.append(
            [
                [start - end, gone, *now[at : at + come]]
                for (start, gone, at, come), end in zip(hunks, ends, strict=False)
            ]
        )
        _mark_new(splices[-1], fresh)
        before, text = now, document
    return Frames(list(known), splices)


def _mark_new(splices: list[list[int]], known: int) -> None:
    """Replace each number that occurs for the first time with NEW, in order."""
    for splice in splices:
        for place in range(2, len(splice)):
            if splice[place] == known + 1:
                splice[place] = NEW
                known += 1


def differences(old: list[int], new: list[int]) -> list[tuple[int, int, int, int]]:
    """Where two lists differ, in order: index in the old list and how many go, index in the new and how many come."""
    found: list[tuple[int, int, int, int]] = []
    i = j = 0
    while True:
        equal = _run(old, new, i, j)
        i, j = i + equal, j + equal
        if i == len(old) and j == len(new):
            return found
        gone, come = _next_meeting(old, new, i, j)
        found.append((i, gone, j, come))
        i, j = i + gone, j + come


def _run(old: list[int], new: list[int], i: int, j: int) -> int:
    """How many pieces are equal from two indexes on; long runs are compared at once."""
    start, step = i, 1024
    while step:
        if i + step <= len(old) and old[i : i + step] == new[j : j + step]:
            i, j = i + step, j + step
        else:
            step //= 4
    return i - start


def _next_meeting(old: list[int], new: list[int], i: int, j: int) -> tuple[int, int]:
    """How many go and how many come until the lists are aligned again: as few as can be found nearby."""
    places: dict[tuple[int, ...], int] = {}
    for far in range(_FAR):
        places.setdefault(tuple(old[i + far : i + far + _SURE]), far)
        come = tuple(new[j + far : j + far + _SURE])
        if (gone := places.get(come)) is not None:
            return gone, min(far, len(new) - j)
        for back in range(1, far + 1):
            if tuple(new[j + far - back : j + far - back + _SURE]) == tuple(old[i + far : i + far + _SURE]):
                return min(far, len(old) - i), far - back
    return len(old) - i, len(new) - j
