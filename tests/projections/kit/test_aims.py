"""Aims, and how far they have been reached in the games so far."""

from random import Random

import pytest
from msgspec import Struct, field

from events.log.native import GameLog
from events.log.record import Header
from projections.kit.aims import Aim, Frontier, Place, Thing, things

COINS, FIRE = Thing(False, "coins", None), Thing(False, "cults", 0)
TILES, STOCK = Thing(True, "tiles", None), Thing(True, "stock", "forest")
A, B = (GameLog(Header("toy", "1", {}, (), None), ()) for _ in range(2))


class _Player(Struct):
    coins: int | None = 3
    cults: list[int] = field(default_factory=lambda: [0, 0])
    name: str = "player 1"


class _State(Struct):
    players: list[_Player]
    stock: dict[str, int]
    tiles: list[str] = []


def _state(coins: int | None = 3, forest: int = 5, tiles: int = 0) -> _State:
    return _State([_Player(), _Player(coins)], {"forest": forest}, ["tile"] * tiles)


def test_things_are_numbers_lists_and_what_short_lists_and_tables_hold() -> None:
    assert things(_state(), 1, False) == [COINS, FIRE, Thing(False, "cults", 1)]
    assert things(_state(), None, False) == []
    assert things(_state(), 1, True) == [Thing(True, "players", None), STOCK, TILES]


@pytest.mark.parametrize(
    ("thing", "worth"), [(COINS, 7), (FIRE, 0), (STOCK, 5), (Thing(True, "stock", "sea"), 0), (TILES, 2)]
)
def test_an_aim_is_nearer_the_more_there_is_of_a_thing(thing: Thing, worth: int) -> None:
    state = _state(coins=7, tiles=2)
    assert Aim(thing, 1).worth(state, 1) == worth
    assert Aim(thing, -1).worth(state, 1) == -worth


def test_nothing_counts_as_none_of_it() -> None:
    assert Aim(COINS, 1).worth(_state(coins=None), 1) == 0
    assert Aim(COINS, 1).worth(_state(), None) == 0


def test_a_game_counts_once_it_is_over() -> None:
    """What is as at first is no progress in either direction; what is forgotten leaves no place."""
    frontier = Frontier()
    frontier.note(1, _state(), 1)
    frontier.over(A)
    assert frontier.nearest(Random(1)) is None
    frontier.note(2, _state(forest=4), 1)
    frontier.begin()
    frontier.over(A)
    assert frontier.nearest(Random(1)) is None
    frontier.note(2, _state(forest=4), 1)
    frontier.note(3, _state(forest=4), 1)
    frontier.over(A)
    assert frontier.nearest(Random(1)) == (Place(A, 2), Aim(STOCK, -1))


def test_the_nearest_place_of_each_aim_is_kept_and_what_makes_progress_comes_first() -> None:
    frontier = Frontier()
    for at, forest in enumerate((5, 4, 6), 1):
        frontier.note(at, _state(forest=forest), 1)
    frontier.over(A)
    taken = [frontier.nearest(Random(1)), frontier.nearest(Random(1))]
    assert (Place(A, 2), Aim(STOCK, -1)) in taken
    assert (Place(A, 3), Aim(STOCK, 1)) in taken
    for at, forest in enumerate((4, 3, 6), 1):
        frontier.note(at, _state(forest=forest), 1)
    frontier.over(B)
    assert frontier.nearest(Random(1)) == (Place(B, 2), Aim(STOCK, -1))
