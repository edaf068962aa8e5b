"""A verdict in words: what it says of choices that were not all counted."""

from projections.screen.verdict_words import _others
from projections.verdict import SHOWN


def test_a_count_that_was_cut_says_so() -> None:
    """With more than 10,000 legal events, `and 9,995 more` was wrong by a million."""
    assert _others(15) == "10 more"
    assert _others(SHOWN - 1) == "9,994 more"
    assert _others(SHOWN) == "at least 9,995 more"
