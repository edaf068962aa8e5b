"""`--part N/M`: every test runs in every part, and all cases of one with many run in some part."""

from argparse import ArgumentTypeError

import pytest

from tests.support.part import Part

CASES = [("many", number) for number in range(10)] + [("few", 0), ("few", 1), ("alone", 0)]


def kept(number: int) -> list[tuple[str, int]]:
    return Part(number, 4).of(CASES, lambda case: case[0])


def test_all_parts_are_all_cases() -> None:
    assert {case for number in range(1, 5) for case in kept(number)} == set(CASES)
    many = [case for number in range(1, 5) for case in kept(number) if case[0] == "many"]
    assert len(many) == len(set(many))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_no_test_is_left_out(number: int) -> None:
    assert {name for name, _ in kept(number)} == {"many", "few", "alone"}
    assert len(kept(number)) < len(CASES) / 2


@pytest.mark.parametrize("words", ["0/4", "5/4", "1", "a/b", "-1/2", "1/0", "1/2/3", ""])
def test_other_words_are_refused(words: str) -> None:
    assert Part.named("3/4") == Part(3, 4)
    with pytest.raises(ArgumentTypeError, match="expected N/M"):
        Part.named(words)
