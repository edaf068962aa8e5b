"""Hypotheses: facts that are missing, and facts that are open but do not matter."""

from functools import partial
from typing import NamedTuple

import pytest

from engine.hypotheses import Fact, Missing, MissingFacts, Refuted, fitting, follow, mattering, missing
from events.vocabulary.nim import Answer, Take
from tests.support import given


class Guess(NamedTuple):
    """A hypothesis of these tests: facts by name, one per line, and their outcome."""

    facts: tuple[Fact, ...]
    outcome: int


def guess(outcome: int, **values: str) -> Guess:
    return Guess(tuple(Fact(line, name, value) for line, (name, value) in enumerate(values.items(), 1)), outcome)


def matter(*guesses: Guess) -> list[str]:
    return [fact.what for fact in mattering(guesses, lambda each: each.outcome)]


def test_nothing_matters_where_all_come_to_the_same() -> None:
    two = [guess(1, card="a", tile="x"), guess(1, card="b", tile="y")]
    assert matter(*two) == []
    assert missing(two) == [Missing(1, "card", ("a", "b")), Missing(2, "tile", ("x", "y"))]


def test_only_what_the_outcome_depends_on_is_missing() -> None:
    """The card decides; the tile can be either one with each card."""
    four = [guess(ord(card), card=card, tile=tile) for card in "ab" for tile in "xy"]
    assert matter(*four) == ["card"]
    assert mattering(four, lambda each: each.outcome) == [Missing(1, "card", ("a", "b"))]


def test_of_facts_that_determine_one_another_the_earliest_is_named() -> None:
    assert matter(guess(1, card="a", tile="x"), guess(2, card="b", tile="y")) == ["card"]


def test_several_facts_may_be_needed() -> None:
    """Neither of the two alone determines the outcome."""
    four = [guess((card == "a") ^ (tile == "x"), card=card, tile=tile) for card in "ab" for tile in "xy"]
    assert matter(*four) == ["card", "tile"]


def test_a_fact_that_only_some_hypotheses_have() -> None:
    """Its absence counts as a separate value."""
    assert matter(guess(1, card="a"), guess(2, card="a", tile="x"), guess(3, card="a", tile="y")) == ["tile"]


def test_missing_facts_are_reported_with_their_places():
    """The file is named if known, and the missing facts in words, with the values that fit if they can be counted."""
    facts = [Missing(3, "card", ("a", "b")), Missing(7, "tile", ())]
    assert str(MissingFacts(facts)) == "missing facts: line 3: card: a or b; line 7: tile"
    assert str(MissingFacts(facts, "game.txt")) == "game.txt: missing facts: line 3: card: a or b; line 7: tile"


@pytest.mark.usefixtures("nim")
def test_what_is_legal_and_fits() -> None:
    """It can be limited to a seat and to a kind, with the known fields."""
    here = given("nim", pile=5)
    legal = partial(fitting, here.rules, here.state)
    assert list(legal(0, Take)) == [Take(1), Take(2), Take(3)]
    assert list(legal(0, Take, stones=2)) == [Take(2)]
    assert list(legal(0, Take, stones=9)) == list(legal(1, Take)) == list(legal(0, Answer)) == []


def test_several_beginnings_are_followed() -> None:
    """Each row may refute one of them; if none is left, the row and the reason are reported."""

    def take(one: Guess, number: int, row: str) -> list[Guess]:
        if one.facts[0].value != row:
            raise Refuted(number, f"{row} expected")
        return [one]

    starts = [guess(1, card="a"), guess(2, card="b")]
    assert follow(starts, ["b", "b"], take) == [starts[1]]
    with pytest.raises(Refuted) as refuted:
        follow(starts, ["b", "c"], take)
    assert refuted.value.line == 1
