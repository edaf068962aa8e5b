"""What can come up by chance: tiles of a stack, and declared effects."""

from typing import Any

import msgspec

from engine.chance import OneOf, Permutation
from events.vocabulary.daitoshi.effects import Effects


class Stack(Permutation, frozen=True):
    """A sequence of different tiles of one kind; in an open game, it may include tiles that nobody has seen yet.

    `taken` are the ids that cannot come up: of other kinds, and those drawn before. `left` is None in closed games.
    """

    taken: frozenset[str] = frozenset()
    left: int | None = None

    def allows(self, value: Any) -> bool:
        """Whether the number is right, no tile occurs twice, and all are still in the stack."""
        if self.left is None:
            return Permutation.allows(self, value)
        number = len(self.of) if self.size is None else self.size
        return (
            isinstance(value, tuple)
            and len(value) == number == len({*value})
            and number <= self.left
            and not any(tile in self.taken for tile in value)
        )

    @property
    def open(self) -> bool:
        """Whether tiles may come up that the catalogue does not define yet."""
        return self.left is not None


class Top(OneOf, frozen=True):
    """One tile of a stack; in an open game, it may be one that nobody has seen yet; `taken` and `left` as in Stack."""

    taken: frozenset[str] = frozenset()
    left: int | None = None

    def allows(self, value: Any) -> bool:
        """Whether it is still in the stack."""
        if self.left is None:
            return isinstance(value, str) and value in self.of
        return isinstance(value, str) and self.left > 0 and value not in self.taken

    @property
    def open(self) -> bool:
        """Whether tiles may come up that the catalogue does not define yet."""
        return self.left is not None


class AnyEffects(OneOf, frozen=True):
    """Any list of effects; as their number is infinite, only the simplest are enumerated."""

    def allows(self, value: Any) -> bool:
        """Whether it is a list in the vocabulary of DA-7.60."""
        try:
            msgspec.convert(value, Effects)
        except msgspec.ValidationError:
            return False
        return True

    @property
    def endless(self) -> bool:
        """There are infinitely many."""
        return True
