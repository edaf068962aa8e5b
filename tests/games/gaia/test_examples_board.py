"""Worked examples of tiles, animals, founding, losses and chains: EX-07 to EX-21 and EX-62 of section 13."""

import pytest

from events.vocabulary.gaia import PlayAnimals, PlayCity, PlayNature
from tests.games.gaia.table import table

MOUNTAIN = "(0,0) mountain, (1,0) plain, (0,1) forest, (1,1) sea"
FOUNDED = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest, (1,1) sea"
TWO_CITIES = (
    "(0,0) mountain [H11 #1 2 P0:1], (-1,0) plain, (0,1) forest, (1,1) swamp, "
    "(2,0) desert [H08 #2 2 P2:1], (2,1) forest, (3,0) mountain"
)


def test_ex_07_adjacency():
    """GA-7.5.3, GA-7.5.4, GA-4.2.2, GA-4.2.3."""
    one = table("(0,0) plain", hands={0: "sea"})
    one.when(0, PlayNature("sea", (1, 1))).rejected("GA-7.5.4", cell=(1, 1))
    one.when(0, PlayNature("sea", (0, 0))).rejected("GA-7.5.3", cell=(0, 0))
    one.when(0, PlayNature("sea", (0, -1))).tile(0, -1, terrain="sea").sound()
    table(hands={0: "sea"}).when(0, PlayNature("sea", (2, 3))).rejected("GA-7.5.4", first_cell=(0, 0))
    table(hands={0: "sea"}).when(0, PlayNature("sea", (0, 0))).tile(0, 0, terrain="sea")


def test_ex_08_no_tile_left():
    """GA-7.5.2: the card stays in hand."""
    used_up = table("(0,0) plain", hands={0: "swamp"}, mode="advanced")
    used_up.state.stock["swamp"] = 0
    used_up.not_legal(PlayNature("swamp", (0, 1)))
    used_up.when(0, PlayNature("swamp", (0, 1))).rejected("GA-7.5.2", stock=0).hand(0, "swamp")


def test_ex_09_animals():
    """GA-7.6.2, GA-7.6.3, GA-7.6.4, GA-8.2.3."""
    board = "(0,0) forest*1, (1,0) sea, (2,0) forest"
    few = table(board, hands={0: "A04 A11"})
    few.state.animal_stock = 3
    few.when(0, PlayAnimals("house_animal_04", (2, 0))).rejected("GA-7.6.4", animal_stock=3)
    few.when(0, PlayAnimals("house_animal_11", (1, 0))).rejected("GA-7.6.4", animal_stock=3)
    four = table(board, hands={0: "A04 A11"})
    four.state.animal_stock = 4
    four.when(0, PlayAnimals("house_animal_04", (0, 0))).rejected("GA-7.6.2", cell=(0, 0))
    played = four.when(0, PlayAnimals("house_animal_11", (1, 0))).tile(1, 0, terrain="sea", animals=4)
    played.then(animal_stock=0, actions_left=1).awaits("action", 0)
    no_sea = table(board, hands={0: "A11"}, star_terrains="all_but_sea")
    no_sea.when(0, PlayAnimals("house_animal_11", (1, 0))).rejected("GA-7.6.3", terrain="sea")


def test_ex_10_founding():
    """GA-7.7.6, GA-6.5.7: two needs met; the Sea is diagonal."""
    founded = table(MOUNTAIN, hands={0: "H11"}).when(0, PlayCity("house_city_11", (0, 0)))
    founded.cities("H11 #1 2 P0:1").supply("4/5/5").entered(0, "vp", 1, "city_founded").sound()


def test_ex_11_one_need_is_too_few():
    """GA-7.7.3, GA-7.7.4."""
    one = table("(0,0) mountain, (1,0) plain, (1,1) forest", hands={0: "H11"})
    one.when(0, PlayCity("house_city_11", (0, 0))).rejected("GA-7.7.4", met=1)
    one.when(0, PlayCity("house_city_11", (1, 0))).rejected("GA-7.7.3", terrain="plain")


def test_ex_12_gain_and_one_meeple_per_colour():
    """GA-6.5.9, GA-11.25."""
    gained = table(FOUNDED, hands={1: "sea desert"}, active=1).when(1, PlayNature("sea", (-1, 0)))
    gained.cities("H11 #1 3 P0:1 P1:1").supply("4/4/5").entered(1, "vp", 1, "need_added").sound()
    gained.when(1, PlayNature("desert", (0, -1))).cities("H11 #1 4 P0:1 P1:1").supply("4/4/5").sound()


def test_ex_13_two_cities_by_one_tile():
    """GA-6.5.9: one meeple on each city that gains."""
    two = table(TWO_CITIES, "4/5/4", hands={1: "sea"}, active=1).sound()
    two.when(1, PlayNature("sea", (1, 0))).cities("H11 #1 3 P0:1 P1:1", "H08 #2 3 P1:1 P2:1").supply("4/3/4").sound()


def test_ex_14_doubled_icon():
    """GA-6.5.2: two equal icons need two tiles; one icon needs only one."""
    board = "(0,0) swamp [H12 #1 2 P0:1], (1,0) sea, (0,1) forest"
    nothing = table(board, hands={1: "forest sea"}, active=1).when(1, PlayNature("forest", (-1, 0)))
    nothing.cities("H12 #1 2 P0:1").not_entered(1, "vp")
    nothing.when(1, PlayNature("sea", (0, -1))).cities("H12 #1 3 P0:1 P1:1").sound()


def test_ex_15_one_tile_two_needs_and_a_second_herd():
    """GA-6.5.2: tokens do not cover their tile; more herds add nothing."""
    board = "(0,0) mountain [H10 #1 2 P0:1], (0,1) forest, (1,0) plain, (-1,0) plain"
    herd = table(board, hands={1: "A04", 2: "A01"}, active=1).when(1, PlayAnimals("house_animal_04", (0, 1)))
    herd.cities("H10 #1 3 P0:1 P1:1").then(animal_stock=16).sound()
    second = table(
        board.replace("H10 #1 2 P0:1", "H10 #1 3 P0:1 P1:1").replace("forest", "forest*4"), hands={2: "A01"}, active=2
    )
    second = second.when(2, PlayAnimals("house_animal_01", (1, 0)))
    second.cities("H10 #1 3 P0:1 P1:1").then(animal_stock=12).not_entered(2, "vp").sound()


def test_ex_16_covering_two_to_one():
    """GA-6.5.3, GA-6.5.5: all meeples return, the city stays."""
    board = "(0,0) mountain [H11 #1 2 P0:1 P1:1], (1,0) plain, (0,1) forest, (2,0) sea, (1,1) mountain"
    covered = table(board, "4/4/5", hands={2: "H03"}, active=2).when(2, PlayCity("house_city_03", (1, 0)))
    covered.cities("H11 #1 1 -", "H03 #2 2 P2:1").supply("5/5/4").sound()
    covered.entered(0, "vp", -1, "one_need_left").entered(1, "vp", -1, "one_need_left")


def test_ex_17_three_to_two():
    """GA-6.5.4: in the basic game nobody loses a meeple."""
    board = (
        "(0,0) mountain [H11 #1 3 P0:1 P1:1], (1,0) plain, (0,1) forest, (-1,0) sea, (2,0) sea, (1,1) swamp, "
        "(2,1) swamp"
    )
    covered = table(board, hands={2: "H03"}, active=2).when(2, PlayCity("house_city_03", (1, 0)))
    covered.cities("H11 #1 2 P0:1 P1:1", "H03 #2 2 P2:1").supply("4/4/4").sound()


def test_ex_18_removal_and_uncovered_tile():
    """GA-6.5.6, GA-6.5.7, GA-6.5.8, GA-6.5.12, GA-11.13, GA-11.15: losses, then founding, then gains."""
    board = (
        "(0,0) mountain [H11 #1 1 -], (0,1) forest, (1,0) plain [H03 #2 2 P0:1], (2,0) sea, (1,-1) swamp, "
        "(-1,1) plain, (0,2) sea"
    )
    chain = table(board, "4/5/5", hands={1: "H05"}, active=1).sound().when(1, PlayCity("house_city_05", (0, 1)))
    chain.cities("H03 #2 3 P0:1 P1:1", "H05 #3 3 P1:1").supply("4/3/5").tile(0, 0, terrain="mountain").sound()
    assert chain.state.discard["life"] == ["house_city_11"]
    assert [(e.seat, e.delta, e.source) for e in chain.entries if e.figure == "vp"] == [
        (1, 1, "city_founded"),
        (1, 1, "need_added"),
    ]


COVERING = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest, (2,0) sea, (1,1) mountain"


def test_ex_19_no_victory_inside_an_evaluation():
    """GA-6.7.2, GA-6.5.11: a meeple that returned may be placed again."""
    goes_on = table(COVERING, "1/5/5", hands={0: "H03"}).when(0, PlayCity("house_city_03", (1, 0)))
    goes_on.supply("1/5/5").cities("H11 #1 1 -", "H03 #2 2 P0:1").awaits("action", 0).sound()


def test_ex_20_victory():
    """GA-6.7.1, GA-10.1, GA-10.4, GA-11.16: at once, without the second action."""
    won = table(MOUNTAIN, "1/5/5", hands={0: "H11 sea"}).when(0, PlayCity("house_city_11", (0, 0)))
    won.over("all_meeples", 0, 1, 2).supply("0/5/5")
    won.when(0, PlayNature("sea", (-1, 0))).rejected("GA-6.1.1")


def test_ex_21_short_supply_with_two_gains():
    """GA-6.5.9, GA-6.5.3: in the order of founding, as far as the supply reaches."""
    short = table(TWO_CITIES, "4/1/4", hands={1: "sea"}, active=1).when(1, PlayNature("sea", (1, 0)))
    short.cities("H11 #1 3 P0:1 P1:1", "H08 #2 3 P2:1").supply("4/0/4").over("all_meeples", 1, 2, 0)


@pytest.mark.parametrize(("standing", "after", "supply"), [("P0:1", "P0:1 P1:1", "4/2/5"), ("P1:1", "P1:1", "5/2/5")])
def test_ex_62_net_count_in_stages(standing, after, supply):
    """GA-6.5.3, GA-6.5.8: p = 2 costs nothing in the basic game; u = 3 > p places the actor, if not yet there.

    One hunter empties the herd of #1, the other that of #2, which is removed and uncovers a Mountain beside #1. (A city
    that is founded cannot do both: its tile would be next to #1 and to #2, which are next to each other.)
    """
    board = (
        f"(0,0) swamp [H18 #1 3 {standing}], (0,-1) plain, (-1,0) forest, (0,1) desert*1, (1,0) mountain [H10 #2 1 -], "
        "(2,0) desert*1, (0,2) sea [H14 #3 3 P1:1], (0,3) plain, (3,0) desert [H07 #4 3 P1:1], (3,1) sea, (3,-1) plain"
    )
    net = table(board, begin=True, active=1, consumption="mandatory").sound()
    net.cities(f"H18 #1 3 {after}", "H14 #3 2 P1:1", "H07 #4 2 P1:1").supply(supply)
    net.tile(1, 0, terrain="mountain").awaits("action", 1)
