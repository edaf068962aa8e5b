"""Chance, told once: what can happen, from which all three follow: the legal outcomes, their check, a drawn one.

A spread is the values that something can take: `OneOf`, `Permutation`, `Combination`, `Draw`, `Each`. An `Outcome` is a
chance event whose fields are spread, with the clause that a value outside of them breaks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from engine.clause import Violation


class Spread(Protocol):
    """The values that something can take by chance."""

    def values(self) -> Iterator[Any]:
        """Every value, once, in a fixed order."""
        ...

    def allows(self, value: Any) -> bool:
        """Whether it is one of the values. Never raises."""
        ...

    def sample(self, rng: Random) -> Any:
        """A value, drawn as the game draws it."""
        ...


class OneOf(Struct, frozen=True):
    """One of these; what stands there more than once, such as a face of a die, is drawn as much more often."""

    of: Sequence[Any]

    def values(self) -> Iterator[Any]:
        """In the order in which they first stand there."""
        return iter(dict.fromkeys(self.of))

    def allows(self, value: Any) -> bool:
        """Whether it is one of them, of the same type (True is not 1)."""
        return any(value == each and type(value) is type(each) for each in self.of)

    def sample(self, rng: Random) -> Any:
        """Each place is equally likely."""
        return rng.choice(self.of)


class Permutation(Struct, frozen=True):
    """`size` of these in an order, all of them where no size is given; `where` says which orders may occur."""

    of: Sequence[Any]
    size: int | None = None
    where: Callable[[tuple[Any, ...]], bool] | None = None

    def values(self) -> Iterator[tuple[Any, ...]]:
        """As tuples, in the order of the places."""
        return filter(self.where, permutations(self.of, self.size)) if self.where else permutations(self.of, self.size)

    def allows(self, value: Any) -> bool:
        """Whether so many of them, none twice, stand in an order that may occur."""
        size = len(self.of) if self.size is None else self.size
        return (
            isinstance(value, tuple | list)
            and len(value) == size
            and _is_part(value, self.of)
            and (self.where is None or self.where(tuple(value)))
        )

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Drawn anew until it may occur."""
        while True:
            drawn = tuple(rng.sample(list(self.of), len(self.of) if self.size is None else self.size))
            if self.where is None or self.where(drawn):
                return drawn


class Combination(Struct, frozen=True):
    """`size` of these without an order: told in the order in which they stand here, or with `any_order` in any."""

    of: Sequence[Any]
    size: int
    any_order: bool = False

    def values(self) -> Iterator[tuple[Any, ...]]:
        """As tuples, in the order in which they stand here; equal ones once."""
        return iter(dict.fromkeys(combinations(self.of, self.size)))

    def allows(self, value: Any) -> bool:
        """Whether so many of them are told, in their order where it counts."""
        if not isinstance(value, tuple | list) or len(value) != self.size or not _is_part(value, self.of):
            return False
        places = list(map(self.of.index, value))
        return self.any_order or places == sorted(places)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Without putting back."""
        drawn = sorted(rng.sample(range(len(self.of)), self.size))
        return tuple(self.of[place] for place in drawn)


class Draw(Struct, frozen=True):
    """One from a deck of which the numbers are known: value -> how many are left. What is used up cannot come."""

    deck: Mapping[Any, int]

    def values(self) -> Iterator[Any]:
        """What is left, in the order of the deck."""
        return (value for value, n in self.deck.items() if n > 0)

    def allows(self, value: Any) -> bool:
        """Whether one is left."""
        try:
            return self.deck.get(value, 0) > 0
        except TypeError:  # no key of a deck
            return False

    def sample(self, rng: Random) -> Any:
        """By the numbers that are left."""
        left = {value: n for value, n in self.deck.items() if n > 0}
        return rng.choices(list(left), list(left.values()))[0]


class Each(Struct, frozen=True):
    """One value of each spread, as a tuple: several dice, a card for each player."""

    of: Sequence[Spread]

    def values(self) -> Iterator[tuple[Any, ...]]:
        """The last one changes fastest."""
        return product(*(spread.values() for spread in self.of))

    def allows(self, value: Any) -> bool:
        """Whether each is one of its spread."""
        return (
            isinstance(value, tuple | list)
            and len(value) == len(self.of)
            and all(spread.allows(each) for spread, each in zip(self.of, value, strict=True))
        )

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Independent of each other."""
        return tuple(spread.sample(rng) for spread in self.of)


class Outcome:
    """What a chance event can be: its type, the clause of it, and for each field a spread or the one value it has.

    `Outcome(RollDie, "TOY-4", seat=1, face=OneOf(range(1, 7)))`. Fields left out keep their default.
    """

    def __init__(self, event: type, clause: str, /, **fields: Any) -> None:
        self.event, self.clause, self.fields = event, clause, fields
        self._spread = {name: of for name, of in fields.items() if hasattr(of, "allows")}
        self._fixed = {name: of for name, of in fields.items() if name not in self._spread}

    def __iter__(self) -> Iterator[Any]:
        """Every event, in the order of the fields and their spreads."""
        for values in product(*(spread.values() for spread in self._spread.values())):
            yield self.event(**self._fixed, **dict(zip(self._spread, values, strict=True)))

    def check(self, event: Any) -> None:
        """Raises Violation of the clause, with the field and what it says, unless the event is one of these."""
        for name, value in self._fixed.items():
            told = getattr(event, name)
            if told != value or type(told) is not type(value):
                raise Violation(self.clause, **{name: told, "expected": value})
        for name, spread in self._spread.items():
            if not spread.allows(getattr(event, name)):
                raise Violation(self.clause, **{name: getattr(event, name)})

    def sample(self, rng: Random) -> Any:
        """An event, drawn."""
        return self.event(**self._fixed, **{name: spread.sample(rng) for name, spread in self._spread.items()})


def _is_part(told: Sequence[Any], of: Sequence[Any]) -> bool:
    """Whether everything told stands there, at least as often as it is told."""
    left = list(of)
    for value in told:
        if value not in left:
            return False
        left.remove(value)
    return True
