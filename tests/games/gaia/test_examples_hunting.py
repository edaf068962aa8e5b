"""Worked examples of hunting: EX-22 to EX-26 and EX-59 of section 13."""

import pytest

from events.vocabulary.gaia import DrawDeck, Hunt
from tests.games.gaia.table import table

FED = "(0,0) plain [H01 #1 3 P0:1 P2:1], (1,0) forest*1, (0,1) sea"
TWO_HUNTERS = "(0,0) plain [H01 #1 3 P0:1], (1,0) forest*1, (2,0) mountain [H10 #2 3 P0:1], (2,1) plain*1, (0,1) sea"
CHAIN = (
    "(0,0) plain [H01 #1 3 P0:1], (1,0) forest*1, (0,1) sea, (2,0) desert [H07 #2 1 -], (3,0) sea [H14 #3 2 P1:1], "
    "(4,0) forest, (3,1) plain"
)
BOTH = pytest.mark.parametrize("consumption", ["mandatory", "optional"])


def test_ex_22_forced():
    """GA-6.3.1, GA-6.3.3, GA-6.3.4, GA-6.3.5, GA-6.3.7: no event; later hunters find nothing."""
    eaten = table(FED, begin=True, consumption="mandatory").sound()
    eaten.cities("H01 #1 2 P0:1 P2:1").tile(1, 0, terrain="forest").then(animal_stock=20).awaits("action", 0)
    eaten.entered(0, "eaten", 1, "hunting")
    later = table(FED.replace("*1", "").replace("#1 3", "#1 2"), begin=True, active=2, consumption="mandatory")
    later.cities("H01 #1 2 P0:1 P2:1").awaits("action", 2).not_entered(2, "eaten").sound()


def test_ex_23_forced_loss():
    """GA-6.5.5, GA-6.3.7, GA-11.6: the meeples of everybody return, the city stays."""
    lost = table(FED.replace("forest", "desert").replace("#1 3", "#1 2"), begin=True, consumption="mandatory")
    lost.cities("H01 #1 1 -").supply("5/5/5").entered(0, "vp", -1, "one_need_left").sound()


@pytest.mark.parametrize(
    ("city", "tile", "left", "counts"),
    [((2, 0), (1, 0), 1, (2, 3)), ((0, 0), (1, 0), 0, (2, 2)), ((2, 0), (2, 1), 0, (2, 2))],
)
def test_ex_24_choice_of_order(city, tile, left, counts):
    """GA-6.3.5, GA-6.3.2, GA-7.1.5: while a hunter has a choice the player decides, then the rest is automatic."""
    choice = table(TWO_HUNTERS, begin=True, consumption="mandatory").awaits("hunt", 0)
    choice.legal(Hunt((0, 0), (1, 0)), Hunt((2, 0), (1, 0)), Hunt((2, 0), (2, 1)))
    after = choice.when(0, Hunt(city, tile)).tile(2, 1, terrain="plain", animals=left).awaits("action", 0)
    after.cities(f"H01 #1 {counts[0]} P0:1", f"H10 #2 {counts[1]} P0:1").sound()


def _fed(board, supply, consumption):
    """The board at the start of P0's turn, the token of (1,0) eaten by force or by decision."""
    begun = table(board, supply, begin=True, consumption=consumption)
    return begun if consumption == "mandatory" else begun.when(0, Hunt((0, 0), (1, 0)))


@BOTH
def test_ex_25_hunting_removes_a_city_and_brings_a_gain(consumption):
    """GA-6.3.7, GA-6.5.6, GA-6.5.8, GA-11.15."""
    chain = _fed(CHAIN, "4/4/5", consumption)
    chain.cities("H01 #1 2 P0:1", "H14 #3 3 P0:1 P1:1").supply("3/4/5").tile(2, 0, terrain="desert")
    assert chain.state.discard["life"] == ["house_city_07"]
    chain.figures(0, removed=1, eaten=1).sound()


def test_ex_26_optional():
    """GA-6.3.6, GA-7.1.3, GA-11.2: the default lets the player decide, even with one hunter and one tile."""
    asked = table(FED, begin=True).awaits("hunt", 0).legal(Hunt((0, 0), None), Hunt((0, 0), (1, 0)))
    asked.when(0, DrawDeck("life")).rejected("GA-6.1.2", awaited=["hunt"])
    asked.fork().when(0, Hunt((0, 0), None)).then(animal_stock=19, awaiting="action")
    hungry = table(FED, begin=True).when(0, Hunt((0, 0), None)).cities("H01 #1 3 P0:1 P2:1").awaits("action", 0)
    hungry.sound()
    table(FED, begin=True).when(0, Hunt((0, 0), (1, 0))).cities("H01 #1 2 P0:1 P2:1").awaits("action", 0)
    forced = table(FED, begin=True, consumption="mandatory")
    forced.when(0, Hunt((0, 0), None)).rejected("GA-6.1.2", awaited=["action"])
    second = table(TWO_HUNTERS, begin=True).when(0, Hunt((0, 0), (1, 0))).awaits("hunt", 0)
    assert [event for _, event in second.rules.legal(second.state)] == [Hunt((2, 0), None), Hunt((2, 0), (2, 1))]
    table(TWO_HUNTERS, begin=True, consumption="mandatory").when(0, Hunt((2, 0), None)).rejected("GA-7.1.3", tile=None)


@BOTH
def test_ex_59_victory_in_the_hunting_step(consumption):
    """GA-6.3.7, GA-6.7.1, GA-11.16: before any action."""
    won = _fed(CHAIN, "1/4/5", consumption)
    won.supply("0/4/5").over("all_meeples", 0, 1, 2)
