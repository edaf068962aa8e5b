"""Chance outcomes, declared once: the legal outcomes, their check and a random draw all follow from the declaration.

A spread is the set of values that something can take: `OneOf`, `Permutation`, `Combination`, `Draw`, `Deal`, `Each`,
`Dice`, `OrUnknown`. An `Outcome` is a chance event whose fields have spreads, together with the clause that any other
value breaks; `Either` combines several outcomes.
"""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from math import prod
from random import Random
from typing import Any

from engine.clause import Violation
from engine.spreads import SPREADS, Combination, Deal, Dice, Draw, Each, OneOf, OrUnknown, Permutation, Spread, combined
from events.problems import Problem

__all__ = [
    "Combination",
    "Deal",
    "Dice",
    "Draw",
    "Each",
    "Either",
    "OneOf",
    "OrUnknown",
    "Outcome",
    "Permutation",
    "Spread",
    "Undrawable",
]

Explanation = Callable[[Any], None]


class Undrawable(Problem):
    """A chance outcome without any value that can be drawn, as under a catalogue with too few components."""


class Outcome:
    """What a chance event can be: its type, its clause, and for each field a spread or its only possible value.

    `Outcome(RollDie, "TOY-4", seat=1, face=OneOf(range(1, 7)))`. Fields left out keep their default. A wrong value in a
    field that has only one possible value is rejected under the clause `other`, if one is given. Before a value outside
    a spread is rejected, `why(event)` is called: if the rulebook gives more than one reason, it raises the Violation.
    """

    __slots__ = ("_other", "_why", "clause", "event", "fields")

    def __init__(
        self, event: type, clause: str, other: str = "", why: Explanation | None = None, /, **fields: Any
    ) -> None:
        self.event, self.clause, self.fields = event, clause, fields
        self._other, self._why = other or clause, why

    def __iter__(self) -> Iterator[Any]:
        """Every event, in the order of the fields and their spreads."""
        spreads = {name: of for name, of in self.fields.items() if isinstance(of, Spread)}
        fields = self.fields.copy()
        for values in combined(tuple(spreads.values())):
            fields.update(zip(spreads, values, strict=True))
            yield self.event(**fields)

    def number(self, most: int) -> int:
        """How many events there are, or `most` if there are more: counted field by field."""
        spreads = (of for of in self.fields.values() if isinstance(of, Spread))
        return min(most, prod(sum(1 for _ in islice(of.values(), most)) for of in spreads))

    def check(self, event: Any) -> None:
        """Raises Violation of the clause, with the field and its value, unless the event is one of these."""
        for name, of in self.fields.items():
            stated = getattr(event, name)
            if type(stated) is type(of) and stated == of:
                continue
            if type(of) not in SPREADS:
                raise Violation(self._other, **{name: stated, "expected": of})
            if not of.allows(stated):
                if self._why is not None:
                    self._why(event)
                raise Violation(self.clause, **{name: stated})

    @property
    def alternatives(self) -> tuple["Outcome", ...]:
        """Outcomes whose fields are independent of each other: here only this one."""
        return (self,)

    @property
    def endless(self) -> bool:
        """Whether there are more events than can be listed."""
        spreads = (of for each in self.alternatives for of in each.fields.values() if isinstance(of, Spread))
        return any(of.endless for of in spreads)

    def sample(self, rng: Random) -> Any:
        """A randomly drawn event. Raises Undrawable."""
        try:
            drawn = {name: of.sample(rng) if isinstance(of, Spread) else of for name, of in self.fields.items()}
        except (IndexError, ValueError) as problem:  # Random: nothing to choose from, or too little
            kind: Any = self.event
            raise Undrawable(f"nothing can be drawn for {kind.__struct_config__.tag}: {problem}") from problem
        return self.event(**drawn)


class Either(Outcome):
    """What a chance event can be if its fields depend on each other: one of these outcomes.

    Only the first is drawn; the others are further forms that a log may state.
    """

    __slots__ = ("_outcomes",)

    def __init__(self, first: Outcome, *others: Outcome) -> None:
        super().__init__(first.event, first.clause)
        self._outcomes = (first, *others)

    def __iter__(self) -> Iterator[Any]:
        """Every event of each outcome."""
        return chain.from_iterable(self._outcomes)

    def number(self, most: int) -> int:
        """How many events all of them have, or `most` if there are more."""
        return min(most, sum(outcome.number(most) for outcome in self._outcomes))

    def check(self, event: Any) -> None:
        """Raises the Violation of the first outcome unless the event belongs to one of them."""
        found: Violation | None = None
        for outcome in self._outcomes:
            try:
                return outcome.check(event)
            except Violation as violation:
                found = found or violation
        assert found is not None
        raise found

    @property
    def alternatives(self) -> tuple["Outcome", ...]:
        """The outcomes, one of which occurs."""
        return self._outcomes

    def sample(self, rng: Random) -> Any:
        """An event drawn from the first outcome. Raises Undrawable."""
        return self._outcomes[0].sample(rng)
