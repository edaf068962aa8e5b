"""Power cards, Protection and the Tornado: sections 7.8 to 7.12 and 8.5, clause by clause."""

import pytest

from events.vocabulary.gaia import (
    DrawDeck,
    PassProtection,
    PlayPower,
    Protect,
    RowRefilled,
    Taken,
    TornadoDrawn,
    TornadoKeep,
)
from projections.pictures.gaia import text
from tests.games.gaia.table import table

BOARD = "(0,0) desert, (1,0) plain, (1,1) mountain, (2,0) forest"


def advanced(board=BOARD, **options):
    return table(board, mode="advanced", **options)


@pytest.mark.parametrize(
    "event",
    [
        PlayPower("rain"),
        PlayPower("rain", (0, 0), cells=((0, 0), (1, 0))),
        PlayPower("rain", (0, 0), convert=()),
        PlayPower("tornado", (0, 0)),
        PlayPower("earthquake"),
        PlayPower("earthquake", cells=((0, 0),)),
        PlayPower("earthquake", (0, 0), cells=((0, 0), (1, 0))),
        PlayPower("protection", (0, 0)),
    ],
)
def test_each_card_has_its_parameters(event):
    """GA-6.1.4: those of the card, and no others."""
    hand = {0: "rain tornado earthquake protection"}
    advanced(hands=hand).when(0, event).rejected("GA-6.1.4", card=event.card)
    advanced().when(0, event).rejected("GA-6.1.4", card=event.card)
    advanced(hands=hand).when(0, PlayPower("rain", (0,))).rejected("GA-6.1.4", cell=(0,))


def test_play_power():
    """GA-7.8.1, GA-7.8.3, GA-7.8.5, GA-8.2.7: of the mode, in the hand; it joins the tableau."""
    here = advanced(hands={0: "rain"})
    here.when(0, PlayPower("sun", (1, 0))).rejected("GA-7.8.1", card="sun")
    here.when(0, PlayPower("lightning", (1, 0))).rejected("GA-7.8.1", mode="advanced")
    here.when(0, PlayPower("dragon")).rejected("GA-8.2.7")
    here.when(0, PlayPower("house_city_01")).rejected("GA-7.8.1")
    assert [e.cell for _, e in here.rules.legal(here.state) if isinstance(e, PlayPower)] == [(0, 0), (1, 0)]
    played = here.when(0, PlayPower("rain", (1, 0))).tile(1, 0, terrain="swamp").hand(0, "").sound()
    played.entered(0, "played_power", 1, "rain").entered(0, "replaced", 1, "plain to swamp")
    nothing = table("(0,0) forest", mode="advanced", hands={0: "rain"})
    assert not [e for _, e in nothing.rules.legal(nothing.state) if isinstance(e, PlayPower)]


def test_rain():
    """GA-7.9.2.1 to GA-7.9.2.4, GA-7.8.4."""
    here = advanced(
        "(0,0) plain [H01 #1 2 P1:1], (1,0) forest, (0,1) sea, (2,0) desert*2, (2,1) plain", hands={0: "rain"}
    )
    here.when(0, PlayPower("rain", (0, 0))).rejected("GA-7.9.2.1", cell=(0, 0))
    here.when(0, PlayPower("rain", (7, 7))).rejected("GA-7.9.2.1")
    here.when(0, PlayPower("rain", (1, 0))).rejected("GA-7.9.2.2", terrain="forest")
    here.state.stock["swamp"] = 0
    here.when(0, PlayPower("rain", (2, 1))).rejected("GA-7.9.2.3", terrain="swamp")
    here.when(0, PlayPower("rain", (2, 0))).tile(2, 0, terrain="plain", animals=2).stock(plain=7, desert=10)


def test_earthquake():
    """GA-7.9.3.1, GA-7.15.1: neighbours only, each pair once."""
    here = advanced(hands={0: "earthquake"})
    here.when(0, PlayPower("earthquake", cells=((0, 0), (2, 0)))).rejected("GA-7.9.3.1")
    here.when(0, PlayPower("earthquake", cells=((2, 0), (3, 0)))).rejected("GA-7.9.3.1")
    pairs = [e.cells for _, e in here.rules.legal(here.state) if isinstance(e, PlayPower)]
    assert pairs == [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 0), (2, 0))]
    for pair in pairs:
        there, back = PlayPower("earthquake", cells=pair), PlayPower("earthquake", cells=pair[::-1])
        assert here.rules.plain(here.state, 0, back) == here.rules.plain(here.state, 0, there) == there
        here.fork().when(0, back).accepted()
    swapped = here.when(0, PlayPower("earthquake", cells=((1, 0), (1, 1)))).tile(1, 0, terrain="mountain").sound()
    swapped.tile(1, 1, terrain="plain")


def test_lightning():
    """GA-7.9.5.1, GA-7.9.5.2: any tile, even an empty one."""
    here = table("(0,0) plain*3, (1,0) sea", mode="advanced_disasters", hands={0: "lightning"})
    here.when(0, PlayPower("lightning", (5, 0))).rejected("GA-7.9.5.1")
    here.legal(PlayPower("lightning", (1, 0)))
    here.when(0, PlayPower("lightning", (0, 0))).tile(0, 0, terrain="plain").then(animal_stock=20).sound()


def test_victory_by_a_power_card():
    """GA-6.7.1, GA-7.8.7, GA-10.4: by the effect, before any claim; the card is no longer pending."""
    board = "(0,0) mountain [H11 #1 2 P1:1], (1,0) plain, (0,1) forest, (-1,0) swamp, (0,-1) plain"
    hands = {0: "sun", 2: "protection"}
    asked = advanced(board, supply="1/4/5", hands=hands, powers={0: "sun sun rain"}, objectives="objective_power_1")
    won = asked.when(0, PlayPower("sun", (0, -1))).awaits("protection", 2).when(2, PassProtection())
    won.cities("H11 #1 3 P0:1").over("all_meeples", 0, 1, 2).then(power="", targets=[], convert=[], agenda=[])
    assert "pending" not in text(won.state, 80, False)


def answered():
    """P0 has played Rain; P1 and P2 hold Protection."""
    hands = {0: "rain", 1: "protection", 2: "protection sun"}
    return advanced(hands=hands).when(0, PlayPower("rain", (0, 0))).awaits("protection", 1, 2)


def test_protection():
    """GA-7.8.6, GA-7.8.7, GA-7.8.8, GA-7.10.3, GA-7.10.4, GA-7.10.6, GA-7.11.2, GA-7.15.3."""
    asked = answered()
    assert list(asked.rules.legal(asked.state)) == [
        (1, Protect()),
        (2, Protect()),
        (1, PassProtection()),
        (2, PassProtection()),
        (None, PassProtection()),
    ]
    one_left = asked.when(2, PassProtection()).awaits("protection", 1)
    one_left.when(2, Protect()).rejected("GA-6.1.3")
    one_left.when(2, PassProtection()).rejected("GA-6.1.3")
    cancelled = one_left.when(1, Protect()).tile(0, 0, terrain="desert").awaits("action", 0).hand(1, "").sound()
    cancelled.figures(1, cancelled=1, played_power=1).figures(0, played_power=1)
    answered().when(None, PassProtection()).tile(0, 0, terrain="plain").awaits("action", 0).sound()
    answered().when(0, PassProtection()).rejected("GA-6.1.3", of=[1, 2, "nobody"])
    answered().when(None, Protect()).rejected("GA-6.1.3")


def test_protection_of_those_who_are_not_asked():
    """GA-7.10.1, GA-7.11.1: rejected by GA-6.1.3, which is checked before them. GA-7.10.2: it is not held."""
    asked = answered()
    for event in (Protect(), PassProtection()):
        asked.when(0, event).rejected("GA-6.1.3", actor=0, of=[1, 2, "nobody"][: 2 + isinstance(event, PassProtection)])
    asked.state.players[1].known.remove("protection")
    asked.when(1, Protect()).rejected("GA-7.10.2")


@pytest.mark.parametrize("card", ["sun", "earthquake", "tornado"])
def test_any_card_of_others_may_be_cancelled(card):
    """GA-7.10.5, GA-7.9.4.1, GA-7.8.6: whomever it would affect; one's own Protection is not asked for."""
    target = {"sun": {"cell": (1, 0)}, "earthquake": {"cells": ((0, 0), (1, 0))}, "tornado": {}}[card]
    here = advanced(hands={0: f"{card} protection", 1: "protection"}).when(0, PlayPower(card, **target))
    here.awaits("protection", 1).when(1, Protect()).awaits("action", 0).hand(0, "protection").sound()


def blown(**options):
    """P1 has played a Tornado; P2 holds two cards, P0 one, P1 one more."""
    hands = {0: "H03", 1: "tornado plain", 2: "sea sun"}
    return advanced(hands=hands, active=1, **options).when(1, PlayPower("tornado")).awaits("tornado_draw")


TAKEN = (Taken(2, "power", "sun"), Taken(0, "life", "house_city_03"), Taken(1, "nature", "nature_plain"))


def test_tornado_drawn():
    """GA-8.5.1, GA-8.5.3, GA-8.1.1, GA-4.5.3, GA-4.5.6, GA-6.1.4: one card of every hand, in turn order."""
    storm = blown()
    assert list(storm.rules.legal(storm.state)) == [
        (None, TornadoDrawn((Taken(2, "nature", "nature_sea"), *TAKEN[1:]))),
        (None, TornadoDrawn(TAKEN)),
    ]
    storm.when(None, TornadoDrawn(TAKEN[:2])).rejected("GA-8.1.1", awaited=[2, 0, 1])
    storm.when(1, TornadoDrawn(TAKEN)).rejected("GA-8.1.1", actor=1)
    storm.when(None, TornadoDrawn((Taken(2, "nature", "sun"), *TAKEN[1:]))).rejected("GA-8.5.3", card="sun")
    storm.when(None, TornadoDrawn((Taken(2, "power", "rain"), *TAKEN[1:]))).rejected("GA-4.5.3", card="rain")
    storm.when(None, TornadoDrawn((Taken(2, "power", None), *TAKEN[1:]))).rejected("GA-4.5.6")
    storm.when(None, TornadoDrawn((Taken(2, "storm", "sun"), *TAKEN[1:]))).rejected("GA-6.1.4", pile="storm")
    storm.when(None, TornadoDrawn((Taken(2, "power", "dragon"), *TAKEN[1:]))).rejected("GA-8.2.7")
    storm.when(None, TornadoDrawn(TAKEN)).hand(2, "sea").hand(0, "").hand(1, "").awaits("tornado_keep", 1).sound()


def test_tornado_keep():
    """GA-7.12.1, GA-7.12.3, GA-8.5.4: the active player sees and keeps one, the others are discarded."""
    chosen = blown().when(None, TornadoDrawn(TAKEN))
    chosen.when(1, TornadoKeep(7)).rejected("GA-7.12.1", giver=7)
    chosen.when(2, TornadoKeep(2)).rejected("GA-6.1.3")
    chosen.when(1, TornadoKeep(1)).hand(1, "plain").awaits("action", 1).sound()


def test_tornado_without_cards():
    """GA-8.5.2, GA-7.9.4.1, GA-7.9.4.2: playable though nobody has a card to lose; no evaluation."""
    calm = advanced(hands={0: "tornado"}, rows={"life": "H05 A01"}).legal(PlayPower("tornado"))
    calm.when(0, PlayPower("tornado")).awaits("action", 0).not_entered(0, "needs").sound()
    calm.when(None, RowRefilled("life", 0, "house_city_01")).rejected("GA-6.1.2")
    calm.when(0, DrawDeck("power")).awaits("deck_draw")


def test_tornado_in_a_public_log():
    """GA-4.5.3, GA-4.5.4, GA-4.5.5, GA-8.5.3: entries in succession; unnamed ones make the hand unknown."""
    hands, unknown = {0: "tornado", 1: "sea", 2: "forest"}, {1: (1, 0, 0), 2: (1, 0, 0)}
    storm = advanced(hands=hands, unknown=unknown, information="public").when(0, PlayPower("tornado"))
    storm.when(None, TornadoDrawn((Taken(1, "life", None), Taken(2, "nature", None)))).rejected("GA-4.5.4", pile="life")
    storm.state.seen["nature_swamp"] = 4
    both = TornadoDrawn((Taken(1, "nature", "nature_swamp"), Taken(2, "nature", "nature_swamp")))
    storm.not_legal(both).when(None, both).rejected("GA-4.5.5", card="nature_swamp")
    storm.when(None, TornadoDrawn((Taken(1, "power", "sun"), Taken(2, "nature", None)))).rejected("GA-4.5.3")
    after = storm.when(None, TornadoDrawn((Taken(1, "nature", "nature_swamp"), Taken(2, "nature", None))))
    after.hand(1, "sea").hand(2, "").awaits("tornado_keep", 0)
    assert (after.state.players[2].unknown, after.state.seen["nature_swamp"]) == ([1, 0, 0], 5)
