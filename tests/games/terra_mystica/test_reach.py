"""Reach: TM-6.3. Directly, by ship, by bridge, by tunnel and by carpet."""

import pytest

from engine.games.terra_mystica.board import members
from engine.games.terra_mystica.reach import by_flight, by_land_and_ship, flight_distance, shipping_value
from events.vocabulary.terra_mystica import (
    BuildDwelling,
    ChooseTownTile,
    Dig,
    EndTurn,
    Forfeit,
    Pass,
    PowerAction,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position


def reached(table, faction, by=by_land_and_ship):
    state = table.state
    return {state.board.names[h] for h in members(by(state, table.player(faction)))}


def test_direct_neighbours():
    """TM-6.3.1: without shipping, the hexes next to own structures."""
    table = position("witches", "nomads", witches=has(dwelling="E9", temple="I6"), nomads=has(dwelling="E10"))
    assert reached(table, "witches") == {"D7", "E10", "F5", "F6", "I5", "I7"}
    table.does("witches", Dig(3), Transform("D6", "forest", 2)).rejected("TM-7.3.1", reached=False)


def test_by_bridge():
    """TM-6.3.1, TM-3.4.5: a bridge of any player joins what it connects, for everybody at its ends."""
    table = position("witches", "nomads", witches=has(dwelling="C2"), nomads=has(dwelling="A5", bridges="C2-E5 C2-D3"))
    assert {"E5", "D3"} < reached(table, "witches")
    table.does("witches", Dig(2), Transform("E5", "forest", 2), BuildDwelling("E5")).shows("E5", structure="dwelling")


@pytest.mark.parametrize(("level", "extra"), [(0, set()), (1, {"A2", "A3", "C1", "D1", "D2"}), (2, {"A4", "B2"})])
def test_by_ship(level, extra):
    """TM-6.3.1: over as many river hexes as the shipping level allows."""
    table = position("witches", "nomads", witches=has(dwelling="B1", shipping=level))
    assert extra <= reached(table, "witches")
    assert ("B2" in reached(table, "witches")) == (level == 2)


def test_the_shipping_card():
    """TM-6.3.1, TM-11.27: one more while it is held, in the action phase, before passing."""
    table = position("witches", "nomads", witches=has(dwelling="B1", shipping=1, card="bonus_ship"))
    assert shipping_value(table.state, table.player("witches")) == 2
    assert "B2" in reached(table, "witches")
    table.does("witches", Pass("bonus_dwelling"))
    assert shipping_value(table.state, table.player("witches")) == 1
    table.player("witches").passed, table.state.phase = False, "cult_bonus"
    table.player("witches").bonus_card = "bonus_ship"
    assert shipping_value(table.state, table.player("witches")) == 1


def test_dwarves_and_fakirs_never_ship():
    """TM-6.3.1: also not with the card."""
    for faction in ("dwarves", "fakirs"):
        table = position(faction, "witches", **{faction: has(dwelling="B1", card="bonus_ship")})
        assert shipping_value(table.state, table.player(faction)) == 0
        assert reached(table, faction) == {"A1", "A2"}


def test_shipping_makes_no_neighbours():
    """TM-6.3.2: no offers, no discount, no town over a river."""
    table = position("witches", "nomads", witches=has(dwelling="C1", shipping=3), nomads=has(temple="B1"))
    table.does("witches", UpgradeStructure("C1", "trading_house")).offers().has("witches", coin=24)
    town = position(
        "witches", "nomads", witches=has(stronghold="E9", temple="D7", dwelling="C4 C5", trading_house="D6")
    )
    town.does("witches", UpgradeStructure("C4", "trading_house")).has("witches", towns_owed=0)


def test_rivers_belong_to_nobody():
    """TM-6.3.3: structures are reached over rivers whatever stands on other banks."""
    table = position("witches", "nomads", witches=has(dwelling="B1", shipping=1), nomads=has(dwelling="C1 D1 D2"))
    assert {"A2", "A3"} < reached(table, "witches")


# --- tunnels and carpets --------------------------------------------------------------------------------------------


def test_tunnels():
    """TM-6.3.4, TM-6.3.8: one hex is skipped, land or river, whatever stands on it."""
    table = position("dwarves", "witches", dwarves=has(dwelling="E7"), witches=has(dwelling="E6"))
    assert flight_distance(table.player("dwarves")) == 2
    found = reached(table, "dwarves", by_flight)
    assert {"E5", "C3", "G2", "G3", "C2"} & found == {"E5", "C3", "G2", "G3"}
    assert "D3" not in found
    assert all(name in table.state.board.numbers and name[0] != "r" for name in found)


def test_a_tunnel_costs_workers_and_gives_vp():
    """TM-6.3.6: two workers, four VP, when the hex is turned; building on it in the same action costs nothing more."""
    table = position("dwarves", "witches", dwarves=has(dwelling="E7", worker=12), tile="score_dwelling_fire")
    table.does("dwarves", Dig(2), Transform("E5", "mountains", 3)).rejected("TM-7.3.1")
    table = position("dwarves", "witches", dwarves=has(dwelling="E7", worker=12), tile="score_dwelling_fire")
    table.does("dwarves", Dig(3), Transform("E5", "mountains", 3)).has("dwarves", worker=1, vp=24)
    table.entered(0, "vp", +4, "tunnel").entered(0, "worker", -2, "tunnel")
    table.does("dwarves", BuildDwelling("E5")).has("dwarves", worker=0, vp=26, coin=28)


def test_with_the_stronghold_a_tunnel_costs_one_worker():
    """TM-6.3.6, TM-7.8.7: for the Dwarves."""
    table = position(
        "dwarves", "witches", dwarves=has(dwelling="E7", stronghold="A2", worker=2), terrain={"E5": "mountains"}
    )
    table.does("dwarves", BuildDwelling("E5")).has("dwarves", worker=0, vp=24)


def test_a_tunnel_that_cannot_be_paid():
    """TM-6.3.6: with the worker of the dwelling that makes three."""
    table = position("dwarves", "witches", dwarves=has(dwelling="E7", worker=2), terrain={"E5": "mountains"})
    table.does("dwarves", BuildDwelling("E5")).rejected("TM-6.3.6", workers=2)
    spade = position("dwarves", "witches", dwarves=has(dwelling="E7", worker=1, bowls=(0, 6, 6)))
    spade.does("dwarves", PowerAction("power_spade"), Transform("E5", "forest", 1)).rejected("TM-6.3.6", workers=1)


def test_one_hex_of_an_action_is_tunnelled_to():
    """TM-6.3.6: the second free spade finds no second tunnel."""
    table = position("dwarves", "witches", dwarves=has(dwelling="E7", bowls=(0, 0, 12)), terrain={"C3": "wasteland"})
    table.does("dwarves", PowerAction("power_two_spades"), Transform("C3", "mountains", 1)).has("dwarves", vp=24)
    table.does("dwarves", Transform("E5", "lakes", 1)).rejected("TM-7.3.1", reached=False)
    table.does("dwarves", Forfeit("spades"), BuildDwelling("C3")).has("dwarves", vp=24)


def test_a_later_action_tunnels_again():
    """TM-6.3.6: building on a hex of an earlier turn costs and scores again."""
    table = position("dwarves", "witches", dwarves=has(dwelling="E7", bowls=(0, 6, 6)), terrain={"E5": "wasteland"})
    table.does("dwarves", PowerAction("power_spade"), Transform("E5", "mountains", 1), EndTurn()).has("dwarves", vp=24)
    table.does("witches", Pass("bonus_dwelling"))
    table.does("dwarves", BuildDwelling("E5")).has("dwarves", vp=28, worker=15 - 2 - 2 - 1)


def test_no_tunnel_where_land_or_ship_reaches():
    """TM-6.3.7, TM-11.3: there is nothing to earn by it."""
    table = position("dwarves", "witches", dwarves=has(dwelling="E7 F6"), terrain={"E8": "mountains"})
    table.does("dwarves", BuildDwelling("E8")).has("dwarves", vp=20, worker=14)


def test_carpets():
    """TM-6.3.5, TM-6.3.6: a priest, four VP; the range grows by stronghold and shipping town tile, to four."""
    table = position("fakirs", "witches", fakirs=has(trading_house="E8"), options={"mini_expansion_towns": True})
    assert flight_distance(table.player("fakirs")) == 2
    assert "E6" in reached(table, "fakirs", by_flight)
    table.does("fakirs", UpgradeStructure("E8", "stronghold")).has("fakirs", carpet_range=2)
    assert flight_distance(table.player("fakirs")) == 3
    table.player("fakirs").towns_owed = 2
    table.does("fakirs", ChooseTownTile("town_4vp_ship"), ChooseTownTile("town_4vp_ship")).has("fakirs", carpet_range=4)
    assert flight_distance(table.player("fakirs")) == 5
    table.player("fakirs").towns_owed = 1
    table.does("fakirs", ChooseTownTile("town_11vp")).has("fakirs", carpet_range=4)


def test_a_carpet_flight():
    """TM-6.3.6: to transform and to build; without a priest there is none."""
    table = position("fakirs", "witches", fakirs=has(dwelling="E8", card="bonus_spade"), terrain={"E6": "plains"})
    table.does("fakirs", SpecialAction("bonus_spade"), Transform("E6", "desert", 1), BuildDwelling("E6"))
    table.has("fakirs", vp=24, priest=2, worker=14).entered(0, "vp", +4, "carpet_flight")
    poor = position("fakirs", "witches", fakirs=has(dwelling="E8", priest=0), terrain={"E6": "desert"})
    poor.does("fakirs", BuildDwelling("E6")).rejected("TM-6.3.6", priests=0)


def test_others_do_not_fly():
    """TM-6.3.4, TM-6.3.5: neither Witches nor Nomads."""
    table = position("nomads", "witches", nomads=has(dwelling="E8"), terrain={"E6": "desert"})
    assert flight_distance(table.player("nomads")) == 0
    table.does("nomads", BuildDwelling("E6")).rejected("TM-7.4.1", reached=False)
