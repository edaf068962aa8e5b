"""What options mean, read from the rulebooks: the table of options of every game has a column for it."""

import pytest

from engine.options import options_of_game
from engine.rules import games
from projections.game.option_words import meanings

SAYS_IT_ELSEWHERE = {
    "anachrony": {"breakthrough_names", "overrides", "preset"},
    "gaia": {"information"},
    "terra_mystica": {"first_row_index", "map_rows", "random_seating", "starting_vp_table"},
}
"""Options that a rulebook explains in its text, not in the table."""


@pytest.mark.parametrize("name", games())
def test_options_have_the_words_of_the_rulebook(name: str) -> None:
    words = meanings(name)
    assert {option for option in options_of_game(name) if not words.get(option)} == SAYS_IT_ELSEWHERE.get(name, set())
    assert not any("`" in text or "**" in text or "|" in text for text in words.values())


def test_the_column_is_the_one_that_says_what_changes() -> None:
    assert meanings("daitoshi")["resource_cap"] == "most units of one resource"
    assert meanings("anachrony")["paradox_mode"].startswith("Variant of the seed: no die, always 1 token.")


def test_a_game_without_a_table_of_options_has_none(nim: str) -> None:
    assert meanings("nim") == {}
