"""Passing: TM-7.10."""

import pytest

from events.vocabulary.terra_mystica import EndTurn, Pass, SendPriest
from tests.games.terra_mystica.table import has, position

SHIPPING_CARD = {"shipping_bonus_card": True}


def test_a_card_of_the_pool():
    """TM-7.10.1: another one than the card just given back; later players may take that."""
    table = position("witches", "nomads", witches=has(card="bonus_6c"))
    for card in ("bonus_6c", "bonus_moon", None):
        table.does("witches", Pass(card)).rejected("TM-7.10.1", bonus_card=card)
    table.does("witches", Pass("bonus_dwelling")).has("witches", bonus_card="bonus_dwelling", passed=True)
    assert table.state.bonus_pool["bonus_6c"] == 0
    table.does("nomads", Pass("bonus_6c")).has("nomads", bonus_card="bonus_6c")


def test_no_card_in_the_last_round():
    """TM-7.10.1: it is only given back."""
    table = position("witches", "nomads", round=6, witches=has(card="bonus_6c"))
    table.does("witches", Pass("bonus_dwelling")).rejected("TM-7.10.1", round=6)
    table.does("witches", Pass()).has("witches", bonus_card=None, passed=True)
    assert table.state.bonus_pool["bonus_6c"] == 0


def test_a_pass_is_a_main_action():
    """TM-7.10.1: not as a second one, and not with choices owed."""
    table = position("witches", "nomads")
    table.does("witches", SendPriest("fire", 3), Pass("bonus_dwelling")).rejected("TM-6.4.3", actions_left=0)
    owing = position("witches", "nomads", witches=has(favors_owed=1))
    owing.does("witches", Pass("bonus_dwelling")).rejected("TM-6.4.5", owed=["favor"])


def test_the_coins_on_the_card():
    """TM-7.10.2: go to the player at once."""
    table = position("witches", "nomads", pool={"bonus_dwelling": 2, "bonus_cult": 1})
    table.does("witches", Pass("bonus_dwelling")).has("witches", coin=32).entered(0, "coin", 2, "bonus_card_coins")
    table.does("nomads", Pass("bonus_cult")).has("nomads", coin=31)


@pytest.mark.parametrize(
    ("faction", "things", "vp"),
    [
        ("witches", {"card": "bonus_dwelling", "dwelling": "A3 A10 C3"}, 3),
        ("witches", {"card": "bonus_trading_house", "trading_house": "A3 A10 C3"}, 6),
        ("witches", {"card": "bonus_stronghold", "stronghold": "A3"}, 4),
        ("witches", {"card": "bonus_stronghold", "stronghold": "A3", "sanctuary": "C3"}, 8),
        ("witches", {"card": "bonus_stronghold", "temple": "A3"}, 0),
        ("witches", {"card": "bonus_shipping_vp", "shipping": 2}, 6),
        ("mermaids", {"card": "bonus_shipping_vp", "shipping": 5}, 15),
        ("dwarves", {"card": "bonus_shipping_vp"}, 0),
        ("fakirs", {"card": "bonus_shipping_vp"}, 0),
        ("witches", {"card": "bonus_ship", "shipping": 2}, 0),
        ("witches", {"favors": ["favor_air_1"]}, 0),
        ("witches", {"favors": ["favor_air_1"], "trading_house": "A3"}, 2),
        ("witches", {"favors": ["favor_air_1"], "trading_house": "A3 A10"}, 3),
        ("witches", {"favors": ["favor_air_1"], "trading_house": "A3 A10 C3"}, 3),
        ("witches", {"favors": ["favor_air_1"], "trading_house": "A3 A10 C3 C4"}, 4),
    ],
)
def test_vp_for_passing(faction, things, vp):
    """TM-7.10.3, TM-11.24, TM-11.5: by the card held until now, and by the favor tile."""
    table = position(faction, "giants", **{faction: has(**things)}, options=SHIPPING_CARD)
    card = "bonus_cult" if things.get("card") != "bonus_cult" else "bonus_spade"
    table.does(faction, Pass(card)).has(faction, vp=20 + vp)


def test_the_new_card_does_not_score():
    """TM-7.10.3, TM-6.10.1: the VP come before the cards change."""
    table = position("witches", "nomads", witches=has(dwelling="A3 A10", card="bonus_6c"))
    table.does("witches", Pass("bonus_dwelling")).has("witches", vp=20)


def test_where_the_vp_come_from():
    """TM-4.4, TM-7.10.3: each with its source."""
    table = position(
        "witches", "nomads", witches=has(trading_house="A3", card="bonus_trading_house", favors=["favor_air_1"])
    )
    table.does("witches", Pass("bonus_dwelling")).entered(0, "vp", 2, "bonus_pass:bonus_trading_house")
    table.entered(0, "vp", 2, "favor_pass")


@pytest.mark.parametrize(
    ("things", "vp"),
    [
        ({"stronghold": "A2", "dwelling": "C2 D3 D4", "bridges": "C2-D3 C2-D4 C2-E5"}, 6),
        ({"dwelling": "C2 D3", "bridges": "C2-D3"}, 0),
        ({"stronghold": "A2"}, 0),
    ],
)
def test_the_engineers_bridges(things, vp):
    """TM-7.10.4: three VP for each with the player's structures at both ends, once the stronghold is built."""
    table = position("engineers", "witches", engineers=has(**things))
    table.does("engineers", Pass("bonus_dwelling")).has("engineers", vp=20 + vp)


def test_the_first_to_pass():
    """TM-7.10.5, TM-6.8.1: starts the next round; not the second."""
    table = position("witches", "nomads", "giants")
    table.does("witches", SendPriest("fire", 3), EndTurn())
    table.does("nomads", Pass("bonus_dwelling")).then(start_player=1)
    table.does("giants", Pass("bonus_cult")).then(start_player=1)
    table.does("witches", Pass("bonus_spade")).settled().then(active=1, order=[1, 2, 0])


def test_what_is_left_over_is_kept():
    """TM-7.10.6: resources, power and keys."""
    table = position("witches", "nomads", witches=has(key=1, bowls=(1, 2, 9)))
    table.does("witches", Pass("bonus_dwelling")).has("witches", coin=30, worker=15, priest=3, bowls=(1, 2, 9), key=1)


def test_the_last_player_left():
    """TM-7.10.7: takes turn after turn until passing."""
    table = position("witches", "nomads", nomads=has(passed=True))
    table.does("witches", SendPriest("fire", 3), EndTurn()).turn_of("witches").then(turn=2, cycle=2, actions_left=1)
    table.does("witches", SendPriest("fire", 2), EndTurn()).turn_of("witches")
    table.does("witches", Pass("bonus_dwelling")).turn_of(None)


def test_who_has_passed():
    """TM-7.0.4, TM-11.27: does nothing of their own accord until the next round."""
    table = position("witches", "nomads")
    table.does("witches", Pass("bonus_cult"))
    table.does("witches", SendPriest("fire", 3)).rejected("TM-7.0.4", passed=True)
    table.does("witches", Pass("bonus_dwelling")).rejected("TM-7.0.4")
