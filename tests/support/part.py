"""A part of all tests: every test, but of one with many cases only some."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

Case = TypeVar("Case")


class Part(Struct, frozen=True):
    """The part `number`, from 1, of `parts`: together they are all cases."""

    number: int
    parts: int

    @classmethod
    def named(cls, words: str) -> "Part":
        """The part that `N/M` names. Raises ArgumentTypeError for other words, and for N out of range."""
        number, _, parts = words.partition("/")
        if not (number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
            raise ArgumentTypeError(f"expected N/M with N from 1 to M, found {words!r}")
        return cls(int(number), int(parts))

    def of(self, cases: Iterable[Case], test: Callable[[Case], str]) -> list[Case]:
        """Of the cases of each test, in their order, every one at this part's places; of few cases at least one."""
        of_each: dict[str, list[Case]] = {}
        for case in cases:
            of_each.setdefault(test(case), []).append(case)
        return [
            case
            for own in of_each.values()
            for case in own[(self.number - 1) % min(self.parts, len(own)) :: self.parts]
        ]
