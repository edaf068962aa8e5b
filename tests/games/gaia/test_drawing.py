"""Drawing, discarding, and nothing left to draw: sections 7.2 to 7.4, 7.14, 8.3, 8.4."""

import pytest

from engine.games.gaia.items import DeckDraw, Discard
from events.vocabulary.gaia import DeckDrawn, DiscardCard, DrawDeck, DrawExhausted, DrawRow, PlayNature, RowRefilled
from tests.games.gaia.table import table

ROWS = {"nature": "sea - plain", "life": "H05 A01"}


def test_what_may_be_drawn():
    """GA-7.2.4, GA-7.3.3, GA-6.2.3: filled slots, decks that are not empty; no passing."""
    here = table(rows=ROWS)
    assert [event for _, event in here.rules.legal(here.state)] == [
        DrawRow("nature", 0),
        DrawRow("nature", 2),
        DrawRow("life", 0),
        DrawRow("life", 1),
        DrawDeck("nature"),
        DrawDeck("life"),
    ]


def test_draw_row():
    """GA-7.2.1, GA-7.2.2, GA-7.2.3, GA-6.1.4."""
    here = table(rows=ROWS)
    here.when(0, DrawRow("power", 0)).rejected("GA-7.2.1", pile="power")
    here.when(0, DrawRow("nature", 1)).rejected("GA-7.2.2", slot=1)
    here.when(0, DrawRow("nature", 3)).rejected("GA-7.2.2", slot=3)
    here.when(0, DrawRow("nature", -1)).rejected("GA-7.2.2", slot=-1)
    here.when(0, DrawRow("nature", 0, "nature_plain")).rejected("GA-7.2.3", lies_there="nature_sea")
    here.when(0, DrawRow("nature", 0, "dragon")).rejected("GA-8.2.7")
    here.when(0, DrawRow("dragons", 0)).rejected("GA-6.1.4", pile="dragons")
    named, wrong = DrawRow("nature", 0, "nature_sea"), DrawRow("nature", 0, "nature_plain")
    assert here.rules.plain(here.state, 0, named) == DrawRow("nature", 0)
    assert here.rules.plain(here.state, 0, wrong) == wrong
    here.when(0, named).hand(0, "sea").awaits("row_refill").then(actions_left=1)


def test_row_refilled():
    """GA-8.4.1, GA-8.1.1, GA-8.1.2: the slot that was emptied, a card of the pile that is left."""
    drawn = table(rows=ROWS).when(0, DrawRow("life", 0))
    drawn.when(None, RowRefilled("nature", 0, "nature_sea")).rejected("GA-8.1.1", pile="nature")
    drawn.when(0, RowRefilled("life", 0, "house_city_09")).rejected("GA-8.1.1", actor=0)
    drawn.when(None, RowRefilled("life", 0, "nature_sea")).rejected("GA-8.1.2")
    drawn.when(None, RowRefilled("life", 0, "house_animal_01")).rejected("GA-8.1.2", seen=1)
    refilled = drawn.when(None, RowRefilled("life", 0, "house_city_09")).awaits("action", 0).sound()
    assert refilled.state.row["life"] == ["house_city_09", "house_animal_01"]


def test_deck_drawn():
    """GA-7.3.3, GA-8.3.1, GA-8.1.1, GA-4.5.6: to the player and of the pile that are awaited."""
    drawn = table(rows=ROWS).when(0, DrawDeck("life")).awaits("deck_draw").legal(DeckDrawn(0, "life", "house_city_01"))
    drawn.when(None, DeckDrawn(1, "life", "house_city_01")).rejected("GA-8.1.1", player=1)
    drawn.when(None, DeckDrawn(0, "nature", "nature_sea")).rejected("GA-8.1.1", pile="nature")
    drawn.when(None, DeckDrawn(0, "life", None)).rejected("GA-4.5.6")
    after = drawn.when(None, DeckDrawn(0, "life", "house_city_01")).hand(0, "H01").sound()
    after.entered(0, "hand", 1, "life deck")
    hidden = table(rows=ROWS, information="public").when(0, DrawDeck("life")).legal(DeckDrawn(0, "life", None))
    assert hidden.when(None, DeckDrawn(0, "life", None)).sound().state.players[0].unknown == [0, 1, 0]


@pytest.mark.parametrize("hand", ["sun sea", "sun sea H01 H02 A02"])
def test_a_hand_at_its_limits(hand):
    """GA-7.4.1: two power cards and six cards are not too many."""
    full = table(hands={0: hand}, mode="advanced").when(0, DrawDeck("power")).when(None, DeckDrawn(0, "power", "rain"))
    full.awaits("action", 0).hand(0, f"{hand} rain").sound()


def test_draw_deck():
    """GA-7.3.1, GA-7.3.2, GA-6.1.4: a pile of the mode with a card left."""
    here = table()
    here.when(0, DrawDeck("dragons")).rejected("GA-6.1.4", pile="dragons")
    here.when(0, DrawDeck("power")).rejected("GA-7.3.1", pile="power")
    here.when(0, DrawDeck("life")).awaits("deck_draw").then(actions_left=1, agenda=[DeckDraw(None, "life")])


def test_discard_card():
    """GA-7.4.1, GA-7.4.3, GA-7.4.4: a card of the named pile out of the hand; face up, without effect."""
    drawing = table(hands={0: "sea sea plain H01 H02 A02"}, rows=ROWS).when(0, DrawDeck("nature"))
    over = drawing.when(None, DeckDrawn(0, "nature", "nature_sea")).awaits("discard", 0)
    over.when(0, DiscardCard("life", "nature_sea")).rejected("GA-7.4.3", pile="life")
    over.when(0, DiscardCard("life", "house_city_03")).rejected("GA-7.4.3", card="house_city_03")
    over.when(0, DiscardCard("life", None)).rejected("GA-4.5.6")
    three = table(hands={0: "sun rain tornado sea"}, mode="advanced")
    three.state.agenda = [Discard(0)]
    three.when(0, DiscardCard("nature", None)).rejected("GA-4.5.6")
    over.when(0, DiscardCard("dragons", None)).rejected("GA-6.1.4")
    over.when(1, DiscardCard("nature", "nature_sea")).rejected("GA-6.1.3")
    over.when(0, PlayNature("sea", (0, 0))).rejected("GA-6.1.2", awaited=["discard"])
    over.legal(DiscardCard("nature", "nature_sea")).not_legal(DiscardCard("nature", None))
    after = over.when(0, DiscardCard("life", "house_city_01")).hand(0, "sea sea sea plain H02 A02").sound()
    assert after.state.discard["life"] == ["house_city_01"]
    after.awaits("action", 0)


def test_discard_unnamed():
    """GA-4.5.4, GA-7.4.3: in a public log the card may be unnamed, if the hand has one of the pile."""
    over = table(hands={0: "sea"}, unknown={0: (6, 0, 0)}, information="public")
    over.state.agenda = [Discard(0)]
    over.when(0, DiscardCard("life", None)).rejected("GA-4.5.4", hand=0)
    over.legal(DiscardCard("nature", None), DiscardCard("nature", "nature_swamp")).not_legal(DiscardCard("life", None))
    after = over.when(0, DiscardCard("nature", None)).hand(0, "").sound()
    assert (after.state.players[0].unknown, after.state.unknown_discards["nature"]) == ([6, 0, 0], 1)


def test_who_can_play_may_do_that_instead():
    """GA-7.14.4, GA-7.14.1: the exhausted draw is offered alongside the plays, never taken automatically."""
    here = table("(0,0) plain", hands={0: "sea"})
    here.state.deck_size = {"nature": 0, "life": 0, "power": 0}
    here.legal(DrawExhausted(), PlayNature("sea", (0, 1)))
    here.when(0, PlayNature("sea", (0, 1))).awaits("action", 0)
    assert [event for _, event in here.rules.legal(here.state)] == [DrawExhausted()]


def test_discards_stay():
    """GA-11.26: a discard pile is never shuffled into a deck."""
    here = table(discards={"nature": "sea " * 7})
    here.state.deck_size["nature"] = 0
    here.not_legal(DrawDeck("nature")).when(0, DrawDeck("nature")).rejected("GA-7.3.2")
