"""The few that are chosen of many show what the many show."""

from random import Random

from projections.kit.choosing import covering


def test_every_trait_is_among_the_chosen() -> None:
    """As long as there is room."""
    traits = [[0], [0, 1], [0, 1], [0], [0, 2], [0, 1, 3]]
    for seed in range(10):
        assert set(covering(traits, 2, Random(seed))) == {4, 5}
        three = covering(traits, 3, Random(seed))
        assert {4, 5} < set(three)
        assert three == sorted(three)


def test_what_shows_more_comes_first() -> None:
    traits = [[1], [1, 2], [1, 2, 3], [3], [2, 3]]
    for seed in range(10):
        assert covering(traits, 1, Random(seed)) == [2]


def test_as_many_are_chosen_as_asked_for() -> None:
    """Also those that have no traits, and no more than there are."""
    assert len(covering([[], [], [1], []], 3, Random(1))) == 3
    assert covering([[], [1]], 5, Random(1)) == [0, 1]
