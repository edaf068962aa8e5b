"""The invariants of section 4.4: each of them is noticed when it breaks, and holds on sound positions."""

import pytest

from engine.games.gaia.conservation import conservation
from tests.games.gaia.table import table

BOARD = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest*2"


def break_supply(state):
    state.players[1].supply -= 1


def break_stock(state):
    state.stock["sea"] += 1


def break_tokens(state):
    state.tiles[2].animals = 3


def break_cover(state):
    state.tiles[0].animals = 1
    state.animal_stock -= 1


def break_count(state):
    state.cities[0].satisfied = 3


def break_meeples(state):
    state.cities[0].meeples = [0, 0, 0]
    state.players[0].supply += 1


def break_colour(state):
    state.cities[0].meeples = [2, 0, 0]
    state.players[0].supply -= 1


def break_pile(state):
    state.deck_size["life"] += 1


def break_grid(state):
    state.near = [[], [], []]


def break_end(state):
    state.players[1].supply, state.total = 0, 5


def break_hand(state):
    state.players[1].known = ["nature_sea"] * 7


def break_names(state):
    state.players[1].unknown = [1, 0, 0]


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (break_supply, "GA-4.4.1"),
        (break_stock, "GA-4.4.2"),
        (break_tokens, "GA-4.4.3"),
        (break_cover, "GA-4.4.3"),
        (break_count, "GA-4.4.4"),
        (break_meeples, "GA-4.4.4"),
        (break_colour, "GA-4.4.5"),
        (break_pile, "GA-4.4.6"),
        (break_grid, "GA-4.4.7"),
        (break_end, "GA-4.4.8"),
        (break_hand, "GA-7.4.1"),
        (break_names, "GA-4.5.6"),
    ],
)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_broken_law_is_noticed(change, law, mode):
    """GA-4.4.1 to GA-4.4.8, GA-7.4.1, GA-4.5.6."""
    state = table(BOARD, mode=mode).sound().state
    change(state)
    assert any(broken.startswith(law) for broken in conservation(state)), list(conservation(state))


def test_known_copies_are_counted():
    """GA-4.5.5: more copies at known places than exist, or other than seen."""
    state = table(BOARD, hands={0: "H11"}).state
    assert any(broken.startswith("GA-4.5.5") for broken in conservation(state))


def test_after_the_end_a_city_may_lack_meeples():
    """GA-4.4.8, GA-4.4.5."""
    state = table(BOARD).state
    break_meeples(state)
    state.reason = "all_meeples"
    assert not list(conservation(state))
