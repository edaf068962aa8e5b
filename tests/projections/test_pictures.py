"""Pictures are found by the name of the game; a game may have none, or one for terminals only."""

import pytest

from events.codec import Unreadable
from projections import pictures
from tests.support import given


def test_a_game_without_a_drawing_says_so(nim: str) -> None:
    state = given(nim, pile=3).state
    assert pictures.text(nim, state, 80, False).startswith("o o o")
    assert nim not in pictures.drawn()
    with pytest.raises(Unreadable, match=r"no drawing of nim.*terra_mystica.*without --svg"):
        pictures.svg(nim, state)


def test_a_game_without_a_picture_is_shown_by_its_figures_alone() -> None:
    assert pictures.text("chess", None, 80, False) == ""
    with pytest.raises(Unreadable, match="no drawing of chess"):
        pictures.svg("chess", None)
