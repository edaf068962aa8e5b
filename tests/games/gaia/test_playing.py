"""Playing nature, animal and city cards: sections 7.5 to 7.7; areas, section 4.2."""

import pytest

from events.vocabulary.gaia import PlayAnimals, PlayCity, PlayNature
from tests.games.gaia.table import table

BOARD = "(0,0) mountain, (1,0) plain, (0,1) forest, (1,1) sea*2"
COVERED = "(0,0) mountain [H11 #1 2 P1:1], (1,0) plain, (0,1) forest"


def test_play_nature():
    """GA-7.5.1, GA-7.5.5, GA-6.1.4."""
    here = table(BOARD, hands={0: "plain H11"})
    here.when(0, PlayNature("sea", (2, 0))).rejected("GA-7.5.1", card="nature_sea")
    here.when(0, PlayNature("ocean", (2, 0))).rejected("GA-6.1.4", terrain="ocean")
    here.when(0, PlayNature("plain", (2, 0, 0))).rejected("GA-6.1.4", cell=(2, 0, 0))
    here.when(0, PlayNature("plain", ())).rejected("GA-6.1.4")
    here.when(0, PlayNature("plain", (2**62, 0))).rejected("GA-7.5.4")
    here.legal(PlayNature("plain", (2, 0))).not_legal(PlayNature("plain", (2, 2)))
    placed = here.when(0, PlayNature("plain", (2, 0))).tile(2, 0, terrain="plain").hand(0, "H11").sound()
    assert (placed.state.players[0].played_nature, placed.state.tiles[4].placed_by) == (["plain"], 0)
    placed.entered(0, "tiles", 1, "plain").entered(0, "hand", -1).figures(0, played_nature=1)


def test_play_animals():
    """GA-7.6.1, GA-7.6.2, GA-7.6.6."""
    here = table(f"{BOARD}, (2,1) desert [H08 #1 2 P1:1], (3,1) swamp, (2,0) forest", hands={0: "A01 H11"})
    here.when(0, PlayAnimals("house_city_11", (1, 0))).rejected("GA-7.6.1", card="house_city_11")
    here.when(0, PlayAnimals("house_animal_02", (1, 0))).rejected("GA-7.6.1", card="house_animal_02")
    here.when(0, PlayAnimals("dragon", (1, 0))).rejected("GA-8.2.7")
    here.when(0, PlayAnimals("house_animal_01", (1, 1))).rejected("GA-7.6.2", cell=(1, 1))
    here.when(0, PlayAnimals("house_animal_01", (2, 1))).rejected("GA-7.6.2", cell=(2, 1))
    here.when(0, PlayAnimals("house_animal_01", (9, 9))).rejected("GA-7.6.2", cell=(9, 9))
    herd = here.when(0, PlayAnimals("house_animal_01", (1, 0))).tile(1, 0, terrain="plain", animals=4)
    herd.entered(0, "hand", -1, "play_animals")
    assert herd.state.discard["life"] == ["house_animal_01"]


def test_play_city():
    """GA-7.7.1, GA-7.7.2, GA-7.7.6: not under tokens or another city; a tile that was eaten empty is empty."""
    here = table(COVERED, hands={0: "A01 H10 H01"})
    here.when(0, PlayCity("house_animal_01", (0, 0))).rejected("GA-7.7.1", card="house_animal_01")
    here.when(0, PlayCity("house_city_09", (0, 0))).rejected("GA-7.7.1", card="house_city_09")
    here.when(0, PlayCity("house_city_10", (0, 0))).rejected("GA-7.7.2", cell=(0, 0))
    here.when(0, PlayCity("house_city_10", (5, 5))).rejected("GA-7.7.2", cell=(5, 5))
    herd = table("(0,0) mountain*1, (1,0) plain, (0,1) forest", hands={0: "H10"})
    herd.when(0, PlayCity("house_city_10", (0, 0))).rejected("GA-7.7.2")
    eaten = table("(0,0) mountain, (1,0) plain, (0,1) forest", hands={0: "H10"}).legal(
        PlayCity("house_city_10", (0, 0))
    )
    founded = eaten.when(0, PlayCity("house_city_10", (0, 0))).cities("H10 #1 2 P0:1").sound()
    founded.entered(0, "founded", 1, "#1 house_city_10").entered(0, "needs", 2)


def test_numbers_of_founding_are_never_used_again():
    """GA-7.7.6."""
    later = table("(0,0) mountain, (1,0) plain, (0,1) forest", hands={0: "H10"})
    later.state.last_founded_no = 6
    later.when(0, PlayCity("house_city_10", (0, 0))).cities("H10 #7 2 P0:1")


@pytest.mark.parametrize("area", ["shared_owned", "separate"])
def test_whose_tiles(area):
    """GA-7.6.5, GA-7.7.5, GA-4.2.1, GA-4.2.2, GA-11.1: own tiles only, own grid only."""
    prefix = (1,) if area == "separate" else ()
    cells = [(*prefix, 0, 0), (*prefix, 1, 0), (*prefix, 0, 1)]
    board = ", ".join(
        f"({','.join(map(str, cell))}) {terrain}"
        for cell, terrain in zip(cells, ("mountain", "plain", "forest"), strict=True)
    )
    options = {"placed_by": dict.fromkeys(cells, 1), "tile_area": area, "hands": {0: "A01 H10", 1: "A02 H09"}}
    foreign = table(board, **options)
    foreign.when(0, PlayAnimals("house_animal_01", cells[1])).rejected("GA-7.6.5", seat=0)
    foreign.when(0, PlayCity("house_city_10", cells[0])).rejected("GA-7.7.5", seat=0)
    assert not [e for _, e in foreign.rules.legal(foreign.state) if isinstance(e, PlayAnimals | PlayCity)]
    own = table(board, active=1, **options).legal(PlayAnimals("house_animal_02", cells[1]))
    own.when(1, PlayAnimals("house_animal_02", cells[1])).tile(*cells[1], terrain="plain", animals=4).sound()


def test_cells_of_separate_grids():
    """GA-4.2.1, GA-6.1.4, GA-7.5.4: area, x, y; every grid begins at (0, 0); grids do not touch."""
    apart = table("(1,0,0) plain", hands={0: "sea"}, tile_area="separate")
    for cell in ((0, 0), (3, 0, 0), (-1, 0, 0), (0, 0, 0, 0)):
        apart.when(0, PlayNature("sea", cell)).rejected("GA-6.1.4", cell=cell)
    apart.when(0, PlayNature("sea", (0, 1, 0))).rejected("GA-7.5.4", first_cell=(0, 0, 0))
    apart.legal(PlayNature("sea", (0, 0, 0))).when(0, PlayNature("sea", (0, 0, 0))).sound()
