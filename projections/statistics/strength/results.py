"""Finishing orders of many games as arrays: a row per game, a column per chair; smaller tables leave chairs empty."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Results(Struct, frozen=True):
    """The results of games, in order of time where that matters.

    `rank` (games, chairs): 1 is the best, equal numbers are a tie, whatever number follows; 0 where nobody sat or the
    player was dropped: such a seat is out of the game, not last.
    `terms` (games, chairs, kinds): which effects act on a seat, numbered from 0 across all kinds; -1 where none does,
    as for the player of a seat without a name.
    `sizes` (kinds): how many effects each kind (players, factions ...) has; they are numbered kind by kind.
    `points` (games, chairs): victory points; meaningless where the rank is 0.
    """

    rank: Ints
    terms: Ints
    sizes: tuple[int, ...]
    points: Floats

    @property
    def playing(self) -> Bools:
        """(games, chairs): which seats played to the end."""
        return self.rank > 0

    @property
    def effects(self) -> int:
        """The number of effects."""
        return sum(self.sizes)

    def kind(self, kind: int) -> slice:
        """The positions of a kind's effects among all effects."""
        first = sum(self.sizes[:kind])
        return slice(first, first + self.sizes[kind])

    def plays(self) -> Ints:
        """(effects): the number of seats, without dropped ones, on which each effect acted."""
        acting = np.where(self.playing[:, :, None], self.terms, -1)
        return np.bincount(acting[acting >= 0], minlength=self.effects)

    def part(self, games: slice | Bools | Ints) -> "Results":
        """The results of some games only; effects keep their numbers."""
        return Results(self.rank[games], self.terms[games], self.sizes, self.points[games])

    def only(self, *kinds: int) -> "Results":
        """The results with the effects of some kinds only, which are renumbered."""
        chosen = []
        first = 0
        for kind in kinds:
            column = self.terms[:, :, kind]
            chosen.append(np.where(column >= 0, column - self.kind(kind).start + first, -1))
            first += self.sizes[kind]
        shape = (*self.rank.shape, 0)
        terms = np.stack(chosen, axis=2) if chosen else np.empty(shape, dtype=np.int64)
        return Results(self.rank, terms, tuple(self.sizes[kind] for kind in kinds), self.points)


def strengths(effects: Floats, terms: Ints) -> Floats:
    """(games, chairs): the sum of the effects that act on each seat, in logits; 0 where none does."""
    known = np.append(effects, 0.0)  # index -1 finds the 0 at the end
    found = np.zeros(terms.shape[:2])
    for kind in range(terms.shape[2]):
        found += known[terms[:, :, kind]]
    return found


def in_portions(results: Results, portion: int = 5_000) -> list[slice]:
    """The games in portions, so that intermediate arrays fit into the processor's cache."""
    return [slice(first, first + portion) for first in range(0, len(results.rank), portion)]
