"""Outcomes of chance: those listed, those accepted and those drawn are the same."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from engine.chance import Combination, Deal, Dice, Draw, Each, Either, OneOf, OrUnknown, Outcome, Permutation
from engine.clause import Violation
from tests.engine.test_asking import DECK, LETTERS, SPREADS, Told

NOTHING = ["nonsense", "e", "", None, True, 1, (), [], {}, ("a",), ("a", "a", "a"), ("a", "b", "c", "d", "e"), ([],)]
NOTHING += [{"1": "x", "2": "x"}, {"1": "x", "3": "z"}, {"1": "x"}]
"""Values that a log might state, few or none of which a spread allows."""


def violation(chance, **told):
    with pytest.raises(Violation) as broken:
        chance.check(Told(**told))
    return broken.value


@pytest.mark.parametrize(
    ("spread", "values"),
    [
        (OneOf(("a", "b", "b", "a")), ["a", "b"]),
        (Permutation("ab"), [("a", "b"), ("b", "a")]),
        (Permutation("abc", 1), [("a",), ("b",), ("c",)]),
        (Permutation("abc", where=lambda order: order[0] == "b"), [("b", "a", "c"), ("b", "c", "a")]),
        (Combination("bac", 2), [("b", "a"), ("b", "c"), ("a", "c")]),
        (Combination("aab", 2), [("a", "a"), ("a", "b")]),
        (Draw(DECK), ["a", "b"]),
        (Draw(DECK, hidden=True), ["a", "b", None]),
        (Deal(DECK, 2), [("a", "a"), ("a", "b"), ("b", "a")]),
        (Deal({"a": 1}, 2, hidden=True), [("a", None), (None, "a"), (None, None)]),
        (Deal(DECK, 0), [()]),
        (Each([OneOf("ab"), OneOf("xy")]), [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]),
        (Each([OneOf("ab")] * 2, where=lambda two: two[0] != two[1]), [("a", "b"), ("b", "a")]),
        (Dice({"1": "xxy", "2": "z"}), [{"1": "x", "2": "z"}, {"1": "y", "2": "z"}]),
        (OrUnknown(OneOf("ab")), ["a", "b", None]),
    ],
)
def test_the_values_stand_in_a_fixed_order_each_once(spread, values):
    assert list(spread.values()) == values
    assert not spread.open


@pytest.mark.parametrize("spread", SPREADS, ids=[f"{type(spread).__name__}-{n}" for n, spread in enumerate(SPREADS)])
def test_what_is_listed_is_allowed_and_drawn_and_nothing_else(spread):
    """The exception is an unknown value: never drawn where it might be known, always drawn where it is hidden."""
    values = list(spread.values())
    assert all(spread.allows(value) for value in values)
    others = [*NOTHING, *(each for other in SPREADS for each in other.values())]
    allowed = [tuple(value) if isinstance(value, list) else value for value in others if spread.allows(value)]
    if getattr(spread, "any_order", False):
        allowed = [spread.composed(value) for value in allowed]
    assert [value for value in allowed if value not in values] == []
    rng = Random(1)
    drawn = [spread.sample(rng) for _ in range(300)]
    if getattr(spread, "hidden", False):
        known = [None if isinstance(spread, Draw) else (None,) * spread.size]
    else:
        known = [value for value in values if value is not None]
    assert {repr(value) for value in drawn} == {repr(value) for value in known}


def test_order_counts_where_it_does():
    in_order, in_any = Combination(LETTERS, 2), Combination(LETTERS, 2, any_order=True)
    assert (in_order.allows(("b", "a")), in_any.allows(("b", "a"))) == (False, True)
    assert (in_order.allows(["a", "b"]), in_any.allows(("a", "a"))) == (True, False)
    assert Combination("aab", 2).allows(("a", "a"))
    assert in_any.composed(["d", "b"]) == ("b", "d")


def test_a_value_is_of_the_type_that_it_has():
    """True is not 1: it would be written as a different log."""
    assert [value for value in (True, 1, 1.0, "1") if OneOf([1, 2]).allows(value)] == [1]
    told = violation(Outcome(Told, "X-1", "X-2", first=OneOf("a"), second=1), first="a", second=True)
    assert (told.clause, told.facts) == ("X-2", {"second": True, "expected": 1})


def test_faces_that_a_die_has_more_often_come_more_often():
    rng = Random(1)
    for spread, face in ((OneOf("xxxy"), "x"), (Dice({"die": "xxxy"}), {"die": "x"}), (Draw({"x": 3, "y": 1}), "x")):
        assert 250 < [spread.sample(rng) for _ in range(400)].count(face) < 350


def test_more_may_be_stated_than_is_drawn():
    spread = OneOf("abc", drawn="ab", plain=str.lower)
    assert spread.allows("C")
    assert not spread.allows("D")
    assert {spread.sample(Random(seed)) for seed in range(50)} == {"a", "b"}


def test_the_last_card_of_a_deck_is_drawn():
    assert (Draw({"a": 0, "b": 1}).sample(Random(1)), Deal({"b": 1}, 1).sample(Random(1))) == ("b", ("b",))


def test_a_deal_takes_no_card_more_often_than_it_is_there():
    rng = Random(1)
    dealt = [Deal({"a": 2, "b": 2}, 3).sample(rng) for _ in range(100)]
    assert {max(Counter(cards).values()) for cards in dealt} == {2}
    assert not Deal(DECK, 3).allows(("a", "a", "a"))
    assert Deal(DECK, 3, hidden=True).allows((None, "a", None))
    assert not Deal(DECK, 3, hidden=True).allows(("b", "b", None))
    assert Deal(DECK, 3).choices(["a", "a"]) == ["b"]
    assert Deal(DECK, 3).choices(["a", "b", "a"]) is None


def test_no_more_outcomes_are_made_than_are_looked_at():
    """There can be billions of them, of which a page or a list takes the first."""
    taken = []

    class Numbers(OneOf, frozen=True):
        def values(self):
            for number in range(10**9):
                taken.append(number)
                assert len(taken) < 100
                yield number

    outcome = Outcome(Told, "X-1", first=Numbers(()), second=OneOf("ab"))
    assert list(islice(outcome, 3)) == [Told(0, "a"), Told(0, "b"), Told(1, "a")]
    assert list(islice(Each((Numbers(()), OneOf("ab"))).values(), 3)) == [(0, "a"), (0, "b"), (1, "a")]


@pytest.mark.parametrize("spread", SPREADS, ids=[f"{type(spread).__name__}-{n}" for n, spread in enumerate(SPREADS)])
def test_events_are_counted_without_being_made(spread):
    outcome = Outcome(Told, "X-1", first=spread, second=Deal(DECK, 2))
    number = len(list(outcome))
    assert outcome.number(1000) == number
    assert outcome.number(number) == number
    assert outcome.number(number - 1) == number - 1
    assert Either(outcome, outcome).number(1000) == 2 * number
    assert Either(outcome, outcome).number(number + 1) == number + 1


def test_an_outcome_names_the_field_that_has_none_of_its_values():
    chance = Outcome(Told, "X-1", first=OneOf("ab"), second="fixed")
    chance.check(Told("a", "fixed"))
    told = violation(chance, first="c", second="fixed")
    assert (told.clause, told.facts) == ("X-1", {"first": "c"})
    assert violation(chance, first="a", second="other").clause == "X-1"


def test_the_rulebook_may_know_a_better_reason():
    """It is asked only if the event is not one of the outcomes; if it has no reason, the clause is named."""

    def why(event):
        if event.first == "odd":
            raise Violation("X-3", first=event.first)

    chance = Outcome(Told, "X-1", "", why, first=OneOf(("even", "odd")))
    chance.check(Told("odd"))
    narrow = Outcome(Told, "X-1", "", why, first=OneOf(("even",)))
    assert violation(narrow, first="odd").clause == "X-3"
    assert violation(narrow, first="else").clause == "X-1"


def test_of_several_outcomes_the_first_is_drawn_and_names_the_fault():
    one, other = (Outcome(Told, "X-1", first=OneOf(a), second=OneOf(b)) for a, b in (("ab", "c"), ("de", "f")))
    chance = Either(one, other)
    for event in (Told("a", "c"), Told("e", "f")):
        chance.check(event)
    assert violation(chance, first="b", second="f").facts == {"second": "f"}
    assert violation(chance, first="e", second="c").facts == {"first": "e"}
    assert list(chance) == [*one, *other]
    assert {chance.sample(Random(seed)).first for seed in range(30)} == {"a", "b"}
    assert (chance.alternatives, one.alternatives) == ((one, other), (one,))
