"""Mutants that are no other engine: no log tells them from the program. Each has its proof in equivalents.toml."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.kit.places import Mutant, mutants, shown

FILE = Path(__file__).with_name("equivalents.toml")


class Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    """A change that makes no other engine: where it is, the line before and after it, and why nothing depends on it.

    Lines are as `ast.unparse` prints them: a statement on one line.
    """

    game: str
    module: str
    within: str
    what: str
    was: str
    now: str
    why: str

    def matches(self, mutant: Mutant) -> bool:
        """Whether this is that mutant."""
        place = mutant.game, mutant.module, mutant.within, mutant.what
        return place == (self.game, self.module, self.within, self.what) and shown(mutant) == (self.was, self.now)


class _Listed(Struct, frozen=True, forbid_unknown_fields=True):
    equivalent: list[Equivalent]


@cache
def listed(game: str) -> tuple[Equivalent, ...]:
    """Those of a game, in the order of the file."""
    every = msgspec.toml.decode(FILE.read_bytes(), type=_Listed).equivalent
    return tuple(each for each in every if each.game == game)


def is_equivalent(mutant: Mutant) -> bool:
    """Whether a mutant is listed with a proof that it is no other engine."""
    return any(each.matches(mutant) for each in listed(mutant.game))


def matched(game: str) -> Iterator[tuple[Equivalent, list[Mutant]]]:
    """Each of a game's with the mutants it stands for: one, unless the code has changed since."""
    every = list(mutants(game))
    for each in listed(game):
        yield each, [mutant for mutant in every if each.matches(mutant)]
