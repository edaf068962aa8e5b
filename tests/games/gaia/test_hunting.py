"""Hunting: sections 6.3 and 7.1, clause by clause."""

from events.vocabulary.gaia import Hunt
from tests.games.gaia.table import table

TWO = "(0,0) plain [H01 #1 3 P0:1], (1,0) forest*1, (2,0) mountain [H10 #2 3 P0:1], (2,1) plain*1, (0,1) sea"
OTHERS = "(0,0) plain [H01 #1 3 P1:1], (1,0) forest*1, (0,1) sea"


def test_which_cities_hunt():
    """GA-6.3.1: with a meeple of the active player and an animal icon, met or not."""
    table(OTHERS, begin=True).awaits("action", 0)
    no_icon = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain*1, (0,1) forest"
    table(no_icon, begin=True).awaits("action", 0)
    beside = f"{no_icon}, (2,0) mountain [H10 #2 2 P0:1], (3,0) mountain [H10 #3 1 -], (4,0) plain*1"
    beside = table(beside, begin=True).awaits("hunt", 0).legal(Hunt((2, 0), None))
    beside.when(0, Hunt((0, 0), (1, 0))).rejected("GA-7.1.1", city=(0, 0), hunters=1)
    beside.when(0, Hunt((3, 0), (4, 0))).rejected("GA-7.1.1", city=(3, 0))


def test_hunt():
    """GA-7.1.1, GA-7.1.2, GA-7.1.4, GA-7.1.5, GA-6.3.2, GA-6.1.3, GA-6.1.4."""
    asked = table(TWO, begin=True).awaits("hunt", 0)
    asked.when(1, Hunt((0, 0), (1, 0))).rejected("GA-6.1.3", of=[0])
    asked.when(0, Hunt((0,), None)).rejected("GA-6.1.4")
    asked.when(0, Hunt((0, 0), (1,))).rejected("GA-6.1.4", cell=(1,))
    asked.when(0, Hunt((1, 0), None)).rejected("GA-7.1.1", city=(1, 0))
    asked.when(0, Hunt((8, 8), None)).rejected("GA-7.1.1", city=(8, 8))
    asked.when(0, Hunt((0, 0), (2, 1))).rejected("GA-7.1.4", tile=(2, 1))
    asked.when(0, Hunt((0, 0), (9, 9))).rejected("GA-7.1.4", tile=(9, 9))
    eaten = asked.when(0, Hunt((2, 0), (1, 0))).tile(1, 0, terrain="forest").awaits("action", 0).then(hunters=[])
    eaten.cities("H01 #1 2 P0:1", "H10 #2 3 P0:1").figures(0, eaten=1).sound()


def test_a_hunter_that_finds_nothing():
    """GA-7.1.2, GA-6.3.3, GA-6.3.4: another hunter has eaten its last token; each eats once at most."""
    asked = table(f"{TWO}, (3,0) forest*1", begin=True)
    hungry = asked.when(0, Hunt((2, 0), (1, 0)))
    hungry.awaits("action", 0)
    three = "(0,0) plain [H01 #1 3 P0:1], (1,0) forest*1, (2,0) mountain [H10 #2 3 P0:1], (2,1) plain*1, (0,1) sea, "
    three += "(-1,1) desert [H07 #3 2 P0:1], (-1,2) plain*1"
    left = table(three, begin=True).when(0, Hunt((2, 0), (1, 0))).awaits("hunt", 0)
    left.when(0, Hunt((0, 0), None)).rejected("GA-7.1.2", city=(0, 0))
    left.when(0, Hunt((2, 0), (2, 1))).rejected("GA-7.1.1")


def test_a_hunter_stays_a_hunter():
    """GA-6.3.8, GA-6.3.7: what the step costs is counted after it."""
    board = "(0,0) plain [H01 #1 2 P0:1], (1,0) desert*1, (0,1) sea, (2,0) mountain [H10 #2 2 P0:1], (2,1) plain*1"
    first = table(board, begin=True).when(0, Hunt((0, 0), (1, 0))).awaits("hunt", 0)
    first.cities("H01 #1 2 P0:1", "H10 #2 2 P0:1")
    first.when(0, Hunt((2, 0), (2, 1))).cities("H01 #1 1 -", "H10 #2 1 -").supply("5/5/5").sound()


def test_not_fed():
    """GA-7.1.3, GA-6.3.6: only where feeding is optional."""
    table(TWO, begin=True).legal(Hunt((0, 0), None)).when(0, Hunt((0, 0), None)).awaits("hunt", 0)
    forced = table(TWO, begin=True, consumption="mandatory").not_legal(Hunt((0, 0), None))
    forced.when(0, Hunt((0, 0), None)).rejected("GA-7.1.3")


def test_two_meeples_one_token():
    """GA-11.23, GA-6.3.1."""
    board = "(0,0) plain [H01 #1 4 P0:2], (1,0) forest*2, (0,1) sea, (-1,0) mountain"
    fed = table(board, begin=True, mode="advanced", consumption="mandatory").sound()
    fed.tile(1, 0, terrain="forest", animals=1).cities("H01 #1 4 P0:2").awaits("action", 0)
