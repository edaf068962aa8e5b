"""The consequences of a table of rules: which events are offered."""

from collections.abc import Iterator
from itertools import count, islice

from msgspec import Struct

from engine.agenda import Awaited
from engine.chance import Outcome, Spread
from engine.declaration import Rule
from engine.dispatch import offerer


class Build(Awaited, frozen=True):
    """A player may build."""


class Repair(Awaited, frozen=True):
    """A player may repair."""


class Number(Struct):
    """An event with a number."""

    n: int


class Numbers(Spread, frozen=True):
    """More numbers than anybody may ask for."""

    def values(self) -> Iterator[int]:
        for number in count():
            assert number < 5
            yield number


def test_what_answers_two_items_of_a_seat_is_offered_once():
    work = Rule(lambda state, seat, event: [], (Build, Repair), legal=lambda state, seat: ["brick", "wood"])
    awaited = [Build(0), Build(1), Repair(0)]
    legal = offerer(lambda state: awaited, {Build: (work,), Repair: (work,)})
    assert list(legal(None)) == [(0, "brick"), (0, "wood"), (1, "brick"), (1, "wood")]


def test_only_as_many_outcomes_and_decisions_are_made_as_are_asked_for():
    """Chance may bring millions; the compiled program once made all of them before the first."""

    draw = Rule(lambda state, seat, event: [], (Build,), chance=lambda state: Outcome(Number, "X-1", n=Numbers()))
    choose = Rule(lambda state, seat, event: [], (Build,), legal=lambda state, seat: map(Number, Numbers().values()))
    for rule, actor in ((draw, None), (choose, 1)):
        legal = offerer(lambda state: [Build(1)], {Build: (rule,)})
        assert list(islice(legal(None), 3)) == [(actor, Number(n)) for n in range(3)]
