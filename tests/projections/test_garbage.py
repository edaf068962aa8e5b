"""The garbage collector runs rarely while a chunk is being processed, and as before afterwards."""

import gc
from collections.abc import Iterator

import pytest

from projections.garbage import OBJECTS, seldom_collected


@pytest.fixture
def usual() -> Iterator[tuple[int, int, int]]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield gc.get_threshold()
    gc.set_threshold(*before)


def test_it_looks_seldom_and_then_as_before(usual: tuple[int, int, int]) -> None:
    with seldom_collected():
        assert gc.get_threshold() == (OBJECTS, *usual[1:])
        with seldom_collected():
            assert gc.get_threshold() == (OBJECTS, *usual[1:])
        assert gc.get_threshold() == (OBJECTS, *usual[1:])
    assert gc.get_threshold() == usual


def test_a_failure_leaves_it_as_before(usual: tuple[int, int, int]) -> None:
    with pytest.raises(ZeroDivisionError), seldom_collected():
        raise ZeroDivisionError
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("own", [0, OBJECTS * 2])
def test_a_policy_of_the_caller_stays(usual: tuple[int, int, int], own: int) -> None:
    gc.set_threshold(own, *usual[1:])
    with seldom_collected():
        assert gc.get_threshold() == (own, *usual[1:])
    assert gc.get_threshold() == (own, *usual[1:])
