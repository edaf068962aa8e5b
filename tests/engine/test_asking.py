"""Outcomes of chance, entered part by part: every one of them can be entered this way, and nothing else."""

from random import Random

import pytest

from engine.asking import completed, composed, question
from engine.chance import Combination, Deal, Dice, Draw, Each, Either, OneOf, OrUnknown, Outcome, Permutation
from events.log.record import Event
from tests.support.specimens import sampled, specimens

pytestmark = pytest.mark.usefixtures("nim")
LETTERS = ("a", "b", "c", "d")
DECK = {"a": 2, "b": 1, "c": 0}
SPREADS = [
    OneOf(("a", "b", "b")),
    OneOf([()]),
    Permutation(LETTERS, 2),
    Permutation(LETTERS),
    Permutation(LETTERS, 3, where=lambda order: order[0] < order[-1]),
    Combination(LETTERS, 2),
    Combination(("a", "a", "b"), 2),
    Combination(LETTERS, 3, any_order=True),
    Draw(DECK),
    Draw(DECK, hidden=True),
    Deal(DECK, 2),
    Deal(DECK, 2, hidden=True),
    Deal(DECK, 0),
    Each([OneOf(LETTERS), Combination(LETTERS, 2)]),
    Each([OneOf("ab"), OneOf("ab")], where=lambda two: two[0] != two[1]),
    Dice({"1": ("x", "x", "y"), "2": ("z",)}),
    OrUnknown(Combination(LETTERS, 2)),
]


class Told(Event, frozen=True, tag="told"):
    """A chance event of the test."""

    first: object = None
    second: object = None


def every(chance, chosen=()):
    """All events that can be entered part by part."""
    asked = question(chance, chosen)
    if asked is None:
        yield composed(chance, chosen)
        return
    for part in asked.choices:
        yield from every(chance, [*chosen, part])


def plain(events):
    return {repr(event) for event in events}


@pytest.mark.parametrize("spread", SPREADS, ids=[f"{type(spread).__name__}-{n}" for n, spread in enumerate(SPREADS)])
def test_every_value_can_be_entered_part_by_part(spread):
    chance = Outcome(Told, "X-1", first=spread, second="fixed")
    told = [event for event in every(chance) if spread.allows(event.first)]
    assert plain(told) == plain(chance)
    if getattr(spread, "where", None) is None or isinstance(spread, Permutation):
        assert len(told) == len(list(every(chance)))  # nothing else can be entered


def test_two_fields_are_asked_one_after_the_other():
    chance = Outcome(Told, "X-1", second=OneOf("xy"), first=Permutation("ab"))
    assert [question(chance, parts)[:2] for parts in ([], ["a"], ["a", "b"])] == [
        ("first", 1),
        ("first", 2),
        ("second", 1),
    ]
    assert plain(every(chance)) == plain(chance)


def test_alternatives_are_asked_together():
    chance = Either(
        Outcome(Told, "X-1", first=OneOf("ab"), second=OneOf([()])),
        Outcome(Told, "X-1", first=OneOf("b"), second=Combination("xyz", 2)),
    )
    assert question(chance, ["a"]).choices == [()]
    assert question(chance, ["b"]).choices == [(), "x", "y", "z"]
    assert plain(every(chance)) == plain(chance)


def test_the_first_outcome_that_a_beginning_may_become():
    chance = Outcome(Told, "X-1", first=Permutation("abc", 2), second=OneOf("xy"))
    assert completed(chance, []) == Told(("a", "b"), "x")
    assert completed(chance, ["c"]) == Told(("c", "a"), "x")
    assert completed(chance, ["c", "b", "y"]) == Told(("c", "b"), "y")
    assert completed(Outcome(Told, "X-1", first=Draw({"a": 0})), []) is None


@pytest.mark.parametrize("specimen", specimens())
def test_in_every_game_outcomes_can_be_entered(specimen):
    """Any choice of parts makes an outcome that the rules accept, and the first of all outcomes can be entered."""
    rng = Random(f"asking/{specimen.game}")
    for game, record in sampled(specimen, 30):
        chance = None if record is None else game.rules.outcome(game.state)
        if chance is None:
            continue
        assert composed(chance, first_path(chance, next(iter(chance)))) == next(iter(chance))
        parts = []
        while (asked := question(chance, parts)) is not None and asked.choices:
            parts.append(rng.choice(asked.choices))
        goes_together = [spread for spread in chance.fields.values() if isinstance(spread, Each) and spread.where]
        if asked is None and not goes_together:
            chance.check(composed(chance, parts))


def first_path(chance, event):
    """The parts of the first outcome: the first choice each time, but only of complete alternatives."""
    parts = []
    while (asked := question(chance, parts)) is not None:
        parts.append(asked.choices[0])
    return parts
