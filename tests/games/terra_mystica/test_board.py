"""The map: TM-3.4. Names, neighbours, distances, rivers, bridge sites, the wheel."""

from hashlib import sha1
from itertools import pairwise

import pytest

from engine.games.terra_mystica.board import RIVER, around, board, distance, members
from engine.games.terra_mystica.components import COMPONENTS, MAPS, POWER_VALUE, TERRAINS, WHEEL, WHEEL_SIZE
from engine.games.terra_mystica.readings._snellman_options import MAP_OF
from events.log.codec import Unreadable

BASE = board("base")


def names(hexes):
    return [BASE.names[h] for h in hexes]


def number(name):
    return BASE.numbers[name]


def test_the_base_map():
    """TM-3.4.1, TM-3.4: 77 land hexes and 36 river hexes in nine rows, odd rows half a hex to the right."""
    assert (len(BASE.land), len(BASE.rivers)) == (77, 36)
    assert BASE.places[number("A1")] == (0, 0)
    assert BASE.places[number("B2")] == (1, 3)
    assert BASE.places[number("I12")] == (8, 12)
    with pytest.raises(Unreadable, match="the map 'moon'"):
        board("moon")


def test_names():
    """TM-3.4.2: land hexes by row and ordinal, river hexes by their ordinal on the whole map."""
    assert names(range(13, 19)) == ["B1", "r0", "r1", "B2", "B3", "r2"]
    assert BASE.names[-1] == "I12"
    assert number("r35") == max(BASE.rivers)
    assert len(set(BASE.names)) == len(BASE.names) == 113


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [("A1", "A2 B1"), ("B1", "A1 A2"), ("E6", "D4 E5 E7 F3 F4"), ("D6", "C4"), ("I12", "H8 I11"), ("G3", "H4 H5")],
)
def test_neighbours(name, neighbours):
    """TM-3.4.3: the hexes that share an edge, in even and odd rows; here the land among them."""
    assert names(BASE.neighbours[number(name)]) == neighbours.split()


def test_places_around():
    """TM-3.4.3: six places, all at distance 1, which see each other."""
    for place in ((4, 4), (5, 4)):
        assert len(set(around(*place))) == 6
        assert all(distance(place, other) == 1 and place in around(*other) for other in around(*place))


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("E6", "E6", 0), ("E6", "E7", 1), ("E6", "C2", 2), ("A1", "A13", 12), ("A1", "I1", 8), ("D6", "F5", 2)],
)
def test_distance(a, b, steps):
    """TM-3.4.4: the number of steps from hex to hex, over land and river."""
    assert distance(BASE.places[number(a)], BASE.places[number(b)]) == steps


def test_distance_is_the_shortest_walk():
    """TM-3.4.4: for every pair of hexes the formula gives what walking from neighbour to neighbour gives."""
    at = {place: h for h, place in enumerate(BASE.places)}
    for start in (number("E6"), number("A1"), number("r20")):
        seen, frontier, steps = {start}, {start}, 0
        while frontier:
            assert all(distance(BASE.places[start], BASE.places[h]) == steps for h in frontier)
            frontier = {at[p] for h in frontier for p in around(*BASE.places[h]) if p in at} - seen
            seen |= frontier
            steps += 1
        assert len(seen) == len(BASE.places)


@pytest.mark.parametrize(
    ("name", "shipping", "reached"),
    [
        ("B1", 1, "A2 A3 C1 D1 D2"),
        ("B1", 2, "A2 A3 A4 B2 C1 D1 D2"),
        ("D6", 1, "B5 C4 C5 D5 D7 E8 E9 F5"),
        ("A1", 3, ""),
        ("I4", 1, "G1 H3 I5"),
    ],
)
def test_river_distance(name, shipping, reached):
    """TM-3.4.6: land hexes at the other end of this many river hexes or fewer, even if they share an edge (I4, I5)."""
    assert names(members(BASE.near[shipping][number(name)])) == reached.split()


def test_river_distance_is_mutual_and_grows():
    """TM-3.4.6: undefined for hexes that no river touches."""
    for a in BASE.land:
        assert BASE.near[0][a] == 0
        for fewer, more in pairwise(masks[a] for masks in BASE.near):
            assert fewer & more == fewer
        for b in members(BASE.near[3][a]):
            assert BASE.near[3][b] >> a & 1
    assert not any(BASE.near[6][number(name)] for name in ("A1", "E2", "F7", "I12"))


@pytest.mark.parametrize("map_id", sorted(MAPS))
def test_bridge_sites_are_those_of_the_tables(map_id):
    """TM-3.4.7: opposite each other across an edge between two river hexes; the tables list the same pairs."""
    surveyed = board(map_id)
    found = {frozenset((surveyed.names[a], surveyed.names[b])) for a, b in surveyed.bridge_sites}
    assert found == {frozenset(pair.split(":")) for pair in MAPS[map_id].bridges}


def test_bridge_sites_cross_one_river():
    """TM-3.4.7: both ends are land, one river hex apart and no neighbours."""
    assert len(BASE.bridge_sites) == 29
    for a, b in BASE.bridge_sites:
        assert BASE.near[1][a] >> b & 1
        assert b not in BASE.neighbours[a]


def test_the_wheel():
    """TM-3.4.10: seven terrains in a cycle; no two are more than three steps apart."""
    assert TERRAINS[:WHEEL_SIZE] == ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")
    assert [WHEEL[terrain] for terrain in TERRAINS[:WHEEL_SIZE]] == list(range(7))
    assert TERRAINS[BASE.terrain[number("E6")]] == "plains"
    assert BASE.terrain[number("r3")] == RIVER


def test_the_id_of_the_map_on_the_site():
    """TM-3.4.9: the SHA-1 of its terrains in words; both ids of the base map, one with the name of a VP table."""
    words = {"Y": "yellow", "U": "brown", "K": "black", "B": "blue", "G": "green", "S": "gray", "R": "red", "I": "x"}
    text = " ".join(" ".join(words[letter] for letter in row.split()) + " E" for row in MAPS["base"].rows)
    assert MAP_OF[sha1(text.encode()).hexdigest()] == "base"
    assert MAP_OF["original"] == MAP_OF["91645cdb135773c2a7a50e5ca9cb18af54c664c4"] == "base"


def test_power_values():
    """TM-3.3.1: what a structure is worth for towns and to its neighbours."""
    assert POWER_VALUE == {
        "dwelling": 1,
        "trading_house": 2,
        "temple": 2,
        "stronghold": 3,
        "sanctuary": 3,
        "landscape": 1,
    }


def test_the_supply():
    """TM-3.1, TM-3.2, TM-4.1: counts of structures, tiles, cards and order spaces."""
    assert {b.id: b.supply for b in COMPONENTS.building} == {
        "dwelling": 8,
        "trading_house": 4,
        "temple": 3,
        "stronghold": 1,
        "sanctuary": 1,
    }
    assert [cult.order_spaces for cult in COMPONENTS.cult] == [[3, 2, 2, 2]] * 4
    assert (COMPONENTS.game.priest_limit, COMPONENTS.game.bridge_limit, COMPONENTS.game.power_tokens) == (7, 3, 12)
    assert (len(COMPONENTS.power_action), len(COMPONENTS.scoring_tile), len(COMPONENTS.bonus_card)) == (6, 9, 10)
