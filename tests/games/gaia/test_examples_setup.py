"""Worked examples of setup, drawing and hand limits: EX-01 to EX-06 of section 13."""

from engine.replay import Replay
from engine.rules import ruleset
from events.vocabulary.gaia import (
    DeckDrawn,
    DiscardCard,
    DrawDeck,
    DrawRow,
    HandDealt,
    ObjectivesDealt,
    PlayAnimals,
    PlayCity,
    PlayNature,
    RowDealt,
    RowRefilled,
    StartPlayerDrawn,
)
from tests.games.gaia.table import Table, header, table
from tests.support import given

gaia = ruleset("gaia")

OPENING = [
    (None, RowDealt("nature", ("nature_plain", "nature_sea", "nature_forest"))),
    (None, RowDealt("life", ("house_city_05", "house_animal_01"))),
    (None, ObjectivesDealt(tuple(f"house_objective_{n}" for n in ("01", "03", "06", "09")))),
    (None, HandDealt(0, ("nature_mountain", "nature_plain"), ("house_city_11",))),
    (None, HandDealt(1, ("nature_forest", "nature_sea"), ("house_animal_04",))),
    (None, StartPlayerDrawn(0)),
    (0, PlayNature("mountain", (0, 0))),
    (0, PlayNature("plain", (1, 0))),
    (1, PlayNature("forest", (0, 1))),
    (1, PlayAnimals("house_animal_04", (0, 1))),
    (0, PlayCity("house_city_11", (0, 0))),
    (0, DrawRow("nature", 1)),
    (None, RowRefilled("nature", 1, "nature_desert")),
    (1, PlayNature("sea", (-1, 0))),
    (1, DrawDeck("life")),
    (None, DeckDrawn(1, "life", "house_city_10")),
    (0, PlayNature("sea", (0, -1))),
]


def opening(records):
    """The table after this number of records of EX-01, with automatic steps done."""
    game = Replay(gaia, header(2))
    for actor, event in OPENING[:records]:
        game.play(actor, event)
        game.settle()
    return Table(game.rules, game.state).sound()


def test_ex_01_opening_log():
    """GA-5.1.5, GA-5.7.1, GA-6.2.5, GA-7.5.5, GA-7.6.6, GA-7.7.6."""
    opening(5).supply("6/6").then(deck_size={"nature": 33, "life": 26, "power": 0}, turn=0)
    opening(6).then(turn=1, active=0, actions_left=2).awaits("action", 0)
    opening(7).stock(mountain=5)
    opening(8).then(turn=2, active=1)
    opening(10).tile(0, 1, terrain="forest", animals=4).then(animal_stock=16, turn=3)
    opening(11).cities("H11 #1 2 P0:1").supply("5/6")
    opening(12).hand(0, "sea").awaits("row_refill")
    opening(13).then(turn=4, active=1, deck_size={"nature": 32, "life": 26, "power": 0})
    opening(14).cities("H11 #1 3 P0:1 P1:1").supply("5/5")
    opening(15).awaits("deck_draw")
    opening(16).then(turn=5, active=0).awaits("action", 0).hand(1, "H10")
    assert opening(16).state.deck_size["life"] == 25
    opening(17).cities("H11 #1 3 P0:1 P1:1").supply("5/5").hand(0, "").then(actions_left=1)


def test_ex_02_deck_sizes():
    """GA-3.1.7, GA-4.1.2, GA-5.4.1, GA-5.4.2, GA-5.5.1."""
    three = given("gaia", header(3, mode="advanced"))
    assert three.state.deck_size == {"nature": 31, "life": 25, "power": 18}
    assert len(three.state.objectives) == 5
    assert len(three.state.catalogue.objectives) - 5 == 6
    assert [player.supply for player in three.state.players] == [5, 5, 5]
    five = given("gaia", header(5, mode="advanced_disasters"))
    assert five.state.deck_size["power"] == 23
    assert len(five.state.objectives) == 7


def test_ex_03_seventh_card():
    """GA-7.2.5, GA-7.4.1, GA-7.4.3: the refill comes first; the card just taken may go."""
    full = table(hands={0: "plain plain sea sea H01 H02"}, rows={"life": "H05 A01"})
    taken = full.when(0, DrawRow("life", 0)).awaits("row_refill")
    taken.when(None, RowRefilled("life", 0, "house_city_09")).awaits("discard", 0)
    after = taken.when(0, DiscardCard("life", "house_city_05")).hand(0, "plain plain sea sea H01 H02")
    after.then(actions_left=1).awaits("action", 0).sound()


def test_ex_04_third_power_card():
    """GA-7.4.1, GA-7.4.2: a power card goes, which also cures a hand of seven."""
    for hand in ("plain sun rain", "plain plain sea H01 sun rain"):
        drawing = table(hands={0: hand}, mode="advanced").when(0, DrawDeck("power"))
        over = drawing.when(None, DeckDrawn(0, "power", "tornado")).awaits("discard", 0)
        over.when(0, DiscardCard("nature", "nature_plain")).rejected("GA-7.4.2", power_cards=3)
        over.when(0, DiscardCard("power", "tornado")).hand(0, hand).awaits("action", 0).sound()


def test_ex_05_empty_deck():
    """GA-7.2.4, GA-7.3.2, GA-7.14.3: an empty deck alone never ends the game."""
    left = table(rows={"life": "H05 A01"})
    left.state.deck_size["life"] = 0
    taken = left.when(0, DrawRow("life", 0)).awaits("action", 0)
    assert taken.state.row["life"] == ["", "house_animal_01"]
    taken.when(0, DrawRow("life", 0)).rejected("GA-7.2.2")
    taken.when(0, DrawDeck("life")).rejected("GA-7.3.2", deck=0)


def test_ex_06_wrong_order_of_chance():
    """GA-6.1.2, GA-8.1.1, GA-8.1.2."""
    drawn = opening(12)
    drawn.when(0, DrawDeck("life")).rejected("GA-6.1.2", awaited=["row_refill"])
    drawn.when(None, DeckDrawn(0, "nature", "nature_sea")).rejected("GA-6.1.2")
    drawn.when(None, RowRefilled("nature", 0, "nature_desert")).rejected("GA-8.1.1", slot=0)
    drawn.state.seen["nature_desert"] = 6
    drawn.when(None, RowRefilled("nature", 1, "nature_desert")).rejected("GA-8.1.2", copies=6, seen=6)
