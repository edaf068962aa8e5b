"""Options of a header, read into a Struct; which ones are refused, and in which words."""

from random import Random
from typing import Literal

import pytest
from msgspec import Struct

from engine.clause import UnknownOption, Unsupported, Violation
from engine.options import allowed_values, as_typed, draw_options, options_of_game, read_options, stated_options
from events.log.codec import Unreadable


class Options(Struct, frozen=True):
    """Options of a fictitious game."""

    map: str = "base"
    points: int = 20
    fast: bool = False
    mode: Literal["short", "long"] = "short"
    cards: tuple[int, ...] = ()
    handicap: dict[str, int] = {}


VALUES = {"map": ("base", "ice"), "points": (10, 20, 1)}


def refused(**stated):
    with pytest.raises((Unsupported, Unreadable)) as refusal:
        read_options(Options, stated, VALUES)
    return refusal.value


def test_what_is_not_stated_has_its_default():
    assert read_options(Options, {}, VALUES) == Options()
    assert read_options(Options, {"map": "ice", "cards": [1, 2]}, VALUES) == Options(map="ice", cards=(1, 2))


def test_what_cannot_be_listed_is_described_in_words():
    told = [refused(**stated) for stated in ({"fast": 1}, {"cards": 3}, {"handicap": []}, {"cards": [1, "two"]})]
    assert [str(each) for each in told] == [
        "1: found 1 at $.options.fast, expected true or false",
        "1: found 3 at $.options.cards, expected a list",
        "1: found [] at $.options.handicap, expected an object",
        "1: found [1, 'two'] at $.options.cards, expected a whole number at $[1]",
    ]
    assert "found 'two' at $.options.cards" in str(refused(cards="two"))


def test_what_can_be_listed_is_listed():
    """True is not 1; an unknown option may be a misspelling of another."""
    for stated in ({"map": "moon"}, {"mode": "endless"}, {"points": True}, {"points": 30}):
        refusal = refused(**stated)
        assert isinstance(refusal, Unsupported)
        assert (refusal.option, refusal.value) == next(iter(stated.items()))
        assert refusal.allowed == allowed_values(Options, VALUES)[refusal.option]
    unknown = refused(mapp="ice")
    assert isinstance(unknown, UnknownOption)
    assert unknown.allowed == ("cards", "fast", "handicap", "map", "mode", "points")


def test_a_refusal_in_the_words_of_the_command_line():
    """This applies to options that were typed; for any other, the refusal is reported unchanged."""
    typed = {"map", "points", "cards", "fast"}
    assert as_typed(refused(map="moon"), typed) == "found --option map=moon, expected one of base, ice"
    assert as_typed(refused(points=True), typed) == "found --option points=true, expected one of 10, 20, 1"
    assert as_typed(refused(fast="so"), typed) == "found --option fast=so, expected true or false"
    assert as_typed(Unsupported("map", "moon"), typed) == "found --option map=moon, expected another one"
    broken = Violation("TM-1.1")
    assert as_typed(broken, typed) == ""
    broken.__cause__ = refused(map="moon")
    assert as_typed(broken, typed) == "found --option map=moon, expected one of base, ice"
    for other in (refused(mode="endless"), refused(handicap=3), Unreadable("no seats", "2 seats", path="$.seats")):
        assert as_typed(other, typed) == ""


def test_the_values_that_can_be_listed():
    listed = {"fast": (False, True), "mode": ("short", "long")}
    assert allowed_values(Options) == listed
    assert allowed_values(Options, VALUES) == {**listed, "map": ("base", "ice"), "points": (10, 20, 1)}


def test_a_header_states_what_is_not_the_default():
    assert stated_options(Options()) == {}
    stated = stated_options(Options(map="ice", cards=(1, 2), handicap={"red": 1}))
    assert stated == {"map": "ice", "cards": [1, 2], "handicap": {"red": 1}}
    assert read_options(Options, stated, VALUES) == Options(map="ice", cards=(1, 2), handicap={"red": 1})


def test_options_are_drawn_for_selfplay():
    """Either all that can be listed are drawn, with a value each, or none."""
    assert draw_options(Options, Random(1), 1.0, VALUES) == {}
    drawn = [draw_options(Options, Random(seed), 0.0, VALUES) for seed in range(60)]
    for option, values in allowed_values(Options, VALUES).items():
        assert {each[option] for each in drawn} == set(values)
    assert {*map(len, drawn)} == {4}
    some = [len(draw_options(Options, Random(seed), 0.5, VALUES)) for seed in range(60)]
    assert (min(some), max(some)) == (0, 4)


@pytest.mark.usefixtures("nim")
def test_the_options_of_a_game_by_name():
    rounds = tuple(range(1, 10))
    assert options_of_game("nim") == {"cards": (False, True), "dice": (*rounds, 10, 11, 12), "rounds": rounds}
    assert options_of_game("race") == {}
    with pytest.raises(Unreadable):
        options_of_game("checkers")
